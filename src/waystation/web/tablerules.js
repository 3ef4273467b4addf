/**
 * What a new table allows among its people: two choices at once, the others behind *More options*.
 * @import {GameInfo} from "./types.js"
 */
import { h } from "./dom.js";
import { inTab } from "./site.js";
import { mark, tell } from "./words.js";

/** For how many seconds a table may wait for somebody who is away. */
const LIMITS = {
  "": mark("as long as it takes"),
  600: mark("10 minutes"),
  3600: mark("1 hour"),
  28800: mark("8 hours"),
  86400: mark("1 day"),
  259200: mark("3 days"),
  604800: mark("1 week"),
};

/**
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [help]
 */
function field(id, label, control, help) {
  control.id = id;
  if (help) control.setAttribute("aria-describedby", `help-${id}`);
  const tick = control instanceof HTMLInputElement && control.type === "checkbox";
  return h(
    "div",
    { class: tick ? "field tick" : "field" },
    h("label", { for: id }, label),
    control,
    help && h("p", { class: "help", id: `help-${id}` }, help),
  );
}

/** @param {Record<string, string>} values */
const select = (values) =>
  h("select", {}, ...Object.entries(values).map(([value, text]) => h("option", { value, selected: value === "" }, tell(text))));

const box = () => h("input", { type: "checkbox", checked: true });

/**
 * @param {GameInfo} game
 * @param {() => void} onListed makes room for others, when anybody may sit down
 */
export function tableRules(game, onListed) {
  const [spectators, chat] = [box(), box()];
  const listed = h("input", { type: "checkbox", onchange: () => listed.checked && onListed() });
  const limit = select(LIMITS);
  const hints = select({ "": mark("only while nobody else plays"), yes: mark("yes"), no: mark("no") });
  const undo = select({
    free: mark("free until something is revealed"),
    ...(inTab ? {} : { ask: mark("always ask the others") }),
    off: mark("no"),
  });
  const seed = h("input", { maxlength: 64, autocomplete: "off" });
  const beyond = game.spec.final_reveals
    ? tell("Beyond a decision of somebody else, all people at the table have to agree; what was shown stays.")
    : tell("Beyond the last roll, draw or decision of somebody else, all people at the table have to agree.");
  const away = tell("Then a bot stands in for whoever is not there, until they come back.");
  const free = tell("Empty: fair dice that nobody knows. A word here deals the same game again, and the table says so.");
  const element = h(
    "fieldset",
    {},
    h("legend", {}, tell("The table")),
    !inTab && field("listed", tell("Anybody may sit down"), listed, tell("The table stands in the list on the home page; it begins when all seats are taken.")),
    !inTab && field("spectators", tell("Others may watch"), spectators),
    !inTab && field("limit", tell("Waiting for a player"), limit, away),
    h(
      "details",
      { class: "more" },
      h("summary", {}, tell("More options")),
      field("undo", tell("Taking back moves"), undo, beyond),
      field("hints", tell("Hints from a bot"), hints, tell("Everybody at the table is told of each hint.")),
      !inTab && field("chat", tell("Chat"), chat, tell("Without it there are six signs, and pointing at the table.")),
      field("seed", tell("Seed"), seed, free),
    ),
  );
  const value = () => ({
    spectators: spectators.checked,
    listed: listed.checked,
    chat: chat.checked,
    turn_limit: limit.value ? Number(limit.value) : null,
    undo: undo.value,
    hints: hints.value ? hints.value === "yes" : null,
    seed: seed.value.trim() || null,
  });
  return { element, value };
}

/**
 * A limit in words.
 * @param {number | null} seconds
 */
export function waitingTime(seconds) {
  if (!seconds) return tell(LIMITS[""]);
  if (seconds % 86400 === 0) return tell("{n:day|days}", { n: seconds / 86400 });
  if (seconds % 3600 === 0) return tell("{n:hour|hours}", { n: seconds / 3600 });
  return tell("{n:minute|minutes}", { n: Math.round(seconds / 60) });
}
