/**
 * The parts around the board. Each function draws one of them from what the page holds; `on` are the wishes a
 * person can have there.
 * @import {ChatLine, ClosedOffer, Hint, MomentEvent, Offer, Plan, ScoreLine, ScoreSheet, TableState} from "./types.js"
 */
import { avatar } from "./avatar.js";
import { filtered, grouped } from "./clicks.js";
import { h } from "./dom.js";
import { ratingWords } from "./optionwords.js";
import { inWords } from "./pointing.js";
import { lostWords, timeHeard, timePlace } from "./seattime.js";
import { total } from "./store.js";
import { tell } from "./words.js";

/** @param {...(string | false | undefined)} parts */
const facts = (...parts) => parts.filter(Boolean).join(", ");

/** More offers than this are grouped and can be filtered. */
const MANY = 10;

/**
 * Listeners that light up nodes while something is pointed at or focused.
 * @param {readonly string[]} nodes
 * @param {(nodes: readonly string[]) => void} light
 */
function lighting(nodes, light) {
  const [on, off] = [() => light(nodes), () => light([])];
  return { onpointerenter: on, onpointerleave: off, onfocus: on, onblur: off };
}

/**
 * Seats: whose turn it is, who is there, how many points.
 * @param {TableState} state
 * @param {Map<string, import("./types.js").SceneNode>} nodes
 * @param {(seat: number, at: {x: number, y: number}) => void} onSeat
 * @param {import("./types.js").SeatRating[]} ratings at a rated table
 */
export function seatStrip(state, nodes, onSeat, ratings) {
  const { view, table } = state;
  return table.seats.map((seat) => {
    const acts = view.to_act.includes(seat.seat);
    const here =
      seat.kind === "bot" || seat.bot ? "bot" : state.present.includes(seat.seat) ? "here" : "away";
    const away = seat.kind === "open" && !table.over ? tell("nobody yet") : tell("away");
    const is = { bot: tell("a bot"), here: tell("here"), away }[here];
    const mine = state.mine.includes(seat.seat);
    const silent = view.hushed.includes(seat.seat) && tell("silent now");
    const pointed = state.points.find((one) => one.seat === seat.seat);
    const open = (/** @type {MouseEvent} */ event) => {
      const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
      onSeat(seat.seat, { x: box.x, y: box.bottom });
    };
    const name = view.names[seat.seat] ?? seat.name;
    const rated = ratings.find((one) => one.seat === seat.seat);
    return h(
      "button",
      {
        class: `seat seat-${seat.seat % 8} ${here}${acts ? " to-act" : ""}${mine ? " mine" : ""}`,
        "data-key": `seat-${seat.seat}`,
        "aria-haspopup": "menu",
        title: `${name}: ${facts(is, seat.stands_in && tell("{bot} stands in", { bot: seat.bot_called }), silent)}`,
        onclick: open,
      },
      h("span", { class: "dot" }),
      avatar(name),
      h("bdi", { class: "who" }, name),
      rated && h("span", { class: "rating", title: tell("Rating") }, ratingWords(rated)),
      h(
        "span",
        { class: "sr" },
        ` (${facts(mine && tell("you"), is, acts && tell("to act"), silent, timeHeard(state, seat.seat), inWords(pointed, nodes))})`,
      ),
      pointed &&
        h(
          "span",
          { class: `pin-key seat-${seat.seat % 8}`, "aria-hidden": "true" },
          pointed.agree ? "✓" : "☞",
        ),
      timePlace(state, seat.seat),
      h("b", {}, String(total(view.sheets[seat.seat]))),
    );
  });
}

/**
 * All legal actions as buttons, grouped by the first word of their notation when there are many; `tools/messages.py` puts
 * these words into the catalogue.
 * @param {Offer[]} offers
 * @param {string} filter
 * @param {{act: (offer: Offer) => void, light: (nodes: readonly string[]) => void, wanted: readonly string[]}} on
 *   `wanted`: what a lesson waits for
 */
