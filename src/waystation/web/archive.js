/**
 * Games that are over: mine, or those that all may see, by game, player, options, date and result.
 * @import {FinishedSeat, FinishedTable, GameInfo} from "./types.js"
 */
import { allGames, api, ApiError } from "./api.js";
import { avatar } from "./avatar.js";
import { h, say } from "./dom.js";
import { entitle, topBar } from "./frame.js";
import { choice } from "./opentables.js";
import { optionWords } from "./optionwords.js";
import { address, here } from "./site.js";
import { code, tell } from "./words.js";

/** @type {import("./app.js").View} */
export async function showArchive(root) {
  entitle(root, `${tell("Finished games")} · Waystation`);
  const games = await allGames();
  const search = new Search(games, here().query);
  root.append(
    topBar(h("span", {}, tell("Finished games"))),
    h("main", { class: "home archive" }, h("h1", {}, tell("Finished games")), search.element),
  );
  await search.begin();
}

class Search {
  /**
   * @param {GameInfo[]} games
   * @param {URLSearchParams} asked by the address
   */
  constructor(games, asked) {
    this.games = games;
    this.variant = optionsIn(asked.get("variant"));
    this.before = /** @type {string | null} */ (null);
    this.asked = 0;
    const titles = Object.fromEntries(games.map(({ name, spec }) => [name, spec.title]));
    this.game = choice("by-game", tell("Game"), { "": tell("all games"), ...titles });
    this.won = choice("by-result", tell("Result"), { "": tell("won or not"), yes: tell("won"), no: tell("not won") });
    const most = Math.min(12, Math.max(2, ...games.map(({ spec }) => spec.players[1])));
    const counts = Array.from({ length: most }, (_, n) => [String(n + 1), tell("{n:player|players}", { n: n + 1 })]);
    this.players = choice("by-players", tell("Players"), [["", tell("any number of players")], ...counts]);
    this.name = h("input", { id: "by-name", maxlength: 24, autocomplete: "off", placeholder: tell("name") });
    const day = { type: "date", min: "1970-01-02", max: "9999-12-30" }; // while a year is typed it is one of the Romans
    this.since = h("input", { id: "by-since", ...day, value: asked.get("from") });
    this.until = h("input", { id: "by-until", ...day, value: asked.get("to") });
    this.game.element.value = asked.get("game") ?? "";
    this.name.value = asked.get("name") ?? "";
    this.players.element.value = asked.get("players") ?? "";
    this.won.element.value = asked.get("won") ?? "";
    const mine = asked.get("mine");
    this.mine = mine ? mine !== "no" : !this.variant && !this.name.value;
    this.problem = h("p", { class: "problem", role: "alert" });
    this.none = h("p", { class: "quiet" });
    this.list = h("ul", { class: "finished" });
    this.more = h("button", { hidden: true, onclick: () => this.load() }, tell("Show more"));
    this.whose = [this.whoseButton(true, tell("My games")), this.whoseButton(false, tell("Everybody's games"))];
    this.only = h("p", { class: "quiet", hidden: !this.variant });
    this.element = h(
      "section",
      { class: "tables", "aria-label": tell("Finished games") },
      h("div", { class: "buttons whose", role: "group", "aria-label": tell("Whose games") }, ...this.whose),
      this.form(),
      this.only,
      this.problem,
      this.list,
      this.none,
      h("p", {}, this.more),
    );
  }

