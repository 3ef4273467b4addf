import assert from "node:assert/strict";
import test from "node:test";
import { hsl, paletteCss, safePalette } from "../../../src/waystation/web/palette.js";
import { choices, resolved } from "../../../src/waystation/web/schema.js";

test("a role becomes a rule, with its dark colours", () => {
  const css = paletteCss({
    "ice-edge": { fill: "#abcdef", dark_fill: "#123456", stroke: "#000", width: 2, dash: "3 1" },
  });
  assert.equal(
    css,
    ".r-ice-edge{fill:light-dark(#abcdef,#123456);stroke:#000;stroke-width:2;stroke-dasharray:3 1}",
  );
});

test("the colours of the seats are those around the board, too", () => {
  const css = paletteCss({ "seat-1": { fill: "#c2352b", dark_fill: "#e0645b" }, "seat-text-1": { fill: "#fff" } });
  assert.match(css, /^\.seat-1\{--seat:#c2352b\}$/m);
  assert.equal(css.match(/--seat/g)?.length, 1);
});

test("an idle role is painted as its own one where its node can be clicked", () => {
  const css = paletteCss({ button: { fill: "#14716b" }, "button-idle": { fill: "#e7dfce" } });
  assert.match(css, /^\.r-button-idle\{fill:#e7dfce/m);
  assert.match(css, /^:is\(\.can,\.direct\)>\.r-button-idle\{fill:#14716b/m);
});

test("no fill in one theme only is transparent, for light-dark() takes colours alone", () => {
  assert.match(paletteCss({ a: { fill: "none", dark_fill: "#fff" } }), /fill:light-dark\(transparent,#fff\)/);
});

test("colours are read as hue, saturation and lightness", () => {
  assert.deepEqual(hsl("#ff0000"), { h: 0, s: 1, l: 0.5 });
  assert.equal(Math.round(hsl("#00f").h), 240);
  assert.equal(hsl("none"), null);
});

test("the safe palette tells red from green by more than hue, and leaves greys alone", () => {
  const safe = safePalette({
    red: { fill: "#cc2222" },
    green: { fill: "#22aa33" },
    grey: { fill: "#888888" },
    paper: { fill: "#f6f1e7" },
  });
  assert.notEqual(safe.red.fill, safe.green.fill);
  assert.match(safe.red.fill, /^hsl\(26 /, "red becomes vermilion");
  assert.match(safe.green.fill, /^hsl\(164 /, "green becomes bluish green");
  assert.equal(safe.grey.fill, "#888888");
  assert.equal(safe.paper.fill, "#f6f1e7");
});

test("all hues together change least: amber does not take red's vermilion", () => {
  const safe = safePalette({ red: { fill: "#d03020" }, amber: { fill: "#e8a010" } });
  assert.match(safe.red.fill, /^hsl\(26 /);
  assert.match(safe.amber.fill, /^hsl\(41 /);
});

test("shades of one hue stay shades of one hue", () => {
  const safe = safePalette({ deep: { fill: "#1133cc" }, light: { fill: "#5577ee" } });
  const parts = (colour) => colour.match(/\d+/g).map(Number);
  assert.equal(parts(safe.deep.fill)[0], parts(safe.light.fill)[0]);
  assert.ok(parts(safe.deep.fill)[2] < parts(safe.light.fill)[2]);
});

test("options: references and optional values are followed", () => {
  const defs = { Goal: { enum: ["bears", "lakes"], title: "Goal" } };
  assert.deepEqual(resolved({ anyOf: [{ $ref: "#/$defs/Goal" }, { type: "null" }], default: null }, defs), {
    enum: ["bears", "lakes"],
    title: "Goal",
    default: null,
    optional: true,
  });
});

test("options: short lists are offered as lists", () => {
  assert.deepEqual(choices({ type: "integer", minimum: 2, maximum: 4 }), [2, 3, 4]);
  assert.equal(choices({ type: "integer", minimum: 0, maximum: 99 }), null);
  assert.deepEqual(choices({ enum: ["a", null], optional: true }), [null, "a"]);
});
