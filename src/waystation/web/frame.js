/** What every view has: the bar on top, and the way to other views. */
import { openSettings } from "./dialogs.js";
import { h, s } from "./dom.js";
import { address, inTab } from "./site.js";
import { tell } from "./words.js";

/**
 * Goes to another view of this page.
 * @param {string} path
 * @param {{replace?: boolean}} [how]
 */
export function go(path, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address(path));
  dispatchEvent(new PopStateEvent("popstate"));
}

/**
 * The way on from what is shown now, for what takes a while: it leads nowhere once one has gone elsewhere.
 * @returns {typeof go}
 */
export function onward() {
  const from = document.querySelector(".view");
  return (path, how) => void (from?.isConnected && go(path, how));
}

/**
 * Names the page after what is shown; a view that is not there any more names nothing.
 * @param {HTMLElement} part of the view
 * @param {string} title
 */
export function entitle(part, title) {
  if (part.isConnected) document.title = title;
}

/**
 * The bar on top of every view.
 * @param {...(Node | string)} middle
 */
export function topBar(...middle) {
  return h(
    "header",
    { class: "bar" },
    h(
      "a",
      { class: "brand", href: "/", "aria-label": `Waystation: ${tell("home")}` },
      h("span", { class: "mark" }),
      "Waystation",
    ),
    h("div", { class: "bar-middle" }, ...middle),
    !inTab && h("a", { class: "button icon", href: "/you", "aria-label": tell("You"), title: tell("You") }, person()),
    h("button", { class: "icon", "aria-label": tell("Settings"), title: tell("Settings"), onclick: openSettings }, "⚙"),
  );
}

const person = () =>
  s("svg", { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true" },
    s("path", { d: "M10 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM2.5 18c0-4 3.4-6.5 7.5-6.5s7.5 2.5 7.5 6.5z", fill: "currentColor" }));

/**
 * Offers a text or a file to be saved.
 * @param {string} url
 * @param {string} name
 * @param {string} label
 */
export function download(url, name, label) {
  return h("a", { class: "button", href: url, download: name }, label);
}
