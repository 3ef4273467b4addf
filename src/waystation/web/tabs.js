/** Tabs: the arrow keys go from one to the next, Tab goes on into the panel. */
import { h, toNewest } from "./dom.js";
import { tell } from "./words.js";

/**
 * Panels of which one is shown.
 * @param {HTMLElement} host
 * @param {Record<string, HTMLElement[]>} panels by their names, as templates
 */
export function tabbed(host, panels) {
  const names = Object.keys(panels);
  const id = (/** @type {string} */ name) => `tab-${name.toLowerCase()}`;
  const buttons = names.map((name) =>
    h(
      "button",
      { role: "tab", id: id(name), "aria-controls": `${id(name)}-panel`, onclick: () => select(name) },
      tell(name),
    ),
  );
  const bodies = names.map((name) =>
    h(
      "div",
      { role: "tabpanel", id: `${id(name)}-panel`, "aria-labelledby": id(name), tabindex: "0" },
      ...panels[name],
    ),
  );
  /** @param {string} chosen */
  function select(chosen) {
    names.forEach((name, index) => {
      buttons[index].setAttribute("aria-selected", String(name === chosen));
      buttons[index].setAttribute("tabindex", name === chosen ? "0" : "-1");
      bodies[index].hidden = name !== chosen;
      if (name !== chosen) return;
      buttons[index].classList.remove("calls");
      panels[name].filter((part) => part.dataset.newest === "last").forEach(toNewest);
    });
  }
  const list = h("div", { role: "tablist", "aria-label": tell("About the game") }, ...buttons);
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const here = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (!step || here < 0) return;
    const next = (here + step + names.length) % names.length;
    select(names[next]);
    buttons[next].focus();
  });
  host.append(list, ...bodies);
  select(names[0]);
  const call = (/** @type {string} */ name, /** @type {boolean} */ loud) => {
    const button = buttons[names.indexOf(name)];
    if (loud && button.getAttribute("aria-selected") !== "true") button.classList.add("calls");
  };
  return { select, call };
}
