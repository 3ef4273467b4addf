/**
 * Tournaments: the list of them, and setting one up.
 * @import {GameInfo, TournamentLine} from "./types.js"
 */
import { allGames, api, ApiError } from "./api.js";
import { form, h, hide, once, say } from "./dom.js";
import { entitle, onward, topBar } from "./frame.js";
import { nameField } from "./people.js";
import { paceChoice, paceInWords } from "./pace.js";
import { playersOf } from "./seatchoice.js";
import { mark, tell } from "./words.js";

/** How it is paired, in words. */
export const FORMATS = { swiss: mark("Swiss: those of like standing meet"), "round-robin": mark("Round robin: everybody meets everybody") };

const WHO = {
  anybody: mark("anybody"),
  link: mark("whoever has the address of its page"),
  nobody: mark("only the bots below: it begins at once"),
};

/** @type {import("./app.js").View} */
export async function showTournaments(root) {
  entitle(root, `${tell("Tournaments")} · Waystation`);
  const [games, lines, me] = await Promise.all([allGames(), api("tournaments"), api("me")]);
  const name = nameField();
  name.show(me.name);
  root.append(
    topBar(name.element),
    h(
      "main",
      { class: "narrow" },
      h("h1", {}, tell("Tournaments")),
      lines.length
        ? h("ul", { class: "rows" }, ...lines.map(line))
        : h("p", { class: "quiet" }, tell("There is none yet. Set up the first one.")),
      setUp(games.filter(({ spec }) => !spec.cooperative && spec.players[1] > 1), name.saved),
    ),
  );
}

/** @param {TournamentLine} one */
function line(one) {
  const facts = [tell("{n} take part", { n: one.entrants }), one.pace && paceInWords(one.pace)];
  return h(
    "li",
    { class: "row" },
    h("a", { href: `/tournament/${one.id}` }, h("b", {}, one.name), " ", one.title),
    h("span", { class: "state" }, stateInWords(one)),
    h("span", { class: "quiet" }, facts.filter(Boolean).join(", ")),
  );
}

/**
 * How far a tournament is.
 * @param {TournamentLine} one
 */
export function stateInWords({ state, round, rounds }) {
  if (state === "open") return tell("open: it has not begun");
  return state === "over" ? tell("over") : tell("round {round} of {rounds}", { round, rounds });
}

/**
 * @param {GameInfo[]} games
 * @param {() => Promise<void>} named
 */
function setUp(games, named) {
  const game = select("cup-game", Object.fromEntries(games.map(({ name, spec }) => [name, spec.title])));
  const players = h("select", { id: "cup-players" });
  const format = select("cup-format", mapped(FORMATS));
  const rounds = h("input", { id: "cup-rounds", type: "number", min: 1, max: 30, placeholder: tell("as many as find a winner") });
  const who = select("cup-who", mapped(WHO));
  const title = h("input", { id: "cup-name", maxlength: 60, required: true, pattern: ".*\\S.*", autocomplete: "off" });
  const fill = h("select", { id: "cup-fill" });
  const bots = h("div", { class: "bot-counts" });
  const pace = paceChoice(true);
  const problem = h("p", { class: "problem", role: "alert" });
  const roundsField = field("cup-rounds", tell("Rounds"), rounds);
  const chosen = () => /** @type {GameInfo} */ (games.find(({ name }) => name === game.value));
  const refresh = () => {
    const { least, most, default: usual } = playersOf(chosen());
    const from = Math.max(2, least);
    players.replaceChildren(
      ...Array.from({ length: most - from + 1 }, (_, index) => h("option", { selected: from + index === Math.max(2, usual) }, String(from + index))),
    );
    const kinds = chosen().bots.map(({ spec, title: called }) => [spec, tell(called)]);
    fill.replaceChildren(
      h("option", { value: "" }, tell("nobody: somebody may have to wait")),
      ...kinds.map(([value, text]) => h("option", { value, selected: value === chosen().default_bot }, text)),
    );
    bots.replaceChildren(...kinds.map(([spec, text]) => botCount(spec, text)));
  };
  const settle = () => {
    hide(roundsField, format.value !== "swiss");
    pace.element.hidden = who.value === "nobody";
  };
  game.addEventListener("change", refresh);
  for (const one of [format, who]) one.addEventListener("change", settle);
  if (games.length) refresh();
  settle();

  const begin = once(async () => {
    const on = onward();
    say(problem, "");
    try {
      if (who.value !== "nobody") await named();
      const made = await api("tournaments", {
        body: {
          name: title.value,
          game: game.value,
          options: { ...chosen().spec.tables, players: Number(players.value) },
          format: format.value,
          rounds: format.value === "swiss" && rounds.value ? Number(rounds.value) : null,
          pace: who.value === "nobody" ? null : pace.value(),
          who: who.value,
          bots: [...bots.querySelectorAll("input")].flatMap((one) => Array(Number(one.value) || 0).fill(one.dataset.bot)),
          fill: fill.value || null,
        },
      });
      on(`/tournament/${made.id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(problem, error.message);
    }
  });

  return h(
    "details",
    { class: "more" },
    h("summary", {}, tell("Set up a tournament")),
    form(
      begin,
      h(
        "fieldset",
        {},
        h("legend", {}, tell("The tournament")),
        field("cup-name", tell("Its name"), title),
        field("cup-game", tell("Game"), game),
        field("cup-players", tell("Players at a table"), players),
        field("cup-format", tell("Who meets whom"), format),
        roundsField,
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, tell("Who takes part")),
        field("cup-who", tell("Who may enter"), who),
        field("cup-fill", tell("Who makes up the number"), fill),
        h("details", { class: "more" }, h("summary", {}, tell("Bots that take part from the beginning")), bots),
      ),
      pace.element,
      h("p", { class: "help" }, tell("In a tournament, who runs out of time loses; a bot plays the game to its end.")),
      problem,
      h("button", { class: "primary", type: "submit" }, tell("Set it up")),
    ),
  );
}

/** @param {Record<string, string>} values */
const mapped = (values) => Object.fromEntries(Object.entries(values).map(([value, text]) => [value, tell(text)]));

/**
 * @param {string} id
 * @param {Record<string, string>} values
 */
const select = (id, values) => h("select", { id }, ...Object.entries(values).map(([value, text]) => h("option", { value }, text)));

/**
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement} control
 */
const field = (id, label, control) => h("div", { class: "field" }, h("label", { for: id }, label), control);

/**
 * @param {string} spec
 * @param {string} text
 */
function botCount(spec, text) {
  const id = `cup-bot-${spec.replaceAll(/[^a-z0-9]/g, "-")}`;
  return field(id, text, h("input", { id, type: "number", min: 0, max: 16, value: 0, "data-bot": spec }));
}
