/**
 * What stands above the board for a while: the end of the connection, a question about taking back, the past.
 * @import {Moment, UndoAsked} from "./types.js"
 */
import { h } from "./dom.js";

/** @param {string} reason */
export function endBanner(reason) {
  return h("p", { class: "problem", role: "status" }, reason, " ", h("a", { href: "/" }, "To the home page"));
}

/**
 * Somebody asks to take moves back: those of my seats whose answer is missing can give it.
 * @param {UndoAsked} asked
 * @param {number[]} mine
 * @param {(seat: number) => string} name
 * @param {(seats: number[], yes: boolean) => void} agree
 */
export function undoBanner(asked, mine, name, agree) {
  const owed = mine.filter((seat) => asked.missing.includes(seat));
  const wish = `${name(asked.seat)} asks to go back to move ${asked.ply}`;
  if (!owed.length) return h("p", {}, `${wish}; waiting for ${asked.missing.map(name).join(", ")}.`);
  const yes = h("button", { class: "primary", onclick: () => agree(owed, true) }, "Agree");
  return h("p", {}, `${wish}. `, yes, " ", h("button", { onclick: () => agree(owed, false) }, "Refuse"));
}

/**
 * Another moment than now is shown.
 * @param {Moment} moment
 * @param {(ply: number | null) => void} goTo null: back to now
 */
export function pastBanner({ ply, plies }, goTo) {
  const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ to) =>
    h(
      "button",
      {
        "aria-label": label,
        title: label,
        "data-key": label,
        disabled: to < 0 || to > plies,
        onclick: () => goTo(to),
      },
      sign,
    );
  const back = h("button", { class: "primary", "data-key": "now", onclick: () => goTo(null) }, "Back to now");
  const steps = [step("◀", "Move before", ply - 1), " ", step("▶", "Move after", ply + 1), " ", back];
  return h("p", { class: "past" }, `After move ${ply} of ${plies}. `, ...steps);
}

/**
 * On a shared device: nothing is seen until the next person has it.
 * @param {string} name
 * @param {() => void} uncover
 */
export function coverSheet(name, uncover) {
  return h(
    "div",
    { class: "cover" },
    h("p", {}, `Hand the device to ${name}.`),
    h("button", { class: "primary", onclick: uncover }, `I am ${name}`),
  );
}
