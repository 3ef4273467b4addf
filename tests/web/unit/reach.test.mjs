import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "../../../src/waystation/web/reach.js";

const worker = { id: "worker", box: { x: 100, y: 100, width: 16, height: 20 } };
const other = { id: "other", box: { x: 124, y: 100, width: 16, height: 20 } };

test("what is small is reached as if it were 32 pixels large", () => {
  for (const [x, y] of [[93, 110], [123, 110], [108, 95], [108, 125], [108, 110]])
    assert.equal(nearest([worker], { x, y }), "worker");
  for (const [x, y] of [[91, 110], [125, 110], [108, 93], [108, 127]]) assert.equal(nearest([worker], { x, y }), null);
});

test("of two the nearer one is meant", () => {
  assert.equal(nearest([worker, other], { x: 119, y: 110 }), "worker");
  assert.equal(nearest([worker, other], { x: 121, y: 110 }), "other");
});

test("what is large, or not drawn, has only itself", () => {
  const large = { id: "large", box: { x: 100, y: 100, width: 40, height: 32 } };
  assert.equal(nearest([large], { x: 110, y: 110 }), null);
  assert.equal(nearest([{ id: "gone", box: { x: 0, y: 0, width: 0, height: 0 } }], { x: 2, y: 2 }), null);
});

test("what is flat is reached from above and below only", () => {
  const button = { id: "button", box: { x: 100, y: 100, width: 90, height: 22 } };
  assert.equal(nearest([button], { x: 150, y: 96 }), "button");
  assert.equal(nearest([button], { x: 98, y: 110 }), null);
});
