/** What every view has: the bar on top, and the way to other views. */
import { openSettings } from "./dialogs.js";
import { h } from "./dom.js";
import { address } from "./site.js";
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
    h("button", { class: "icon", "aria-label": tell("Settings"), title: tell("Settings"), onclick: openSettings }, "⚙"),
  );
}

/**
 * Offers a text or a file to be saved.
 * @param {string} url
 * @param {string} name
 * @param {string} label
 */
export function download(url, name, label) {
  return h("a", { class: "button", href: url, download: name }, label);
}
