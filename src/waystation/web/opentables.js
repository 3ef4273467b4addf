/**
 * The tables that anybody may sit down at: a list that keeps itself up to date, by game and speed.
 * @import {GameInfo, OpenSeat, OpenTable} from "./types.js"
 */
import { api, ApiError } from "./api.js";
import { avatar } from "./avatar.js";
import { fill, h, once, say } from "./dom.js";
import { onward } from "./frame.js";
import { levelWords, optionWords, SPEEDS } from "./optionwords.js";
import { paceInWords } from "./pace.js";
import { tell } from "./words.js";

/** Milliseconds between two looks; the server answers "as before" in a few bytes. */
const REFRESH = 5_000;

/**
 * @param {GameInfo[]} games
 * @param {() => Promise<void>} named waits until my name is known
 * @param {(n: number) => void} count is told how many there are
 */
export function openTables(games, named, count) {
  /** @type {OpenTable[]} */
  let tables = [];
  /** @type {Set<string>} */
  let mine = new Set();
  const game = choice("open-game", tell("Game"), { "": tell("all games"), ...Object.fromEntries(games.map(({ name, spec }) => [name, spec.title])) });
  const speeds = Object.fromEntries(Object.entries(SPEEDS).map(([key, words]) => [key, tell(words)]));
  const speed = choice("open-speed", tell("Speed"), { "": tell("any speed"), ...speeds });
  const problem = h("p", { class: "problem", role: "alert" });
  const list = h("ul", { class: "open-list" });
  const none = h("p", { class: "quiet" });
  const element = h(
    "section",
    { class: "tables", id: "open-tables", "aria-label": tell("Open tables") },
    h("div", { class: "list-head" }, h("h2", {}, tell("Open tables")), h("span", { class: "filters" }, game.element, speed.element)),
    problem,
    list,
    none,
  );

  const sit = once(async (/** @type {OpenTable} */ { id }) => {
    const on = onward();
    say(problem, "");
    try {
      await named();
      await api(`tables/${id}/sit`, { body: {} });
      on(`/table/${id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(problem, error.message);
      await look();
    }
  });

  function draw() {
    const shown = tables.filter((one) => (!game.value() || one.game === game.value()) && (!speed.value() || one.speed === speed.value()));
    fill(list, ...shown.map((one) => openRow(one, games.find(({ name }) => name === one.game), mine.has(one.id), () => sit(one))));
    say(none, shown.length ? "" : tables.length ? tell("None like this.") : tell("Nobody looks for players now. Set up a game, and let anybody sit down."));
  }

  async function look() {
    if (document.visibilityState !== "visible") return;
    const now = await api("open").catch(() => null); // a server that is away may be there at the next look
    if (!now || !element.isConnected) return;
    tables = now;
    count(tables.length);
    draw();
  }

  game.element.addEventListener("change", draw);
  speed.element.addEventListener("change", draw);
  look();
  const timer = setInterval(look, REFRESH);
  document.addEventListener("visibilitychange", look);
  return {
    element,
    /** @param {string[]} ids of tables that I am at */
    know: (ids) => {
      mine = new Set(ids);
      draw();
    },
    close: () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    },
  };
}

/**
 * A choice with its name for screen readers.
 * @param {string} id
 * @param {string} label
 * @param {Record<string, string> | string[][]} values with what they are called; pairs where values are numbers, which objects put first
 */
export function choice(id, label, values) {
  const select = h("select", { id, "aria-label": label }, ...(Array.isArray(values) ? values : Object.entries(values)).map(([value, text]) => h("option", { value }, text)));
  return { element: select, value: () => select.value };
}

/**
 * @param {OpenTable} table
 * @param {GameInfo | undefined} game
 * @param {boolean} mine
 * @param {() => void} sit
 */
function openRow(table, game, mine, sit) {
  const free = table.seats.filter(({ kind }) => kind === "open").length;
  const facts = [paceInWords(table.pace), table.rated && tell("rated"), table.level && levelWords(table.level), ...optionWords(game, table.options), !table.spectators && tell("nobody watches"), !table.chat && tell("no chat")];
  const host = table.seats.find(({ kind }) => kind === "person")?.name ?? "";
  const label = tell("Sit down at a table of {game} with {name}", { game: table.title, name: host });
  return h(
    "li",
    { class: "row open-row" },
    h(
      "div",
      { class: "what" },
      h("b", {}, table.title),
      h("ul", { class: "facts" }, ...facts.filter(Boolean).map((fact) => h("li", {}, String(fact)))),
    ),
    h("ul", { class: "sitting", "aria-label": tell("Seats") }, ...table.seats.map(seatPicture)),
    h(
      "span",
      { class: "end" },
      h("span", { class: "state" }, tell("{n:seat|seats} free", { n: free })),
      mine
        ? h("a", { class: "button", href: `/table/${table.id}`, "data-key": `open-${table.id}` }, tell("To the table"))
        : h("button", { class: "primary", "data-key": `open-${table.id}`, "aria-label": label, onclick: sit }, tell("Sit down")),
    ),
  );
}

/** @param {OpenSeat} seat */
function seatPicture({ kind, name }) {
  const text = kind === "open" ? tell("free") : name;
  return h("li", { class: kind, title: text }, kind === "open" ? h("span", { class: "free-seat" }) : avatar(name), h("bdi", {}, text));
}
