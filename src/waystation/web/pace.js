/**
 * How much time people have: in words, and the choice of it for a new table, with ready-made ones.
 * @import {Absent, Live, Turns} from "./types.js"
 */
import { h } from "./dom.js";
import { mark, tell } from "./words.js";

/** @typedef {Live | Turns | Absent | null} Pace none: as much as they like */

const [MINUTE, HOUR, DAY] = [60, 3600, 24 * 3600];

const live = (/** @type {number} */ bank, /** @type {number} */ turn) => /** @type {Pace} */ ({ kind: "live", bank, turn, out: "bot" });
const turns = (/** @type {number} */ turn, /** @type {number} */ away) => /** @type {Pace} */ ({ kind: "turns", turn, away, out: "bot" });
const absent = (/** @type {number} */ turn) => /** @type {Pace} */ ({ kind: "absent", turn });

/** The usual ones, and others. */
const USUAL = [null, live(15 * MINUTE, 30), turns(DAY, 7 * DAY), absent(HOUR)];
const MORE = [
  live(5 * MINUTE, 10),
  live(10 * MINUTE, 20),
  live(30 * MINUTE, MINUTE),
  turns(12 * HOUR, 3 * DAY),
  turns(3 * DAY, 14 * DAY),
  turns(7 * DAY, 21 * DAY),
  ...[10 * MINUTE, 8 * HOUR, DAY, 3 * DAY, 7 * DAY].map(absent),
];

/**
 * A time in words.
 * @param {number} seconds
 */
function span(seconds) {
  if (seconds % DAY === 0) return tell("{n:day|days}", { n: seconds / DAY });
  if (seconds % HOUR === 0) return tell("{n:hour|hours}", { n: seconds / HOUR });
  if (seconds >= MINUTE && seconds % MINUTE === 0) return tell("{n} min", { n: seconds / MINUTE });
  return tell("{n} s", { n: seconds });
}

/**
 * How fast a table is, in a few words: "15 min + 30 s a turn", "one turn a day".
 * @param {Pace} pace
 */
export function paceInWords(pace) {
  if (!pace) return tell("no clock");
  if (pace.kind === "absent") return tell("{time}, then a bot", { time: span(pace.turn) });
  if (pace.kind === "live") {
    const bank = span(pace.bank);
    return pace.turn ? tell("{bank} + {turn} a turn", { bank, turn: span(pace.turn) }) : tell("{bank} for the game", { bank });
  }
  if (pace.turn === DAY) return tell("one turn a day");
  if (pace.turn < DAY && DAY % pace.turn === 0) return tell("{n} turns a day", { n: DAY / pace.turn });
  return tell("{time} a turn", { time: span(pace.turn) });
}

/**
 * What that means.
 * @param {Pace} pace
 */
export function paceExplained(pace) {
  if (!pace) return tell("Everybody takes the time they like.");
  if (pace.kind === "absent") return tell("For who is not there; whoever is may take their time.");
  if (pace.kind === "live") return tell("All are there; each turn adds to what is left.");
  return pace.away ? tell("and {time} away, when you say so", { time: span(pace.away) }) : tell("without days away");
}

/**
 * What becomes of who runs out.
 * @param {Pace} pace
 */
export function outInWords(pace) {
  if (!pace) return "";
  return "out" in pace && pace.out === "lose" ? tell(OUT.lose) : tell(OUT.bot);
}

const OUT = { bot: mark("a bot stands in until they return"), lose: mark("they lose; a bot plays to the end") };

/**
 * Whether there is a clock that runs for all, so that who runs out may lose.
 * @param {Pace} pace
 */
const clocked = (pace) => pace !== null && "out" in pace;

/** How many ready-made ones are seen at once. */
const AT_ONCE = 4;

/**
 * The choice of a new table's pace.
 * @param {boolean} [strict] the clock must run for all, and who runs out loses
 */
