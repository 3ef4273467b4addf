/** What a finger means that comes down beside something small. */

/** Pixels: what is smaller is reached as if it were as large, unless the finger is on something that can be clicked. */
const FINGER = 32;

/**
 * The small node that is nearest to a place of the window; null if none is near enough.
 * @param {readonly {id: string, box: {x: number, y: number, width: number, height: number}}[]} places
 * @param {{x: number, y: number}} at
 * @returns {string | null}
 */
export function nearest(places, { x, y }) {
  let best = null;
  let least = Infinity;
  for (const { id, box } of places) {
    // What is large in both directions need not fill its box, and what is not drawn has none.
    if (Math.min(box.width, box.height) >= FINGER || Math.max(box.width, box.height) === 0) continue;
    const [across, down] = [beside(x, box.x, box.width), beside(y, box.y, box.height)];
    if (across > spare(box.width) || down > spare(box.height)) continue;
    const far = Math.hypot(across, down);
    if (far < least) [best, least] = [id, far];
  }
  return best;
}

/**
 * @param {number} at
 * @param {number} from
 * @param {number} length
 */
const beside = (at, from, length) => Math.max(from - at, at - from - length, 0);

/** @param {number} length */
const spare = (length) => Math.max(0, (FINGER - length) / 2);
