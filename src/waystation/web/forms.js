/**
 * Which options of a game go together (waystation.engine.forms): what is left out of the form, and which values can't
 * be chosen now.
 * @import {Schema} from "./types.js"
 */

/** @typedef {Record<string, any[]>} Case other options by name, each with the values that it may have */

/**
 * @typedef {object} Settled
 * @property {Record<string, any>} values what counts: of an option that is left out, its default
 * @property {Set<string>} left the options that are left out
 * @property {Map<string, string[]>} barred by option the values that can't be chosen
 */

/** How often one choice may change another before we stop: options that contradict each other must not hang the page. */
const ROUNDS = 10;

/**
 * @param {Record<string, any>} values
 * @param {Case[]} cases
 */
const fits = (values, cases) =>
  cases.some((one) => Object.entries(one).every(([name, allowed]) => allowed.includes(values[name])));

/**
 * What comes of what is given. One choice may change another, so it is looked at again until nothing changes.
 * @param {Record<string, Schema>} properties
 * @param {Record<string, any>} given
 * @returns {Settled}
 */
export function settled(properties, given) {
  let values = { ...given };
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = look(properties, given, values);
    if (JSON.stringify(next.values) === JSON.stringify(values)) return next;
    values = next.values;
  }
  return look(properties, given, values);
}

/**
 * @param {Record<string, Schema>} properties
 * @param {Record<string, any>} given
 * @param {Record<string, any>} before
 * @returns {Settled}
 */
function look(properties, given, before) {
  const values = { ...given };
  /** @type {Set<string>} */
  const left = new Set();
  /** @type {Map<string, string[]>} */
  const barred = new Map();
  for (const [name, { only = [], each = {}, ...schema }] of Object.entries(properties)) {
    if (only.length && !fits(before, only)) {
      left.add(name);
      values[name] = schema.default;
      continue;
    }
    const possible = Object.keys(each).filter((value) => fits(before, [each[value]]));
    const not = Object.keys(each).filter((value) => !possible.includes(value));
    if (not.length) barred.set(name, not);
    if (not.includes(String(values[name])) && possible.length) values[name] = likeIn(schema, possible[0]);
  }
  return { values, left, barred };
}

/**
 * A value by its name as a key.
 * @param {Schema} schema
 * @param {string} key
 */
const likeIn = (schema, key) => (schema.type === "integer" ? Number(key) : key);