export function paceChoice(strict = false) {
  const paces = [...USUAL, ...MORE].filter((pace) => !strict || clocked(pace));
  const own = ownPace();
  const out = h("select", { id: "pace-out" }, ...Object.entries(OUT).map(([value, text]) => h("option", { value }, tell(text))));
  const outField = h("div", { class: "field", hidden: true }, h("label", { for: "pace-out" }, tell("Who runs out of time")), out);
  const chosen = () => {
    const value = element.querySelector("input[name=pace]:checked")?.getAttribute("value") ?? "";
    const pace = value === "own" ? own.value() : paces[Number(value)];
    return pace && "out" in pace ? { ...pace, out: out.value } : pace;
  };
  const settle = () => {
    const pace = chosen();
    outField.hidden = strict || !pace || !("out" in pace);
    own.element.hidden = !(/** @type {HTMLInputElement} */ (ownRadio).checked);
  };
  const ready = (/** @type {Pace} */ pace, /** @type {number} */ index) => radio(String(index), paceInWords(pace), paceExplained(pace), index === 0);
  const ownChoice = radio("own", tell("Something else"), tell("your own numbers"), false);
  const ownRadio = /** @type {HTMLInputElement} */ (ownChoice.querySelector("input"));
  const element = h(
    "fieldset",
    { onchange: settle },
    h("legend", {}, tell("Time")),
    h("div", { class: "paces" }, ...paces.slice(0, AT_ONCE).map(ready)),
    h(
      "details",
      { class: "more" },
      h("summary", {}, tell("More speeds")),
      h("div", { class: "paces" }, ...paces.slice(AT_ONCE).map((pace, index) => ready(pace, index + AT_ONCE)), ownChoice),
      own.element,
    ),
    outField,
  );
  settle();
  const input = (/** @type {number} */ index) => /** @type {HTMLInputElement} */ (element.querySelector(`input[name=pace][value="${index}"]`));
  const daily = paces.findIndex((pace) => pace?.kind === "turns");
  let given = -1;
  /** @param {boolean} on the game is rated: it has a clock, and who runs out loses; if none was chosen, it is a turn a day as long as that is so */
  const rate = (on) => {
    out.value = on ? "lose" : "bot";
    out.disabled = on;
    if (on) given = paces.findIndex((pace, index) => !clocked(pace) && input(index).checked);
    for (const [index, pace] of paces.entries()) input(index).disabled = on && !clocked(pace);
    if (given >= 0 && input(on ? given : daily).checked) input(on ? daily : given).checked = true;
    settle();
  };
  return { element, value: chosen, rate };
}

/**
 * @param {string} value
 * @param {string} label
 * @param {string} help
 * @param {boolean} checked
 */
function radio(value, label, help, checked) {
  const input = h("input", { type: "radio", name: "pace", value, checked });
  return h("label", { class: "pace" }, input, h("span", {}, h("b", {}, label), h("small", {}, help)));
}

/** A pace in a person's own numbers. */
function ownPace() {
  const kinds = { live: mark("live"), turns: mark("turn by turn, over days") };
  const kind = h("select", { id: "pace-kind" }, ...Object.entries(kinds).map(([value, text]) => h("option", { value }, tell(text))));
  const bank = number("pace-bank", tell("Minutes for the game"), 1, 300, 20);
  const turn = number("pace-turn", tell("Seconds that a turn adds"), 0, 600, 30);
  const hours = number("pace-hours", tell("Hours for a turn"), 1, 720, 48);
  const days = number("pace-days", tell("Days away"), 0, 60, 7);
  const settle = () => {
    for (const one of [bank, turn]) one.element.hidden = kind.value !== "live";
    for (const one of [hours, days]) one.element.hidden = kind.value === "live";
  };
  kind.addEventListener("change", settle);
  settle();
  const fields = [bank, turn, hours, days].map(({ element }) => element);
  const element = h("div", {}, h("div", { class: "field" }, h("label", { for: "pace-kind" }, tell("Kind")), kind), ...fields);
  const value = () =>
    kind.value === "live" ? live(bank.value() * MINUTE, turn.value()) : turns(hours.value() * HOUR, days.value() * DAY);
  return { element, value };
}

/**
 * A field for a number; what is written there is kept within its bounds.
 * @param {string} id
 * @param {string} label
 * @param {number} min
 * @param {number} max
 * @param {number} usual
 */
function number(id, label, min, max, usual) {
  const input = h("input", { id, type: "number", min, max, step: 1, value: usual });
  const value = () => Math.round(Math.min(max, Math.max(min, Number(input.value) || 0)));
  input.addEventListener("change", () => (input.value = String(value())));
  return { element: h("div", { class: "field" }, h("label", { for: id }, label), input), value };
}
