import assert from "node:assert/strict";
import test from "node:test";
import { beginning, clickable, meaning } from "../../../src/waystation/web/clicks.js";
import { carries, clicksToo, grasped } from "../../../src/waystation/web/drags.js";

const north = { notation: "go n", label: "North", nodes: ["piece:1", "cell:n"] };
const south = { notation: "go s", label: "South", nodes: ["piece:1", "cell:s"] };
const jump = { notation: "jump s", label: "Jump south", nodes: ["piece:1", "cell:s"] };
const play = { notation: "play a", label: "Play A", nodes: ["card:a"], drags: [["card:a", "slot:1"]] };
const aim = { notation: "aim n", label: "Aim north", nodes: ["cell:n"], drags: [["badge:1", "cell:n"]] };
const pass = { notation: "pass", label: "Pass" };

test("two pieces of a payment are not a piece and its target", () => {
  assert.equal(carries([{ notation: "pay PH", label: "Pay", nodes: ["token:P", "token:H"], any_order: true }]).size, 0);
});

test("two-step offers and pairs of their own can be dragged, others cannot", () => {
  const pieces = carries([north, south, play, pass]);
  assert.deepEqual([...pieces.keys()], ["piece:1", "card:a"]);
  assert.deepEqual([...pieces.get("piece:1").keys()], ["cell:n", "cell:s"]);
  assert.deepEqual(pieces.get("card:a").get("slot:1"), [play]);
});

test("a target that can mean several things holds them all", () => {
  assert.deepEqual(carries([south, jump]).get("piece:1").get("cell:s"), [south, jump]);
});

test("a drag takes the topmost piece, unless something that can be clicked lies on it", () => {
  const pieces = carries([north, play]);
  assert.equal(grasped(["label", "piece:1", "card:a"], pieces, new Set()), "piece:1");
  assert.equal(grasped(["button", "piece:1"], pieces, new Set(["button"])), null);
  assert.equal(grasped(["piece:1"], pieces, new Set(["piece:1"])), "piece:1");
  assert.equal(grasped(["ground"], pieces, new Set()), null);
});

test("a drag beside a click does not change what the click means", () => {
  assert.deepEqual(clicksToo([play]), [play]);
  assert.deepEqual(meaning(["card:a"], [play], []), { what: "act", offer: play });
  assert.equal(meaning(["slot:1"], [play], []).what, "refuse");
});

test("a piece that only a drag would move can be clicked, and then its target", () => {
  assert.deepEqual([...clickable([aim], []).next], ["cell:n", "badge:1"]);
  assert.deepEqual(meaning(["badge:1"], [aim], []), { what: "choose", path: ["badge:1"] });
  assert.deepEqual([...clickable([aim], ["badge:1"]).next], ["cell:n"]);
  const meant = meaning(["cell:n"], [aim, pass], ["badge:1"]);
  assert.deepEqual([meant.what, meant.offer.notation], ["act", "aim n"]);
  assert.deepEqual(beginning([aim, pass], []), [aim, pass]);
});
