/** The bar that tells what is being loaded before games can be played in this tab. */
import { allGames } from "./api.js";
import { h } from "./dom.js";
import { onProgress } from "./tab.js";
import { tell } from "./words.js";

/** What is still coming, in the order in which it is told. @type {Map<string, {what: string, game?: string, loaded: number, total: number}>} */
const coming = new Map();
/** Shown only for what takes a moment: on a second visit nothing flickers. */
const PATIENCE = 400; // ms

export function showProgress() {
  const label = h("span", { id: "loading-label" });
  const bar = /** @type {HTMLProgressElement} */ (h("progress", { "aria-labelledby": "loading-label" }));
  const box = h("div", { class: "coming", hidden: true }, label, bar);
  let started = false;
  document.body.append(box);
  const timer = setTimeout(() => (box.hidden = started), PATIENCE);
  onProgress(async (news) => {
    if ("failed" in news) return clearTimeout(timer), box.replaceWith(sorry(news.failed));
    if ("done" in news) started = true;
    else if (news.loaded < news.total) coming.set(news.game ?? news.what, news);
    else coming.delete(news.game ?? news.what);
    const [first] = coming.values();
    if (!first && started) box.hidden = true;
    else if (!first) label.textContent = tell("Starting Python …");
    else {
      if (first.what === "game") box.hidden = false;
      label.textContent = await told(first);
    }
    if (first) {
      bar.max = first.total;
      bar.value = first.loaded;
    } else bar.removeAttribute("value");
  });
}

/**
 * @param {{what: string, game?: string, loaded: number, total: number}} part
 * @returns {Promise<string>}
 */
async function told({ what, game, loaded, total }) {
  const sizes = { loaded: megabytes(loaded), total: megabytes(total) };
  if (what === "python") return tell("Loading Python, which runs the games in this browser: {loaded} of {total} MB", sizes);
  if (what === "waystation") return tell("Loading what all games share: {loaded} of {total} MB", sizes);
  const known = (await allGames()).find(({ name }) => name === game);
  return tell("Loading {game}: {loaded} of {total} MB", { ...sizes, game: known?.spec.title ?? game });
}

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

/** @param {string} reason */
function sorry(reason) {
  const again = h("button", { onclick: () => location.reload() }, tell("Try again"));
  return h("div", { class: "coming", role: "alert" }, h("span", { class: "problem" }, reason), again);
}
