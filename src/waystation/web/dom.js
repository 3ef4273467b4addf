/** Small helpers to make elements. Text is always set as text, never as markup. */
import { address } from "./site.js";

const SVG = "http://www.w3.org/2000/svg";

/** Milliseconds after which something is drawn that nobody looks at. */
const UNSEEN = 250;

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

/** What an element is known by when it is drawn anew: its `data-key`, else what it is called. @param {Element} element */
const keyOf = (element) =>
  element.getAttribute("data-key") ?? element.getAttribute("aria-label") ?? element.textContent;

/**
 * Replaces the children of an element and keeps the focus on the same child, if there is one: see `keyOf`. Of several
 * that are called the same none has it: a press of Enter must not reach another one.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const key = focused && keyOf(focused);
  place(parent, /** @type {(Node | string)[]} */ (children.flat().filter((child) => child || child === "")));
  if (!key || focused.isConnected) return;
  const alike = [...parent.querySelectorAll(`[data-key], ${focused.localName}`)].filter((child) => keyOf(child) === key);
  const same = alike.length === 1 ? alike[0] : null;
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  if (same instanceof HTMLInputElement && same.type === "search")
    same.setSelectionRange(same.value.length, same.value.length);
}

/**
 * Gives an element these children and no others. Those that stand in their place already are not touched: whatever is
 * taken out and put back is laid out anew.
 * @param {Element} parent
 * @param {(Node | string)[]} children
 */
function place(parent, children) {
  let next = parent.firstChild;
  for (const child of children) {
    if (child === next) next = next.nextSibling;
    else parent.insertBefore(typeof child === "string" ? document.createTextNode(child) : child, next);
  }
  while (next) {
    const old = next;
    next = next.nextSibling;
    old.remove();
  }
}

/**
 * Does something just before the browser draws its next picture; where it draws none, as in a tab that is not looked
 * at, a little later.
 * @param {() => void} task
 * @returns {() => void} what calls it off
 */
export function beforePicture(task) {
  const off = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const run = () => {
    off();
    task();
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, UNSEEN);
  return off;
}

/**
 * Shows the end of a list. The list scrolls itself, or what it lies in.
 * @param {HTMLElement} list
 */
export function toNewest(list) {
  if (list.closest("[hidden]")) return; // whoever shows it asks again
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
 * A form that shows what is wrong in it: a field that is folded away could say nothing, and nothing would happen at all.
 * @param {() => unknown} act when it is sent
 * @param {...(Child | Child[])} children
 */
export function form(act, ...children) {
  const send = (/** @type {Event} */ event) => (event.preventDefault(), act());
  const unfold = (/** @type {Event} */ { target }) => {
    const control = /** @type {Element} */ (target);
    for (const one of element.querySelectorAll("details")) if (one.contains(control)) one.open = true;
  };
  const element = h("form", { class: "setup", onsubmit: send }, ...children);
  element.addEventListener("invalid", unfold, { capture: true });
  return element;
}

/**
 * Hides a field or shows it; what is hidden is not asked for, whatever stands in it.
 * @param {HTMLElement} field
 * @param {boolean} hidden
 */
export function hide(field, hidden) {
  field.hidden = hidden;
  for (const control of field.querySelectorAll("input, select, textarea")) control.toggleAttribute("disabled", hidden);
}

/**
 * Disables or hides a control, or gives it back. If it has the focus, that goes on to another place: else it would be lost,
 * and Tab would begin at the top of the page.
 * @param {HTMLElement} control
 * @param {"disabled" | "hidden"} how
 * @param {boolean} gone
 * @param {HTMLElement} next
 */
export function withdraw(control, how, gone, next) {
  const focused = document.activeElement === control;
  control.toggleAttribute(how, gone);
  if (gone && focused) next.focus({ preventScroll: true });
}

/**
 * For what takes a while and is done once, however often it is wished for meanwhile: a double click opens one table.
 * @template {unknown[]} A
 * @param {(...args: A) => Promise<unknown>} act
 * @returns {(...args: A) => Promise<unknown>}
 */
export function once(act) {
  let going = /** @type {Promise<unknown> | null} */ (null);
  return (...args) =>
    (going ??= act(...args).finally(() => {
      going = null;
    }));
}
