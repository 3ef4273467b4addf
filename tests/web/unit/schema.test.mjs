import assert from "node:assert/strict";
import test from "node:test";
import { inSentences } from "../../../src/waystation/web/schema.js";

test("what is said of an option ends before what it is by default", () => {
  assert.equal(inSentences("0: no limit", "By default: 100."), "0: no limit. By default: 100.");
  assert.equal(inSentences("Deal at random (all).", "By default: no."), "Deal at random (all). By default: no.");
  assert.equal(inSentences("", "By default: yes."), "By default: yes.");
  assert.equal(inSentences("Which side?", ""), "Which side?");
});
