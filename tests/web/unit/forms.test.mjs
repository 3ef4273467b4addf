import assert from "node:assert/strict";
import test from "node:test";

import { settled } from "../../../src/waystation/web/forms.js";

const SHIPS = {
  mode: { default: "all", each: { all: { players: [2, 3] }, solo: { players: [1] }, team: { players: [1, 2] } } },
  level: { default: 5, type: "integer", only: [{ mode: ["team"] }] },
  first: { default: 0, type: "integer", each: { 0: {}, 3: { players: [3] } } },
  late: { default: false, only: [{ level: [7] }, { first: [3] }] },
};
const CHOSEN = { mode: "all", level: 7, first: 3, late: true };

test("one player switches to the first mode that one can play", () => {
  const { values, barred } = settled(SHIPS, { ...CHOSEN, players: 1 });
  assert.equal(values.mode, "solo");
  assert.deepEqual(barred.get("mode"), ["all"], "a team of one is possible");
});

test("what fits stays as it is chosen", () => {
  const { values, left, barred } = settled(SHIPS, { ...CHOSEN, mode: "team", players: 2 });
  assert.deepEqual(values, { mode: "team", level: 7, first: 0, late: true, players: 2 });
  assert.deepEqual([...left], []);
  assert.deepEqual(barred.get("mode"), ["solo"]);
});

test("what means nothing is left out, and what hangs on it, too", () => {
  const { values, left } = settled(SHIPS, { ...CHOSEN, first: 0, players: 3 });
  assert.deepEqual([...left], ["level", "late"]);
  assert.equal(values.level, 5);
  assert.equal(values.late, false);
  const other = settled(SHIPS, { ...CHOSEN, players: 3 });
  assert.deepEqual([...other.left], ["level"], "one of several cases is enough");
});

test("options that contradict each other don't hang the page", () => {
  const round = { a: { default: 0, only: [{ b: [0] }] }, b: { default: 1, only: [{ a: [0] }] } };
  assert.ok(settled(round, { a: 1, b: 0 }));
});
