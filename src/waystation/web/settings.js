/** What a person sets for this browser: kept in its storage, shown on the root element, told by an event. */
import { mark } from "./words.js";

/** @typedef {{theme: string, motion: string, pace: "instant" | "fast" | "usual" | "slow", colours: string, sound: string, ping: string}} Settings */

const KEY = "waystation-settings";
/** @type {Settings} */
const DEFAULTS = { theme: "system", motion: "system", pace: "usual", colours: "usual", sound: "off", ping: "hidden" };

/** The settings with what each may be, in words. */
export const CHOICES = {
  theme: { label: mark("Theme"), values: { system: mark("as the system"), light: mark("light"), dark: mark("dark") } },
  motion: { label: mark("Moving pieces"), values: { system: mark("as the system"), on: mark("glide"), off: mark("jump") } },
  pace: {
    label: mark("What others do"),
    values: {
      instant: mark("at once"),
      fast: mark("step by step, fast"),
      usual: mark("step by step"),
      slow: mark("step by step, slowly"),
    },
  },
  colours: { label: mark("Colours"), values: { usual: mark("the game's own"), safe: mark("safe for colour-blind eyes") } },
  sound: { label: mark("Sound"), values: { off: mark("off"), on: mark("on") } },
  ping: {
    label: mark("When it is my turn"),
    values: { hidden: mark("a sound while I look elsewhere"), always: mark("a sound"), off: mark("only the page's title") },
  },
};

let current = read();

/** @returns {Settings} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS }; // storage is blocked or holds something else
  }
}

export const settings = () => current;
export const colours = () => current.colours;
export const isDark = () =>
  current.theme === "dark" || (current.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
/** Whether a sound tells that it is one's turn, also without all the others. */
export const pinged = () => current.ping === "always" || (current.ping === "hidden" && document.hidden);
export const soundOn = () => current.sound === "on";

/**
 * @param {keyof Settings} key
 * @param {string} value
 */
export function setSetting(key, value) {
  current = { ...current, [key]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // it holds for this visit
  }
  applySettings();
}

/** What another tab sets holds here, too; else the next thing set here would take it back. */
export function followOtherTabs() {
  addEventListener("storage", ({ key }) => {
    if (key !== KEY) return;
    current = read();
    applySettings();
  });
}

export function applySettings() {
  const root = document.documentElement.dataset;
  root.theme = current.theme;
  root.motion = current.motion;
  root.colours = current.colours;
  dispatchEvent(new Event("waystation:settings"));
}
