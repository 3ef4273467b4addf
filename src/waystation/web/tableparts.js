/** The parts of a table's page and where they stand; `table.js` fills them. */
import { h } from "./dom.js";
import { emoteIcon } from "./emotes.js";
import { topBar } from "./frame.js";
import { inTab } from "./site.js";
import { tabbed } from "./tabs.js";
import { mark, tell } from "./words.js";

/** What the field for the chat asks for. */
export const SAY = mark("Say something");

/**
 * @typedef {object} Wishes what a person can want by the buttons around the board
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {() => void} pen
 * @property {() => void} point
 * @property {() => void} agree
 * @property {() => void} emote says something without words
 * @property {() => void} rules
 * @property {() => void} skip what is being shown
 * @property {() => void} since what others did since my turn
 * @property {() => void} again shows it again
 * @property {() => void} facts
 * @property {(text: string) => Promise<boolean>} chat whether it was taken
 */

/**
 * @param {HTMLElement} root
 * @param {string} title of the game
 * @param {Wishes} on
 */
export function layTable(root, title, on) {
  const parts = makeParts(on);
  const button = (/** @type {string} */ label, /** @type {() => void} */ act) =>
    h("button", { onclick: act }, label);
  const toChoices = (/** @type {Event} */ event) => {
    event.preventDefault(); // no other address, which Back would have to leave first
    parts.choices.focus();
  };
  const tabs = tabbed(parts.tabs, {
    [mark("Scores")]: [parts.scores],
    [mark("Log")]: [
      h("p", { class: "help" }, tell("Choose a line to see the table as it was then.")),
      parts.log,
    ],
    ...(inTab ? {} : { [mark("Chat")]: [parts.chat, parts.chatForm] }),
  });
  const beside = inTab ? tell("Choices, scores and log") : tell("Choices, scores, log and chat");
  parts.main.append(
    parts.coach,
    h("h1", { class: "sr" }, tell("A table of {game}", { game: title })),
    h(
      "div",
      { class: "stage" },
      parts.seats,
      h("div", { class: "asked" }, parts.question, parts.agree, parts.point, parts.emote, parts.pen, parts.clock, parts.tools),
      h("div", { class: "told-now" }, parts.caption, parts.skip, parts.since, parts.again),
      parts.banner,
      parts.emotes,
      parts.rolls,
      parts.board,
      parts.notice,
    ),
    h("aside", { class: "side", "aria-label": beside }, parts.choices, parts.tabs),
  );
  root.append(
    h("a", { class: "skip", href: "#choices", onclick: toChoices }, tell("To what you can do")),
    topBar(
      h("span", {}, title),
      parts.undo,
      parts.hint,
      button(tell("Rules"), on.rules),
      button(tell("Details"), on.facts),
    ),
    parts.main,
  );
  return { parts, tabs };
}

/** @param {Wishes} on */
function makeParts(on) {
  const part = (
    /** @type {keyof HTMLElementTagNameMap} */ tag,
    /** @type {string} */ name,
    attributes = {},
  ) => h(tag, { class: name, ...attributes });
  return {
    main: part("main", "table"),
    coach: part("section", "coach", { hidden: true }),
    seats: part("div", "seats", { role: "group", "aria-label": tell("Seats") }),
    question: part("p", "question", { role: "status" }),
    pen: h("button", { class: "pen", onclick: on.pen }),
    point: h(
      "button",
      { hidden: true, onclick: on.point, title: tell("Point at things for all to see (key P on the table)") },
      `☞ ${tell("Point")}`,
    ),
    emote: h(
      "button",
      { class: "icon", hidden: true, onclick: on.emote, "aria-label": tell("Say something without words"), "aria-haspopup": "menu" },
      emoteIcon("hello"),
    ),
    emotes: part("div", "emotes", { role: "status" }),
    rolls: part("div", "rolls", { hidden: true }),
    agree: h("button", { hidden: true, onclick: on.agree }, `✓ ${tell("I agree")}`),
    caption: part("p", "caption", { role: "status" }),
    skip: h("button", { hidden: true, onclick: on.skip }, tell("Skip")),
    since: h("button", { hidden: true, onclick: on.since, "aria-haspopup": "dialog" }),
    again: h("button", { hidden: true, onclick: on.again }, tell("Watch again")),
    clock: part("span", "clock"),
    tools: part("div", "tools"),
    banner: part("div", "banner"),
    board: part("div", "board-host"),
    notice: part("p", "notice", { role: "alert" }),
    choices: part("section", "choices", { "aria-label": tell("What you can do"), id: "choices", tabindex: "-1" }),
    undo: h("button", { disabled: true, onclick: on.undo }, tell("Undo")),
    hint: h("button", { disabled: true, onclick: on.hint }, tell("Hint")),
    tabs: part("div", "tabs"),
    scores: part("div", "scores-host"),
    log: part("ol", "log", { "data-newest": "last" }),
    chat: part("ol", "chat", { "data-newest": "last" }),
    ...chatForm(on.chat),
  };
}

/** @param {(text: string) => Promise<boolean>} say */
function chatForm(say) {
  const words = h("input", { "aria-label": tell(SAY), placeholder: tell(SAY), maxlength: 500, autocomplete: "off" });
  const sendButton = h("button", {}, tell("Send"));
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = words.value.trim();
    words.value = "";
    if (text && !(await say(text))) words.value ||= text; // to be said again
  };
  return { chatForm: h("form", { class: "chat-form", onsubmit: send }, words, sendButton), words, sendButton };
}
