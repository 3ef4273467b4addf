/**
 * What a page asks: of a server by HTTP, without one of Python in this tab, or of the site's files. A refusal becomes an
 * ApiError with the reason.
 */
import { fileOf, folder, inTab } from "./site.js";
import { tell } from "./words.js";

export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} reason
   */
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}

/**
 * @param {string} path below /api
 * @param {{method?: string, body?: unknown}} [request]
 * @returns {Promise<any>} the JSON of the answer, or its text if it is no JSON
 */
export async function api(path, { method, body } = {}) {
  const answer = await ask(path, method ?? (body === undefined ? "GET" : "POST"), body);
  const json = answer.headers.get("Content-Type")?.startsWith("application/json");
  const content = answer.status === 204 ? null : await (json ? answer.json() : answer.text()).catch(unreachable);
  if (!answer.ok)
    throw new ApiError(answer.status, content?.reason ?? tell("The server answered {status}.", { status: answer.status }));
  return content;
}

/**
 * @param {string} path
 * @param {string} method
 * @param {unknown} body
 * @returns {Promise<Response>}
 */
async function ask(path, method, body) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  if (!inTab) return fetched(`/api/${path}`, { method, headers: text ? { "Content-Type": "application/json" } : {}, body: text });
  const file = fileOf(path);
  if (file !== undefined) return fetched(new URL(file, folder()));
  const { call } = await import("./tab.js").catch(unreachable);
  const { status, kind, text: said } = await call(method, path, text ?? "");
  return new Response(status === 204 ? null : said, { status, headers: { "Content-Type": kind } });
}

/**
 * @param {string | URL} url
 * @param {RequestInit} [how]
 */
export function fetched(url, how) {
  return fetch(url, how).catch(unreachable);
}

/** Nothing comes, or not all of it. @returns {never} */
export function unreachable() {
  throw new ApiError(0, tell("The server can't be reached. Are you online?"));
}

/**
 * What went wrong, in a sentence.
 * @param {unknown} error
 */
export function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}

let games = /** @type {Promise<import("./types.js").GameInfo[]> | null} */ (null);

/** The installed games, asked for once. */
export function allGames() {
  games ??= api("games").catch((error) => {
    games = null;
    throw error;
  });
  return games;
}

/** @param {string} name */
export async function gameInfo(name) {
  const found = (await allGames()).find((game) => game.name === name);
  if (!found) throw new ApiError(404, tell("There is no game named {name}.", { name }));
  return found;
}

/**
 * @param {string} game
 * @param {string} hash
 * @returns {Promise<import("./types.js").Look>}
 */
export function lookOf(game, hash) {
  return api(`games/${game}/look?v=${hash}`);
}
