/**
 * Drawing a line by hand on nodes with the gesture "draw". While the pen is up, a drag pans the picture instead.
 * @import {Board} from "./board.js"
 */
import { s } from "./dom.js";
import { thinned } from "./scene.js";

const TAP = 12; // pixels: a shorter line is a tap

export class Pen {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.down = matchMedia("(pointer: fine)").matches;
    /** @type {[number, number][]} */
    this.points = [];
    this.ink = /** @type {SVGPolylineElement | null} */ (null);
    this.drawn = 0; // pixels
    this.swallow = false;
  }

  /** The regions in which something can be drawn on. */
  get grounds() {
    const nodes = this.board.handlers.draw ? (this.board.scene?.nodes ?? []) : [];
    return new Set(nodes.filter((node) => node.gesture === "draw").map((node) => node.region));
  }

  get possible() {
    return this.grounds.size > 0;
  }

  /** @param {boolean} down */
  put(down) {
    this.down = down;
    this.refresh();
  }

  /** A finger that draws must not scroll the page. */
  refresh() {
    const groups = [...this.grounds].map((region) => this.board.regions.get(region) ?? null);
    for (const svg of this.board.zooms.keys()) {
      svg.classList.toggle("drawing", this.down && groups.some((group) => svg.contains(group)));
    }
  }

  /** @param {SVGSVGElement} svg */
  watch(svg) {
    svg.addEventListener("pointerdown", (event) => this.start(svg, event));
    svg.addEventListener("pointermove", (event) => this.move(svg, event));
    svg.addEventListener("pointerup", (event) => this.end(svg, event));
    svg.addEventListener("pointercancel", () => this.lift(svg));
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {PointerEvent} event
   */
  start(svg, event) {
    this.swallow = false;
    if (!this.down || !this.possible || event.button !== 0 || this.board.carry.load) return;
    if (!event.isPrimary) return this.lift(svg); // a second finger: it is a pinch
    const nodes = this.board.pile(event.clientX, event.clientY).map((id) => this.board.nodes.get(id));
    const ground = nodes.find((node) => node?.gesture === "draw");
    const group = ground && this.board.regions.get(ground.region);
    if (!ground || !group) return;
    this.points = [];
    this.drawn = 0;
    this.ink = group.appendChild(s("polyline", { class: "ink" }));
    const zoom = this.board.zooms.get(svg);
    if (zoom) zoom.held = true;
    this.move(svg, event);
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {PointerEvent} event
   */
  move(svg, event) {
    if (!this.ink) return;
    svg.setPointerCapture(event.pointerId);
    const matrix = /** @type {SVGGElement} */ (this.ink.parentNode).getScreenCTM();
    if (!matrix) return;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const last = this.points.at(-1);
    if (last) this.drawn += Math.hypot(place.x - last[0], place.y - last[1]) * Math.hypot(matrix.a, matrix.b);
    this.points.push([Math.round(place.x * 10) / 10, Math.round(place.y * 10) / 10]);
    this.ink.setAttribute("points", this.points.join(" "));
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {PointerEvent} event
   */
  end(svg, event) {
    if (!this.ink) return;
    this.move(svg, event);
    const [points, long] = [thinned(this.points, 2), this.drawn > TAP];
    this.lift(svg);
    this.swallow = long;
    if (long) this.board.handlers.draw?.(points);
  }

  /** @param {SVGSVGElement} svg */
  lift(svg) {
    this.ink?.remove();
    this.ink = null;
    const zoom = this.board.zooms.get(svg);
    if (zoom) zoom.held = false;
  }

  /** True once after a line: the click that ends it means nothing. */
  swallowedClick() {
    const swallowed = this.swallow;
    this.swallow = false;
    return swallowed;
  }
}
