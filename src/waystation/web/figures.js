/**
 * Statistics: how a game is played here, and what somebody has played.
 * @import {BestScore, BotRecord, GameInfo, GameStatistics, PersonGame, PersonStatistics, RatingPoint, SeatRate, VariantCount} from "./types.js"
 */
import { allGames, api, gameInfo } from "./api.js";
import { duration } from "./archive.js";
import { avatar } from "./avatar.js";
import { h, s } from "./dom.js";
import { entitle, go, topBar } from "./frame.js";
import { choice } from "./opentables.js";
import { optionWords, ratingWords } from "./optionwords.js";
import { tell } from "./words.js";

/**
 * From a game's page of this kind to another's.
 * @param {string} kind of page, as in its address
 * @param {GameInfo[]} games
 * @param {GameInfo} shown
 */
export function gameChoice(kind, games, shown) {
  const which = choice(`${kind}-game`, tell("Game"), Object.fromEntries(games.map((one) => [one.name, one.spec.title])));
  which.element.value = shown.name;
  which.element.addEventListener("change", () => go(`/${kind}/${which.value()}`, { replace: true }));
  return which.element;
}

/** @type {import("./app.js").View} */
export async function showStatistics(root, [name]) {
  const games = await allGames();
  const game = name ? await gameInfo(name) : games[0];
  entitle(root, `${tell("Statistics: {game}", { game: game.spec.title })} · Waystation`);
  const found = /** @type {GameStatistics} */ (await api(`games/${game.name}/statistics`));
  root.append(
    topBar(h("span", {}, tell("Statistics"))),
    h(
      "main",
      { class: "narrow figures" },
      h("h1", {}, tell("Statistics")),
      h("p", {}, gameChoice("statistics", games, game)),
      ...(found.games ? ofGame(found, game) : [h("p", { class: "quiet" }, tell("Nobody has played this to the end here yet."))]),
    ),
  );
}

/**
 * @param {GameStatistics} found
 * @param {GameInfo} game
 */
function ofGame(found, game) {
  const { games, moves, least, most, seconds, seats, best, variants, bots } = found;
  const long = tell("{n:game|games} played to the end: {moves} moves on average ({least} to {most}), {time}.", {
    n: games,
    moves: Math.round(moves),
    least,
    most,
    time: duration(seconds),
  });
  return [
    h("p", {}, long),
    !game.spec.cooperative && part(tell("Who wins, by seat"), [tell("Players"), tell("Seat"), tell("Games"), tell("Wins")], seats.map(seatRow)),
    part(tell("Best scores"), [tell("Score"), tell("Name"), tell("Players"), ""], best.map(bestRow)),
    part(tell("Options"), [tell("Options"), tell("Games")], variants.map((one) => variantRow(one, game))),
    part(tell("People against bots"), [tell("Bot"), tell("Games"), tell("People came first")], bots.map(botRow)),
  ];
}

/**
 * A table with a heading (or none, ""); nothing if it is empty.
 * @param {string} title
 * @param {string[]} heads
 * @param {HTMLElement[]} rows
 */
function part(title, heads, rows) {
  if (!rows.length) return null;
  const head = h("tr", {}, ...heads.map((text) => (text ? h("th", { scope: "col" }, text) : h("td", {}))));
  return h("section", {}, title && h("h2", {}, title), h("table", { class: "ladder-table" }, h("thead", {}, head), h("tbody", {}, ...rows)));
}

/** A share in percent. @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;

/** @param {SeatRate} rate */
function seatRow({ players, seat, games, rate, low, high }) {
  const wins = tell("{rate} ({low} to {high})", { rate: percent(rate), low: percent(low), high: percent(high) });
  return h("tr", {}, ...[players, seat + 1, games, wins].map((value) => h("td", {}, String(value))));
}

/** @param {BestScore} best */
function bestRow({ table, score, players, name, person }) {
  return h(
    "tr",
    {},
    h("td", {}, String(score)),
    h("th", { scope: "row" }, ...personLink(name, person)),
    h("td", {}, String(players)),
    h("td", {}, h("a", { href: `/replay/${table}` }, tell("Replay"))),
  );
}

/**
 * @param {VariantCount} variant
 * @param {GameInfo} game
 */
function variantRow({ options, variant, games }, game) {
  const words = optionWords(game, options);
  const query = new URLSearchParams({ mine: "no", game: game.name, variant });
  const link = h("a", { href: `/games?${query}` }, words.length ? words.join(", ") : tell("the usual ones"));
  return h("tr", {}, h("td", {}, link), h("td", {}, String(games)));
}

/** @param {BotRecord} bot */
function botRow({ called, games, wins }) {
  return h("tr", {}, h("th", { scope: "row" }, called), h("td", {}, String(games)), h("td", {}, percent(wins / games)));
}

/**
 * A name that leads to what its person has played.
 * @param {string} name
 * @param {string | null} person their public id
 */
export function personLink(name, person) {
  const who = h("bdi", {}, name);
  return [avatar(name), " ", person ? h("a", { href: `/person/${person}` }, who) : who];
}

/** @type {import("./app.js").View} */
export async function showPerson(root, [id]) {
  const games = await allGames();
  const found = /** @type {PersonStatistics} */ (await api(id ? `people/${id}/statistics` : "me/statistics"));
  entitle(root, `${found.name} · Waystation`);
  root.append(
    topBar(h("span", {}, tell("Statistics"))),
    h(
      "main",
      { class: "narrow figures" },
      h("h1", {}, avatar(found.name), " ", h("bdi", {}, found.name)),
      h("p", {}, tell("{n:game|games} played to the end, {wins} won.", { n: found.games, wins: found.wins })),
      byGame(found, games, tell("By game")),
    ),
  );
}

/**
 * What somebody has played, game by game; nothing if that is nothing.
 * @param {PersonStatistics} found
 * @param {GameInfo[]} games
 * @param {string} [title] stands above it
 */
export function byGame(found, games, title = "") {
  const heads = [tell("Game"), tell("Games"), tell("Wins"), tell("Rating"), ""];
  return part(title, heads, found.by_game.map((one) => personRow(one, games)));
}

/**
 * @param {PersonGame} one
 * @param {GameInfo[]} games
 */
function personRow({ game, games: played, wins, rating, unsure, curve }, games) {
  const title = games.find(({ name }) => name === game)?.spec.title ?? game;
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, title),
    h("td", {}, String(played)),
    h("td", {}, String(wins)),
    h("td", {}, rating === null ? "" : ratingWords({ rating, unsure })),
    h("td", {}, curveOf(curve)),
  );
}

/** How a rating went, as a line. @param {RatingPoint[]} curve */
function curveOf(curve) {
  if (curve.length < 2) return null;
  const numbers = curve.map(({ rating }) => rating);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const at = (/** @type {number} */ rating, /** @type {number} */ index) =>
    `${((index * 116) / (numbers.length - 1) + 2).toFixed(1)},${(34 - (30 * (rating - low)) / Math.max(1, high - low)).toFixed(1)}`;
  const label = tell("Rating from {first} to {last}, between {low} and {high}", { first: numbers[0], last: numbers[numbers.length - 1], low, high });
  const line = s("polyline", { points: numbers.map(at).join(" "), class: "curve" });
  return s("svg", { viewBox: "0 0 120 38", class: "rating-curve", role: "img", "aria-label": label }, line);
}
