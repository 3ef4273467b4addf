/**
 * The scene as data: applying changes, the order of painting, the panels of the narrow layout.
 * Nothing here touches the document.
 * @import {Scene, SceneChange, SceneNode, Region} from "./types.js"
 */

/**
 * The scene after a change. Nodes that did not change stay the same objects.
 * @param {Scene} scene
 * @param {SceneChange} change
 * @returns {Scene}
 */
export function applyChange(scene, change) {
  const nodes = new Map(scene.nodes.map((node) => [node.id, node]));
  for (const id of change.remove) nodes.delete(id);
  for (const node of change.set) nodes.set(node.id, node);
  const order = change.order ?? [...nodes.keys()];
  return { ...scene, nodes: order.map((id) => must(nodes.get(id), id)) };
}

/**
 * What turns one scene into the next.
 * @param {Map<string, SceneNode>} before
 * @param {SceneNode[]} after
 * @returns {{set: SceneNode[], remove: string[]}}
 */
export function difference(before, after) {
  const now = new Set(after.map((node) => node.id));
  return {
    set: after.filter((node) => !same(before.get(node.id), node)),
    remove: [...before.keys()].filter((id) => !now.has(id)),
  };
}

/**
 * @param {SceneNode | undefined} a
 * @param {SceneNode} b
 */
function same(a, b) {
  return a === b || (a !== undefined && JSON.stringify(a) === JSON.stringify(b));
}

/**
 * Whether a node stands elsewhere than before.
 * @param {SceneNode} a
 * @param {SceneNode} b
 */
export function moved(a, b) {
  return (
    a.region !== b.region ||
    a.x !== b.x ||
    a.y !== b.y ||
    a.turn !== b.turn ||
    (a.scale ?? 1) !== (b.scale ?? 1)
  );
}

/**
 * Node ids by region, lowest first: by layer, then as listed.
 * @param {Scene} scene
 * @returns {Map<string, string[]>}
 */
export function paintOrder(scene) {
  /** @type {Map<string, SceneNode[]>} */
  const regions = new Map(scene.regions.map((region) => [region.id, []]));
  for (const node of scene.nodes) must(regions.get(node.region), node.region).push(node);
  return new Map(
    [...regions].map(([id, nodes]) => [
      id,
      nodes.sort((a, b) => (a.layer ?? 0) - (b.layer ?? 0)).map((node) => node.id),
    ]),
  );
}

/**
 * The regions in the order of the narrow layout.
 * @param {Scene} scene
 * @returns {Region[]}
 */
export function stacked(scene) {
  return [...scene.regions].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
}

/**
 * The regions that share a place in the wide layout, by their tab.
 * @param {Scene} scene
 * @returns {Map<string, Region[]>}
 */
export function tabGroups(scene) {
  /** @type {Map<string, Region[]>} */
  const groups = new Map();
  for (const region of scene.regions)
    if (region.tab) groups.set(region.tab, [...(groups.get(region.tab) ?? []), region]);
  return groups;
}

/**
 * The transform attribute that puts a node in its place.
 * @param {SceneNode} node
 */
export function placement(node) {
  const moves = [];
  if (node.x || node.y) moves.push(`translate(${node.x ?? 0} ${node.y ?? 0})`);
  if (node.turn) moves.push(`rotate(${node.turn})`);
  if ((node.scale ?? 1) !== 1) moves.push(`scale(${node.scale})`);
  return moves.join(" ");
}

/**
 * A line of points without those closer than `step` to the one before; the last point stays.
 * @param {[number, number][]} points
 * @param {number} step
 * @returns {[number, number][]}
 */
export function thinned(points, step) {
  /** @type {[number, number][]} */
  const kept = [];
  for (const point of points) {
    const last = kept.at(-1);
    if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= step) kept.push(point);
  }
  const end = points.at(-1);
  if (end && kept.length > 1 && kept.at(-1) !== end) kept.push(end);
  return kept;
}

/**
 * @template T
 * @param {T | undefined} value
 * @param {string} what
 * @returns {T}
 */
function must(value, what) {
  if (value === undefined) throw new Error(`the scene has no ${what}`);
  return value;
}
