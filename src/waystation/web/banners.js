/**
 * What stands above the board for a while: the end of the connection, a question about taking back, the past.
 * @import {Moment, TableState, UndoAsked} from "./types.js"
 */
import { h } from "./dom.js";
import { tell } from "./words.js";

/** @param {string} reason */
export function endBanner(reason) {
  return h("p", { class: "problem", role: "status" }, reason, " ", h("a", { href: "/" }, tell("To the home page")));
}

/**
 * Somebody asks to take moves back: I read which, and can answer for those of my seats whose answer is missing, and for
 * seats that I have played before.
 * @param {UndoAsked} asked
 * @param {TableState} state
 * @param {(seat: number) => string} name
 * @param {(seats: number[], yes: boolean) => void} agree
 */
export function undoBanner(asked, { ply, events, more_events, mine }, name, agree) {
  const owed = [...mine.filter((seat) => asked.missing.includes(seat)), ...(asked.yours ?? [])];
  const wish = { who: name(asked.seat), n: ply - asked.ply };
  if (!owed.length) {
    const missing = asked.missing.map(name);
    return h("p", {}, tell("{who} asks to take back {n:move|moves}; waiting for {missing}.", { ...wish, missing }));
  }
  const yes = h("button", { class: "primary", onclick: () => agree(owed, true) }, tell("Agree"));
  const no = h("button", { onclick: () => agree(owed, false) }, tell("Refuse"));
  const isKnown = !more_events || events[0].ply <= asked.ply; // a page that was just opened has the newest events only
  const first = isKnown && events.find((event) => event.ply > asked.ply)?.text;
  const question = first
    ? tell("{who} asks to take back {n:move|moves}, beginning with: {first}", { ...wish, first })
    : tell("{who} asks to take back {n:move|moves}.", wish);
  return h("p", {}, question, " ", yes, " ", no);
}

/**
 * A bot plays for me: I left, or was away for too long.
 * @param {TableState} state
 * @param {(seat: number) => void} back
 */
export function standInBanner({ table, mine, view }, back) {
  if (table.over) return null;
  return table.seats
    .filter((seat) => seat.stands_in && mine.includes(seat.seat))
    .map((seat) => {
      const said = { bot: seat.bot_called, name: view.names[seat.seat] };
      const take = h("button", { class: "primary", "data-key": `back-${seat.seat}`, onclick: () => back(seat.seat) }, tell("Take the seat back"));
      if (seat.lost === "left") return h("p", {}, tell("You have left this rated game; {bot} plays for {name} to the end.", said));
      return h("p", {}, tell("{bot} plays for {name}.", said), " ", !seat.lost && take);
    });
}

/**
 * An open table waits for players; its host may close it to all but those with a link.
 * @param {TableState} state
 * @param {(listed: boolean) => void} publish
 */
export function waitingBanner({ table }, publish) {
  if (!table.listed) return null;
  const free = table.seats.filter(({ kind }) => kind === "open").length;
  const close = table.host && h("button", { "data-key": "publish", onclick: () => publish(false) }, tell("Take it off the list"));
  return h("p", {}, tell("Open to all: {n:seat|seats} free. The game begins when all are taken.", { n: free }), " ", close);
}

/**
 * Another moment than now is shown.
 * @param {Moment} moment
 * @param {(ply: number | null) => void} goTo null: back to now
 */
export function pastBanner({ ply, plies }, goTo) {
  const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ to) =>
    h(
      "button",
      {
        "aria-label": label,
        title: label,
        "data-key": label,
        disabled: to < 0 || to > plies,
        onclick: () => goTo(to),
      },
      sign,
    );
  const back = h("button", { class: "primary", "data-key": "now", onclick: () => goTo(null) }, tell("Back to now"));
  const steps = [step("◀", tell("Move before"), ply - 1), " ", step("▶", tell("Move after"), ply + 1), " ", back];
  return h("p", { class: "past" }, `${tell("After move {ply} of {plies}.", { ply, plies })} `, ...steps);
}

/**
 * On a shared device: nothing is seen until the next person has it.
 * @param {string} name
 * @param {() => void} uncover
 */
export function coverSheet(name, uncover) {
  return h(
    "div",
    { class: "cover" },
    h("p", {}, tell("Hand the device to {name}.", { name })),
    h("button", { class: "primary", onclick: uncover }, tell("I am {name}", { name })),
  );
}
