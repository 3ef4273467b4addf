/** Small tones, off unless the person turns them on; but for when it is their turn, or little
 * time is left, while they look elsewhere. */
import { pinged, soundOn } from "./settings.js";

let context = /** @type {AudioContext | null} */ (null);

/** Milliseconds. Nothing may sound until somebody touches the page: what was to sound meanwhile would come all at once. */
const LATE = 1000;

/** @type {Record<string, number[]>} */
const TUNES = { move: [440], turn: [523, 659], end: [523, 659, 784], no: [196], emote: [659], late: [784, 784] };

/** @param {"move" | "turn" | "end" | "no" | "emote" | "late"} name */
export function play(name) {
  if (!soundOn() && !((name === "turn" || name === "late") && pinged())) return;
  const audio = (context ??= new AudioContext());
  const wished = performance.now();
  const sound = () => {
    if (performance.now() - wished < LATE) TUNES[name].forEach((pitch, index) => tone(audio, pitch, index * 0.12));
  };
  audio.resume().then(sound, () => undefined);
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} delay seconds
 */
function tone(audio, pitch, delay) {
  const start = audio.currentTime + delay;
  const [voice, volume] = [audio.createOscillator(), audio.createGain()];
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.12, start + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.2);
  voice.connect(volume).connect(audio.destination);
  voice.start(start);
  voice.stop(start + 0.22);
}
