/** One tooltip for the whole page, next to what the pointer or the focus is on. */
import { h, s } from "./dom.js";

/** Pixels across up to which a picture of many signs counts as small, and how large its copy may be. */
const [SMALL, LARGE] = [120, 210];

const tip = h("div", { class: "tip", role: "tooltip", hidden: true });
let timer = 0;

/**
 * @param {Element} target
 * @param {string[]} lines the first is the title
 */
export function showTip(target, lines) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!target.isConnected) return;
    const words = lines.map((line, index) => h(index ? "span" : "b", {}, line));
    tip.replaceChildren(...enlarged(target), ...words);
    // Inside the page's landmark, so that a screen reader finds it there.
    const home = target.closest("main") ?? document.body;
    if (tip.parentElement !== home) home.append(tip);
    tip.hidden = false;
    place(target.getBoundingClientRect());
  }, 220);
}

/**
 * A larger copy of a piece of the table that is drawn small, such as a card; nothing for what is plain or large.
 * @param {Element} target
 * @returns {SVGSVGElement[]}
 */
function enlarged(target) {
  if (!(target instanceof SVGGElement) || target.querySelectorAll("use, text").length < 3) return [];
  const [shown, box] = [target.getBoundingClientRect(), target.getBBox()];
  if (!box.width || !box.height || Math.max(shown.width, shown.height) > SMALL) return [];
  return [closeUp(target, LARGE)];
}

/**
 * A copy of a piece of the table, as many pixels on its longer side.
 * @param {SVGGElement} target
 * @param {number} size
 */
export function closeUp(target, size) {
  const box = target.getBBox();
  const scale = size / Math.max(box.width, box.height);
  const copy = /** @type {SVGGElement} */ (target.cloneNode(true));
  for (const { name } of [...copy.attributes]) copy.removeAttribute(name);
  const viewBox = `${box.x - 1} ${box.y - 1} ${box.width + 2} ${box.height + 2}`;
  const sides = { width: box.width * scale, height: box.height * scale };
  return s("svg", { class: "large", viewBox, ...sides, "aria-hidden": "true" }, copy);
}

/** @param {DOMRect} box */
function place(box) {
  const [w, height] = [tip.offsetWidth, tip.offsetHeight];
  const x = Math.min(innerWidth - w - 6, Math.max(6, box.x + box.width / 2 - w / 2));
  const above = box.y - height - 8;
  const y = above > 4 ? above : Math.min(innerHeight - height - 6, box.bottom + 8);
  tip.style.left = `${x}px`;
  tip.style.top = `${y}px`;
}

export function hideTip() {
  clearTimeout(timer);
  tip.hidden = true;
}
