import assert from "node:assert/strict";
import test from "node:test";
import { inWords, named, pins, toggled } from "../../../src/waystation/web/pointing.js";

const nodes = new Map([
  ["tile", { id: "tile", title: "Harbour" }],
  ["shade", { id: "shade" }],
]);

test("a click puts a marker, another takes it away, the seventh pushes the first out", () => {
  assert.deepEqual(toggled(["a"], "b"), ["a", "b"]);
  assert.deepEqual(toggled(["a", "b"], "a"), ["b"]);
  assert.deepEqual(toggled(["a", "b", "c", "d", "e", "f"], "g"), ["b", "c", "d", "e", "f", "g"]);
});

test("a click points at the topmost thing that has a name", () => {
  assert.equal(named(["shade", "tile"], nodes), "tile");
  assert.equal(named(["shade"], nodes), undefined);
});

test("markers carry the seat's letter and their number", () => {
  const found = pins([{ seat: 1, nodes: ["x", "y"], agree: false }], ["Ada", "Ben"]);
  assert.deepEqual(
    found.map((pin) => pin.label),
    ["B1", "B2"],
  );
});

test("pointing in words", () => {
  assert.equal(inWords(undefined, nodes), "");
  assert.equal(inWords({ seat: 0, nodes: ["tile"], agree: true }, nodes), "agrees, points at Harbour");
});