function actionList(offers, filter, on) {
  const wanted = (/** @type {Offer} */ offer) => on.wanted.includes(offer.notation);
  const shown = filtered(offers, filter).sort((a, b) => Number(wanted(b)) - Number(wanted(a)));
  const button = (/** @type {Offer} */ offer) =>
    h(
      "button",
      {
        class: wanted(offer) ? "act wanted" : "act",
        "data-key": offer.notation,
        "data-action": offer.notation,
        onclick: () => on.act(offer),
        ...lighting(offer.nodes ?? [], on.light),
      },
      offer.label,
    );
  if (offers.length <= MANY) return [h("div", { class: "acts" }, ...shown.map(button))];
  if (!shown.length) return [h("p", { class: "quiet" }, tell("No choice has these words."))];
  return [...grouped(shown)].map(([word, group]) =>
    h(
      "section",
      { class: "act-group" },
      h(
        "h2",
        {},
        tell(capital(word)),
        " ",
        h("span", { class: "badge" }, String(group.length)),
      ),
      h("div", { class: "acts" }, ...group.map(button)),
    ),
  );
}

const capital = (/** @type {string} */ word) => word[0].toUpperCase() + word.slice(1);

/**
 * The buttons for all offers, with a field to filter them when there are many.
 * @param {Offer[]} offers
 * @param {string} words that the filter begins with
 * @param {{act: (offer: Offer) => void, light: (nodes: readonly string[]) => void, filter: (words: string) => void,
 *   wanted: readonly string[]}} on
 */
export function offerList(offers, words, on) {
  const list = h("div", { class: "act-list" }, ...actionList(offers, words, on));
  if (offers.length <= MANY) return [list];
  const label = tell("Filter {n:choice|choices}", { n: offers.length });
  const field = h("input", {
    class: "filter",
    type: "search",
    "aria-label": label,
    placeholder: label,
    value: words,
    "data-key": "filter",
  });
  field.addEventListener("input", () => {
    on.filter(field.value);
    list.replaceChildren(...actionList(offers, field.value, on));
  });
  return [field, list];
}

/**
 * What one would look for among the choices and cannot have now, with the reason of each.
 * @param {readonly ClosedOffer[]} closed
 * @param {(nodes: readonly string[]) => void} light
 * @param {boolean | null} open as somebody has left it; null: nobody has
 * @param {(open: boolean) => void} onToggle
 */
export function closedList(closed, light, open, onToggle) {
  if (!closed.length) return [];
  const rows = closed.map((one) =>
    h(
      "li",
      lighting(one.nodes ?? [], light),
      h("span", {}, one.label),
      h("span", { class: "detail" }, because(one)),
    ),
  );
  const toggle = () => onToggle(!details.open);
  const title = h("summary", { "data-key": "not-now", onclick: toggle }, tell("Not possible now: {n}", { n: rows.length }));
  const details = h("details", { class: "not-now", open: open ?? rows.length <= MANY / 2 }, title, h("ul", {}, ...rows));
  return [details];
}

/**
 * A reason with the rule that it comes from.
 * @param {{reason: string, rule?: string}} refusal
 */
export function because({ reason, rule }) {
  return rule ? `${reason} (${rule})` : reason;
}

/**
 * A reason; if it speaks of pieces, pointing at it shows them.
 * @param {Hint["reasons"][number]} reason
 * @param {(nodes: readonly string[]) => void} light
 */
function spoken({ text, nodes }, light) {
  if (!nodes.length) return text;
  const label = tell("{reason}; show the pieces", { reason: text });
  return h("button", { class: "reason", "aria-label": label, onclick: () => light(nodes), ...lighting(nodes, light) }, text);
}

/**
 * What a bot would do.
 * @param {Hint} hint
 * @param {(action: string) => void} act
 * @param {(nodes: readonly string[]) => void} light
 */
export function hintCard({ bot, label, action, estimate, then, reasons }, act, light) {
  const chance =
    typeof estimate === "number" && ` ${tell("({percent} % to win)", { percent: Math.round(estimate * 100) })}`;
  return h(
    "div",
    { class: "card-hint" },
    h("p", {}, `${tell("{bot} would choose:", { bot })} `, h("b", {}, label), chance),
    then.length > 0 && h("p", {}, tell("Then: {steps}", { steps: then })),
    h("button", { class: "primary", "data-key": "hint-play", onclick: () => act(action) }, tell("Play it")),
    reasons.length > 0 && h("ul", {}, ...reasons.map((reason) => h("li", {}, spoken(reason, light)))),
  );
}

/**
 * Whether names would stand side by side beyond the edge, so that they stand upright: many, or three with long words.
 * @param {readonly string[]} names
 */
