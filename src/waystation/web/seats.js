/**
 * What can be done about seats, invitations to open ones, and the facts of a table.
 * @import {GameInfo, SeatInfo, TableState} from "./types.js"
 */
import { ApiError, api } from "./api.js";
import { ofMyShare } from "./dice.js";
import { h } from "./dom.js";
import { download } from "./frame.js";
import { levelWords } from "./optionwords.js";
import { outInWords, paceExplained, paceInWords } from "./pace.js";
import { optionProperties, words } from "./schema.js";
import { inTab } from "./site.js";
import { tell } from "./words.js";

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
    items.push({ label: tell("Look from this seat"), act: () => on.look(number) });
  // Where it counts nobody sits down in another's place: a passkey leads back, no link.
  const counts = table.rated === true && table.ply > 0; // nor does its host get rid of anybody
  if (seat.link && !inTab && !table.tournament && !(counts && seat.kind !== "open")) {
    const link = address(seat.link);
    const label = mine ? tell("Copy the link that brings me back elsewhere") : tell("Copy the invitation");
    items.push({ label, act: () => void copy(link, tell("The link is copied."), on.say) });
  }
  if (table.over) return items;
  if (seat.mine && !seat.bot) items.push(...daysAway(state, number, change));
  if (table.tournament) return items; // nobody plays for somebody else
  if (seat.mine && !seat.bot) items.push(leaving(table, number, change({ do: "leave" })));
  if (seat.lost && table.rated) return items; // a bot plays it to the end
  if (seat.mine && seat.stands_in && !seat.lost) items.push({ label: tell("Take the seat back"), act: change({ do: "return" }) });
  const away = seat.kind !== "bot" && !mine && !present.includes(number) && !(counts && table.pace);
  const empty = seat.kind === "open" || away;
  if (table.host && !seat.bot && empty) {
    for (const bot of game.bots)
      items.push({ label: tell("Give it to a bot: {bot}", { bot: tell(bot.title) }), act: change({ do: "bot", bot: bot.spec }) });
  }
  if (table.host && seat.bot && !mine && !inTab && !seat.lost && !counts)
    items.push({ label: tell("Take the bot away"), act: change({ do: "open" }) });
  if (table.host && seat.kind === "person" && !seat.mine && !inTab && !counts) {
    const name = view.names[number];
    const question = tell("Remove {name} from this table for good? Everybody is told.", { name });
    items.push({ label: tell("Remove {name} from the table", { name }), act: () => confirm(question) && change({ do: "remove" })() });
  }
  return items;
}

/**
 * How a person leaves their seat. Who leaves a rated game that has begun loses it, unless all others have lost before.
 * @param {TableState["table"]} table
 * @param {number} number
 * @param {() => Promise<void>} leave
 */
function leaving({ listed, rated, ply, seats }, number, leave) {
  if (listed) return { label: tell("Leave the table"), act: leave };
  if (!rated || !ply) return { label: tell("Leave: a bot stands in"), act: leave };
  const won = seats.every((one) => one.seat === number || one.lost);
  const label = won ? tell("Leave: you have won") : tell("Leave: you lose this rated game");
  const sure = won
    ? tell("All others have lost: you win. A bot plays your seat to the end, and you cannot come back.")
    : tell("You lose this rated game: whatever the bot makes of it that plays your seat to the end, you come behind all who stay. You cannot come back.");
  return { label, act: async () => (confirm(sure) ? leave() : undefined) };
}

/**
 * Where a person's time away can be switched on and off.
 * @param {TableState} state
 * @param {number} seat
 * @param {(body: Record<string, string>) => () => Promise<void>} change
 */
function daysAway({ table, times }, seat, change) {
  const time = times[seat];
  if (table.pace?.kind !== "turns" || !time) return [];
  if (time.resting) return [{ label: tell("I am back: my days away end"), act: change({ do: "vacation_over" }) }];
  const days = Math.floor((time.away ?? 0) / 8640) / 10;
  return time.away ? [{ label: tell("Go away for a while: {n} of my days away are left", { n: days }), act: change({ do: "vacation" }) }] : [];
}

/**
 * Open seats with the link to send to somebody.
 * @param {TableState} state
 * @param {(text: string) => void} say
 * @param {(listed: boolean) => void} publish opens the table to all
 */