  form() {
    const field = (/** @type {string} */ label, /** @type {HTMLElement} */ control) =>
      h("div", { class: "field" }, h("label", { for: control.id }, label), control);
    const form = h(
      "form",
      { class: "search", role: "search", onchange: () => this.begin(), onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), this.begin()) },
      field(tell("Game"), this.game.element),
      field(tell("Player"), this.name),
      field(tell("Players"), this.players.element),
      field(tell("Result"), this.won.element),
      field(tell("From"), this.since),
      field(tell("To"), this.until),
    );
    return h("details", { class: "more", open: innerWidth > 820 }, h("summary", {}, tell("Search")), form);
  }

  /**
   * @param {boolean} mine
   * @param {string} label
   */
  whoseButton(mine, label) {
    const press = () => {
      this.mine = mine;
      this.begin();
    };
    return h("button", { onclick: press, "aria-pressed": String(mine === this.mine) }, label);
  }

  /** The first page of what is asked for now. */
  async begin() {
    this.whose.forEach((button, index) => button.setAttribute("aria-pressed", String(this.mine === (index === 0))));
    this.won.element.disabled = !this.mine && !this.name.value.trim(); // whose result would it be?
    this.drawVariant();
    this.keepAddress();
    this.before = null;
    this.list.replaceChildren();
    say(this.none, "");
    this.more.hidden = true;
    await this.load();
  }

  /** The address says what is asked for: one comes back to it from a replay, and can send it to somebody. */
  keepAddress() {
    if (!this.element.isConnected) return;
    const query = this.wanted({ won: this.won.value(), from: this.since.value, to: this.until.value });
    history.replaceState(history.state, "", address(`/games${query.size ? `?${query}` : ""}`));
  }

  drawVariant() {
    this.only.hidden = !this.variant;
    if (!this.variant) return;
    const game = this.games.find(({ name }) => name === this.game.value());
    const words = optionWords(game, JSON.parse(this.variant));
    const all = () => {
      this.variant = "";
      this.begin();
    };
    this.only.replaceChildren(
      words.length ? tell("Only with these options: {words}.", { words }) : tell("Only with the usual options."),
      " ",
      h("button", { onclick: all }, tell("All options")),
    );
  }

  query() {
    const day = (/** @type {HTMLInputElement} */ input, /** @type {number} */ days) => {
      if (!input.value || !input.validity.valid) return "";
      const midnight = new Date(`${input.value}T00:00`);
      midnight.setDate(midnight.getDate() + days); // not every day has 24 hours
      return String(midnight.getTime() / 1000);
    };
    return this.wanted({
      won: this.won.element.disabled ? "" : this.won.value(),
      since: day(this.since, 0),
      until: day(this.until, 1),
      before: this.before ?? "",
    });
  }

  /**
   * What is asked for, with more; what is empty is left out.
   * @param {Record<string, string>} more
   */
  wanted(more) {
    const all = {
      mine: this.mine ? "yes" : "no",
      game: this.game.value(),
      name: this.name.value.trim(),
      players: this.players.value(),
      variant: this.variant,
      ...more,
    };
    return new URLSearchParams(Object.entries(all).filter(([, value]) => value));
  }

  /** The next page. */
  async load() {
    this.asked += 1;
    const asked = this.asked;
    say(this.problem, "");
    this.list.setAttribute("aria-busy", "true");
    try {
      const { tables, before } = await api(`finished?${this.query()}`);
      if (asked !== this.asked) return; // something else is asked for meanwhile
      this.before = before;
      this.list.append(...tables.map((/** @type {FinishedTable} */ table) => finishedRow(table, this.games)));
      this.more.hidden = before === null;
      say(this.none, this.list.children.length ? "" : tell("There is none."));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (asked === this.asked) say(this.problem, error.message);
    } finally {
      if (asked === this.asked) this.list.removeAttribute("aria-busy");
    }
  }
}

/** Options as they stand in an address; "" if there are none, or it is damaged. @param {string | null} text */
function optionsIn(text) {
  try {
    return JSON.parse(text ?? "null") instanceof Object ? String(text) : "";
  } catch {
    return "";
  }
}

/**
 * @param {FinishedTable} table
 * @param {GameInfo[]} games
 */
function finishedRow(table, games) {
  const game = games.find(({ name }) => name === table.game);
  const day = new Date(table.ended * 1000);
  const when = new Intl.DateTimeFormat(code(), { dateStyle: "medium" }).format(day);
  const facts = [...optionWords(game, table.options), tell("{n:move|moves}", { n: table.moves }), duration(table.seconds)];
  return h(
    "li",
    { class: "row finished-row" },
    h(
      "div",
      { class: "what" },
      h("b", {}, table.title),
      " ",
      h("time", { class: "quiet", datetime: day.toISOString() }, when),
      h("p", {}, table.result),
      h("ul", { class: "facts" }, ...facts.map((fact) => h("li", {}, fact))),
    ),
    h("ul", { class: "sitting" }, ...table.seats.map(seatAtEnd)),
    h(
      "span",
      { class: "end" },
      h("a", { class: "button", href: `/replay/${table.id}` }, tell("Replay")),
      h("a", { class: "button", href: `/table/${table.id}` }, tell("Look back")),
    ),
  );
}

/** @param {FinishedSeat} seat */
function seatAtEnd({ name, mine, won, score }) {
  const who = h("bdi", { class: mine ? "me" : null }, name);
  return h(
    "li",
    { class: won ? "winner" : null },
    avatar(name),
    who,
    score !== null && h("b", {}, String(score)),
    won && h("span", { class: "star", role: "img", "aria-label": tell("won"), title: tell("won") }, "★"),
  );
}

/** How long something took, in a word. @param {number} seconds */
export function duration(seconds) {
  if (seconds >= 2 * 86400) return tell("{n:day|days}", { n: Math.round(seconds / 86400) });
  if (seconds >= 2 * 3600) return tell("{n:hour|hours}", { n: Math.round(seconds / 3600) });
  return tell("{n:minute|minutes}", { n: Math.max(1, Math.round(seconds / 60)) });
}
