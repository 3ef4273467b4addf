/**
 * What others did, shown one thing after the other. The page itself holds how it all ended from the first moment on:
 * nothing that may be done waits for this, and whatever the person does skips the rest.
 * @import {MomentEvent, Scene} from "./types.js"
 */

/** Milliseconds for each thing that is shown, by setting. */
export const PACES = { instant: 0, fast: 250, usual: 550, slow: 1200 };

/** When many wait, they take together no more than this many times the pace. */
const MOST = 12;

/** The shortest that anything is shown, so that it can be seen at all. */
const LEAST = 90;

/** Dice and battles are looked at so many times as long. */
const DICE = 3;

/** @typedef {{scene: Scene, event: MomentEvent, brief?: boolean}} Shown `brief`: as short as it can be seen */

/** @param {Shown} shown */
const weight = ({ event, brief }) => (brief ? 0 : event.data?.sides ? DICE : 1);

export class Playback {
  /**
   * @param {(shown: Shown) => void} show
   * @param {() => void} end shows the present again
   * @param {() => number} pace milliseconds, 0: nothing is shown
   */
  constructor(show, end, pace) {
    this.show = show;
    this.end = end;
    this.pace = pace;
    /** @type {Shown[]} */
    this.waiting = [];
    this.shown = /** @type {Shown | null} */ (null);
    this.timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  }

  get playing() {
    return this.shown !== null;
  }

  /** @param {Shown[]} items to be shown after what waits already */
  push(items) {
    if (!items.length) return;
    if (!this.pace()) return this.skip();
    this.waiting.push(...items);
    if (!this.playing) this.next();
  }

  next() {
    this.shown = this.waiting.shift() ?? null;
    if (!this.shown) return this.end();
    this.show(this.shown);
    const waits = [this.shown, ...this.waiting].reduce((sum, one) => sum + weight(one), 0);
    const each = Math.min(this.pace(), (this.pace() * MOST) / waits) * weight(this.shown);
    this.timer = setTimeout(() => this.next(), Math.max(LEAST, each));
  }

  /** To the present at once. */
  skip() {
    clearTimeout(this.timer);
    this.waiting = [];
    this.shown = null;
    this.end();
  }

  close() {
    clearTimeout(this.timer);
    this.waiting = [];
    this.shown = null;
  }
}

/**
 * What a move's events show: each sentence with the table as it is after the move.
 * @param {Scene} scene
 * @param {readonly MomentEvent[]} events
 * @returns {Shown[]}
 */
export function shownOf(scene, events) {
  return events.filter((event) => event.text).map((event) => ({ scene, event }));
}

/**
 * Whether a move was made by somebody else.
 * @param {readonly MomentEvent[]} events of the move
 * @param {readonly number[]} mine my seats
 */
export function byOthers(events, mine) {
  return events.some(({ by }) => typeof by !== "number" || !mine.includes(by));
}

/**
 * Everything since the last move of mine.
 * @param {readonly MomentEvent[]} events
 * @param {readonly number[]} mine
 */
export function sinceMine(events, mine) {
  const last = events.findLast(({ by }) => typeof by === "number" && mine.includes(by))?.ply ?? -1;
  return events.filter((event) => event.ply > last && event.text);
}

/**
 * The moment before the next decision of a seat; without a seat, before another seat's than the last one's.
 * @param {readonly MomentEvent[]} events
 * @param {number} ply the moment that is shown
 * @param {number | null} seat
 * @returns {number | undefined}
 */
export function turnAfter(events, ply, seat) {
  return turnsOf(events, seat).find((start) => start > ply);
}

/**
 * The other way.
 * @param {readonly MomentEvent[]} events
 * @param {number} ply
 * @param {number | null} seat
 * @returns {number | undefined}
 */
export function turnBefore(events, ply, seat) {
  return turnsOf(events, seat).findLast((start) => start < ply);
}

/**
 * The moments at which turns begin: a seat is about to decide after another has.
 * @param {readonly MomentEvent[]} events
 * @param {number | null} seat
 */
function turnsOf(events, seat) {
  const moves = events.filter(({ by }) => typeof by === "number");
  return moves
    .filter((move, index) => move.by !== moves[index - 1]?.by && (seat === null || move.by === seat))
    .map((move) => move.ply - 1);
}
