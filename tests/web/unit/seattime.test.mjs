import assert from "node:assert/strict";
import test from "node:test";

import { paceInWords } from "../../../src/waystation/web/pace.js";
import { clockFace, leftAfter, tableTime, timeInWords } from "../../../src/waystation/web/seattime.js";

const HOUR = 3600;
const DAY = 24 * HOUR;

test("only who is charged has less after a while, and never less than nothing", () => {
  assert.deepEqual(leftAfter({ left: 60 }, 5), { left: 60, away: 0, resting: false });
  assert.deepEqual(leftAfter({ left: 60, runs: true }, 5), { left: 55, away: 0, resting: false });
  assert.equal(leftAfter({ left: 60, runs: true }, 500).left, 0);
});

test("days away are used up first", () => {
  const time = { left: 60, away: 10, runs: true, resting: true };
  assert.deepEqual(leftAfter(time, 4), { left: 60, away: 6, resting: true });
  assert.deepEqual(leftAfter(time, 15), { left: 55, away: 0, resting: false });
});

test("a clock shows tenths at the end, hours and days at the beginning", () => {
  assert.deepEqual(
    [0, 9.97, 10, 61, HOUR + 61, 6 * HOUR + 120, 3 * DAY + HOUR].map(clockFace),
    ["0.0", "9.9", "0:10", "1:01", "1:01:01", "6 h 2 min", "3 d 1 h"],
  );
});

test("a sentence says it roughly", () => {
  assert.deepEqual([9, 200, 3 * HOUR, 2.5 * DAY].map(timeInWords), ["9 seconds left", "3 minutes left", "3 hours left", "2 days left"]);
});

test("a list of tables tells of my time, else of theirs who are waited for", () => {
  const seats = [{ mine: true }, { mine: false }];
  const table = (times, kind = "turns") => /** @type {any} */ ({ pace: { kind }, seats, times });
  assert.equal(tableTime(table([{ left: 3 * HOUR, runs: true }, { left: 2 * HOUR, runs: true }])), "3 hours left");
  assert.equal(tableTime(table([{ left: 3 * HOUR }, { left: 2 * HOUR, runs: true, away: HOUR, resting: true }])), "3 hours left");
  assert.equal(tableTime(table([{ left: 60 }, { left: 60 }])), "");
  assert.equal(tableTime(table([{ left: 60, runs: true }, { left: 60 }], "absent")), "");
});

test("how fast a table is", () => {
  const named = [
    [null, "no clock"],
    [{ kind: "live", bank: 900, turn: 30 }, "15 min + 30 s a turn"],
    [{ kind: "live", bank: HOUR, turn: 0 }, "1 hour for the game"],
    [{ kind: "turns", turn: DAY, away: DAY }, "one turn a day"],
    [{ kind: "turns", turn: 12 * HOUR, away: 0 }, "2 turns a day"],
    [{ kind: "turns", turn: 48 * HOUR, away: 0 }, "2 days a turn"],
    [{ kind: "absent", turn: HOUR }, "1 hour, then a bot"],
  ];
  for (const [pace, words] of named) assert.equal(paceInWords(/** @type {any} */ (pace)), words);
});
