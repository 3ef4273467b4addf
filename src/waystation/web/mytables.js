/**
 * My tables on the home page: those that wait for me first, with since when. What is over stands on a page of its own;
 * without a server there is none, and all stand here.
 * @import {MyGames, TableInfo} from "./types.js"
 */
import { api } from "./api.js";
import { avatar } from "./avatar.js";
import { fill, h } from "./dom.js";
import { paceInWords } from "./pace.js";
import { tableTime } from "./seattime.js";
import { inTab } from "./site.js";
import { code, tell } from "./words.js";

/** @typedef {{table: TableInfo, since: number}} Shown */

export class MyTables {
  /** @param {(tables: TableInfo[], waiting: number) => void} onNews */
  constructor(onNews) {
    this.onNews = onNews;
    this.pages = 1;
    this.asked = 0;
    this.element = h("section", { class: "tables", id: "my-tables", "aria-label": tell("My tables") });
  }

  /** Asks how they stand; a refusal is an ApiError. */
  async look() {
    this.asked += 1;
    const { asked } = this;
    const found = await (inTab ? allHere() : running(this.pages));
    if (asked !== this.asked) return; // asked again meanwhile: this may be of before a table was deleted
    const { games, total, waiting } = found;
    this.onNews(games.map(({ table }) => table), waiting);
    const title = waiting ? tell("My tables: {waiting} {waiting?waits|wait} for me", { waiting }) : tell("My tables");
    fill(
      this.element,
      h("h2", {}, title),
      games.length
        ? h("ul", {}, ...games.map((game) => tableRow(game, () => this.look())))
        : h("p", { class: "quiet" }, tell("None yet. Start a game above.")),
      games.length < total && h("p", {}, h("button", { "data-key": "more", onclick: () => this.more() }, tell("Show more"))),
    );
  }

  async more() {
    this.pages += 1;
    await this.look();
  }

  /** @param {string} message why they can't be shown */
  sorry(message) {
    fill(this.element, h("p", { class: "problem", role: "alert" }, message));
  }
}

/**
 * Those that are not over, so many pages of them.
 * @param {number} pages
 * @returns {Promise<MyGames>}
 */
async function running(pages) {
  const found = /** @type {MyGames} */ (await api("mine"));
  for (let page = 1; page < pages && found.games.length < found.total; page += 1)
    found.games.push(...(await api(`mine?from=${found.games.length}`)).games);
  return found;
}

/** Every table of this browser: those that wait for somebody first. */
async function allHere() {
  const tables = /** @type {TableInfo[]} */ (await api("tables"));
  const games = [...tables].sort((a, b) => rank(a) - rank(b) || b.updated - a.updated).map((table) => ({ table, since: table.updated }));
  return { games, total: games.length, waiting: tables.filter((table) => table.waits_for_me).length };
}

/** @param {TableInfo} table */
const rank = (table) => (table.waits_for_me ? 0 : table.over ? 2 : 1);

/** @param {TableInfo} table */
function stateOf(table) {
  if (table.over) return table.result || tell("over");
  if (table.listed) return tell("waiting for players");
  const waits = table.waits_for_me ? tell("your turn") : tell("waiting for others");
  return [waits, tableTime(table)].filter(Boolean).join(", ");
}

/**
 * @param {Shown} game
 * @param {() => Promise<void>} look how they stand after a change
 */
function tableRow({ table, since }, look) {
  const remove = async () => {
    if (!confirm(tell("Delete this table of {game} for everybody?", { game: table.title }))) return;
    await api(`tables/${table.id}`, { method: "DELETE" });
    await look();
  };
  const people = table.seats.map((seat) => seat.name).join(", ");
  const label = tell("Delete {game}, {people}", { game: table.title, people });
  return h(
    "li",
    { class: table.waits_for_me ? "row waits" : "row" },
    h("a", { href: `/table/${table.id}`, "data-key": table.id }, h("b", {}, table.title), ...table.seats.flatMap(named)),
    h("span", { class: "state" }, stateOf(table)),
    table.pace && !table.over && h("span", { class: "quiet" }, paceInWords(table.pace)),
    h("time", { class: "quiet", datetime: new Date(since * 1000).toISOString() }, ago(since)),
    mayDelete(table) && h("button", { class: "icon", "data-key": `delete ${table.id}`, title: tell("Delete"), "aria-label": label, onclick: remove }, "✕"),
  );
}

/**
 * Its host may delete a table, but not one whose tournament waits for how the game ends, nor a rated game that has begun.
 * @param {TableInfo} table
 */
const mayDelete = (table) => table.host && (table.over || !(table.tournament || (table.rated && table.ply)));

/**
 * @param {TableInfo["seats"][number]} seat
 * @param {number} index
 */
function named(seat, index) {
  const picture = seat.kind === "person" || seat.kind === "shared" ? [avatar(seat.name), " "] : [];
  return [index ? ", " : " ", ...picture, h("bdi", {}, seat.name)];
}

/** @param {number} then seconds since 1970 */
export function ago(then) {
  const minutes = Math.round((then - Date.now() / 1000) / 60);
  const words = new Intl.RelativeTimeFormat(code(), { numeric: "auto" });
  if (minutes > -60) return words.format(Math.min(0, minutes), "minute");
  return minutes > -1440
    ? words.format(Math.round(minutes / 60), "hour")
    : words.format(Math.round(minutes / 1440), "day");
}
