/** Home: the games by picture, my tables and which wait for me, and the way back in with a record. */
import { allGames, api, ApiError } from "./api.js";
import { openTable } from "./dice.js";
import { fill, h } from "./dom.js";
import { go, topBar } from "./frame.js";
import { openTables } from "./opentables.js";
import { nameField } from "./people.js";
import { playersOf, usualBot } from "./seatchoice.js";
import { paceInWords } from "./pace.js";
import { tableTime } from "./seattime.js";
import { inTab } from "./site.js";
import { recordUpload } from "./upload.js";
import { code, tell } from "./words.js";
/** @import {GameInfo, TableInfo} from "./types.js" */

const REFRESH = 15_000; // milliseconds between looks at my tables

/** @type {import("./app.js").View} */
export async function showHome(root) {
  document.title = `Waystation: ${tell("board games about journeys")}`;
  const waited = Promise.all([api("me"), api("tables")]);
  waited.catch(() => undefined); // it is told below, as soon as the games are shown
  const games = await allGames();
  const mine = h("section", { class: "tables", id: "my-tables" });
  const name = nameField();
  const ways = { mine: way("#my-tables", tell("My tables")), open: way("#open-tables", tell("Open tables")) };
  const open = inTab ? null : openTables(games, name.saved, ways.open.count);
  root.append(
    topBar(name.element),
    h(
      "main",
      { class: "home" },
      h("h1", {}, tell("Where shall we go?")),
      inTab ? "" : h("nav", { class: "ways", "aria-label": tell("On this page") }, ways.mine.element, ways.open.element, h("a", { class: "button", href: "/tournaments" }, tell("Tournaments"))),
      h("section", { class: "games", "aria-label": tell("Games") }, ...games.map(gameCard)),
      mine,
      open?.element ?? "",
      recordUpload(),
    ),
  );
  const seen = loadWhenSeen(root);
  try {
    const [me, tables] = await waited;
    name.show(me.name);
    fill(mine, ...myTables(tables));
    ways.mine.count(waitForMe(tables));
    open?.know(waitingIn(tables));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    fill(mine, h("p", { class: "problem", role: "alert" }, error.message));
  }
  if (!games.length) root.append(h("p", { class: "problem" }, tell("No game is installed on this server.")));
  const refresh = async () => {
    if (document.visibilityState !== "visible") return;
    const now = await api("tables").catch(() => null); // a server that is away may be there at the next look
    if (!now) return;
    fill(mine, ...myTables(now));
    ways.mine.count(waitForMe(now));
    open?.know(waitingIn(now));
  };
  const timer = setInterval(refresh, REFRESH);
  document.addEventListener("visibilitychange", refresh);
  return () => {
    clearInterval(timer);
    open?.close();
    seen.disconnect();
    document.removeEventListener("visibilitychange", refresh);
  };
}

/**
 * Pictures are asked for when they come into sight. (Browsers' own lazy loading looks far ahead, and would load all.)
 * @param {HTMLElement} root
 */
export function loadWhenSeen(root) {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const picture = /** @type {HTMLImageElement} */ (target);
      if (!isIntersecting) continue;
      picture.src = picture.dataset.src ?? "";
      observer.unobserve(picture);
    }
  });
  for (const picture of root.querySelectorAll("img[data-src]")) observer.observe(picture);
  return observer;
}

/** @param {GameInfo} game */
function gameCard(game) {
  const { spec } = game;
  const picture = (/** @type {string} */ theme) =>
    h("img", {
      class: `only-${theme}`,
      "data-src": `/api/games/${game.name}/picture.svg?theme=${theme}&v=${game.look}`,
      alt: "",
    });
  return h(
    "article",
    { class: "card", "data-game": game.name },
    h(
      "a",
      { class: "picture", href: `/new/${game.name}`, tabindex: "-1", "aria-hidden": "true" },
      picture("light"),
      picture("dark"),
    ),
    h("h2", {}, spec.title),
    h("p", {}, tell(spec.blurb)),
    h("ul", { class: "facts" }, ...facts(game).map((fact) => h("li", {}, fact))),
    h(
      "div",
      { class: "card-buttons" },
      h(
        "button",
        { class: "primary", onclick: () => playNow(game), "aria-label": tell("Play {game} now", { game: spec.title }) },
        tell("Play now"),
      ),
      learnButton(game),
      h("a", { class: "button", href: `/new/${game.name}`, "aria-label": tell("Set up {game}", { game: spec.title }) }, tell("Set up…")),
      h(
        "a",
        { class: "quiet", href: `/rules/${game.name}`, "aria-label": tell("Rules of {game}", { game: spec.title }) },
        tell("Rules"),
      ),
    ),
  );
}

