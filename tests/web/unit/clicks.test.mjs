import assert from "node:assert/strict";
import test from "node:test";
import {
  beginning,
  clickable,
  filtered,
  grouped,
  meaning,
  neighbour,
} from "../../../src/waystation/web/clicks.js";

const offer = (notation, ...nodes) => ({ notation, label: notation.toUpperCase(), nodes });
const pass = { notation: "pass", label: "Pass" };
const take = offer("take 3", "card:3");
const north = offer("go n", "piece:1", "cell:n");
const south = offer("go s", "piece:1", "cell:s");
const other = offer("go 2n", "piece:2", "cell:n");

test("a click with one meaning acts", () => {
  assert.deepEqual(meaning(["card:3"], [pass, take], []), { what: "act", offer: take });
});

test("a click with several meanings opens a menu", () => {
  const twice = [take, offer("burn 3", "card:3")];
  assert.deepEqual(meaning(["card:3"], twice, []), {
    what: "menu",
    node: "card:3",
    offers: twice,
    further: false,
  });
});

test("the topmost node that means something counts, not what lies above it", () => {
  assert.deepEqual(meaning(["label", "card:3", "ground"], [take], []), { what: "act", offer: take });
});

test("a piece is chosen first, then its target acts", () => {
  const chosen = meaning(["piece:1"], [north, south], []);
  assert.deepEqual(chosen, { what: "choose", path: ["piece:1"] });
  assert.deepEqual([...clickable([north, south, other], chosen.path).next], ["cell:n", "cell:s"]);
  assert.deepEqual(meaning(["cell:s"], [north, south], ["piece:1"]), { what: "act", offer: south });
});

test("clicking the chosen piece again lets it go, another piece is chosen instead", () => {
  assert.deepEqual(meaning(["piece:1"], [north, other], ["piece:1"]), { what: "cancel" });
  assert.deepEqual(meaning(["piece:2"], [north, other], ["piece:1"]), { what: "choose", path: ["piece:2"] });
});

test("a target that only one piece can reach needs no choosing; with two there is a menu", () => {
  assert.deepEqual(meaning(["cell:s"], [north, south, other], []), { what: "act", offer: south });
  assert.equal(meaning(["cell:n"], [north, south, other], []).what, "menu");
  assert.deepEqual([...clickable([north, south, other], []).direct], ["cell:n", "cell:s"]);
});

test("a node that acts by itself and is also a piece offers both", () => {
  const flip = offer("flip 1", "piece:1");
  assert.deepEqual(meaning(["piece:1"], [flip, north], []), {
    what: "menu",
    node: "piece:1",
    offers: [flip],
    further: true,
  });
});

test("what is not possible is refused with the clicks it would have been", () => {
  assert.deepEqual(meaning(["wall"], [north], ["piece:1"]), { what: "refuse", path: ["piece:1", "wall"] });
  assert.deepEqual(meaning(["wall"], [take], []), { what: "refuse", path: ["wall"] });
  assert.deepEqual(meaning([], [take], []), { what: "nothing" });
});

test("offers are narrowed by the clicks so far", () => {
  assert.deepEqual(beginning([pass, north, other], ["piece:2"]), [other]);
  assert.deepEqual(beginning([pass, north], []), [pass, north]);
});

test("buttons are grouped by the first word and found by any words", () => {
  assert.deepEqual([...grouped([pass, north, take, south]).keys()], ["pass", "go", "take"]);
  assert.deepEqual(filtered([pass, north, take], "GO n"), [north]);
  assert.deepEqual(filtered([pass, north], "  "), [pass, north]);
});

test("arrow keys go to the nearest node in their direction", () => {
  const places = [
    { id: "mid", x: 50, y: 50 },
    { id: "right", x: 90, y: 55 },
    { id: "far", x: 150, y: 50 },
    { id: "up", x: 60, y: 10 },
  ];
  assert.equal(neighbour(places, "mid", "ArrowRight"), "right");
  assert.equal(neighbour(places, "mid", "ArrowUp"), "up");
  assert.equal(neighbour(places, "mid", "ArrowDown"), "mid");
  assert.equal(neighbour(places, "gone", "ArrowDown"), "mid");
});

test("pieces of a payment are clicked in any order, one named twice twice", () => {
  const pay = (notation, ...nodes) => ({ ...offer(notation, ...nodes), any_order: true });
  const [mixed, pair] = [pay("pay PH", "token:P", "token:H"), pay("pay HH", "token:H", "token:H")];
  assert.deepEqual(meaning(["token:H"], [mixed, pair], []), { what: "choose", path: ["token:H"] });
  assert.deepEqual([...clickable([mixed, pair], ["token:H"]).next], ["token:P", "token:H"]);
  assert.deepEqual(meaning(["token:P"], [mixed, pair], ["token:H"]), { what: "act", offer: mixed });
  assert.deepEqual(meaning(["token:H"], [mixed, pair], ["token:H"]), { what: "act", offer: pair });
  assert.deepEqual([...clickable([mixed], []).direct], []);
});