export function invitations({ table }, say, publish) {
  const open = table.seats.filter((seat) => seat.kind === "open" && seat.link && !seat.bot);
  const may = open.length > 0 && table.listed === null && !table.ply;
  const toAll = may && h("button", { "data-key": "publish", onclick: () => publish(true) }, tell("Let anybody sit down"));
  return [...open.map((seat) => invitation(seat, say)), toAll];
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
    "aria-label": tell("Invitation to seat {number}", { number: seat.seat + 1 }),
    "data-key": `invite-${seat.seat}`,
  });
  return h(
    "div",
    { class: "invite" },
    h("p", {}, tell("Seat {number} is open. Send this link to whoever shall take it:", { number: seat.seat + 1 })),
    h(
      "div",
      { class: "buttons" },
      field,
      h("button", { onclick: () => copy(link, tell("The link is copied."), say) }, tell("Copy")),
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
    tell(properties[key]?.title ?? key),
    shown(value),
  ]);
  const undo =
    { free: tell("free until something is revealed"), ask: tell("by asking the others"), off: tell("no") }[
      table.undo
    ] ??
    table.undo;
  const rows = [
    ...options,
    ...(inTab || table.rated === null ? [] : [[tell("Rated"), table.rated ? tell("yes") : tell("not any more")]]),
    ...(table.listed && table.level ? [[tell("Open to"), levelWords(table.level)]] : []),
    [tell("Taking back moves"), undo],
    ...(inTab ? [] : [...paceFacts(table.pace), [tell("Chat"), table.chat ? tell("yes") : tell("no")]]),
    [tell("Hints from a bot"), table.hints ? tell("allowed; everybody is told") : tell("not allowed")],
    ...(inTab ? [] : [[tell("Watching"), watching(state)]]),
    [tell("Commitment to the seed"), table.commitment],
    [
      tell("Seed"),
      state.seed ??
        table.seed ??
        (table.seed_known ? tell("chosen by somebody at the table") : tell("told when the game is over")),
    ],
    ...Object.entries(table.shares ?? {}).map(([seat, share]) => [
      tell("Added to the seed by {who}", { who: state.view.names[Number(seat)] }),
      share,
    ]),
  ];
  const list = h(
    "dl",
    {},
    ...rows.flatMap(([name, value]) => [h("dt", {}, String(name)), h("dd", {}, String(value))]),
  );
  const fair = h(
    "p",
    { class: "help" },
    tell("The commitment was shown before the first move; the seed must match it."),
    " ",
    ofMyShare(table),
    " ",
    tell("Check it with: waystation replay --verify on the downloaded record."),
  );
  const watch = h("p", {}, tell("To let somebody watch, send the address of this page."));
  return [
    list,
    fair,
    ...(table.spectators ? [watch] : []),
    h("p", {}, h("a", { href: `/replay/${table.id}` }, tell("Replay so far"))),
    ...(inTab ? recordSoFar(table) : []),
  ];
}

/** @param {import("./pace.js").Pace} pace */
function paceFacts(pace) {
  const speed = [tell("Time"), `${paceInWords(pace)}. ${paceExplained(pace)}`];
  return pace ? [speed, [tell("Who runs out of time"), outInWords(pace)]] : [speed];
}

/**
 * At one device nobody hides the record from anybody: it can be had at any time, to go on elsewhere.
 * @param {TableState["table"]} table
 */
function recordSoFar({ id, game, over }) {
  const told = tell("It tells what is hidden. Another browser or a server goes on from it: open it on the home page there.");
  return [
    h("p", {}, download(`/api/tables/${id}/record`, `${game}-${id}.txt`, tell("Save the record"))),
    ...(over ? [] : [h("p", { class: "help" }, told)]),
  ];
}

/** @param {TableState} state */
function watching({ table, spectators }) {
  return table.spectators ? tell("allowed; {n} watching", { n: spectators }) : tell("not allowed");
}

/** @param {any} value */
function shown(value) {
  if (value === null) return tell("as it comes");
  if (typeof value === "boolean") return value ? tell("yes") : tell("no");
  return typeof value === "object" ? JSON.stringify(value) : words(value);
}
