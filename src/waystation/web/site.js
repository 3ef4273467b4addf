/** Whether a server is behind this page, or everything happens in this tab; and what addresses look like then. */

/**
 * What the maker of a site without a server wrote: see docs/offline.md.
 * @typedef {object} Site
 * @property {string} version
 * @property {string} language
 * @property {string} pyodide the interpreter's folder
 * @property {Record<string, any>} lock
 * @property {string} core the pack with our Python
 * @property {Record<string, string>} games a pack for each
 * @property {Record<string, number>} sizes of files, in bytes on the wire
 */

const named = document.querySelector('meta[name="waystation-site"]')?.getAttribute("content");

/** No server: tables live in this browser. */
export const inTab = typeof named === "string";

/** The folder that the page's files are in. */
export const folder = new URL(".", document.baseURI);

let site = /** @type {Promise<Site> | null} */ (null);

/** @returns {Promise<Site>} */
export function readSite() {
  site ??= fetch(new URL(named ?? "", folder)).then((answer) => answer.json());
  site.catch(() => (site = null));
  return site;
}

/**
 * The address of a view of this page. A host that only hands out files knows none but that of the page itself, so there
 * the view stands behind its question mark.
 * @param {string} path
 * @param {Record<string, string | number>} [query]
 */
export function href(path, query = {}) {
  const more = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return inTab ? ["?" + path, ...more].join("&") : [path, more.join("&")].filter(Boolean).join("?");
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
export function isOurs(link) {
  if (link.origin !== location.origin) return false;
  return inTab ? link.pathname === location.pathname && link.search.startsWith("?/") : !link.pathname.startsWith("/api/");
}
