/**
 * A game's palette as a style sheet, and its colours for colour-blind people.
 * @import {Look, Style} from "./types.js"
 */

/**
 * The rules that paint the roles; `light-dark()` follows the page's colour scheme. What has the role `NAME-idle` is
 * painted as `NAME` where it can be clicked. The roles `seat-0`, `seat-1` ... are the colours of the seats around the
 * board, too.
 * @param {Look["palette"]} palette
 * @returns {string}
 */
export function paletteCss(palette) {
  const roles = Object.entries(palette);
  const seats = roles.filter(([role]) => /^seat-\d$/.test(role));
  const idle = roles.filter(([role]) => `${role}-idle` in palette);
  return [
    ...roles.map(([role, style]) => `.r-${escaped(role)}{${declarations(style)}}`),
    ...idle.map(([role, style]) => `:is(.can,.direct)>.r-${escaped(role)}-idle{${declarations(style)}}`),
    ...seats.map(([role, { fill }]) => `.${role}{--seat:${fill}}`),
  ].join("\n");
}

/** @param {Style} style */
function declarations(style) {
  const rules = [
    `fill:${paint(style.fill, style.dark_fill)}`,
    `stroke:${paint(style.stroke, style.dark_stroke)}`,
  ];
  if (style.width) rules.push(`stroke-width:${style.width}`);
  if (style.opacity !== undefined) rules.push(`opacity:${style.opacity}`);
  if (style.dash) rules.push(`stroke-dasharray:${style.dash}`);
  return rules.join(";");
}

/**
 * @param {string} light
 * @param {string} dark
 */
function paint(light = "none", dark = "") {
  if (!dark || dark === light) return light;
  const colour = (/** @type {string} */ value) => (value === "none" ? "transparent" : value);
  return `light-dark(${colour(light)},${colour(dark)})`;
}

/** @param {string} role */
function escaped(role) {
  return role.replace(/[^a-zA-Z0-9_-]/g, (sign) => `\\${sign}`);
}

/** Okabe and Ito's colours, which people with any common colour blindness can tell apart. */
const SAFE = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"];
const SAME_HUE = 20;
const VIVID = 0.25;

/**
 * The palette with each vivid hue replaced by one of seven safe ones, the nearest that is still free. Shades of a
 * hue stay shades; greys and pale grounds stay as they are.
 * @param {Look["palette"]} palette
 * @returns {Look["palette"]}
 */
export function safePalette(palette) {
  const families = hueFamilies(Object.values(palette).flatMap(({ fill, stroke }) => [fill, stroke]));
  const swaps = assignments(families);
  return Object.fromEntries(Object.entries(palette).map(([role, style]) => [role, recoloured(style, swaps)]));
}

/** @typedef {{main: Hsl, to: Hsl}} Swap */
/** @typedef {{h: number, s: number, l: number}} Hsl */

/**
 * The vivid colours that stand for their hues, most vivid first.
 * @param {(string | undefined)[]} colours
 * @returns {Hsl[]}
 */
function hueFamilies(colours) {
  const vivid = [...new Set(colours)].map(hsl).filter((colour) => colour !== null && chroma(colour) > VIVID);
  /** @type {Hsl[]} */
  const mains = [];
  for (const colour of /** @type {Hsl[]} */ (vivid).sort((a, b) => chroma(b) - chroma(a))) {
    if (mains.every((main) => apart(main.h, colour.h) > SAME_HUE)) mains.push(colour);
  }
  return mains;
}

/**
 * Gives each hue a safe one of its own so that all together change least (7! ways at most are tried).
 * @param {Hsl[]} families
 * @returns {Swap[]}
 */
function assignments(families) {
  const safe = SAFE.map((colour) => /** @type {Hsl} */ (hsl(colour)));
  return best(families.slice(0, SAFE.length), safe).swaps;
}

/**
 * @param {Hsl[]} families
 * @param {Hsl[]} free
 * @returns {{cost: number, swaps: Swap[]}}
 */
function best(families, free) {
  const [main, ...rest] = families;
  if (!main) return { cost: 0, swaps: [] };
  let least = { cost: Infinity, swaps: /** @type {Swap[]} */ ([]) };
  for (const to of free) {
    const others = best(
      rest,
      free.filter((one) => one !== to),
    );
    const cost = distance(main, to) ** 2 + others.cost;
    if (cost < least.cost) least = { cost, swaps: [{ main, to }, ...others.swaps] };
  }
  return least;
}

/**
 * @param {Style} style
 * @param {Swap[]} swaps
 * @returns {Style}
 */
function recoloured(style, swaps) {
  const { fill, stroke, dark_fill: darkFill, dark_stroke: darkStroke } = style;
  const changed = { ...style };
  if (fill) changed.fill = swapped(fill, swaps);
  if (stroke) changed.stroke = swapped(stroke, swaps);
  if (darkFill) changed.dark_fill = swapped(darkFill, swaps);
  if (darkStroke) changed.dark_stroke = swapped(darkStroke, swaps);
  return changed;
}

/**
 * @param {string} colour
 * @param {Swap[]} swaps
 */
function swapped(colour, swaps) {
  const own = hsl(colour);
  if (!own || chroma(own) <= VIVID) return colour;
  const swap = swaps.find(({ main }) => apart(main.h, own.h) <= SAME_HUE);
  if (!swap) return colour;
  const lightness = Math.min(0.92, Math.max(0.12, swap.to.l + own.l - swap.main.l));
  return `hsl(${Math.round(swap.to.h)} ${Math.round(swap.to.s * 100)}% ${Math.round(lightness * 100)}%)`;
}

/** @param {Hsl} colour */
function chroma(colour) {
  return colour.s * (1 - Math.abs(2 * colour.l - 1));
}

/**
 * @param {number} a
 * @param {number} b
 */
function apart(a, b) {
  const turn = Math.abs(a - b) % 360;
  return Math.min(turn, 360 - turn);
}

/**
 * @param {Hsl} a
 * @param {Hsl} b
 */
function distance(a, b) {
  return apart(a.h, b.h) + 60 * Math.abs(a.l - b.l);
}

/**
 * Hue (degrees), saturation and lightness (0 to 1) of #rgb or #rrggbb; null for anything else.
 * @param {string | undefined} colour
 * @returns {Hsl | null}
 */
export function hsl(colour) {
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(
    (colour ?? "").replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3"),
  );
  if (!long) return null;
  const [r, g, b] = long.slice(1).map((pair) => parseInt(pair, 16) / 255);
  const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)];
  const l = (low + high) / 2;
  const range = high - low;
  if (!range) return { h: 0, s: 0, l };
  const turn =
    high === r ? ((g - b) / range + 6) % 6 : high === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return { h: 60 * turn, s: range / (1 - Math.abs(2 * l - 1)), l };
}
