/**
 * What everybody has left at a table, ticking in the strip of seats. Only texts change, and nothing is read out.
 * @import {SeatTime, TableInfo, TableState} from "./types.js"
 */
import { h, say } from "./dom.js";
import { tell } from "./words.js";

/** @typedef {TableInfo["pace"]} Pace */

const [MINUTE, HOUR, DAY] = [60, 3600, 24 * 3600];
/** Below so many seconds it is close, whatever the pace. */
const CLOSE = 10;

/**
 * How much of its time a seat has left; below a tenth it is little.
 * @param {number} left
 * @param {Pace} pace
 */
const isLittle = (left, pace) => left <= Math.max(CLOSE, (pace?.kind === "live" ? pace.bank : (pace?.turn ?? 0)) / 10);

/**
 * What a seat has left some seconds after the server said so: of its time away as long as it uses that up.
 * @param {SeatTime} time
 * @param {number} since
 */
export function leftAfter({ left, away = 0, runs = false, resting = false }, since) {
  const spent = runs ? since : 0;
  const rested = resting ? Math.min(spent, away) : 0;
  return { left: Math.max(0, left - (spent - rested)), away: Math.max(0, away - rested), resting: resting && rested < away };
}

/**
 * As a clock shows it: tenths below ten seconds, days above two.
 * @param {number} seconds
 */
export function clockFace(seconds) {
  if (seconds < CLOSE) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const [days, hours, minutes] = [Math.floor(seconds / DAY), Math.floor(seconds / HOUR), Math.floor(seconds / MINUTE)];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (days >= 2) return tell("{days} d {hours} h", { days, hours: hours % 24 });
  if (hours >= 5) return tell("{hours} h {minutes} min", { hours, minutes: minutes % 60 });
  if (hours) return `${hours}:${two(minutes % 60)}:${two(Math.floor(seconds % 60))}`;
  return `${minutes}:${two(Math.floor(seconds % 60))}`;
}

/**
 * The same in a sentence, roughly: for lists, and for whoever hears it.
 * @param {number} seconds
 */
export function timeInWords(seconds) {
  if (seconds >= 2 * DAY) return tell("{n:day|days} left", { n: Math.floor(seconds / DAY) });
  if (seconds >= 2 * HOUR) return tell("{n:hour|hours} left", { n: Math.floor(seconds / HOUR) });
  if (seconds >= 2 * MINUTE) return tell("{n:minute|minutes} left", { n: Math.floor(seconds / MINUTE) });
  return tell("{n:second|seconds} left", { n: Math.floor(seconds) });
}

/**
 * For lists of tables: what I have left where it is my turn, else what they have who are waited for. Empty where nobody
 * is charged, or only who is not there.
 * @param {TableInfo} table
 */
export function tableTime(table) {
  if (table.pace?.kind === "absent") return "";
  const running = table.times.flatMap((time, seat) => (time.runs ? [{ ...time, mine: table.seats[seat].mine }] : []));
  const mine = running.filter((time) => time.mine);
  const least = Math.min(...(mine.length ? mine : running).map(({ left, away = 0, resting }) => left + (resting ? away : 0)));
  return Number.isFinite(least) ? timeInWords(least) : "";
}

/**
 * How a seat has lost before the end; empty if it has not.
 * @param {import("./types.js").SeatInfo} seat
 */
export const lostWords = ({ lost }) => (lost === "left" ? tell("has left") : lost ? tell("out of time") : "");

/**
 * The place in the strip where a seat's time stands, or that it has lost; bots have none.
 * @param {TableState} state
 * @param {number} seat
 */
export function timePlace(state, seat) {
  const { kind, lost } = state.table.seats[seat];
  if (lost) return h("span", { class: "left lost", "aria-hidden": "true" }, lostWords(state.table.seats[seat]));
  if (!state.times[seat] || kind === "bot" || state.table.pace?.kind === "absent") return false;
  return h("span", { class: "left", "data-left": seat, "aria-hidden": "true" });
}

/**
 * What is heard of a seat's time when the seat is come to.
 * @param {TableState} state
 * @param {number} seat
 */
export function timeHeard({ table, times }, seat) {
  const time = times[seat];
  if (table.seats[seat].lost) return lostWords(table.seats[seat]);
  if (!time || table.seats[seat].kind === "bot" || table.pace?.kind === "absent") return "";
  return time.resting ? tell("days away") : timeInWords(time.left);
}

/** Lets the times in a strip of seats tick. */
export class SeatTimes {
  /**
   * @param {HTMLElement} strip
   * @param {(left: number) => void} warn when I have little left, once a turn
   */
  constructor(strip, warn) {
    this.strip = strip;
    this.warn = warn;
    this.warned = false;
    this.heard = performance.now();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {TableState | null} */
    this.state = null;
  }

  /** The server has just said what everybody has left. */
  hear() {
    this.heard = performance.now();
  }

  /** @param {TableState} state as it is drawn now */
  show(state) {
    this.state = state;
    this.tick();
  }

  close() {
    clearTimeout(this.timer);
  }

  tick() {
    clearTimeout(this.timer);
    const { state } = this;
    if (!state) return;
    const since = (performance.now() - this.heard) / 1000;
    let mine = Infinity;
    let least = Infinity;
    state.times.forEach((time, seat) => {
      const now = leftAfter(time, since);
      this.draw(seat, time, now);
      if (time.runs && !now.resting) least = Math.min(least, now.left);
      if (time.runs && !now.resting && state.mine.includes(seat)) mine = Math.min(mine, now.left);
    });
    this.watch(mine, state);
    if (state.times.some((time) => time.runs)) this.timer = setTimeout(() => this.tick(), least < CLOSE + 1 ? 100 : 500);
  }

  /**
   * @param {number} seat
   * @param {SeatTime} time
   * @param {{left: number, away: number, resting: boolean}} now
   */
  draw(seat, time, now) {
    const place = this.strip.querySelector(`[data-left="${seat}"]`);
    if (!place) return;
    const little = isLittle(now.left, this.state?.table.pace ?? null);
    place.className = ["left", time.runs && "runs", now.resting && "resting", little && "little"].filter(Boolean).join(" ");
    say(place, clockFace(now.resting ? now.away : now.left));
  }

  /**
   * @param {number} left of mine, where I am waited for
   * @param {TableState} state
   */
  watch(left, { table }) {
    if (table.pace?.kind === "absent") return;
    const little = Number.isFinite(left) && isLittle(left, table.pace);
    if (little && !this.warned) this.warn(left);
    this.warned = little;
  }
}
