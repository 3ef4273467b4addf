import assert from "node:assert/strict";
import test from "node:test";

import { sidesOf } from "../../../src/waystation/web/rolls.js";

const roll = { ply: 4, kind: "roll", text: "Ada rolls 3.", data: { sides: [{ who: "Ada", dice: [3] }] } };
const won = { ply: 4, kind: "points", text: "Ada gains 2." };
const quiet = { ply: 5, kind: "sail", text: "Ben sails.", data: { to: "11a" } };

test("an event shows its own dice", () => {
  assert.deepEqual(sidesOf(roll, [roll, won]), roll.data.sides);
});

test("what follows a roll in the same move shows them, too", () => {
  assert.deepEqual(sidesOf(won, [roll, won, quiet]), roll.data.sides);
  assert.deepEqual(sidesOf(won, [won, roll]), [], "but not what comes before it");
});

test("the next move takes them away", () => {
  assert.deepEqual(sidesOf(quiet, [roll, won, quiet]), []);
  assert.deepEqual(sidesOf(undefined, [roll]), []);
});
