/** A small picture for everybody, drawn by us and made from the name: the same name has the same picture everywhere. */
import { s } from "./dom.js";

/** Things of a journey, in a square of 24. */
const SHAPES = [
  "M12 4a5.5 5.5 0 0 1 5.5 5.5c0 3-2.5 5-4 6.5h-3c-1.5-1.5-4-3.5-4-6.5A5.5 5.5 0 0 1 12 4zM10 17.5h4V20h-4z",
  "M12.5 4v10H19zM11 6.5V14H6zM4.5 15.5h15L17 19.5H7z",
  "M3.5 19l6-12 3.5 6 2-3 5.5 9z",
  "M12 5l8 14h-5l-3-6-3 6H4z",
  "M12 3.5l6 6.5-6 7.5L6 10zM12 17.5l2 3h-4z",
  "M12 4l2.3 5 5.4.6-4 3.7 1.1 5.4L12 16l-4.8 2.7 1.1-5.4-4-3.7 5.4-.6z",
  "M5 19C4 10 10 5 19 5c0 9-5 15-14 14z",
  "M4 12c3-5 9-5 12-1l4-3v8l-4-3c-3 4-9 4-12-1z",
  "M15 4a8 8 0 1 0 5 11A7 7 0 0 1 15 4z",
  "M6 4h1.8v1H18l-2.5 3.5L18 12H7.8v8H6z",
  "M4 13c4 0 5-3 8-3s3-2 5-2l3 2-3 1c0 5-4 7-8 7-2 0-4-2-5-5z",
  "M9 4h6v2H9zM7.5 7h9l1 9h-11zM8.5 17.5h7V20h-7z",
];
const HUES = [5, 30, 48, 75, 110, 150, 175, 195, 220, 255, 285, 325];
const GROUNDS = ["plain", "half", "ring"];

/**
 * What makes a picture: FNV-1a, so that names that differ by a letter look different.
 * @param {string} name
 */
export function traits(name) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name.normalize("NFC"))) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return {
    shape: hash % SHAPES.length,
    hue: HUES[(hash >>> 8) % HUES.length],
    ground: GROUNDS[(hash >>> 16) % GROUNDS.length],
  };
}

/** @type {Map<string, SVGElement>} */
const drawn = new Map();

/**
 * The picture of a name; the name itself stands beside it, so screen readers need not hear of it.
 * @param {string} name
 * @returns {SVGElement}
 */
export function avatar(name) {
  const known = drawn.get(name) ?? draw(name);
  if (drawn.size < 200) drawn.set(name, known);
  return /** @type {SVGElement} */ (known.cloneNode(true));
}

/** @param {string} name */
function draw(name) {
  const { shape, hue, ground } = traits(name);
  const [pale, deep] = [`hsl(${hue} 70% 84%)`, `hsl(${hue} 55% 72%)`];
  /** @type {SVGElement[]} */
  const parts = [s("circle", { cx: 12, cy: 12, r: 12, fill: pale })];
  if (ground === "half") parts.push(s("path", { d: "M0 12a12 12 0 0 0 24 0z", fill: deep }));
  if (ground === "ring") parts.push(s("circle", { cx: 12, cy: 12, r: 10.5, fill: "none", stroke: deep, "stroke-width": 3 }));
  const ink = `hsl(${hue} 60% 22%)`;
  const glyph = s("path", { d: SHAPES[shape], fill: ink, transform: "translate(12 12) scale(.8) translate(-12 -12)" });
  return s("svg", { class: "avatar", viewBox: "0 0 24 24", "aria-hidden": "true" }, ...parts, glyph);
}
