/** Who sits where at a new table. */
import { fill, h } from "./dom.js";
import { optionProperties } from "./schema.js";
import { inTab } from "./site.js";
import { tell } from "./words.js";
/** @import {GameInfo} from "./types.js" */

/** The bot a newcomer meets: the game says which. @param {GameInfo} game */
export function usualBot(game) {
  return game.default_bot;
}

/**
 * How many can play, and how many usually do.
 * @param {GameInfo} game
 * @returns {{least: number, most: number, default: number}}
 */
export function playersOf(game) {
  const [least, most] = game.spec.players;
  const usual = optionProperties(game).players?.default ?? least;
  return { least, most, default: Math.min(most, Math.max(least, usual)) };
}

/** @param {number} players that many play, no more and no fewer */
const as = (players) => ({ least: players, most: players, default: players });

/**
 * Who goes on in the seats of a record: bots where there were some, the first person is I, others sit here, too.
 * @param {string[]} names
 * @param {string} bot
 */
function goingOn(names, bot) {
  const isBot = names.map((name) => /\bbot( \(\d+\))?$/i.test(name));
  const mine = isBot.indexOf(false);
  return names.map((name, seat) => (isBot[seat] ? bot : seat === mine ? "me" : `shared:${[...name].slice(0, 24).join("")}`));
}

/** Who sits where: a list of seats that grows and shrinks with the number of players. */
export class SeatChoice {
  /**
   * @param {GameInfo} game
   * @param {() => void} onChange when another number of people play
   * @param {string[]} [names] of those who have begun: then as many play as these
   */
  constructor(game, onChange, names) {
    const { least, most, default: usual } = names ? as(names.length) : playersOf(game);
    this.kinds = [
      ["me", tell("I play")],
      ...game.bots.map((bot) => [`bot:${bot.spec}`, tell("a bot: {bot}", { bot: tell(bot.title) })]),
      ...(inTab ? [] : [["open", tell("somebody I send a link to")]]),
      ["shared", tell("somebody here at this device")],
    ];
    this.players = usual;
    /** @type {string[]} */
    this.chosen = Array.from({ length: most }, (_, seat) => (seat ? `bot:${usualBot(game)}` : "me"));
    if (names) this.chosen = goingOn(names, `bot:${usualBot(game)}`);
    this.list = h("div", { class: "seat-list" });
    const about = optionProperties(game).players?.description;
    const counts = Array.from({ length: most - least + 1 }, (_, index) => least + index);
    const select = h(
      "select",
      { id: "players", onchange: () => (this.resize(counts[select.selectedIndex]), onChange()) },
      ...counts.map((count) => h("option", { selected: count === usual }, String(count))),
    );
    this.element = h(
      "fieldset",
      {},
      h("legend", {}, tell("Who plays")),
      !names && h("div", { class: "field" }, h("label", { for: "players" }, tell("Players")), select, about && h("p", { class: "help" }, tell(about))),
      this.list,
      inTab && h("p", { class: "help" }, tell("Bots that think for a time play a little weaker here than on a server: in a browser they get less far in it.")),
    );
    this.resize(usual);
  }

  /** @param {number} players */
  resize(players) {
    this.players = players;
    fill(this.list, ...this.wishes().map((wish, seat) => this.row(wish, seat)));
  }

  /**
   * @param {string} wish
   * @param {number} seat
   */
  row(wish, seat) {
    const [kind, called] = wish.startsWith("shared") ? ["shared", wish.slice("shared:".length)] : [wish, ""];
    const options = this.kinds.map(([value, text]) => h("option", { value, selected: value === kind }, text));
    const select = h("select", { id: `seat-${seat}` }, ...options);
    const name = h("input", {
      "aria-label": tell("Name in seat {number}", { number: seat + 1 }),
      placeholder: tell("name"),
      maxlength: 24,
      value: called,
    });
    const choose = () => {
      name.hidden = select.value !== "shared";
      const given = name.value.trim();
      this.chosen[seat] = name.hidden || !given ? select.value : `shared:${given}`;
    };
    select.addEventListener("change", choose);
    name.addEventListener("change", choose);
    choose();
    return h(
      "div",
      { class: "field" },
      h("label", { for: select.id }, tell("Seat {number}", { number: seat + 1 })),
      h("span", {}, select, name),
    );
  }

  /** Makes room for others, if nobody can sit down yet: where bots would play. */
  openUp() {
    if (this.wishes().includes("open")) return;
    this.chosen = this.chosen.map((wish) => (wish.startsWith("bot:") ? "open" : wish));
    this.resize(this.players);
  }

  wishes() {
    return this.chosen.slice(0, this.players);
  }
}
