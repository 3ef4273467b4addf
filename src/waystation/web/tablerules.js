/**
 * What a new table allows among its people: one choice at once, the others behind *More options*.
 * @import {GameInfo} from "./types.js"
 */
import { h } from "./dom.js";
import { inTab } from "./site.js";
import { mark, tell } from "./words.js";

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
 * @param {(on: boolean) => void} onRated
 */
export function tableRules(game, onListed, onRated) {
  const [spectators, chat] = [box(), box()];
  const listed = h("input", { type: "checkbox", onchange: () => listed.checked && onListed() });
  const hints = select({ "": mark("only while nobody else plays"), yes: mark("yes"), no: mark("no") });
  const undo = select({
    free: mark("free until something is revealed"),
    ...(inTab ? {} : { ask: mark("always ask the others") }),
    off: mark("no"),
  });
  const rated = h("input", { type: "checkbox", onchange: () => onRated(rated.checked) });
  const levels = [0, 1].map((at) => h("input", { type: "number", step: 50, "aria-label": at ? tell("to rating") : tell("from rating"), placeholder: at ? tell("to") : tell("from") }));
  const level = h("span", { class: "range" }, ...levels);
  const seed = h("input", { maxlength: 64, autocomplete: "off" });
  const beyond = game.spec.final_reveals
    ? tell("Beyond a decision of somebody else, all people at the table have to agree; what was shown stays.")
    : tell("Beyond the last roll, draw or decision of somebody else, all people at the table have to agree.");
  const free = tell("Empty: fair dice that nobody knows. A word here deals the same game again, and the table says so.");
  const element = h(
    "fieldset",
    {},
    h("legend", {}, tell("The table")),
    !inTab && field("listed", tell("Anybody may sit down"), listed, tell("The table stands in the list on the home page; it begins when all seats are taken.")),
    !inTab && !game.spec.cooperative && field("rated", tell("Rated"), rated, tell("The game counts for everybody's rating: no hints, nothing is taken back past what was shown, and whoever leaves or runs out of time loses. Unless you choose another clock, it is one turn a day.")),
    !inTab && field("spectators", tell("Others may watch"), spectators),
    h(
      "details",
      { class: "more" },
      h("summary", {}, tell("More options")),
      !inTab && !game.spec.cooperative && field("level", tell("For ratings"), level, tell("Who may sit down at a table that is open to all. Empty: anybody. Everybody begins at 1000.")),
      field("undo", tell("Taking back moves"), undo, beyond),
      field("hints", tell("Hints from a bot"), hints, tell("Everybody at the table is told of each hint.")),
      !inTab && field("chat", tell("Chat"), chat, tell("Without it there are six signs, and pointing at the table.")),
      field("seed", tell("Seed"), seed, free),
    ),
  );
  const value = () => ({
    spectators: spectators.checked,
    listed: listed.checked,
    rated: rated.checked,
    level: listed.checked ? between(levels) : null,
    chat: chat.checked,
    undo: undo.value,
    hints: hints.value ? hints.value === "yes" : null,
    seed: seed.value.trim() || null,
  });
  return { element, value };
}

/**
 * The range that two fields give; an empty one is no bound.
 * @param {HTMLInputElement[]} fields
 * @returns {[number, number] | null}
 */
function between([low, high]) {
  if (!low.value && !high.value) return null;
  return [low.value ? Number(low.value) : -10_000, high.value ? Number(high.value) : 10_000];
}
