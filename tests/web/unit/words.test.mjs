import assert from "node:assert/strict";
import { test } from "node:test";
import { speak, tell } from "../../../src/waystation/web/words.js";

test("counts, lists and braces are said as in Python", () => {
  assert.equal(tell("{n:tooth|teeth} {n?is|are}", { n: 0 }), "0 teeth are");
  assert.equal(tell("{n:tooth|teeth} {n?is|are}", { n: 1 }), "1 tooth is");
  assert.equal(tell("{who} and {{{things}}}", { who: "Ada", things: ["a", "b", "c"] }), "Ada and {a, b and c}");
  assert.equal(tell("{things?waits|wait}", { things: ["a"] }), "waits");
  assert.equal(tell("{who}", { who: "{n}" }), "{n}");
});

test("another language orders its words and has forms of its own", () => {
  const forms = Array.from({ length: 200 }, (_, n) => (n === 1 ? 0 : n > 1 && n < 5 ? 1 : 2));
  speak({ code: "cs", messages: { "{n:card|cards} of {who}": "{who}: {n:karta|karty|karet}" }, forms });
  assert.equal(tell("{n:card|cards} of {who}", { n: 3, who: "Ada" }), "Ada: 3 karty");
  assert.equal(tell("{n:card|cards} of {who}", { n: 1005, who: "Ada" }), "Ada: 1005 karet");
  assert.equal(tell("not translated"), "not translated");
  speak({ code: "en", messages: {}, forms: [] });
});
