/** Dialogs and menus above the page. */
import { h } from "./dom.js";
import { CHOICES, settings, setSetting } from "./settings.js";
import { tell } from "./words.js";

/**
 * A modal dialog; Escape and a click beside it close it. (A press that begins in it and ends beside it is none: somebody
 * marks a text.)
 * @param {string} title
 * @param {...Node} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...content) {
  let beside = false;
  const close = h("button", { class: "icon", "aria-label": tell("Close"), onclick: () => dialog.close() }, "✕");
  const dialog = h(
    "dialog",
    { "aria-label": title, onclose: () => dialog.remove() },
    h("div", { class: "dialog-head" }, h("h2", {}, title), close),
    h("div", { class: "dialog-body" }, ...content),
  );
  dialog.addEventListener("pointerdown", (event) => (beside = event.target === dialog));
  dialog.addEventListener("click", (event) => beside && event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Takes away what lies over a view that is left. */
export function closeAll() {
  closeMenu();
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}

/** Where something is told above all else: what lies under an open dialog is not seen. */
export const foremost = () => [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;

export function openSettings() {
  openDialog(tell("Settings"), ...Object.entries(CHOICES).map(([key, choice]) => settingField(key, choice)));
}

/**
 * @param {string} key
 * @param {{label: string, values: Record<string, string>}} choice
 */
function settingField(key, { label, values }) {
  const name = /** @type {keyof import("./settings.js").Settings} */ (key);
  const options = Object.entries(values).map(([value, text]) =>
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "radio",
        name,
        value,
        checked: settings()[name] === value,
        onchange: () => setSetting(name, value),
      }),
      tell(text),
    ),
  );
  return h("fieldset", { class: "setting" }, h("legend", {}, tell(label)), ...options);
}

/**
 * @typedef {{label: string, act: () => void, look?: () => void, why?: string, icon?: Node}} Item `look`: the item is looked at,
 *   not yet chosen; `why` it can't be chosen now
 */

let openMenuElement = /** @type {HTMLElement | null} */ (null);
let onLeft = () => {};
let returnTo = /** @type {HTMLElement | SVGElement | null} */ (null);

/**
 * A small menu near a place of the window. Arrow keys go through it, Escape closes it.
 * @param {string} title
 * @param {Item[]} items
 * @param {{x: number, y: number}} at
 * @param {() => void} [left] when it is gone: what was looked at is looked at no more
 */
export function openMenu(title, items, at, left = () => {}) {
  closeMenu();
  onLeft = left;
  returnTo = /** @type {HTMLElement | SVGElement | null} */ (document.activeElement);
  const buttons = items.map(({ label, act, look, why, icon }) =>
    h(
      "button",
      {
        role: "menuitem",
        tabindex: "-1",
        "aria-disabled": why ? "true" : null,
        onclick: () => why || (closeMenu(), act()),
        onfocus: () => look?.(),
      },
      icon,
      label,
      why && h("span", { class: "detail" }, why),
    ),
  );
  const menu = h("div", { class: "menu", role: "menu", "aria-label": title }, ...buttons);
  menu.addEventListener("keydown", (event) => onMenuKey(event, buttons));
  menu.addEventListener("pointerover", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (button) button.focus({ preventScroll: true });
  });
  (document.querySelector("main") ?? document.body).append(menu); // in a landmark, for screen readers
  openMenuElement = menu;
  menu.style.left = `${Math.max(6, Math.min(at.x, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(6, Math.min(at.y + 6, innerHeight - menu.offsetHeight - 8))}px`;
  buttons[0]?.focus();
  setTimeout(() => addEventListener("pointerdown", onOutside, true));
}

/** @param {PointerEvent} event */
function onOutside(event) {
  if (!openMenuElement?.contains(/** @type {Node} */ (event.target))) closeMenu();
}

export function closeMenu() {
  if (!openMenuElement) return;
  removeEventListener("pointerdown", onOutside, true);
  const hadFocus = openMenuElement.contains(document.activeElement);
  openMenuElement.remove();
  openMenuElement = null;
  onLeft();
  if (hadFocus && returnTo?.isConnected) returnTo.focus({ preventScroll: true });
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} buttons
 */
function onMenuKey(event, buttons) {
  const here = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) buttons[(here + step + buttons.length) % buttons.length].focus();
  else if (event.key === "Home") buttons[0].focus();
  else if (event.key === "End") buttons[buttons.length - 1].focus();
  else if (event.key === "Escape" || event.key === "Tab") closeMenu();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
