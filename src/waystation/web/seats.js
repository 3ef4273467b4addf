/**
 * What can be done about seats, invitations to open ones, and the facts of a table.
 * @import {GameInfo, SeatInfo, TableState} from "./types.js"
 */
import { ApiError, api } from "./api.js";
import { h } from "./dom.js";
import { optionProperties } from "./home.js";

/** @param {string} link */
const address = (link) => `${location.origin}/join#${link}`;

/**
 * @param {string} text
 * @param {string} done what is said when it worked
 * @param {(text: string) => void} say
 */
async function copy(text, done, say) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say(text); // no clipboard here: show it
  }
}

/**
 * What the menu of a seat offers.
 * @param {TableState} state
 * @param {GameInfo} game
 * @param {number} number
 * @param {{look: (seat: number) => void, say: (text: string) => void}} on
 * @returns {import("./dialogs.js").Item[]}
 */
export function seatItems(state, game, number, on) {
  const { table, present, view } = state;
  const seat = table.seats[number];
  const change = (/** @type {Record<string, string>} */ body) => async () => {
    try {
      await api(`tables/${table.id}/seats/${number}`, { body });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      on.say(error.message);
    }
  };
  const items = [];
  const mine = state.mine.includes(number);
  if (mine && view.viewer !== number)
    items.push({ label: "Look from this seat", act: () => on.look(number) });
  if (seat.link) {
    const link = address(seat.link);
    const label = mine ? "Copy the link that brings me back elsewhere" : "Copy the invitation";
    items.push({ label, act: () => void copy(link, "The link is copied.", on.say) });
  }
  if (table.over) return items;
  if (seat.mine && !seat.bot) items.push({ label: "Leave: a bot stands in", act: change({ do: "leave" }) });
  if (seat.mine && seat.stands_in) items.push({ label: "Take the seat back", act: change({ do: "return" }) });
  const empty = seat.kind === "open" || (seat.kind !== "bot" && !mine && !present.includes(number));
  if (table.host && !seat.bot && empty) {
    for (const bot of game.bots)
      items.push({ label: `Give it to a bot: ${bot.title}`, act: change({ do: "bot", bot: bot.spec }) });
  }
  if (table.host && seat.bot && !mine)
    items.push({ label: "Take the bot away", act: change({ do: "open" }) });
  return items;
}

/**
 * Open seats with the link to send to somebody.
 * @param {TableState} state
 * @param {(text: string) => void} say
 */
export function invitations(state, say) {
  const open = state.table.seats.filter((seat) => seat.kind === "open" && seat.link && !seat.bot);
  return open.map((seat) => invitation(seat, say));
}

/**
 * @param {SeatInfo} seat
 * @param {(text: string) => void} say
 */
function invitation(seat, say) {
  const link = address(/** @type {string} */ (seat.link));
  const field = h("input", {
    readonly: true,
    value: link,
    "aria-label": `Invitation to seat ${seat.seat + 1}`,
    "data-key": `invite-${seat.seat}`,
  });
  return h(
    "div",
    { class: "invite" },
    h("p", {}, `Seat ${seat.seat + 1} is open. Send this link to whoever shall take it:`),
    h(
      "div",
      { class: "buttons" },
      field,
      h("button", { onclick: () => copy(link, "The link is copied.", say) }, "Copy"),
    ),
  );
}

/**
 * Options, undo rule, and what makes the dice fair.
 * @param {TableState} state
 * @param {GameInfo} game
 */
export function tableFacts(state, game) {
  const { table } = state;
  const properties = optionProperties(game);
  const options = Object.entries(table.options).map(([key, value]) => [
    properties[key]?.title ?? key,
    shown(value),
  ]);
  const undo =
    { free: "free until something is revealed", ask: "by asking the others", off: "no" }[table.undo] ??
    table.undo;
  const rows = [
    ...options,
    ["Taking back moves", undo],
    ["Watching", table.spectators ? `allowed; ${state.spectators} watching` : "not allowed"],
    ["Commitment to the seed", table.commitment],
    [
      "Seed",
      state.seed ??
        table.seed ??
        (table.seed_known ? "chosen by somebody at the table" : "told when the game is over"),
    ],
  ];
  const list = h(
    "dl",
    {},
    ...rows.flatMap(([name, value]) => [h("dt", {}, String(name)), h("dd", {}, String(value))]),
  );
  const fair = h(
    "p",
    { class: "help" },
    "The commitment was shown before the first move; the seed must match it. " +
      "Check it with: waystation replay --verify on the downloaded record.",
  );
  const watch = h("p", {}, "To let somebody watch, send the address of this page.");
  return [
    list,
    fair,
    ...(table.spectators ? [watch] : []),
    h("p", {}, h("a", { href: `/replay/${table.id}` }, "Replay so far")),
  ];
}

/** @param {any} value */
function shown(value) {
  return typeof value === "object"
    ? JSON.stringify(value)
    : typeof value === "boolean"
      ? value
        ? "yes"
        : "no"
      : String(value);
}
