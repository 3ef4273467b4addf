/** One tooltip for the whole page, next to what the pointer or the focus is on. */
import { h } from "./dom.js";

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
    tip.replaceChildren(...lines.map((line, index) => h(index ? "span" : "b", {}, line)));
    // Inside the page's landmark, so that a screen reader finds it there.
    const home = target.closest("main") ?? document.body;
    if (tip.parentElement !== home) home.append(tip);
    tip.hidden = false;
    place(target.getBoundingClientRect());
  }, 220);
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