const upright = (names) => names.length > 3 || (names.length > 2 && names.some((name) => /\S{7}/.test(name)));

/**
 * Score sheets side by side: a row per line, a column per seat. A number lights up the pieces it counts.
 * @param {readonly string[]} names
 * @param {Record<string, ScoreSheet> | ScoreSheet[]} sheets
 * @param {(nodes: readonly string[]) => void} light
 */
export function scoreTable(names, sheets, light) {
  const bySeat = names.map(
    (_, seat) => /** @type {ScoreSheet | undefined} */ (/** @type {any} */ (sheets)[seat]),
  );
  /** @type {Map<string, string>} */
  const rows = new Map();
  for (const sheet of bySeat) for (const line of sheet?.lines ?? []) rows.set(line.key, line.label);
  const cell = (/** @type {ScoreLine | undefined} */ line, /** @type {number} */ seat) => {
    if (!line) return h("td", {}, h("span", { class: "quiet", "aria-label": tell("none") }, "·"));
    const nodes = line.nodes ?? [];
    if (!nodes.length) return h("td", {}, String(line.points));
    const label = tell("{who}, {line}: {points}; show the pieces", {
      who: names[seat],
      line: line.label,
      points: line.points,
    });
    const key = `score-${seat}-${line.key}`;
    const show = () => light(nodes);
    const attributes = {
      class: "cell",
      "aria-label": label,
      "data-key": key,
      onclick: show,
      ...lighting(nodes, light),
    };
    return h("td", {}, h("button", attributes, String(line.points)));
  };
  const head = names.map((name) => h("th", { scope: "col", title: name, dir: "auto" }, name));
  const body = [...rows].map(([key, label]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, label),
      ...bySeat.map((sheet, seat) =>
        cell(
          sheet?.lines.find((line) => line.key === key),
          seat,
        ),
      ),
    ),
  );
  const totals = bySeat.map((sheet) => h("td", {}, String(total(sheet))));
  return h(
    "table",
    { class: upright(names) ? "scores many" : "scores" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, tell("Points")), ...head)),
    h("tbody", {}, ...body),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, tell("Total")), ...totals)),
  );
}

/**
 * The log, newest at the bottom; a sentence leads to its moment.
 * @param {readonly MomentEvent[]} events
 * @param {number | null} ply the moment that is shown, if it is not now
 * @param {(ply: number) => void} onMoment
 * @param {readonly string[]} names of the seats
 * @param {WeakMap<MomentEvent, HTMLLIElement>} [drawn] lines that stand there already
 */
export function logList(events, ply, onMoment, names, drawn = new WeakMap()) {
  return events.map((event, index) => {
    const line = drawn.get(event) ?? logLine(event, index, onMoment, names);
    drawn.set(event, line);
    line.classList.toggle("now", event.ply === ply);
    if (event.ply === ply) line.firstElementChild?.setAttribute("aria-current", "true");
    else line.firstElementChild?.removeAttribute("aria-current");
    return line;
  });
}

/**
 * @param {MomentEvent} event
 * @param {number} index
 * @param {(ply: number) => void} onMoment
 * @param {readonly string[]} names
 */
function logLine({ ply, seat, text }, index, onMoment, names) {
  const button = h(
    "button",
    { "data-key": `event-${ply}-${index}`, title: tell("After move {ply}", { ply }), onclick: () => onMoment(ply) },
    typeof seat === "number" && avatar(names[seat] ?? ""),
    h("span", {}, text),
  );
  return h("li", {}, button);
}

/** @param {readonly ChatLine[]} lines */
export function chatList(lines) {
  return lines.map((line) =>
    line.told
      ? h("li", { class: "quiet" }, line.text)
      : h("li", {}, avatar(line.name), h("b", {}, h("bdi", {}, line.name), ": "), h("bdi", {}, line.text)),
  );
}

/** @typedef {{title: string, detail: string, plans: Plan[], chosen: number}} PlanCard */

/**
 * Plans to choose from: what a tap on a target offers, or a drawn line as it was understood.
 * @param {PlanCard} card
 * @param {{choose: (index: number) => void, play: (plan: Plan) => void, drop: () => void}} on
 */
