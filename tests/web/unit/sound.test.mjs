import assert from "node:assert/strict";
import test from "node:test";

/** A browser's sound, which nobody hears until somebody has touched the page. */
class AudioContext {
  static heard = 0;
  static allowed = [];
  currentTime = 0;
  resume() {
    return AudioContext.touched ? Promise.resolve() : new Promise((go) => AudioContext.allowed.push(go));
  }
  createOscillator() {
    return { frequency: {}, connect: (next) => next, start: () => (AudioContext.heard += 1), stop: () => {} };
  }
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next };
  }
}
const settled = () => new Promise((go) => setTimeout(go));

test("what was to sound before a page may sound does not come all at once later", async (context) => {
  let now = 0;
  context.mock.method(performance, "now", () => now);
  Object.assign(globalThis, { AudioContext, localStorage: { getItem: () => '{"sound": "on"}' } });
  const { play } = await import("../../../src/waystation/web/sound.js");
  for (let move = 0; move < 20; move += 1) play("move");
  now = 5000;
  AudioContext.touched = true;
  for (const go of AudioContext.allowed) go();
  await settled();
  assert.equal(AudioContext.heard, 0);
  play("turn");
  await settled();
  assert.equal(AudioContext.heard, 2); // its two tones
});
