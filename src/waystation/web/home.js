/** Home: the games by picture, my tables and which wait for me, and the way back in with a record. */
import { allGames, api, ApiError } from "./api.js";
import { openTable } from "./dice.js";
import { h, once } from "./dom.js";
import { entitle, onward, topBar } from "./frame.js";
import { MyTables } from "./mytables.js";
import { openTables } from "./opentables.js";
import { nameField } from "./people.js";
import { playersOf, usualBot } from "./seatchoice.js";
import { inTab } from "./site.js";
import { recordUpload } from "./upload.js";
import { tell } from "./words.js";
/** @import {GameInfo} from "./types.js" */

const REFRESH = 15_000; // milliseconds between looks at my tables

/** @type {import("./app.js").View} */
export async function showHome(root) {
  entitle(root, `Waystation: ${tell("board games about journeys")}`);
  const ways = { mine: way("#my-tables", tell("My tables")), open: way("#open-tables", tell("Open tables")) };
  /** @type {ReturnType<typeof openTables> | null} */
  let open = null;
  /** @type {string[]} */
  let joined = []; // open tables that I am at
  const mine = new MyTables((tables, waiting) => {
    ways.mine.count(waiting);
    joined = tables.filter(({ listed }) => listed).map(({ id }) => id);
    open?.know(joined);
  });
  const waited = Promise.all([api("me"), mine.look()]);
  waited.catch(() => undefined); // it is told below, as soon as the games are shown
  const games = await allGames();
  const name = nameField();
  open = inTab ? null : openTables(games, name.saved, ways.open.count);
  open?.know(joined);
  root.append(
    topBar(name.element),
    h(
      "main",
      { class: "home" },
      h("h1", {}, tell("Where shall we go?")),
      h("nav", { class: "ways", "aria-label": tell("Tables") }, ways.mine.element, ...(inTab ? [] : toOthers(ways.open.element))),
      h("section", { class: "games", "aria-label": tell("Games") }, ...games.map(gameCard)),
      mine.element,
      open?.element ?? "",
      recordUpload(),
    ),
  );
  const seen = loadWhenSeen(root);
  try {
    const [me] = await waited;
    name.show(me.name);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    mine.sorry(error.message);
  }
  if (!games.length) root.append(h("p", { class: "problem" }, tell("No game is installed on this server.")));
  const refresh = () => {
    if (document.visibilityState === "visible") mine.look().catch(() => undefined); // a server that is away may be back at the next look
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
        { class: "primary", onclick: once(() => playNow(game)), "aria-label": tell("Play {game} now", { game: spec.title }) },
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
  const learn = once(async () => {
    const on = onward();
    on(`/table/${(await api("tables", { body: { game: name, lesson: true } })).id}`);
  });
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

/** The ways to what people share at a server. @param {HTMLElement} open to open tables */
const toOthers = (open) => [
  open,
  h("a", { class: "button", href: "/games" }, tell("Finished games")),
  h("a", { class: "button", href: "/ladder" }, tell("Ladders")),
  h("a", { class: "button", href: "/tournaments" }, tell("Tournaments")),
];

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
