import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { byOthers, Playback, shownOf, sinceMine, turnAfter, turnBefore } from "../../../src/waystation/web/playback.js";

const event = (ply, by, text = `move ${ply}`) => ({ ply, by, text, kind: "x" });
const items = (count) => Array.from({ length: count }, (_, n) => ({ scene: n, event: event(n, 1) }));

function playing(pace) {
  const log = [];
  const playback = new Playback(
    ({ scene }) => log.push(scene),
    () => log.push("now"),
    () => pace,
  );
  return { log, playback };
}

test("things are shown one by one, then the present", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { log, playback } = playing(500);
  playback.push(items(2));
  assert.deepEqual(log, [0]);
  mock.timers.tick(499);
  assert.deepEqual(log, [0]);
  mock.timers.tick(1);
  assert.deepEqual(log, [0, 1]);
  mock.timers.tick(500);
  assert.deepEqual(log, [0, 1, "now"]);
  assert.equal(playback.playing, false);
  mock.timers.reset();
});

test("when many wait, they are shown faster: never longer than twelve times the pace", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { log, playback } = playing(500);
  playback.push(items(17));
  let spent = 0;
  while (playback.playing) {
    mock.timers.tick(10);
    spent += 10;
  }
  assert.equal(log.length, 18);
  assert.ok(spent < 8500 && spent > 1500, `${spent} ms`);
  mock.timers.reset();
});

test("skipping shows the present at once; at the pace 0 nothing is played", () => {
  const { log, playback } = playing(500);
  playback.push(items(5));
  playback.skip();
  assert.deepEqual(log, [0, "now"]);
  const still = playing(0);
  still.playback.push(items(5));
  assert.deepEqual(still.log, ["now"]);
});

test("whose move it was", () => {
  assert.equal(byOthers([event(1, 0)], [0]), false);
  assert.equal(byOthers([event(1, 1)], [0]), true);
  assert.equal(byOthers([event(1, 1)], [0, 1]), false);
  assert.equal(byOthers([event(0, null)], [0]), true);
});

test("since my turn: what came after my last move, whomever it speaks of", () => {
  const told = { ...event(4, 1), seat: 0 };
  const events = [event(1, 0), event(2, 1), event(3, 0), told, event(5, null), event(6, 1, "")];
  assert.deepEqual(sinceMine(events, [0]).map(({ ply }) => ply), [4, 5]);
  assert.deepEqual(sinceMine(events, []).map(({ ply }) => ply), [1, 2, 3, 4, 5]);
  assert.deepEqual(shownOf("scene", events).length, 5);
});

test("turns: before each decision of a seat, or of another seat than the last", () => {
  const events = [event(0, null), event(1, 0), event(2, 0), event(3, 1), event(4, 0), event(5, 1)];
  assert.equal(turnAfter(events, 0, 0), 3);
  assert.equal(turnAfter(events, 0, 1), 2);
  assert.equal(turnAfter(events, 3, 0), undefined);
  assert.equal(turnBefore(events, 3, 0), 0);
  assert.equal(turnAfter(events, 0, null), 2);
  assert.equal(turnBefore(events, 4, null), 3);
});
