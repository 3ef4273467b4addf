import assert from "node:assert/strict";
import test from "node:test";
import { unfinished } from "../../../src/waystation/web/upload.js";

const HEAD = 'waystation record 1\ngame: kites\noptions: {"players": 2}\nseats: ["Ada", "greedy bot"]\nseed: 7\n';

test("a record of a game that goes on names the game and who played", () => {
  const begun = { game: "kites", names: ["Ada", "greedy bot"] };
  assert.deepEqual(unfinished(`${HEAD}result: unfinished\n\nsetup {3/45}\n`), begun);
  assert.deepEqual(unfinished(`${HEAD}result: unfinished\n\nsetup {3/45}\n`.replaceAll("\n", "\r\n")), begun);
});

test("a finished one, and any other text, asks for nothing", () => {
  assert.equal(unfinished(`${HEAD}result: 41 39 | Ada wins.\n\nsetup {3/45}\n`), null);
  assert.equal(unfinished(`${HEAD}\nresult: unfinished\n`), null); // not in the head
  assert.equal(unfinished("game: kites\nseats: nobody\nresult: unfinished\n"), null);
  assert.equal(unfinished(""), null);
});
