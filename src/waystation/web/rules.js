/** The rules of a game, in our own words, as its package ships them. */
import { api, gameInfo } from "./api.js";
import { h } from "./dom.js";
import { entitle, topBar } from "./frame.js";
import { loadWhenSeen } from "./home.js";
import { tell } from "./words.js";

const SOON = 1500; // milliseconds until pictures come that nobody has scrolled to

/** @type {import("./app.js").View} */
export async function showRules(root, [name]) {
  const game = await gameInfo(name);
  const [rules, rulings] = await Promise.all([rulesOf(name, "rules"), rulesOf(name, "rulings")]);
  entitle(root, `${tell("Rules of {game}", { game: game.spec.title })} · Waystation`);
  // What is folded on the page is printed all the same.
  const unfold = () => root.querySelectorAll("details").forEach((one) => (one.open = true));
  addEventListener("beforeprint", unfold);
  root.append(
    topBar(h("span", {}, game.spec.title)),
    h("main", { class: "text" }, rules, ...(rulings.childElementCount ? [ruled(rulings)] : [])),
  );
  const timer = setTimeout(() => loadForPaper(root), SOON);
  return () => {
    clearTimeout(timer);
    removeEventListener("beforeprint", unfold);
  };
}

/**
 * Paper shows all pictures, the light ones; no browser waits for what is only asked for when it prints.
 * @param {HTMLElement} root
 */
function loadForPaper(root) {
  const missing = /** @type {NodeListOf<HTMLImageElement>} */ (root.querySelectorAll("img.only-light:not([src])"));
  for (const picture of missing) picture.src = picture.dataset.src ?? "";
}

/**
 * Both texts stand on one page: the places in this one are named apart.
 * @param {HTMLElement} rulings
 */
function ruled(rulings) {
  for (const place of rulings.querySelectorAll("[id]")) place.id = `rulings-${place.id}`;
  for (const link of rulings.querySelectorAll('a[href^="#"]')) {
    link.setAttribute("href", `#rulings-${link.getAttribute("href")?.slice(1)}`);
  }
  return h("details", {}, h("summary", {}, tell("What the rulebook leaves open, and what we decided")), rulings);
}

/**
 * The server's HTML fragment as an element; empty if the game has none.
 * @param {string} name
 * @param {"rules" | "rulings"} what
 */
export async function rulesOf(name, what) {
  const holder = h("div", { class: "rules" });
  const html = await api(`games/${name}/${what}`).catch((error) => {
    if (error.status !== 404) throw error;
    return "";
  });
  holder.append(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  for (const table of holder.querySelectorAll("table")) {
    const scroller = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": tell("Table") });
    table.replaceWith(scroller);
    scroller.append(table);
  }
  for (const figure of holder.querySelectorAll("[data-position]")) figure.prepend(...pictures(name, figure));
  loadWhenSeen(holder);
  return holder;
}

/**
 * A position that the rules show, light and dark; its caption stands below it.
 * @param {string} name of the game
 * @param {Element} figure
 */
function pictures(name, figure) {
  const position = figure.getAttribute("data-position");
  return ["light", "dark"].map((theme) =>
    h("img", {
      class: `only-${theme}`,
      "data-src": `/api/games/${name}/positions/${position}.svg?theme=${theme}`,
      alt: "",
    }),
  );
}
