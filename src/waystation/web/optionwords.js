/**
 * Options in words, for lists: what of a table is not as usual, and how fast it may be played.
 * @import {GameInfo} from "./types.js"
 */
import { optionProperties, resolved, words } from "./schema.js";
import { mark, tell } from "./words.js";

/**
 * What differs from a usual table, a few words each.
 * @param {GameInfo | undefined} game
 * @param {Record<string, any>} options those that differ
 */
export function optionWords(game, options) {
  const properties = game ? optionProperties(game) : {};
  const defs = game?.options.$defs ?? {};
  return Object.entries(options).map(([key, value]) => {
    const name = tell((properties[key] && resolved(properties[key], defs).title) ?? key.replaceAll("_", " "));
    if (value === true) return name;
    if (value === false) return tell("{option}: no", { option: name });
    if (value === null) return tell("{option}: as it comes", { option: name });
    const said = typeof value === "object" ? "…" : words(value);
    return tell("{option}: {value}", { option: name, value: said });
  });
}

/**
 * For which ratings a table is, in words.
 * @param {[number, number] | null} level
 */
export function levelWords(level) {
  if (!level) return tell("anybody");
  const [low, high] = level;
  if (low <= -10_000) return tell("ratings up to {high}", { high });
  if (high >= 10_000) return tell("ratings from {low}", { low });
  return tell("ratings {low} to {high}", { low, high });
}

/**
 * A rating, with a mark while it may still be far off.
 * @param {{rating: number, unsure: boolean}} rating
 */
export const ratingWords = ({ rating, unsure }) => (unsure ? `${rating}?` : String(rating));

/** How fast a table is played, as it is chosen from. */
export const SPEEDS = { live: mark("live"), days: mark("over days"), free: mark("no hurry") };
