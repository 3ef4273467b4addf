/**
 * Fair dice, against whoever runs the server, too: this browser adds something to the seed that the server has
 * committed to, and remembers both, to see that it was used.
 * @import {TableInfo} from "./types.js"
 */
import { api } from "./api.js";
import { onward } from "./frame.js";
import { inTab } from "./site.js";
import { tell } from "./words.js";

/** @typedef {{commitment: string, share: string}} Kept */

/** @param {string} table */
const place = (table) => `share ${table}`;

/**
 * Opens a table with fair dice (in a tab there is nobody to mistrust) and goes there.
 * @param {Record<string, any>} wish
 */
export const openTable = (wish) => dealAndGo(() => api("tables", { body: { shares: !inTab, ...wish } }));

/**
 * Goes to a new table, once this browser has added its share.
 * @param {() => Promise<TableInfo>} opened
 */
export async function dealAndGo(opened) {
  const on = onward();
  const table = await opened();
  if (!table.dealt) await addShare(table.id, table.seats.filter(({ mine }) => mine).map(({ seat }) => seat));
  on(`/table/${table.id}`);
}

/**
 * Adds this browser's share to the seed of a table of which nothing is drawn yet, if one is missing at these seats. If
 * it comes too late, the table says so; playing goes on either way.
 * @param {string} table
 * @param {number[]} mine
 */
export async function addShare(table, mine) {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const share = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    const { commitment, open, missing } = await api(`tables/${table}/shares`);
    if (!open || !mine.some((seat) => missing.includes(seat)) || localStorage.getItem(place(table))) return;
    localStorage.setItem(place(table), JSON.stringify({ commitment, share }));
    await api(`tables/${table}/shares`, { body: { share } });
  } catch {
    // the table is dealt without it, and says so
  }
}

/**
 * What this browser knows about the seed of a table, in a sentence; empty if it has added nothing.
 * @param {TableInfo} table
 */
export function ofMyShare(table) {
  /** @type {Kept | null} */
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(place(table.id)) ?? "null");
  } catch {
    // unreadable: as if there were none
  }
  if (!kept) return "";
  if (kept.commitment !== table.commitment)
    return tell("The commitment is not the one that this browser was shown before it added its share!");
  return Object.values(table.shares ?? {}).includes(kept.share)
    ? tell("This browser added {share} after it had been shown the commitment.", { share: kept.share })
    : tell("This browser added {share}, but the table was dealt without it.", { share: kept.share });
}
