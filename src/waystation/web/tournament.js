/**
 * A tournament: how it stands, its rounds and tables, and what a person can do about it.
 * @import {TournamentEntrant, TournamentInfo, TournamentTable} from "./types.js"
 */
import { api } from "./api.js";
import { avatar } from "./avatar.js";
import { fill, h } from "./dom.js";
import { entitle, go, topBar } from "./frame.js";
import { nameField } from "./people.js";
import { paceInWords } from "./pace.js";
import { FORMATS, stateInWords } from "./tournaments.js";
import { tell } from "./words.js";

/** Milliseconds between two looks. */
const REFRESH = 5_000;

/** @type {import("./app.js").View} */
export async function showTournament(root, [id]) {
  const [first, me] = await Promise.all([api(`tournaments/${id}`), api("me")]);
  const name = nameField();
  name.show(me.name);
  const main = h("main", { class: "narrow tournament" });
  entitle(root, `${first.name} · Waystation`);
  root.append(topBar(name.element, h("a", { class: "button", href: "/tournaments" }, tell("Tournaments"))), main);
  let shown = "";
  let asked = 0;
  /** Shows what comes, unless something else has been asked for meanwhile. @param {Promise<TournamentInfo>} coming */
  const drawNext = async (coming) => {
    const mine = (asked += 1);
    const cup = await coming;
    if (mine === asked) draw(cup);
  };
  const draw = (/** @type {TournamentInfo} */ cup) => {
    const text = JSON.stringify(cup);
    if (text === shown) return;
    shown = text;
    fill(main, ...parts(cup, act));
  };
  const act = async (/** @type {string} */ wish) => {
    if (wish === "delete") {
      if (!confirm(tell("Delete this tournament? Its tables stay."))) return;
      await api(`tournaments/${id}`, { method: "DELETE" });
      return go("/tournaments");
    }
    if (wish === "enter") await name.saved();
    await drawNext(api(`tournaments/${id}`, { body: { do: wish } }));
  };
  draw(first);
  const look = async () => {
    if (document.visibilityState !== "visible") return;
    await drawNext(api(`tournaments/${id}`)).catch(() => undefined); // a server that is away may be there at the next look
  };
  const timer = setInterval(look, REFRESH);
  return () => clearInterval(timer);
}

/**
 * @param {TournamentInfo} cup
 * @param {(wish: string) => Promise<void>} act
 */
function parts(cup, act) {
  const button = (/** @type {string} */ wish, /** @type {string} */ label, primary = false) =>
    h("button", { class: primary ? "primary" : null, "data-key": wish, onclick: () => act(wish) }, label);
  const open = cup.state === "open";
  const may = [
    open && cup.mine === null && cup.who !== "nobody" && button("enter", tell("Take part"), !cup.host),
    open && cup.host && button("start", tell("Begin"), true),
    cup.mine !== null && (open || (cup.state === "running" && cup.format === "swiss")) && button("leave", tell("Take part no more")),
    cup.host && button("delete", tell("Delete")),
  ];
  const facts = [
    cup.title,
    tell("{n} at a table", { n: cup.players }),
    tell(FORMATS[cup.format]),
    cup.pace ? paceInWords(cup.pace) : "",
    stateInWords(cup),
  ];
  const mine = cup.tables.find((one) => one.ranks === null && cup.mine !== null && one.entrants.includes(cup.mine));
  return [
    h("h1", {}, cup.name),
    h("ul", { class: "facts" }, ...facts.filter(Boolean).map((fact) => h("li", {}, fact))),
    mine?.table && h("p", {}, h("a", { class: "button primary", href: `/table/${mine.table}`, "data-key": "mine" }, tell("To my table"))),
    h("div", { class: "buttons" }, ...may),
    open && cup.who === "link" && h("p", { class: "help" }, tell("Send the address of this page to those who shall enter.")),
    standing(cup),
    ...rounds(cup),
  ];
}

/** @param {TournamentInfo} cup */
function standing(cup) {
  if (!cup.standings.length) return h("p", { class: "quiet" }, tell("Nobody takes part yet."));
  const minor = [tell("Opposition"), tell("Won"), tell("Tables")].map((text) => h("th", { scope: "col", class: "minor" }, text));
  const head = [...[tell("Place"), tell("Who"), tell("Points")].map((text) => h("th", { scope: "col" }, text)), ...minor];
  const begun = cup.round > 0;
  return h(
    "div",
    { class: "wide" },
    h(
      "table",
      { class: "standing" },
      h("caption", {}, begun ? tell("Standings") : tell("Who takes part")),
      begun && h("thead", {}, h("tr", {}, ...head)),
      h("tbody", {}, ...cup.standings.map((one) => entrantRow(one, one.number === cup.mine, begun))),
    ),
    begun &&
      h(
        "p",
        { class: "help" },
        tell("A table gives the share of the others that one leaves behind, a tie half of it; a round without a seat gives half a point."),
        " ",
        tell("Equal points: the mean points of all whom one met, then tables won."),
      ),
  );
}

/**
 * @param {TournamentEntrant} one
 * @param {boolean} mine
 * @param {boolean} begun
 */
function entrantRow(one, mine, begun) {
  const number = (/** @type {number} */ value) => String(Math.round(value * 100) / 100);
  const who = h("th", { scope: "row" }, avatar(one.name), " ", h("bdi", {}, one.name), one.gone && ` (${tell("gone")})`, one.waited > 0 && h("small", {}, ` ${tell("waited {n:time|times}", { n: one.waited })}`));
  const minor = [number(one.opposition), String(one.wins), String(one.tables)].map((text) => h("td", { class: "minor" }, text));
  return h(
    "tr",
    { class: mine ? "mine" : null },
    begun && h("td", {}, `${one.place}.`),
    who,
    begun && h("td", {}, number(one.points)),
    ...(begun ? minor : []),
  );
}

/** The rounds, the newest first. @param {TournamentInfo} cup */
function rounds(cup) {
  const name = (/** @type {number} */ number) => cup.standings.find((one) => one.number === number)?.name ?? "";
  const numbers = [...new Set(cup.tables.map(({ round }) => round))].sort((a, b) => b - a);
  return numbers.map((round) =>
    h(
      "section",
      { class: "round" },
      h("h2", {}, tell("Round {round}", { round })),
      h("ul", { class: "rows" }, ...cup.tables.filter((one) => one.round === round).map((one) => tableRow(one, name))),
    ),
  );
}

/**
 * @param {TournamentTable} one
 * @param {(number: number) => string} name
 */
function tableRow({ table, entrants, ranks }, name) {
  const ended = ranks ?? [];
  const seats = entrants.map((number, seat) => ({ number, rank: ended[seat] ?? 0 })).sort((a, b) => a.rank - b.rank);
  const people = seats.map(({ number, rank }) =>
    h(rank === 1 ? "b" : "span", { class: "one" }, rank ? `${rank}. ` : "", h("bdi", {}, name(number))),
  );
  const state = ranks === null ? tell("being played") : ended.length ? tell("over") : tell("without a winner");
  return h(
    "li",
    { class: ranks === null ? "row waits" : "row" },
    table ? h("a", { href: `/table/${table}` }, ...people) : h("span", {}, ...people),
    h("span", { class: "state" }, state),
  );
}
