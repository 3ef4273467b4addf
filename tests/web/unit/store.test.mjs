import assert from "node:assert/strict";
import test from "node:test";
import { receive, total } from "../../../src/waystation/web/store.js";

const hello = {
  t: "hello",
  seq: 5,
  version: 5,
  ply: 2,
  protocol: 1,
  look: "x",
  mine: [0],
  more_events: false,
  table: { id: "T", over: false, ply: 2, seats: [] },
  view: {
    viewer: 0,
    names: ["Ada", "Ben"],
    to_act: [0],
    question: "Go?",
    legal: [{ notation: "go", label: "Go" }],
    sheets: { 0: { lines: [{ key: "a", label: "A", points: 3 }] }, 1: { lines: [] } },
    outcome: null,
  },
  scene: {
    title: "",
    width: 1,
    height: 1,
    regions: [{ id: "r", title: "", width: 1, height: 1 }],
    nodes: [{ id: "p", region: "r" }],
  },
  events: [
    { ply: 1, kind: "go", text: "one" },
    { ply: 2, kind: "go", text: "two" },
  ],
  chat: [],
  present: [0],
  spectators: 0,
  undo: { back_to: 1, free_to: 1 },
  clock: { seconds: 9, left: 4, label: "" },
};
const step = {
  t: "step",
  seq: 6,
  version: 6,
  ply: 3,
  view: {
    to_act: [1],
    question: "Waiting for Ben.",
    legal: [],
    sheets: { 1: { lines: [{ key: "b", label: "B", points: 2 }] } },
  },
  scene: { set: [{ id: "p", region: "r", x: 4 }], remove: [], order: null },
  events: [{ ply: 3, kind: "go", text: "three" }],
  undo: {},
};

test("nothing is shown before the hello", () => {
  assert.equal(receive(null, step), null);
});

test("a step changes only what it names", () => {
  const state = receive(receive(null, hello), step);
  assert.deepEqual(state.view.names, ["Ada", "Ben"]);
  assert.deepEqual(state.view.to_act, [1]);
  assert.equal(total(state.view.sheets[0]), 3);
  assert.equal(total(state.view.sheets[1]), 2);
  assert.equal(state.scene.nodes[0].x, 4);
  assert.deepEqual(state.undo, {});
  assert.equal(state.clock, null, "a step without a clock stops it");
  assert.equal(state.seq, 6);
});

test("moves taken back take their events with them", () => {
  const undone = { ...step, seq: 7, ply: 1, undone_to: 1, events: [] };
  const state = receive(receive(receive(null, hello), step), undone);
  assert.deepEqual(
    state.events.map((event) => event.text),
    ["one"],
  );
});

test("the last move ends the table, an undo opens it again", () => {
  const outcome = { reason: "end", text: "Over.", scores: [1, 2], ranks: [2, 1], winners: [1] };
  const over = receive(receive(null, hello), { ...step, view: { outcome }, seed: 7 });
  assert.equal(over.table.over, true);
  assert.equal(over.seed, 7);
  assert.equal(receive(over, { ...step, undone_to: 2, view: { outcome: null } }).table.over, false);
});

test("chat, presence, names and undo questions replace their part", () => {
  let state = receive(null, hello);
  state = receive(state, { t: "chat", seq: 6, line: { seq: 6, seat: 1, name: "Ben", text: "hi" } });
  state = receive(state, { t: "presence", seq: 6, seats: [0, 1] });
  state = receive(state, {
    t: "seats",
    seq: 7,
    table: hello.table,
    view: { names: ["Ada", "Cy"] },
    scene: { set: [{ id: "p", region: "r", title: "Cy" }], remove: [], order: null },
  });
  state = receive(state, {
    t: "undo",
    seq: 7,
    undo: { asked: { seat: 1, ply: 0, agreed: [], missing: [0] } },
    text: "",
  });
  assert.equal(state.chat.length, 1);
  assert.deepEqual(state.present, [0, 1]);
  assert.equal(state.spectators, 0);
  assert.deepEqual(state.view.names, ["Ada", "Cy"]);
  assert.equal(state.scene.nodes[0].title, "Cy");
  assert.deepEqual(state.undo.asked.missing, [0]);
  const seats = { t: "seats", seq: 8, table: hello.table, view: {}, scene: { set: [], remove: [], order: null } };
  state = receive(state, { ...seats, undo: { back_to: 1 }, clock: { seconds: 60, left: 30, label: "" } });
  assert.deepEqual(state.undo, { back_to: 1 }, "others play: nobody is asked any more");
  assert.equal(state.clock.left, 30);
  assert.equal(receive(state, { ...seats, undo: {} }).clock, null);
  const sat = [0, 1, 2].map((seat) => ({ seat, mine: seat !== 1 }));
  assert.deepEqual(receive(state, { ...seats, table: { ...hello.table, seats: sat } }).mine, [0, 2], "taken in another tab");
});

test("each seat's pointing replaces its last one, and ends with the common decision", () => {
  let state = receive(null, hello);
  assert.deepEqual(state.points, []);
  state = receive(state, { t: "points", seq: 5, seat: 1, nodes: ["p"] });
  state = receive(state, { t: "points", seq: 5, seat: 0, agree: true });
  assert.deepEqual(state.points, [
    { seat: 1, nodes: ["p"], agree: false },
    { seat: 0, nodes: [], agree: true },
  ]);
  assert.equal(receive(state, { t: "points", seq: 5, seat: 1 }).points.length, 1);
  assert.equal(receive(state, step).points.length, 2);
  assert.equal(receive(state, { ...step, clear_points: true }).points.length, 0);
});

test("a resumed connection keeps everything but the clock", () => {
  const state = receive(receive(null, hello), { t: "resumed", seq: 5 });
  assert.equal(state.clock, null);
  assert.equal(state.ply, 2);
});