/** To the guided first game, if there is one. @param {GameInfo} game */
export function learnButton({ name, lesson, spec }) {
  const learn = async () => go(`/table/${(await api("tables", { body: { game: name, lesson: true } })).id}`);
  const label = tell("Learn {game} in a guided first game", { game: spec.title });
  return lesson && h("button", { type: "button", onclick: learn, "aria-label": label, title: label }, tell("Learn"));
}

/** @param {GameInfo} game */
export function facts({ spec }) {
  const span = (/** @type {[number, number]} */ [low, high]) => (low === high ? `${low}` : `${low}–${high}`);
  const kind = spec.cooperative ? [tell("together")] : [];
  return [
    tell("{span} players", { span: span(spec.players) }),
    tell("{span} min", { span: span(spec.minutes) }),
    tell("weight {weight} of 5", { weight: spec.weight }),
    ...kind,
  ];
}

/**
 * The usual options, I first, bots in the other seats.
 * @param {GameInfo} game
 */
async function playNow(game) {
  const players = playersOf(game).default;
  const bot = usualBot(game);
  const seats = ["me", ...Array(players - 1).fill(`bot:${bot}`)];
  await openTable({ game: game.name, options: { ...game.spec.tables, players }, seats });
}

/** @param {TableInfo[]} tables */
function myTables(tables) {
  const sorted = [...tables].sort((a, b) => rank(a) - rank(b) || b.updated - a.updated);
  const waiting = waitForMe(tables);
  const title = waiting ? tell("My tables: {waiting} {waiting?waits|wait} for me", { waiting }) : tell("My tables");
  return [
    h("h2", {}, title),
    sorted.length
      ? h("ul", {}, ...sorted.map(tableRow))
      : h("p", { class: "quiet" }, tell("None yet. Start a game above.")),
  ];
}

/**
 * A way to another part of the page, with how many things wait there.
 * @param {string} href
 * @param {string} text
 */
function way(href, text) {
  const number = h("b", { class: "count", hidden: true });
  const count = (/** @type {number} */ n) => {
    number.hidden = !n;
    number.textContent = String(n);
  };
  return { element: h("a", { class: "button", href }, text, number), count };
}

/** @param {TableInfo[]} tables */
const waitForMe = (tables) => tables.filter((table) => table.waits_for_me).length;

/** The open tables that I am at. @param {TableInfo[]} tables */
const waitingIn = (tables) => tables.filter(({ listed }) => listed).map(({ id }) => id);

/** @param {TableInfo} table */
const rank = (table) => (table.waits_for_me ? 0 : table.over ? 2 : 1);

/** @param {TableInfo} table */
function tableRow(table) {
  const waits = table.listed ? tell("waiting for players") : table.waits_for_me ? tell("your turn") : tell("waiting for others");
  const state = table.over ? table.result || tell("over") : [waits, tableTime(table)].filter(Boolean).join(", ");
  const remove = async () => {
    if (!confirm(tell("Delete this table of {game} for everybody?", { game: table.title }))) return;
    await api(`tables/${table.id}`, { method: "DELETE" });
    row.remove();
  };
  const people = table.seats.map((seat) => seat.name).join(", ");
  const named = table.seats.flatMap((seat, index) => [index ? ", " : " ", h("bdi", {}, seat.name)]);
  const row = h(
    "li",
    { class: table.waits_for_me ? "row waits" : "row" },
    h("a", { href: `/table/${table.id}`, "data-key": table.id }, h("b", {}, table.title), ...named),
    h("span", { class: "state" }, state),
    table.pace && !table.over && h("span", { class: "quiet" }, paceInWords(table.pace)),
    h("time", { class: "quiet", datetime: new Date(table.updated * 1000).toISOString() }, ago(table.updated)),
    table.host &&
      h(
        "button",
        { class: "icon", title: tell("Delete"), "aria-label": tell("Delete {game}, {people}", { game: table.title, people }), onclick: remove },
        "✕",
      ),
  );
  return row;
}

/** @param {number} then seconds since 1970 */
function ago(then) {
  const minutes = Math.round((then - Date.now() / 1000) / 60);
  const words = new Intl.RelativeTimeFormat(code(), { numeric: "auto" });
  if (minutes > -60) return words.format(Math.min(0, minutes), "minute");
  return minutes > -1440
    ? words.format(Math.round(minutes / 60), "hour")
    : words.format(Math.round(minutes / 1440), "day");
}
