/**
 * What a click means. An offer names the nodes to be clicked for it, in order: one (a click acts), two (this piece,
 * then there), or none (only its button). `path` are the nodes clicked so far.
 * With `any_order` they are pieces, to be clicked one after the other as it comes.
 * @import {Offer} from "./types.js"
 */
import { clicksToo } from "./drags.js";

/**
 * @typedef {{what: "act", offer: Offer}
 *   | {what: "menu", node: string, offers: Offer[], further: boolean}
 *   | {what: "choose", path: string[]}
 *   | {what: "cancel"}
 *   | {what: "refuse", path: string[]}
 *   | {what: "nothing"}} Meaning
 */

/**
 * The offers that begin with these clicks; without clicks, all.
 * @param {readonly Offer[]} offers
 * @param {readonly string[]} path
 * @returns {Offer[]}
 */
export function beginning(offers, path) {
  if (!path.length) return [...offers];
  return clicksToo(offers).filter((offer) => following(offer, path) !== null);
}

/**
 * The nodes that may come next after these clicks; null if the offer does not begin with them.
 * @param {Offer} offer
 * @param {readonly string[]} path
 * @returns {string[] | null}
 */
function following({ nodes = [], any_order: anyOrder }, path) {
  if (!anyOrder) return path.every((node, index) => nodes[index] === node) ? nodes.slice(path.length, path.length + 1) : null;
  const left = [...nodes];
  for (const node of path) {
    if (!left.includes(node)) return null;
    left.splice(left.indexOf(node), 1);
  }
  return left;
}

/**
 * The nodes a click can go to next, and those that a shortcut reaches: a target whose piece needs no telling.
 * @param {readonly Offer[]} offers
 * @param {readonly string[]} path
 * @returns {{next: Set<string>, direct: Set<string>}}
 */
export function clickable(offers, path) {
  const fitting = path.length ? beginning(offers, path) : clicksToo(offers);
  const next = new Set(fitting.flatMap((offer) => following(offer, path) ?? []));
  const direct = new Set(path.length ? [] : [...endings(offers).keys()].filter((node) => !next.has(node)));
  return { next, direct };
}

/**
 * Two-step offers by their last node.
 * @param {readonly Offer[]} offers
 * @returns {Map<string, Offer[]>}
 */
function endings(offers) {
  /** @type {Map<string, Offer[]>} */
  const found = new Map();
  for (const offer of offers) {
    const last = (offer.nodes?.length ?? 0) > 1 && !offer.any_order ? offer.nodes?.at(-1) : undefined;
    if (last !== undefined) found.set(last, [...(found.get(last) ?? []), offer]);
  }
  return found;
}

/**
 * What a click on a pile of nodes (topmost first) means after the clicks of `path`.
 * @param {readonly string[]} pile
 * @param {readonly Offer[]} offers
 * @param {readonly string[]} path
 * @returns {Meaning}
 */
export function meaning(pile, offers, path) {
  const { next } = clickable(offers, path);
  const hit = pile.find((node) => next.has(node));
  if (hit !== undefined) return step(hit, beginning(offers, [...path, hit]), path);
  if (path.length) {
    if (pile.includes(/** @type {string} */ (path.at(-1)))) return { what: "cancel" };
    const anew = meaning(pile, offers, []); // another piece instead of the one chosen
    if (anew.what !== "refuse") return anew;
    return { what: "refuse", path: [...path, pile[0]] };
  }
  const ends = endings(offers);
  const target = pile.find((node) => ends.has(node));
  if (target !== undefined) return choice(target, ends.get(target) ?? [], false);
  return pile.length ? { what: "refuse", path: [pile[0]] } : { what: "nothing" };
}

/**
 * @param {string} node
 * @param {Offer[]} offers those that begin with the path and this node
 * @param {readonly string[]} path
 * @returns {Meaning}
 */
function step(node, offers, path) {
  const length = path.length + 1;
  const done = offers.filter((offer) => offer.nodes?.length === length);
  if (!done.length) return { what: "choose", path: [...path, node] };
  return choice(node, done, done.length < offers.length);
}

/**
 * @param {string} node
 * @param {Offer[]} offers
 * @param {boolean} further whether the click may also be the first of two
 * @returns {Meaning}
 */
function choice(node, offers, further) {
  return offers.length === 1 && !further
    ? { what: "act", offer: offers[0] }
    : { what: "menu", node, offers, further };
}

/**
 * Offers by the first word of their notation, in the order in which the words first occur.
 * @param {readonly Offer[]} offers
 * @returns {Map<string, Offer[]>}
 */
export function grouped(offers) {
  /** @type {Map<string, Offer[]>} */
  const groups = new Map();
  for (const offer of offers) {
    const word = offer.notation.split(" ")[0];
    groups.set(word, [...(groups.get(word) ?? []), offer]);
  }
  return groups;
}

/**
 * Offers whose label or notation has all the words.
 * @param {readonly Offer[]} offers
 * @param {string} words
 * @returns {Offer[]}
 */
export function filtered(offers, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return offers.filter((offer) => {
    const text = `${offer.label} ${offer.notation}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/**
 * The node to go to from `from` with an arrow key: the nearest whose direction is within 60 degrees of the arrow's.
 * @param {{id: string, x: number, y: number}[]} places
 * @param {string} from
 * @param {string} arrow ArrowLeft, ArrowRight, ArrowUp or ArrowDown
 * @returns {string}
 */
export function neighbour(places, from, arrow) {
  const here = places.find((place) => place.id === from);
  if (!here) return places[0]?.id ?? from;
  const [ux, uy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[arrow] ?? [
    0, 0,
  ];
  let best = from;
  let least = Infinity;
  for (const place of places) {
    const [dx, dy] = [place.x - here.x, place.y - here.y];
    const along = dx * ux + dy * uy;
    const across = Math.abs(dx * uy - dy * ux);
    if (along <= 0.5 || across > along * 1.75) continue;
    const cost = along + 2 * across;
    if (cost < least) [best, least] = [place.id, cost];
  }
  return best;
}