export function planCard({ title, detail, plans, chosen }, on) {
  const rows = plans.map((plan, index) => {
    const text = [
      h("span", {}, plan.label),
      plan.detail ? h("span", { class: "detail" }, plan.detail) : null,
    ];
    if (plans.length === 1) return h("p", { class: "way" }, h("span", {}, ...text));
    const input = h("input", {
      type: "radio",
      name: "plan",
      "data-key": `plan-${index}`,
      checked: index === chosen,
      onchange: () => on.choose(index),
    });
    return h(
      "label",
      { class: "way", onpointerenter: () => on.choose(index) },
      input,
      h("span", {}, ...text),
    );
  });
  const plan = plans[chosen];
  const problems = (plan?.problems ?? []).map((problem) => h("li", {}, problem));
  const steps = plan?.actions.length ?? 0;
  const label = steps === 0 ? tell("Nothing to play") : problems.length ? tell("Play it up to there") : tell("Do it");
  return h(
    "div",
    { class: "card-plan", role: "group", "aria-label": title },
    h("h2", {}, title),
    detail && h("p", { class: "help" }, detail),
    ...rows,
    problems.length > 0 && h("ul", { class: "problem", role: "alert" }, ...problems),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        { class: "primary", "data-key": "plan-play", disabled: steps === 0, onclick: () => on.play(plan) },
        label,
      ),
      h("button", { "data-key": "plan-drop", onclick: on.drop }, tell("Not now")),
    ),
  );
}

/**
 * How the game ended.
 * @param {TableState} state
 * @param {import("./types.js").SeatRating[]} ratings at a rated table
 * @param {...Node} buttons
 */
export function resultCard(state, ratings, ...buttons) {
  const outcome = /** @type {import("./types.js").Outcome} */ (state.view.outcome);
  if (isTeam(outcome)) return teamCard(state, outcome, buttons);
  const lost = (/** @type {import("./types.js").SeatInfo} */ one) => one.lost && h("small", {}, lostWords(one));
  const order = outcome.ranks.map((rank, seat) => ({ rank, seat })).sort((a, b) => a.rank - b.rank);
  const rows = order.map(({ rank, seat }) =>
    h(
      "tr",
      { class: outcome.winners.includes(seat) ? "winner" : null },
      h("td", {}, order.length > 1 ? `${rank}.` : ""), // alone, nobody is first or second
      h("th", { scope: "row" }, h("bdi", {}, state.view.names[seat]), lost(state.table.seats[seat])),
      h("td", {}, tell("{n:point|points}", { n: outcome.scores[seat] })),
      ratings.length > 0 && h("td", { class: "change" }, ...changeOf(ratings.find((one) => one.seat === seat))),
    ),
  );
  return h(
    "div",
    { class: "result" },
    h("h2", {}, tell("The game is over")),
    h("table", {}, h("tbody", {}, ...rows)),
    h("div", { class: "buttons" }, ...buttons),
  );
}

/**
 * A rating after the game, and by how much it has moved. A bot's never does.
 * @param {import("./types.js").SeatRating | undefined} rating
 */
function changeOf(rating) {
  if (!rating) return [];
  const { change } = rating;
  if (change === null) return [h("span", { class: "rating" }, ratingWords(rating))];
  const by = change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "±0";
  return [h("span", { class: "rating" }, ratingWords(rating)), " ", h("b", { class: change < 0 ? "down" : "up" }, by)];
}

/** Whether all have won or lost together: then nobody is first or second. @param {import("./types.js").Outcome} outcome */
function isTeam({ ranks, winners, team }) {
  const together = ranks.length > 1 && new Set(ranks).size === 1 && [0, ranks.length].includes(winners.length);
  return team !== "" || (together && winners.length === 0);
}

/**
 * How the game ended for a team: its title, its score, and who it is.
 * @param {TableState} state
 * @param {import("./types.js").Outcome} outcome
 * @param {Node[]} buttons
 */
function teamCard(state, outcome, buttons) {
  const fallback = outcome.winners.length ? tell("You have won together") : tell("You have lost together");
  const points = new Set(outcome.scores).size === 1 && tell("{n:point|points}", { n: outcome.scores[0] });
  return h(
    "div",
    { class: "result" },
    h("h2", {}, outcome.team || fallback),
    points && h("p", {}, points),
    h("ul", { class: "team" }, ...state.view.names.map((name) => h("li", {}, name))),
    h("div", { class: "buttons" }, ...buttons),
  );
}
