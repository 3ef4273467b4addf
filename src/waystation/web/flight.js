/**
 * Movement on the board. A copy of the piece glides over everything from the old place to the new one while the
 * piece itself, already in its new place, is hidden: so it can cross from one region, or one SVG, to another.
 */
import { s } from "./dom.js";

const GLIDE = 420;
const FADE = 240;
const CROWD = 80; // when more than this changes at once (another moment of a replay), nothing glides

/** @typedef {{element: SVGGElement, from: DOMMatrix}} Flight */

let sky = /** @type {SVGSVGElement | null} */ (null);

/** The copies that are in the air. @type {Map<SVGGElement, SVGGElement>} */
const airborne = new Map();

/** Whether pieces move or jump: the setting, else what the system asks for. */
function motionAllowed() {
  const wish = document.documentElement.dataset.motion;
  if (wish === "off") return false;
  return wish === "on" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The layer above the page in which pieces fly; made when first needed. */
function overlay() {
  sky ??= document.body.appendChild(s("svg", { class: "sky", "aria-hidden": "true" }));
  return sky;
}

/**
 * Where an element is seen now, in pixels of the window; null if it isn't drawn.
 * @param {SVGGElement} element
 * @returns {DOMMatrix | null}
 */
export function placeOf(element) {
  const seen = airborne.get(element) ?? element;
  if (!seen.isConnected || !seen.getClientRects().length) return null;
  return seen.getScreenCTM();
}

/**
 * @param {Flight[]} flights from the old places to those where the elements are now
 */
export function glide(flights) {
  if (!motionAllowed() || flights.length > CROWD) return;
  for (const { element, from } of flights) {
    land(element);
    const to = placeOf(element);
    if (!to) continue;
    const copy = copyOf(element);
    airborne.set(element, copy);
    element.classList.add("flying");
    copy
      .animate([{ transform: css(from) }, { transform: css(to) }], { duration: GLIDE, easing: "ease-in-out" })
      .finished.catch(() => undefined)
      .then(() => airborne.get(element) === copy && land(element));
  }
}

/** @param {SVGGElement} element */
function land(element) {
  airborne.get(element)?.remove();
  airborne.delete(element);
  element.classList.remove("flying");
}

export { land as vanish };

/**
 * Takes a piece off the table: a copy of it follows the pointer.
 * @param {SVGGElement} element
 * @returns {DOMMatrix | null} the place from which it was taken
 */
export function pickUp(element) {
  land(element);
  const from = placeOf(element);
  if (!from) return null;
  const ghost = copyOf(element);
  ghost.classList.add("ghost");
  airborne.set(element, ghost);
  element.classList.add("flying");
  carryTo(element, from, 0, 0);
  return from;
}

/**
 * @param {SVGGElement} element that was picked up
 * @param {DOMMatrix} from
 * @param {number} dx pixels from there
 * @param {number} dy
 */
export function carryTo(element, { a, b, c, d, e, f }, dx, dy) {
  const ghost = airborne.get(element);
  if (ghost) ghost.style.transform = css(new DOMMatrix([a, b, c, d, e + dx, f + dy]));
}

/**
 * Lets a piece that was picked up go to where it stands in the scene.
 * @param {SVGGElement} element
 */
export function putDown(element) {
  if (!airborne.get(element)?.classList.contains("ghost")) return; // it has flown on already
  const from = placeOf(element);
  if (from && element.isConnected && motionAllowed()) glide([{ element, from }]);
  else land(element);
}

/** @param {SVGGElement[]} elements that have just been put on the board */
export function fadeIn(elements) {
  if (!motionAllowed() || elements.length > CROWD) return;
  for (const element of elements)
    element.animate([{ opacity: 0 }, {}], { duration: FADE, easing: "ease-out" });
}

/** @param {SVGGElement[]} elements that are about to be taken off */
export function fadeOut(elements) {
  if (!motionAllowed() || elements.length > CROWD) return;
  for (const element of elements) {
    const place = placeOf(element);
    land(element);
    if (!place) continue;
    const copy = copyOf(element);
    copy.style.transform = css(place);
    copy
      .animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE })
      .finished.catch(() => undefined)
      .then(() => copy.remove());
  }
}

/** @param {SVGGElement} element */
function copyOf(element) {
  const copy = /** @type {SVGGElement} */ (element.cloneNode(true));
  for (const name of ["data-id", "tabindex", "role", "aria-label", "transform"]) copy.removeAttribute(name);
  copy.classList.remove("flying", "can", "direct", "plan", "chosen", "lit");
  return overlay().appendChild(copy);
}

/** @param {DOMMatrix} m */
function css(m) {
  return `matrix(${m.a}, ${m.b}, ${m.c}, ${m.d}, ${m.e}, ${m.f})`;
}
