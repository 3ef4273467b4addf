/** Whether a server is behind this page, or everything happens in this tab; and what addresses look like then. */

/**
 * What the maker of a site without a server wrote: see docs/offline.md.
 * @typedef {object} Site
 * @property {string} version
 * @property {string} language
 * @property {string} answers the folder of what a server would answer about games
 * @property {string} pyodide the interpreter's folder
 * @property {Record<string, any>} lock
 * @property {string} core the pack with our Python
 * @property {string} memory of a Python that has used all of it
 * @property {Record<string, string>} games a pack for each
 * @property {Record<string, number>} sizes of files, in bytes on the wire
 */

const page = globalThis.document; // there is none where modules are tested one by one
const meta = page?.querySelector?.('meta[name="waystation-site"]');
const named = meta?.getAttribute("content");
const answers = meta?.getAttribute("data-answers") ?? "";

/** No server: tables live in this browser. */
export const inTab = typeof named === "string";

/** What tells of the site. */
export const siteFile = named ?? "";

/** The folder that the page's files are in. */
export const folder = () => new URL(".", page.baseURI);

/**
 * Where something is that stands at this path of a server. A host that only hands out files knows none of the page's
 * views, so there they stand behind the question mark of the page itself; what a server answers about games is a file.
 * @param {string} path from the root; anything else is left as it is
 */
export function address(path) {
  if (!inTab || !path.startsWith("/")) return path;
  if (path.startsWith("/api/")) return fileOf(path.slice("/api/".length)) ?? path;
  return `?${path.replace("?", "&")}`;
}

const FILES = /^(?:games|language|games\/[^/]+\/(?:look|rules|rulings|picture\.svg|positions\/[a-z0-9-]+\.svg))$/;

/**
 * The file that holds what a server would answer; undefined if the answer depends on tables.
 * @param {string} path below /api
 */
export function fileOf(path) {
  const [name, query] = path.split("?");
  if (!FILES.test(name)) return undefined;
  if (name.endsWith(".svg")) return `${answers}${name.replace(".svg", `-${new URLSearchParams(query).get("theme")}.svg`)}`;
  return `${answers}${name}${/rul(?:es|ings)$/.test(name) ? ".html" : ".json"}`;
}

/** Which view is asked for, and what else its address says. */
export function here() {
  if (!inTab) return { path: location.pathname, query: new URLSearchParams(location.search) };
  const [path, ...more] = location.search.slice(1).split("&");
  return { path: path || "/", query: new URLSearchParams(more.join("&")) };
}

/**
 * Whether a link leads to a view of this page.
 * @param {HTMLAnchorElement} link
 */
export function isView(link) {
  if (link.origin !== location.origin) return false;
  return inTab ? link.pathname === location.pathname && link.search.startsWith("?/") : !link.pathname.startsWith("/api/");
}
