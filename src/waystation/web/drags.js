/**
 * What can be dragged where. A drag means the offers whose two nodes are the piece and the target, and those that name
 * the pair in `drags`. Pure: `carry.js` moves the piece, `hand.js` acts.
 * @import {Offer} from "./types.js"
 */

/** @typedef {Map<string, Offer[]>} Targets */

/**
 * @param {Offer} offer
 * @returns {[string, string][]}
 */
function pairs({ nodes = [], drags = [], any_order: anyOrder }) {
  return nodes.length === 2 && !anyOrder ? [[nodes[0], nodes[1]], ...drags] : drags;
}

/**
 * The pieces that can be dragged, each with its targets and what a drop there means.
 * @param {readonly Offer[]} offers
 * @returns {Map<string, Targets>}
 */
export function carries(offers) {
  /** @type {Map<string, Targets>} */
  const found = new Map();
  for (const offer of offers) {
    for (const [piece, target] of pairs(offer)) {
      const targets = found.get(piece) ?? new Map();
      targets.set(target, [...(targets.get(target) ?? []), offer]);
      found.set(piece, targets);
    }
  }
  return found;
}

/**
 * The offers with their drags as clicks: where a click on the piece means nothing by itself, it chooses the piece, and
 * the next click is on its target. So nothing needs a drag.
 * @param {readonly Offer[]} offers
 * @returns {Offer[]}
 */
export function clicksToo(offers) {
  const firsts = new Set(offers.flatMap(({ nodes = [] }) => nodes.slice(0, 1)));
  const more = offers.flatMap((offer) =>
    (offer.drags ?? []).filter(([piece]) => !firsts.has(piece)).map((nodes) => ({ ...offer, nodes })),
  );
  return [...offers, ...more];
}

/**
 * The piece that a drag from a pile of nodes (topmost first) takes: what can be clicked above it goes first.
 * @param {readonly string[]} pile
 * @param {Map<string, Targets>} pieces
 * @param {Set<string>} clickable
 * @returns {string | null}
 */
export function grasped(pile, pieces, clickable) {
  const first = pile.find((node) => pieces.has(node) || clickable.has(node));
  return first !== undefined && pieces.has(first) ? first : null;
}
