import assert from "node:assert/strict";
import test from "node:test";

import { onceEach } from "../../../src/waystation/web/hand.js";

/** A table's page: what is pressed in it, and whether that still means something. */
function page() {
  const told = /** @type {Record<string, (event: any) => void>} */ ({});
  const shown = { version: 1 };
  onceEach({ addEventListener: (kind, listener) => (told[kind] = listener) }, () => shown.version);
  const press = (kind, place, more = {}) => {
    let counts = true;
    const target = { closest: (places) => places.split(", ").includes(place), matches: (what) => place === what };
    told[kind]({ target, preventDefault: () => (counts = false), stopPropagation() {}, ...more });
    return counts;
  };
  return { shown, press };
}

test("the second click of a double click means nothing once there is an answer; later ones and taps do", () => {
  const { shown, press } = page();
  press("pointerdown", ".board svg", { pointerType: "mouse" });
  assert.ok(press("click", ".board svg", { detail: 1 }));
  assert.ok(press("click", ".board svg", { detail: 2 }), "no answer yet");
  shown.version += 1;
  assert.ok(!press("click", ".board svg", { detail: 2 }));
  assert.ok(press("click", ".board svg", { detail: 3 }));
  assert.ok(press("click", "elsewhere", { detail: 2 }));
  press("pointerdown", ".board svg", { pointerType: "touch" });
  shown.version += 1;
  assert.ok(press("click", ".board svg", { detail: 2 }));
});

test("a key that is held down chooses nothing more, wherever choices are", () => {
  const { press } = page();
  for (const place of [".board svg", ".choices", ".coach", ".menu"]) {
    assert.ok(press("keydown", place, { key: "Enter", repeat: false }));
    assert.ok(!press("keydown", place, { key: "Enter", repeat: true }), place);
  }
  assert.ok(press("keydown", "input", { key: " ", repeat: true }), "a text may hold many blanks");
});
