/**
 * Dragging a piece to where it can go. A mouse takes it after a few pixels, a finger after it has rested on it for a
 * moment: a swipe still scrolls the page or pans the picture.
 * @import {Board} from "./board.js"
 */
import { carryTo, pickUp, putDown, vanish } from "./flight.js";
import { hideTip } from "./tips.js";

const SLOP = 6; // pixels
const HOLD = 220; // milliseconds
const EDGE = 60; // pixels from the window's edge, where the page scrolls on

/**
 * @typedef {object} Load what the pointer has taken hold of
 * @property {string} piece
 * @property {SVGSVGElement} svg in which the press began
 * @property {PointerEvent} press
 * @property {{x: number, y: number}} at where the pointer is
 * @property {SVGGElement | null} element of the piece, once it is lifted
 * @property {DOMMatrix | null} from its place on the window then
 */

export class Carry {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.load = /** @type {Load | null} */ (null);
    this.resting = /** @type {SVGGElement | null} */ (null); // dropped; the server's answer moves it, or it goes back
    this.timer = 0;
    this.swallow = false;
    this.onKey = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.giveBack();
    this.keepPage = (/** @type {Event} */ event) => this.lifted && event.preventDefault();
    board.host.addEventListener("contextmenu", (event) => {
      if (this.load && this.load.press.pointerType !== "mouse") event.preventDefault();
    });
  }

  get lifted() {
    return Boolean(this.load?.element);
  }

  /** @param {SVGSVGElement} svg */
  watch(svg) {
    svg.addEventListener("pointerdown", (event) => this.press(svg, event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.drop(event));
    svg.addEventListener("pointercancel", () => this.giveBack());
    svg.addEventListener("lostpointercapture", () => this.giveBack());
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {PointerEvent} event
   */
  press(svg, event) {
    this.swallow = false;
    if (!event.isPrimary) return this.giveBack(); // a second finger: it is a pinch
    if (event.button !== 0) return;
    const piece = this.board.handlers.grasp?.(this.board.pile(event.clientX, event.clientY));
    if (!piece) return;
    this.load = {
      piece,
      svg,
      press: event,
      at: { x: event.clientX, y: event.clientY },
      element: null,
      from: null,
    };
    if (event.pointerType === "mouse") return;
    // On the node itself: it hears the finger even when it is taken off the table meanwhile.
    event.target?.addEventListener("touchmove", this.keepPage, { passive: false });
    this.timer = setTimeout(() => this.lift(), HOLD);
  }

  lift() {
    clearTimeout(this.timer);
    const { load, board } = this;
    const element = load && board.elements.get(load.piece);
    const from = element && pickUp(element);
    if (!load || !element || !from) return this.letGo();
    hideTip();
    load.element = element;
    load.from = from;
    load.svg.setPointerCapture(load.press.pointerId);
    this.hold(load, true);
    board.handlers.carry?.(load.piece);
    this.follow(load);
    this.scroll();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { load } = this;
    if (!load || event.pointerId !== load.press.pointerId) return;
    load.at = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(load.at.x - load.press.clientX, load.at.y - load.press.clientY) > SLOP;
    if (!this.lifted && far) {
      if (event.pointerType !== "mouse") return this.letGo(); // a swipe
      this.lift();
    }
    this.follow(load);
  }

  /** @param {Load} load */
  follow({ element, from, press, at }) {
    if (!element || !from) return;
    carryTo(element, from, at.x - press.clientX, at.y - press.clientY);
    this.board.point(this.target(at));
  }

  /**
   * The place under the pointer that takes the piece.
   * @param {{x: number, y: number}} at
   */
  target({ x, y }) {
    return this.board.pile(x, y).find((id) => this.board.marks.next?.has(id)) ?? null;
  }

  /** Near the upper or lower edge of the window the page scrolls on, so that every panel can be reached. */
  scroll() {
    const { load } = this;
    if (!load?.element) return;
    const { y } = load.at;
    const pace = Math.min(0, y - EDGE) + Math.max(0, y - (innerHeight - EDGE));
    if (pace) {
      scrollBy({ top: pace / 4, behavior: "instant" });
      this.follow(load);
    }
    requestAnimationFrame(() => this.scroll());
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { load } = this;
    if (!load || event.pointerId !== load.press.pointerId) return;
    if (!load.element) return this.letGo(); // a click
    const at = { x: event.clientX, y: event.clientY };
    const pile = this.board.pile(at.x, at.y);
    const { element, piece } = load;
    this.swallow = true;
    this.letGo();
    if (this.board.handlers.drop?.(piece, pile, at)) this.resting = element;
    else putDown(element);
  }

  /** The piece goes back to where it was taken from, and nothing happens. */
  giveBack() {
    const { load } = this;
    if (!load) return;
    this.letGo();
    if (!load.element) return;
    this.swallow = true;
    this.board.handlers.carry?.(null);
    putDown(load.element);
  }

  /** After the table was drawn: a dropped piece that did not fly on from there goes back. */
  settle() {
    if (this.resting) putDown(this.resting);
    this.resting = null;
  }

  /** Takes everything out of the air at once. */
  close() {
    const elements = [this.load?.element, this.resting];
    this.giveBack();
    for (const element of elements) if (element) vanish(element);
    this.resting = null;
  }

  letGo() {
    clearTimeout(this.timer);
    const { load } = this;
    this.load = null;
    if (!load) return;
    load.press.target?.removeEventListener("touchmove", this.keepPage);
    if (load.element) this.hold(load, false);
    this.board.point(null);
  }

  /**
   * While a piece is in the air, nothing else uses the pointer.
   * @param {Load} load
   * @param {boolean} on
   */
  hold({ svg }, on) {
    const zoom = this.board.zooms.get(svg);
    if (zoom) zoom.held = on;
    document.documentElement.classList.toggle("carrying", on);
    if (on) addEventListener("keydown", this.onKey);
    else removeEventListener("keydown", this.onKey);
  }

  /** True once after a drag: the click that ends it means nothing. */
  swallowedClick() {
    const swallowed = this.swallow;
    this.swallow = false;
    return swallowed;
  }
}
