/** Small helpers to make elements. Text is always set as text, never as markup. */
import { address } from "./site.js";

const SVG = "http://www.w3.org/2000/svg";

const LEADS = new Set(["href", "src", "data-src"]);

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, any>} Attributes */

/**
 * Sets attributes and properties: `onclick` and other functions become listeners, `class`, `data-…` and `aria-…`
 * attributes; null and false leave an attribute out. What leads to a view of this page, or to something that the
 * server answers, is an address as it is on a server ("/rules/…", "/api/…"): `site` knows what it is where there is none.
 * @param {Element} element
 * @param {Attributes} attributes
 */
function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(key, LEADS.has(key) ? address(String(value)) : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(
    .../** @type {(Node | string)[]} */ (children.flat().filter((child) => child || child === "")),
  );
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * Replaces the children of an element and keeps the focus on the child with the same `data-key`, if there is one.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.getAttribute("data-key");
  parent.replaceChildren(
    .../** @type {(Node | string)[]} */ (children.flat().filter((child) => child || child === "")),
  );
  if (!key) return;
  const same = [...parent.querySelectorAll("[data-key]")].find(
    (child) => child.getAttribute("data-key") === key,
  );
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  if (same instanceof HTMLInputElement && same.type === "search")
    same.setSelectionRange(same.value.length, same.value.length);
}

/**
 * Replaces the lines of a list, and keeps the newest one, the last, in sight when there are others than before.
 * @param {HTMLElement} list
 * @param {...(Node | string | false | null | undefined)} lines
 */
export function follow(list, ...lines) {
  const before = list.childElementCount;
  fill(list, ...lines);
  if (list.childElementCount !== before) toNewest(list);
}

/**
 * Shows the end of a list. The list scrolls itself, or what it lies in.
 * @param {HTMLElement} list
 */
export function toNewest(list) {
  for (const scroller of [list, list.parentElement]) if (scroller) scroller.scrollTop = scroller.scrollHeight;
}

/**
 * Sets the text of an element only if it differs, so that a screen reader doesn't hear it again.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * The same words as file name, id or class.
 * @param {string} text
 */
export function slug(text) {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
