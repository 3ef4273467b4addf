/**
 * Pointing: while people talk, each can put numbered markers on the table for all to see, and say "I agree".
 * Pure: `board.js` draws the markers.
 * @import {Pointed, SceneNode} from "./types.js"
 */
import { tell } from "./words.js";

const MOST = 6;

/**
 * The markers of a seat after a click: a marked node loses its marker, another gets the next number. The oldest goes
 * when there are too many.
 * @param {readonly string[]} nodes
 * @param {string} node
 */
export function toggled(nodes, node) {
  return nodes.includes(node) ? nodes.filter((one) => one !== node) : [...nodes, node].slice(-MOST);
}

/**
 * What a click points at: the topmost thing that has a name.
 * @param {readonly string[]} pile
 * @param {Map<string, SceneNode>} nodes
 * @returns {string | undefined}
 */
export function named(pile, nodes) {
  return pile.find((id) => nodes.get(id)?.title);
}

/** @typedef {{node: string, seat: number, label: string}} Pin */

/**
 * The markers of all seats: the first letter of a seat's name and the marker's number, so that colour is not the only
 * sign.
 * @param {readonly Pointed[]} points
 * @param {readonly string[]} names
 * @returns {Pin[]}
 */
export function pins(points, names) {
  return points.flatMap(({ seat, nodes }) =>
    nodes.map((node, index) => ({ node, seat, label: `${[...(names[seat] ?? "?")][0]}${index + 1}` })),
  );
}

/**
 * What a seat points at, for the screen reader.
 * @param {Pointed | undefined} pointed
 * @param {Map<string, SceneNode>} nodes
 */
export function inWords(pointed, nodes) {
  if (!pointed) return "";
  const titles = pointed.nodes.map((id) => nodes.get(id)?.title ?? "").filter(Boolean);
  const at = titles.length > 0 && tell("points at {things}", { things: titles.join("; ") });
  return [pointed.agree && tell("agrees"), at].filter(Boolean).join(", ");
}
