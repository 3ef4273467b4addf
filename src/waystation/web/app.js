/** The start of the page: which view belongs to the path. */
import { api, ApiError, reasonOf, unreachable } from "./api.js";
import { closeAll, foremost } from "./dialogs.js";
import { h, once, say } from "./dom.js";
import { entitle, go, onward, topBar } from "./frame.js";
import { showHome } from "./home.js";
import { showNewTable } from "./newtable.js";
import { tellOffline } from "./offline.js";
import { nameField } from "./people.js";
import { showRules } from "./rules.js";
import { applySettings, followOtherTabs } from "./settings.js";
import { here, inTab, isView } from "./site.js";
import { ENGLISH, speak, tell } from "./words.js";

/**
 * A view fills `root` and gives back what takes it off again.
 * @typedef {(root: HTMLElement, path: string[]) => Promise<(() => void) | void>} View
 */

/** @type {Record<string, View>} */
const VIEWS = {
  "": showHome,
  new: showNewTable,
  // What only a table needs is loaded with the first one: the home page shall be there at once.
  table: async (root, path) => (await import("./table.js").catch(unreachable)).showTable(root, path),
  replay: async (root, path) => (await import("./replay.js").catch(unreachable)).showReplay(root, path),
  tournaments: async (root) => (await import("./tournaments.js").catch(unreachable)).showTournaments(root, []),
  tournament: async (root, path) => (await import("./tournament.js").catch(unreachable)).showTournament(root, path),
  confirm: async (root, path) => (await import("./letters.js").catch(unreachable)).showConfirm(root, path),
  stop: async (root, path) => (await import("./letters.js").catch(unreachable)).showStop(root, path),
  you: async (root, path) => (await import("./you.js").catch(unreachable)).showYou(root, path),
  rules: showRules,
  ladder: async (root, path) => (await import("./ladder.js").catch(unreachable)).showLadder(root, path),
  statistics: async (root, path) => (await import("./figures.js").catch(unreachable)).showStatistics(root, path),
  person: async (root, path) => (await import("./figures.js").catch(unreachable)).showPerson(root, path),
  games: async (root) => (await import("./archive.js").catch(unreachable)).showArchive(root, []),
  join,
};

const page = /** @type {HTMLElement} */ (document.getElementById("page"));
let leave = /** @type {(() => void) | void} */ (undefined);
let visits = 0;
let shown = "";
/** Says to a screen reader which view is here now; of the first one the browser says it. */
const announced = h("p", { class: "sr", role: "status" });

async function show() {
  visits += 1;
  const visit = visits;
  shown = here().path;
  leave?.();
  leave = undefined;
  closeAll();
  say(announced, "");
  const [name = "", ...rest] = shown.split("/").filter(Boolean); // as they stand there: what %2F hides would lead elsewhere
  const view = Object.hasOwn(VIEWS, name) ? VIEWS[name] : lost;
  const root = h("div", { class: `view view-${view === lost ? "lost" : name || "home"}` });
  page.replaceChildren(root);
  scrollTo(0, 0);
  if (visit > 1) beginIn(root);
  try {
    const left = await view(root, rest);
    if (visit === visits) leave = left;
    else left?.();
  } catch (error) {
    if (visit === visits) {
      root.replaceChildren(...sorry(error));
      shown = ""; // a link to the same address tries again
    }
    if (!(error instanceof ApiError)) throw error;
  } finally {
    if (visit > 1 && visit === visits) say(announced, document.title);
  }
}

/** What had the focus is gone: the next Tab goes to the first thing of the new view. @param {HTMLElement} root */
function beginIn(root) {
  root.tabIndex = -1;
  root.focus({ preventScroll: true });
}

/** @param {unknown} error */
function sorry(error) {
  const reason = error instanceof ApiError ? error.message : tell("Something went wrong on this page.");
  document.title = `${tell("Not this way")} · Waystation`;
  return [
    topBar(),
    h("main", { class: "narrow" }, h("h1", {}, tell("Not this way")), h("p", {}, reason), homeLink()),
  ];
}

const homeLink = () => h("p", {}, h("a", { href: "/" }, tell("To the home page")));

/** @type {View} */
async function lost(root) {
  root.replaceChildren(...sorry(new ApiError(404, tell("There is nothing at this address."))));
}

/**
 * The secret of an invitation is behind the #, so that no server ever logs it.
 * @type {View}
 */
async function join(root) {
  const link = location.hash.slice(1);
  const on = onward();
  if (link.length < 8 || link.length > 64) throw new ApiError(404, tell("This link leads nowhere (any more).")); // a part of one
  const seat = await api("join", { body: { link, peek: true } });
  if (seat.mine) return on(`/table/${seat.id}`, { replace: true });
  const name = nameField();
  name.show((await api("me")).name);
  const take = async () => {
    try {
      await name.saved();
      const joined = await api("join", { body: { link } });
      on(`/table/${joined.id}`, { replace: true });
    } catch (error) {
      say(problem, reasonOf(error));
    }
  };
  const problem = h("p", { class: "problem", role: "alert" });
  root.append(
    topBar(),
    h(
      "main",
      { class: "narrow" },
      h("h1", {}, tell("Join a table of {game}", { game: seat.title })),
      h("p", {}, tell("Seat {number} is kept for whoever has this link.", { number: seat.seat + 1 })),
      h("p", {}, name.element),
      h("button", { class: "primary", onclick: once(take) }, tell("Take the seat")),
      problem,
    ),
  );
  entitle(root, `${tell("Join {game}", { game: seat.title })} · Waystation`);
}

/** Links within the page don't load it again. @param {MouseEvent} event */
function onLink(event) {
  const link = /** @type {Element} */ (event.target).closest("a");
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !plain || link.target) return;
  if (link.hasAttribute("download")) {
    if (inTab) save(event, link);
    return;
  }
  if (!isView(link) || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  go(link.href);
}

/**
 * What a server would send as a file is made in this tab.
 * @param {MouseEvent} event
 * @param {HTMLAnchorElement} link
 */
async function save(event, link) {
  const path = link.getAttribute("href") ?? "";
  if (!path.startsWith("/api/")) return;
  event.preventDefault();
  const made = URL.createObjectURL(new Blob([await api(path.slice("/api/".length))]));
  h("a", { href: made, download: link.download }).click();
  setTimeout(() => URL.revokeObjectURL(made), 60_000);
}

/**
 * A wish that the server refused, and that no view has dealt with, is at least said.
 * @param {PromiseRejectionEvent} event
 */
function onRefusal(event) {
  if (!(event.reason instanceof ApiError)) return;
  event.preventDefault();
  const told = h("p", { class: "notice told", role: "alert" }, event.reason.message);
  foremost().append(told);
  setTimeout(() => told.remove(), 6000);
}

applySettings();
followOtherTabs();
document.body.append(announced);
// A page in English is better than none.
if (document.documentElement.lang !== "en") speak(await api("language").catch(() => ENGLISH));
addEventListener("unhandledrejection", onRefusal);
document.addEventListener("click", onLink);
// Going to another place of the same view (#...) is none of our business, but for another invitation.
addEventListener("popstate", () => here().path !== shown && show());
addEventListener("waystation:person", show); // somebody else is here now
addEventListener("hashchange", () => /^\/(join|confirm)/.test(here().path) && show());
show();
if (inTab) (await import("./tabpage.js").catch(unreachable)).begin();
else tellOffline();
