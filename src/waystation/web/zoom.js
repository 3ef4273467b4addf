/**
 * Zoom and pan of one SVG by its viewBox: wheel, pinch, drag, and the keys + - 0 and Shift with an arrow.
 * A finger scrolls the page while the picture is whole, and pans once it is magnified.
 */

/** In such a window the page scrolls by the wheel: see page.css. */
const LOW = "(height < 560px)";
const MOST = 6;
const DRAG = 6; // pixels until a press becomes a drag

export class Zoom {
  /**
   * @param {SVGSVGElement} svg
   * @param {number} width of the whole picture, in its own units
   * @param {number} height
   */
  constructor(svg, width, height) {
    this.svg = svg;
    this.width = width;
    this.height = height;
    this.k = 1;
    this.x = 0;
    this.y = 0;
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.travelled = 0;
    this.held = false; // something else uses the pointer: a line is being drawn
    svg.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.onDown(event));
    svg.addEventListener("pointermove", (event) => this.onMove(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      svg.addEventListener(end, (event) =>
        this.pointers.delete(/** @type {PointerEvent} */ (event).pointerId),
      );
    }
    for (const touch of ["touchstart", "touchmove"])
      svg.addEventListener(touch, keepPinch, { passive: false });
    this.paint();
  }

  /** Whether the press that just ended was a drag, so that it is no click. */
  get dragged() {
    return this.travelled > DRAG;
  }

  /**
   * @param {number} factor
   * @param {number} [px] the place that stays where it is, in units of the picture
   * @param {number} [py]
   */
  by(factor, px = this.x + this.width / this.k / 2, py = this.y + this.height / this.k / 2) {
    const k = Math.min(MOST, Math.max(1, this.k * factor));
    this.x = px - ((px - this.x) * this.k) / k;
    this.y = py - ((py - this.y) * this.k) / k;
    this.k = k;
    this.paint();
  }

  /**
   * @param {number} dx in units of the picture
   * @param {number} dy
   */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.paint();
  }

  reset() {
    [this.k, this.x, this.y] = [1, 0, 0];
    this.paint();
  }

  paint() {
    const [w, h] = [this.width / this.k, this.height / this.k];
    this.x = Math.min(this.width - w, Math.max(0, this.x));
    this.y = Math.min(this.height - h, Math.max(0, this.y));
    this.svg.setAttribute("viewBox", `${this.x} ${this.y} ${w} ${h}`);
    this.svg.classList.toggle("zoomed", this.k > 1);
  }

  /**
   * Handles a key; true if it meant something here.
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    const step = this.width / this.k / 8;
    /** @type {Record<string, () => void>} */
    const keys = {
      "+": () => this.by(1.25),
      "=": () => this.by(1.25),
      "-": () => this.by(0.8),
      0: () => this.reset(),
    };
    /** @type {Record<string, () => void>} */
    const shifted = {
      ArrowLeft: () => this.pan(-step, 0),
      ArrowRight: () => this.pan(step, 0),
      ArrowUp: () => this.pan(0, -step),
      ArrowDown: () => this.pan(0, step),
    };
    const act = (event.shiftKey ? shifted[event.key] : undefined) ?? keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return false;
    event.preventDefault();
    act();
    return true;
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    if (!event.ctrlKey && (this.svg.closest(".panel") || matchMedia(LOW).matches)) return; // the wheel scrolls the page
    event.preventDefault();
    const place = this.toPicture(event.clientX, event.clientY);
    this.by(Math.exp(-event.deltaY / (event.ctrlKey ? 120 : 400)), place.x, place.y);
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    if (this.pointers.size === 0) this.travelled = 0;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    const old = this.pointers.get(event.pointerId);
    if (!old || this.held) return;
    const now = { x: event.clientX, y: event.clientY };
    this.travelled += Math.hypot(now.x - old.x, now.y - old.y);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) this.pinch(old, now, other);
    else if (this.dragged && this.k > 1) {
      const [from, to] = [this.toPicture(old.x, old.y), this.toPicture(now.x, now.y)];
      this.pan(from.x - to.x, from.y - to.y);
    }
    this.pointers.set(event.pointerId, now);
  }

  /**
   * @param {{x: number, y: number}} old
   * @param {{x: number, y: number}} now
   * @param {{x: number, y: number}} other the finger that rests
   */
  pinch(old, now, other) {
    const before = Math.hypot(old.x - other.x, old.y - other.y);
    const after = Math.hypot(now.x - other.x, now.y - other.y);
    const middle = this.toPicture((now.x + other.x) / 2, (now.y + other.y) / 2);
    if (before > 0) this.by(after / before, middle.x, middle.y);
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   */
  toPicture(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    const point = new DOMPoint(clientX, clientY);
    return matrix ? point.matrixTransform(matrix.inverse()) : point;
  }
}

/**
 * Two fingers are ours: without this the browser would scroll and take the pointers away.
 * @param {Event} event
 */
function keepPinch(event) {
  if (/** @type {TouchEvent} */ (event).touches.length > 1) event.preventDefault();
}
