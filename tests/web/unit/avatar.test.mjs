import assert from "node:assert/strict";
import test from "node:test";

import { traits } from "../../../src/waystation/web/avatar.js";

test("a name has the same picture everywhere", () => {
  assert.deepEqual(traits("Ada"), { shape: traits("Ada").shape, hue: traits("Ada").hue, ground: traits("Ada").ground });
  assert.deepEqual(traits("Zo\u00eb"), traits("Zoe\u0308"), "however its letters are written");
});

test("names that differ by little look different, and all pictures occur", () => {
  const names = Array.from({ length: 400 }, (_, index) => `Player ${index}`);
  const pictures = names.map((name) => Object.values(traits(name)).join());
  assert.ok(new Set(pictures).size > 240);
  for (const trait of ["shape", "hue", "ground"])
    assert.equal(new Set(names.map((name) => traits(name)[trait])).size, { shape: 12, hue: 12, ground: 3 }[trait]);
  assert.notDeepEqual(traits("Ada"), traits("Ada (2)"));
});
