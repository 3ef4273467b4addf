/**
 * Dice and battles, shown as dice and battles: what was rolled, what both sides add, and who may still add what.
 * @import {MomentEvent} from "./types.js"
 */
import { fill, h, s } from "./dom.js";
import { tell } from "./words.js";

/**
 * A side of a roll or battle (waystation.engine.events.rolled).
 * @typedef {{who: string, dice: number[], added: number, total: number | null, seat: number | null, may: string[]}} Side
 */

/** Milliseconds that the dice lie on the table after the last thing was shown. */
const LIES = 5000;

/** Where the eyes of a face are, in a square of 24. @type {Record<number, number[][]>} */
const EYES = {
  1: [[12, 12]],
  2: [[7, 7], [17, 17]],
  3: [[7, 7], [12, 12], [17, 17]],
  4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]],
  6: [[7, 6], [17, 6], [7, 12], [17, 12], [7, 18], [17, 18]],
};

/** @type {Side[]} */
const NONE = [];

/**
 * The sides that an event shows; else those that its move has shown before it, or none.
 * @param {MomentEvent | undefined} event
 * @param {readonly MomentEvent[]} events
 * @returns {Side[]}
 */
export function sidesOf(event, events) {
  if (!event) return NONE;
  const before = events.slice(0, events.indexOf(event) + 1).filter(({ ply }) => ply === event.ply);
  return [...before, event].findLast(({ data }) => Array.isArray(data?.sides))?.data?.sides ?? NONE;
}

/** The dice on the table of a page. */
export class Rolls {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.shown = NONE;
    this.timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  }

  /**
   * Of another event they are shown anew, though they look the same (and of the same one, when all has come anew).
   * @param {Side[]} sides none: takes the dice away
   * @param {boolean} stay until something else is shown
   */
  show(sides, stay) {
    if (sides !== this.shown) {
      this.shown = sides;
      this.place.hidden = !sides.length;
      fill(this.place, ...sides.map(row));
      if (sides.length) this.lie();
    }
    clearTimeout(this.timer);
    if (!stay) this.timer = setTimeout(() => (this.place.hidden = true), LIES);
  }

  /** Below the buttons of the table's parts, or the head of its first panel, however many rows they have. */
  lie() {
    const above = /** @type {HTMLElement | null | undefined} */ (this.place.parentElement?.querySelector(".board-tabs, .panel-head"));
    this.place.style.top = above ? `${above.offsetHeight + 14}px` : "";
  }

  close() {
    clearTimeout(this.timer);
  }
}

/** @param {Side} side */
function row({ who, dice, added, total, seat, may }) {
  return h(
    "div",
    { class: seat === null ? "side-row" : `side-row seat-${seat % 8}` },
    h("bdi", { class: "who" }, who),
    h("span", { class: "dice", "aria-label": dice.length ? dice.join(", ") : null, role: dice.length ? "img" : null }, ...dice.map(die)),
    added !== 0 && h("span", { class: "added" }, `+${added}`),
    total !== null && h("b", {}, String(total)),
    may.length > 0 && h("span", { class: "may" }, tell("may still add {things}", { things: may })),
  );
}

/** @param {number} face */
function die(face) {
  const eyes = EYES[face]?.map(([cx, cy]) => s("circle", { cx, cy, r: 2.3 }));
  const number = s("text", { x: 12, y: 16.5, "text-anchor": "middle", "font-size": 13 });
  if (!eyes && face !== 0) number.textContent = String(face);
  return s(
    "svg",
    { class: "rolled-die", viewBox: "0 0 24 24" },
    s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }),
    ...(eyes ?? [number]),
  );
}
