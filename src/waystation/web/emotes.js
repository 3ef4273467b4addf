/** Six things to say without words: drawn, quiet, and gone after a moment. */
import { avatar } from "./avatar.js";
import { h, s } from "./dom.js";
import { mark, tell } from "./words.js";

const FACE = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 1.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4z";
const EYES = "M9 8.6a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4zm6 0a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z";

/** What can be said: the word for it, and its drawing in a square of 24. @type {Record<string, {label: string, path: string}>} */
const EMOTES = {
  hello: { label: mark("Hello!"), path: `${FACE}${EYES}M7.5 13h1.8c.5 1.6 1.5 2.4 2.7 2.4s2.2-.8 2.7-2.4h1.8c-.5 2.6-2.3 4.2-4.5 4.2s-4-1.6-4.5-4.2z` },
  bravo: { label: mark("Well played!"), path: "M12 3l2.6 5.7 6.2.7-4.6 4.2 1.3 6.2L12 16.7l-5.5 3.1 1.3-6.2-4.6-4.2 6.2-.7z" },
  thanks: { label: mark("Thank you!"), path: "M12 20C5 15 3 12 3 8.8A4.8 4.8 0 0 1 12 6.3a4.8 4.8 0 0 1 9 2.5C21 12 19 15 12 20z" },
  oops: { label: mark("Oops!"), path: `${FACE}${EYES}M7.5 16.5l2.2-2.6 2.3 1.5 2.3-1.5 2.2 2.6-1.3 1-1.2-1.4-2 1.3-2-1.3-1.2 1.4z` },
  wow: { label: mark("Wow!"), path: `${FACE}${EYES}M12 12.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2z` },
  thinking: { label: mark("Let me think."), path: "M4 4h16v12h-9l-4.5 4v-4H4zM8 9a1.3 1.3 0 1 0 0 2.6A1.3 1.3 0 0 0 8 9zm4 0a1.3 1.3 0 1 0 0 2.6A1.3 1.3 0 0 0 12 9zm4 0a1.3 1.3 0 1 0 0 2.6A1.3 1.3 0 0 0 16 9z" },
};

/** Milliseconds that it is seen. */
const SHOWN = 5000;

/** @param {string} emotion */
export function emoteIcon(emotion) {
  const path = s("path", { d: EMOTES[emotion].path, fill: "currentColor", "fill-rule": "evenodd" });
  return s("svg", { class: "emote-icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, path);
}

/**
 * The menu to choose from.
 * @param {(emotion: string) => void} choose
 * @returns {import("./dialogs.js").Item[]}
 */
export function emoteItems(choose) {
  return Object.entries(EMOTES).map(([emotion, { label }]) => ({
    label: tell(label),
    icon: emoteIcon(emotion),
    act: () => choose(emotion),
  }));
}

/**
 * Shows for a moment what a seat says.
 * @param {HTMLElement} place
 * @param {{seat: number, emotion: string}} said
 * @param {string} name of the seat
 */
export function showEmote(place, { seat, emotion }, name) {
  if (!(emotion in EMOTES)) return; // of a newer server
  const line = h(
    "p",
    { class: `emote seat-${seat % 8}` },
    avatar(name),
    h("bdi", {}, name),
    emoteIcon(emotion),
    h("span", {}, tell(EMOTES[emotion].label)),
  );
  place.append(line);
  setTimeout(() => line.remove(), SHOWN);
}
