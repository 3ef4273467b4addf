import assert from "node:assert/strict";
import test from "node:test";
import { stepAt, wantedIn } from "../../../src/waystation/web/steps.js";

const read = (begins) => ({ text: "", show: [], begins, do: [] });
const act = (begins, ...moves) => ({ text: "", show: [], begins, do: moves });
const lesson = {
  title: "",
  seat: 0,
  moves: 5,
  steps: [read(0), act(0, ["a", "b"]), read(2), act(2, ["c"], ["d"]), read(5)],
};

test("what is to be read comes before what is to be done, and is passed by a button", () => {
  assert.equal(stepAt(lesson, 0, -1), 0);
  assert.equal(stepAt(lesson, 0, 0), 1);
  assert.equal(stepAt(lesson, 1, 0), 1); // the others are still to move
  assert.equal(stepAt(lesson, 2, 0), 2);
  assert.equal(stepAt(lesson, 2, 2), 3);
  assert.equal(stepAt(lesson, 5, 2), 4);
  assert.equal(stepAt(lesson, 9, 2), 4); // the others play on already
  assert.equal(stepAt(lesson, 9, 4), undefined);
});

test("who acts at once has no need to read on", () => {
  assert.equal(stepAt(lesson, 3, -1), 3);
});

test("moves taken back lead to the step before", () => {
  assert.equal(stepAt(lesson, 0, 2), 1);
});

test("a step waits for its moves one by one", () => {
  assert.deepEqual(wantedIn(lesson.steps[1], 0), ["a", "b"]);
  assert.deepEqual(wantedIn(lesson.steps[1], 1), []);
  assert.deepEqual(wantedIn(lesson.steps[3], 3), ["d"]);
});
