import assert from "node:assert/strict";
import test from "node:test";
import {
  applyChange,
  difference,
  moved,
  paintOrder,
  placement,
  stacked,
  thinned,
} from "../../../src/waystation/web/scene.js";

const node = (id, more = {}) => ({ id, region: "board", ...more });
const scene = (...nodes) => ({
  title: "",
  width: 10,
  height: 10,
  nodes,
  regions: [
    { id: "board", title: "", width: 10, height: 10, order: 2 },
    { id: "hand", title: "", width: 5, height: 5, order: 1 },
  ],
});
const ids = (shown) => shown.nodes.map((one) => one.id);

test("a change without an order keeps the places and appends what is new", () => {
  const before = scene(node("a"), node("b"), node("c"));
  const after = applyChange(before, { set: [node("b", { x: 3 }), node("d")], remove: ["a"], order: null });
  assert.deepEqual(ids(after), ["b", "c", "d"]);
  assert.equal(after.nodes[0].x, 3);
  assert.equal(after.nodes[1], before.nodes[2], "what did not change is the same object");
});

test("a change with an order puts every node in its place", () => {
  const after = applyChange(scene(node("a"), node("b")), {
    set: [node("c")],
    remove: [],
    order: ["c", "b", "a"],
  });
  assert.deepEqual(ids(after), ["c", "b", "a"]);
});

test("an order that names an unknown node is an error, not a hole in the picture", () => {
  assert.throws(() => applyChange(scene(node("a")), { set: [], remove: [], order: ["a", "ghost"] }), /ghost/);
});

test("the difference of two scenes is what is new or other, and what is gone", () => {
  const before = new Map([
    ["a", node("a")],
    ["b", node("b", { x: 1 })],
    ["c", node("c")],
  ]);
  const change = difference(before, [node("a"), node("b", { x: 2 }), node("d")]);
  assert.deepEqual(
    change.set.map((one) => one.id),
    ["b", "d"],
  );
  assert.deepEqual(change.remove, ["c"]);
});

test("a node has moved when its place, region, turn or scale changed, not its title", () => {
  assert.ok(moved(node("a"), node("a", { x: 1 })));
  assert.ok(moved(node("a"), { ...node("a"), region: "hand" }));
  assert.ok(moved(node("a"), node("a", { scale: 2 })));
  assert.ok(!moved(node("a"), node("a", { scale: 1, title: "new" })));
});

test("painting goes by layer, then by the list", () => {
  const order = paintOrder(
    scene(node("top", { layer: 2 }), node("first"), node("card", { region: "hand" }), node("second")),
  );
  assert.deepEqual(order.get("board"), ["first", "second", "top"]);
  assert.deepEqual(order.get("hand"), ["card"]);
});

test("panels of the narrow layout go by their order", () => {
  assert.deepEqual(
    stacked(scene()).map((region) => region.id),
    ["hand", "board"],
  );
});

test("a node at the origin needs no transform", () => {
  assert.equal(placement(node("a")), "");
  assert.equal(placement(node("a", { x: 4, turn: 90, scale: 0.5 })), "translate(4 0) rotate(90) scale(0.5)");
});

test("a drawn line loses crowded points but keeps its end", () => {
  assert.deepEqual(
    thinned(
      [
        [0, 0],
        [0.5, 0],
        [3, 0],
        [3.5, 0],
      ],
      2,
    ),
    [
      [0, 0],
      [3, 0],
      [3.5, 0],
    ],
  );
});
