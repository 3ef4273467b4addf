/**
 * A table that is being played. It holds what the server says (`state`) and which moment is looked at; `hand` holds
 * what the person is about to do. Everything on the page is drawn from these.
 * @import {Moment, MomentEvent, Scene, SeatInfo, ServerFrame, TableState} from "./types.js"
 */
import { api, gameInfo, lookOf, reasonOf } from "./api.js";
import { coverSheet, endBanner, pastBanner, standInBanner, undoBanner, waitingBanner } from "./banners.js";
import { Board } from "./board.js";
import { beginning } from "./clicks.js";
import { Coach } from "./coach.js";
import { closeAll, closeMenu, openDialog, openMenu } from "./dialogs.js";
import { addShare, dealAndGo } from "./dice.js";
import { beforePicture, fill, h, once, say, toNewest, withdraw } from "./dom.js";
import { emoteItems, showEmote } from "./emotes.js";
import { download, entitle, go } from "./frame.js";
import { Hand, onceEach } from "./hand.js";
import { Link } from "./link.js";
import {
  chatList,
  closedList,
  hintCard,
  logList,
  offerList,
  planCard,
  resultCard,
  scoreTable,
  seatStrip,
} from "./panels.js";
import { SAY, layTable } from "./tableparts.js";
import { byOthers, PACES, Playback, shownOf, sinceMine } from "./playback.js";
import { pins } from "./pointing.js";
import { Rolls, sidesOf } from "./rolls.js";
import { rulesOf } from "./rules.js";
import { seatItems, tableFacts, invitations } from "./seats.js";
import { SeatTimes, timeInWords } from "./seattime.js";
import { settings } from "./settings.js";
import { inTab } from "./site.js";
import { play as sound } from "./sound.js";
import { receive } from "./store.js";
import { tell } from "./words.js";

/** @type {import("./app.js").View} */
export async function showTable(root, [id]) {
  const info = await api(`tables/${id}`);
  const mine = info.seats
    .filter((/** @type {SeatInfo} */ seat) => seat.mine)
    .map((/** @type {SeatInfo} */ seat) => seat.seat);
  const first = mine.find((/** @type {number} */ seat) => info.to_act.includes(seat)) ?? mine[0] ?? null;
  const LinkOfHere = inTab ? (await import("./tablink.js")).TabLink : Link;
  const game = await gameInfo(info.game);
  entitle(root, `${game.spec.title} · Waystation`);
  const table = new Table(root, id, first, game, LinkOfHere);
  return () => table.close();
}

/**
 * Nothing has happened at a table yet, so the page is that of whoever has just opened it: is this their seat?
 * @param {TableState["table"]} table
 * @param {number | null} seat
 */
const isOpener = ({ ply, seats }, seat) => !ply && seat !== null && seats[seat].kind === "person";

/** How many moves are kept to be shown again; older ones are asked for. */
const KEPT = 200;

export class Table {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {number | null} seat that looks at first
   * @param {import("./types.js").GameInfo} game
   * @param {typeof Link | typeof import("./tablink.js").TabLink} LinkOfHere to a server, or to this tab's Python
   */
  constructor(root, id, seat, game, LinkOfHere) {
    this.id = id;
    this.game = game;
    this.state = /** @type {TableState | null} */ (null);
    this.lookHash = "";
    this.ratings = /** @type {import("./types.js").SeatRating[]} */ ([]);
    this.folded = false; // the choices, on a phone
    this.notNow = /** @type {boolean | null} */ (null); // whether what is not possible is unfolded, once somebody has said
    this.listed = /** @type {TableState | null} */ (null); // the state whose choices are shown
    this.scrolled = false; // the choices, away from their top
    this.drawing = /** @type {(() => void) | null} */ (null); // what calls off the picture that is to come
    this.stale = false; // that picture is of everything, not of the board alone
    this.shown = /** @type {import("./playback.js").Shown | null} */ (null); // what of others' doings is drawn
    /** @type {WeakMap<MomentEvent, HTMLLIElement>} */
    this.lines = new WeakMap(); // of the log, as drawn with these names:
    this.named = "";
    this.moment = /** @type {Moment | null} */ (null);
    this.asked = -1; // the moment that was wanted last
    this.covered = /** @type {number | null} */ (null);
    this.handed = false; // whoever looks has said who they are
    this.ended = "";
    this.lookBack = /** @type {{place: HTMLElement, close: () => void} | null} */ (null);
    this.closed = false; // nothing is drawn any more
    this.rematch = once(() => dealAndGo(() => api(`tables/${id}/rematch`, { method: "POST" })));
    this.hand = new Hand(this);
    const { parts, tabs } = layTable(root, game.spec.title, {
      undo: () => this.undo(),
      hint: () => this.hand.askHint(),
      pen: () => this.togglePen(),
      point: () => this.hand.togglePointing(),
      skip: () => this.playback.skip(),
      emote: () => this.openEmotes(),
      since: () => this.openSince(),
      again: () => this.watchAgain(),
      agree: () => this.hand.point(this.hand.pointed.nodes, !this.hand.pointed.agree),
      rules: once(() => this.openRules()),
      facts: () => this.openFacts(),
      chat: async (text) => (await this.send({ t: "chat", text })).t !== "refused",
    });
    this.parts = parts;
    onceEach(parts.main, () => this.state?.version);
    this.tabs = tabs;
    this.seatTimes = new SeatTimes(parts.seats, (left) => this.warnOfTime(left));
    this.onBack = () => history.state?.past || this.leavePast();
    addEventListener("popstate", this.onBack);
    this.onLeave = () => this.coverAll();
    addEventListener("pagehide", this.onLeave);
    this.clockTimer = setInterval(() => this.drawClock(), 500);
    /** @type {import("./board.js").Handlers} */
    const handlers = {
      click: (pile, at) => this.hand.onClick(pile, at),
      draw: (points) => this.hand.onDraw(points),
      grasp: (pile) => this.hand.grasp(pile),
      carry: (piece) => this.hand.carry(piece),
      drop: (piece, pile, at) => this.hand.drop(piece, pile, at),
      describe: (node) => this.hand.describe(node),
      cancel: () => this.hand.cancel(),
      point: () => this.hand.togglePointing(),
    };
    this.board = new Board(this.parts.board, handlers, this.parts.tools);
    this.coach = new Coach(this, this.parts.coach);
    this.rolls = new Rolls(this.parts.rolls);
    const onShown = () => {
      sound("move");
      this.drawSoon();
    };
    this.playback = new Playback(onShown, () => this.drawSoon(), () => PACES[settings().pace]);
    this.parts.choices.addEventListener("scroll", () => (this.scrolled = true), { passive: true });
    /** @type {Map<number, Scene>} */
    this.scenes = new Map(); // how the table looked after the last moves, to be shown again
    this.link = /** @type {import("./link.js").Line} */ (new LinkOfHere(
      id,
      seat,
      (frame) => this.onFrame(frame),
      (status) => this.onStatus(status),
    ));
  }

  close() {
    this.closed = true;
    removeEventListener("popstate", this.onBack);
    removeEventListener("pagehide", this.onLeave);
    this.drawing?.();
    clearInterval(this.clockTimer);
    this.seatTimes.close();
    clearTimeout(this.noticeTimer);
    closeMenu();
    this.playback.close();
    this.rolls.close();
    this.link.close();
    this.lookBack?.close();
    this.board.close();
  }

  // ---------------------------------------------------------------- what the server says

  /** @param {ServerFrame} frame */
  onFrame(frame) {
    const before = this.state;
    this.state = receive(this.state, frame);
    if (frame.t === "closed") {
      this.ended = frame.reason;
      return this.drawBanner();
    }
    if (!this.state || ["done", "refused", "answer"].includes(frame.t)) return;
    if (frame.clock) this.clockStart = performance.now(); // also after a reconnect (`resumed`)
    if (["hello", "step", "seats", "times"].includes(frame.t)) this.seatTimes.hear();
    if (frame.t === "emote") return this.hearEmote(/** @type {any} */ (frame));
    if (frame.t === "hello" || frame.t === "step") this.onChange(before, frame);
    if (frame.t === "hello" || frame.t === "seats" || (this.state.view.outcome && !before?.view.outcome)) this.lookAtRatings();
    if ((frame.t === "seats" || frame.t === "undo") && frame.text) this.notice(frame.text);
    const rematch = frame.t === "seats" && frame.table.rematch;
    if (rematch && rematch !== before?.table.rematch) addShare(rematch, this.nextSeats(this.state));
    if (frame.t === "chat") this.tabs.call("Chat", !this.state.mine.includes(frame.line.seat));
    this.draw();
  }

  /** What those who sit here are rated by, where that counts; after the end also by how much that has moved. */
  async lookAtRatings() {
    if (!this.state?.table.rated) {
      this.ratings = [];
      return;
    }
    this.ratings = await api(`tables/${this.id}/ratings`).catch(() => this.ratings);
    this.draw();
  }

  /** @param {{seat: number, emotion: string}} said without words */
  hearEmote(said) {
    showEmote(this.parts.emotes, said, this.state?.view.names[said.seat] ?? "");
    if (!this.state?.mine.includes(said.seat)) sound("emote");
  }

  /** @param {number} left seconds of mine */
  warnOfTime(left) {
    sound("late");
    this.notice(tell("Your time is running out: {left}.", { left: timeInWords(left) }));
  }

  openEmotes() {
    const { x, bottom } = this.parts.emote.getBoundingClientRect();
    openMenu(tell("Say something without words"), emoteItems((emotion) => this.send({ t: "emote", emotion })), { x, y: bottom });
  }

  /**
   * The game moved on.
   * @param {TableState | null} before
   * @param {ServerFrame} frame
   */
  onChange(before, frame) {
    const state = /** @type {TableState} */ (this.state);
    if (before && before.view.viewer !== state.view.viewer) this.forgetSeen();
    if (before?.view.legal !== state.view.legal) this.hand.goOn(); // not when only others have moved
    if (state.view.hush) this.hand.pointing = false;
    if (state.look !== this.lookHash) this.loadLook(state.look);
    if (before && state.view.outcome && !before.view.outcome) sound("end");
    else if (before && this.mayAct && !before.view.to_act.includes(state.view.viewer ?? -1)) sound("turn");
    this.passDevice(before === null);
    if (frame.t === "step") this.follow(before, state, frame);
    else this.playback.skip();
  }

  /** Another seat looks now: the past was seen with the eyes of the one before, and may hold its secrets. */
  forgetSeen() {
    this.scenes.clear();
    if (!this.moment) return;
    this.moment = null;
    if (history.state?.past) history.back();
  }

  /**
   * What others did is shown step by step; an own move, or one taken back, at once.
   * @param {TableState | null} before
   * @param {TableState} state
   * @param {ServerFrame} frame
   */
  follow(before, state, frame) {
    if (frame.undone_to !== undefined) this.scenes.clear();
    this.scenes.set(state.ply, state.scene);
    this.scenes.delete(state.ply - KEPT);
    const others = frame.undone_to === undefined && byOthers(frame.events, state.mine);
    if (others && !this.moment) return this.playback.push([...this.notDrawn(before), ...shownOf(state.scene, frame.events)]);
    sound("move");
    this.playback.skip();
  }

  /**
   * An own move that a bot has answered before its picture was drawn: it is seen for a moment all the same.
   * @param {TableState | null} before
   * @returns {import("./playback.js").Shown[]}
   */
  notDrawn(before) {
    const event = before?.events.findLast(({ text }) => text);
    if (!event || this.playback.playing || before?.scene === this.board.scene || !this.drawing) return [];
    return [{ scene: /** @type {TableState} */ (before).scene, event, brief: true }];
  }

  /** The last thing that is told. */
  drawCaption() {
    if (this.moment) return;
    const event = this.playback.shown?.event ?? this.state?.events.findLast(({ text }) => text);
    const { caption, skip, since, again, choices } = this.parts;
    const missed = sinceMine(this.state?.events ?? [], this.state?.mine ?? []);
    caption.className = typeof event?.seat === "number" ? `caption seat-${event.seat % 8}` : "caption";
    this.rolls.show(sidesOf(event, this.state?.events ?? []), this.playback.playing);
    say(caption, event?.text ?? "");
    caption.title = event?.text ?? "";
    withdraw(skip, "hidden", !this.playback.playing, choices);
    // Who only watches has no turn since which anything could have happened.
    const nothing = this.playback.playing || !missed.length || !this.state?.mine.length;
    for (const button of [since, again]) withdraw(button, "hidden", nothing, choices);
    say(since, tell("Since your turn: {n}", { n: missed.length }));
  }

  /** Everything that others did since the last own move, as a list. */
  openSince() {
    const { events, mine } = /** @type {TableState} */ (this.state);
    const lines = sinceMine(events, mine).map(({ seat, text }) =>
      h("li", { class: typeof seat === "number" ? `seat-${seat % 8}` : null }, text),
    );
    openDialog(tell("Since your turn"), h("ol", { class: "since" }, ...lines));
  }

  /** The same once more on the board; what this page has not seen itself comes from the server. */
  async watchAgain() {
    const { events, mine } = /** @type {TableState} */ (this.state);
    const missed = sinceMine(events, mine);
    const plies = [...new Set(missed.map(({ ply }) => ply))];
    const scenes = new Map(await Promise.all(plies.map(async (ply) => /** @type {const} */ ([ply, await this.sceneAt(ply)]))));
    const before = await this.sceneAt(Math.max(0, plies[0] - 1));
    if (this.closed || this.playback.playing || this.state?.events !== events) return; // something happened meanwhile
    this.board.show(before);
    this.playback.push(missed.map((event) => ({ scene: /** @type {Scene} */ (scenes.get(event.ply)), event })));
  }

  /**
   * The table as it looked after a move.
   * @param {number} ply
   * @returns {Promise<Scene>}
   */
  async sceneAt(ply) {
    return this.scenes.get(ply) ?? (await this.momentAt(ply)).scene;
  }

  /**
   * What the server says of the table as it was after a move, for the seat that looks.
   * @param {number} ply
   * @returns {Promise<Moment>}
   */
  momentAt(ply) {
    return api(`tables/${this.id}/moments/${ply}${this.seat === null ? "" : `?seat=${this.seat}`}`);
  }

  /** @param {string} hash */
  async loadLook(hash) {
    this.lookHash = hash;
    try {
      this.board.setLook(await lookOf(this.game.name, hash));
    } catch (error) {
      this.lookHash = ""; // the next word of the server asks again
      throw error;
    }
  }

  /**
   * On a shared device, the seat that has to decide looks at the table; secrets are covered until it is there. A page that
   * has just come (loaded anew, or opened from the home page) doesn't know whose hands it is in, nor does one whose cover
   * nobody has answered (the last choice was taken back, or the next one made in another tab).
   * @param {boolean} first nothing was shown before
   */
  passDevice(first) {
    const { mine, view, table } = /** @type {TableState} */ (this.state);
    const next = mine.find((seat) => view.to_act.includes(seat));
    const needed = mine.length > 1 && next !== undefined && !this.mayAct && view.viewer !== next;
    this.handed ||= mine.length < 2 || Boolean(view.outcome) || (first && isOpener(table, view.viewer));
    this.handed &&= !needed || this.covered === next; // who has just said so sees nothing until their view comes
    const covered = needed ? next : this.handed ? null : view.viewer;
    const open = this.covered === null;
    this.covered = this.game.spec.hidden ? covered : null;
    if (open && this.covered !== null) closeAll(); // a hand from near, say
    if (needed && this.covered === null) this.link.look(/** @type {number} */ (next));
  }

  /** Another page comes, and the browser may keep this one as it is: whoever goes back to it may be somebody else. */
  coverAll() {
    if (!this.state) return;
    this.handed = false;
    this.passDevice(false);
    this.drawBanner();
  }

  /** @param {number} seat whose person has the device now */
  uncover(seat) {
    this.handed = true;
    this.link.look(seat);
  }

  /** @param {"open" | "lost" | "closed"} status */
  onStatus(status) {
    document.documentElement.dataset.link = status;
    if (status === "closed") this.ended ||= tell("This table cannot be watched from here.");
    this.lost = status === "lost";
    this.drawBanner();
  }

  // ---------------------------------------------------------------- drawing

  get seat() {
    return this.state?.view.viewer ?? null;
  }

  /** An open table, which begins when all its seats are taken. */
  get waiting() {
    return Boolean(this.state?.table.listed);
  }

  /** Whether the seat that looks owes a decision. */
  get mayAct() {
    return this.seat !== null && !this.waiting && Boolean(this.state?.view.to_act.includes(this.seat));
  }

  get offers() {
    return this.moment || this.waiting ? [] : (this.state?.view.legal ?? []);
  }

  /** Everything is drawn anew with the browser's next picture: once, however much happens until then. */
  draw() {
    this.stale = true;
    this.drawSoon();
  }

  /** The board, at least, is drawn anew with the browser's next picture. */
  drawSoon() {
    if (this.closed) return; // an answer that came late
    this.drawing ??= beforePicture(() => {
      this.drawing = null;
      if (this.state) this.drawNow(this.state);
    });
  }

  /**
   * What is read of the page's layout (where a list ends, what has the focus) is read last: the browser finds it once.
   * @param {TableState} state
   */
  drawNow(state) {
    this.drawBoard();
    this.drawCaption();
    if (!this.stale) return this.coach.draw();
    this.stale = false;
    const { parts } = this;
    const shown = this.moment?.view ?? state.view;
    const light = (/** @type {readonly string[]} */ nodes) => this.board.light(nodes, true);
    fill(parts.seats, ...seatStrip(state, this.board.nodes, (seat, at) => this.openSeat(seat, at), this.ratings));
    this.seatTimes.show(state);
    this.drawQuestion();
    parts.main.dataset.ply = String(state.ply);
    entitle(this.parts.main, `${this.mayAct ? "● " : ""}${this.game.spec.title} · Waystation`);
    this.drawBanner();
    this.drawClock();
    fill(parts.scores, scoreTable(state.view.names, shown.sheets, light));
    const before = [parts.log, parts.chat].map((list) => list.childElementCount);
    this.drawLog();
    fill(parts.chat, ...chatList(state.chat));
    parts.chatForm.hidden = !state.mine.length || inTab || !state.table.chat;
    this.drawSilence(state.view.hush);
    this.drawButtons();
    this.coach.draw();
    this.drawChoices();
    if (parts.log.childElementCount !== before[0] && !this.moment) toNewest(parts.log);
    if (parts.chat.childElementCount !== before[1]) toNewest(parts.chat);
  }

  /** What is asked; after some clicks of an answer, what they come to. */
  drawQuestion() {
    const { view } = /** @type {TableState} */ (this.state);
    const soFar = this.hand.path.length > 0 && this.hand.soFar;
    const asked = this.waiting ? tell("Waiting for players.") : soFar || view.question;
    say(this.parts.question, [asked, view.hush].filter(Boolean).join(" "));
    this.parts.question.classList.toggle("mine", this.mayAct);
  }

  drawBoard() {
    const state = /** @type {TableState} */ (this.state);
    const shown = this.moment ? null : this.playback.shown;
    this.board.show(this.moment?.scene ?? shown?.scene ?? state.scene, this.hand.marks);
    if (shown && shown !== this.shown && !shown.brief) this.board.trace(shown.event.seat);
    this.shown = shown;
    this.board.pin(this.moment ? [] : pins(state.points, state.view.names));
    if (this.hand.hint && !this.moment) this.board.light(this.hand.hint.nodes);
  }

  drawLog() {
    const { parts } = this;
    const state = /** @type {TableState} */ (this.state);
    const older = state.more_events
      ? [h("li", {}, h("a", { href: `/replay/${this.id}` }, tell("Earlier moves are in the replay")))]
      : [];
    const { names } = state.view;
    if (this.named !== names.join("\n")) this.lines = new WeakMap();
    this.named = names.join("\n");
    const lines = logList(state.events, this.moment?.ply ?? null, (ply) => this.showMoment(ply), names, this.lines);
    fill(parts.log, ...older, ...lines);
  }

  drawButtons() {
    const { parts } = this;
    const state = /** @type {TableState} */ (this.state);
    const { undo, view, table } = state;
    const back = undo.back_to;
    const alone = table.seats.every((seat) => seat.mine || seat.bot || seat.kind === "bot");
    const free = alone || (back !== undefined && undo.free_to !== undefined && back >= undo.free_to);
    withdraw(parts.undo, "disabled", back === undefined || Boolean(undo.asked) || this.hand.busy, parts.choices);
    say(parts.undo, back === undefined || free ? tell("Undo") : tell("Ask to undo"));
    parts.hint.hidden = !table.hints;
    withdraw(parts.hint, "disabled", !this.mayAct || view.outcome !== null || this.hand.busy, parts.choices);
    const together = state.mine.length > 0 && !alone && !view.outcome && !inTab;
    parts.point.hidden = parts.emote.hidden = !together;
    parts.point.setAttribute("aria-pressed", String(this.hand.pointing));
    parts.agree.hidden = !together || !(this.hand.pointing || state.points.length);
    parts.agree.setAttribute("aria-pressed", String(this.hand.pointed.agree));
    parts.pen.hidden = !this.board.pen.possible || !this.mayAct;
    parts.pen.setAttribute("aria-pressed", String(this.board.pen.down));
    say(parts.pen, `✎ ${this.board.pen.down ? tell("Pen on") : tell("Pen off")}`);
    parts.pen.title = this.board.pen.down ? tell("A drag draws a line; press to move the map instead") : tell("A drag moves the map; press to draw a line");
  }

  /**
   * A seat that may say nothing now can't chat, point or agree, and reads why.
   * @param {string} hush
   */
  drawSilence(hush) {
    const { words, sendButton, point, agree, emote } = this.parts;
    for (const control of [words, sendButton, point, agree, emote]) control.toggleAttribute("disabled", Boolean(hush));
    words.setAttribute("placeholder", hush ? tell("You are silent now") : tell(SAY));
    words.title = hush;
  }

  drawChoices() {
    const { parts, state } = this;
    if (!state) return;
    const hadFocus = parts.choices.contains(document.activeElement);
    fill(parts.choices, this.foldButton(), ...this.choices(state));
    parts.choices.classList.toggle("folded", this.folded);
    parts.choices.toggleAttribute("data-busy", this.hand.busy);
    if (hadFocus && !parts.choices.contains(document.activeElement)) {
      const first = /** @type {HTMLElement | null} */ (
        parts.choices.querySelector("button:not([disabled], .fold)")
      );
      (first ?? parts.choices).focus({ preventScroll: true });
    }
    if (this.state !== this.listed) {
      this.listed = this.state;
      if (this.scrolled) parts.choices.scrollTop = 0; // other choices: from the top
      this.scrolled = false;
    }
  }

  /** On a phone the choices lie over the table: this button (shown only there) folds them away. */
  foldButton() {
    const count = beginning(this.offers, this.hand.path).length;
    const toggle = () => {
      this.folded = !this.folded;
      this.drawChoices();
    };
    return h(
      "button",
      { class: "fold", "data-key": "fold", "aria-expanded": String(!this.folded), onclick: toggle },
      count ? tell("{n:choice|choices}", { n: count }) : tell("Choices"),
    );
  }

  /**
   * @param {TableState} state
   * @returns {(Node | false | null)[]}
   */
  choices(state) {
    const links = invitations(state, (text) => this.notice(text), (listed) => this.publish(listed));
    if (state.view.outcome) return [...links, resultCard(state, this.ratings, ...this.endButtons(state)), this.lookBackOf(state)];
    if (this.hand.plans) return [this.drawPlans(this.hand.plans)];
    const offers = beginning(this.offers, this.hand.path);
    const back = h(
      "button",
      { class: "quiet", "data-key": "all", onclick: () => this.hand.cancel() },
      `← ${tell("all choices")}`,
    );
    const list = offerList(offers, this.hand.filter, {
      wanted: this.coach.wanted,
      act: (offer) => this.hand.play(offer),
      light: (nodes) => this.board.light(nodes),
      filter: (words) => {
        this.hand.filter = words;
      },
    });
    return [
      ...links,
      this.hand.hint && !this.moment && hintCard(this.hand.hint, (action) => this.hand.act(action), (nodes) => this.board.light(nodes)),
      this.hand.path.length > 0 && back,
      ...(offers.length ? list : [h("p", { class: "quiet" }, this.idle(state))]),
      ...closedList(this.waiting ? [] : this.hand.closed, (nodes) => this.board.light(nodes), this.notNow, (open) => (this.notNow = open)),
    ];
  }

  /** @param {TableState} state */
  idle(state) {
    if (this.waiting) return tell("The game begins when all seats are taken.");
    if (this.moment) return tell("This is the past. Go back to now to play.");
    return state.mine.length ? tell("Nothing to decide for you now.") : tell("You are watching.");
  }

  /**
   * Where I sit in a rematch: everybody moves on by one.
   * @param {TableState} state
   */
  nextSeats(state) {
    return state.mine.map((seat) => (seat + 1) % state.table.seats.length);
  }

  /** @param {TableState} state */
  endButtons(state) {
    const label = state.table.rematch ? tell("To the rematch") : tell("Rematch");
    const rematch = h("button", { class: "primary", "data-key": "rematch", onclick: this.rematch }, label);
    /** @type {HTMLElement[]} */
    const buttons = [
      h("a", { class: "button", href: `/replay/${this.id}` }, tell("Replay")),
      download(`/api/tables/${this.id}/record`, `${this.game.name}-${this.id}.txt`, tell("Record")),
    ];
    if (state.table.tournament) buttons.unshift(h("a", { class: "button primary", href: `/tournament/${state.table.tournament}` }, tell("To the tournament")));
    else if (state.mine.length) buttons.unshift(rematch);
    return buttons;
  }

  /** Where the game that is over is looked back on; a moment of it opens in the replay. @param {TableState} state */
  lookBackOf(state) {
    if (!this.lookBack) {
      const place = h("div", { "data-key": "lookback-place" });
      this.lookBack = { place, close: () => undefined };
      import("./lookback.js").then(({ LookBack }) => {
        if (this.closed) return;
        const shown = new LookBack(this.id, state.view.names, (ply) => go(`/replay/${this.id}?ply=${ply}`));
        place.append(shown.element);
        this.lookBack = { place, close: () => shown.close() };
      });
    }
    return this.lookBack.place;
  }

  /** @param {import("./panels.js").PlanCard} card */
  drawPlans(card) {
    return planCard(card, {
      choose: (index) => {
        if (card.chosen === index) return;
        card.chosen = index;
        this.board.preview(card.plans[index].preview ?? []);
        this.drawChoices();
      },
      play: (plan) => this.hand.playPlan(plan),
      drop: () => this.hand.cancel(),
    });
  }

  drawBanner() {
    const { state, moment, covered } = this;
    this.parts.main.classList.toggle("covered", covered !== null);
    const name = (/** @type {number} */ seat) => state?.view.names[seat] ?? "";
    const agree = (/** @type {number[]} */ seats, /** @type {boolean} */ yes) =>
      seats.forEach((seat) => this.send({ t: "agree", seat, version: state?.version, yes }));
    const { banner, choices } = this.parts;
    const had = banner.querySelector(":focus-visible") !== null; // after a click the choices would be ringed
    fill(
      banner,
      this.ended && endBanner(this.ended),
      this.lost && h("p", { class: "problem", role: "status" }, tell("The connection is lost; trying again…")),
      state?.undo.asked && undoBanner(state.undo.asked, state, name, agree),
      state && waitingBanner(state, (listed) => this.publish(listed)),
      state && standInBanner(state, (seat) => this.takeBack(seat)),
      moment && pastBanner(moment, (ply) => (ply === null ? this.backToNow() : this.showMoment(ply))),
      covered !== null && coverSheet(name(covered), () => this.uncover(covered)),
    );
    this.hideUnderCover(covered !== null);
    if (had && !banner.contains(document.activeElement))
      /** @type {HTMLElement} */ (banner.querySelector('[data-key="now"]') ?? choices).focus({ preventScroll: true });
  }

  /**
   * What lies under the cover is out of reach of keys and screen readers, too.
   * @param {boolean} covered
   */
  hideUnderCover(covered) {
    const { banner, main } = this.parts;
    const stage = /** @type {HTMLElement} */ (banner.parentElement);
    for (const part of [...main.children, ...stage.children])
      if (part !== stage && part !== banner) part.toggleAttribute("inert", covered);
    if (!covered) return;
    closeMenu();
    const focused = document.activeElement;
    if (!banner.contains(focused) && (focused?.contains(main) || main.contains(focused)))
      /** @type {HTMLElement | null} */ (banner.querySelector(".cover button"))?.focus();
  }

  /** @param {boolean} listed whether anybody may sit down */
  async publish(listed) {
    try {
      await api(`tables/${this.id}/listed`, { body: { listed } });
    } catch (error) {
      this.notice(reasonOf(error));
    }
  }

  /** @param {number} seat of mine, which a bot plays now */
  async takeBack(seat) {
    try {
      await api(`tables/${this.id}/seats/${seat}`, { body: { do: "return" } });
    } catch (error) {
      this.notice(reasonOf(error));
    }
  }

  drawClock() {
    const clock = this.state?.clock;
    const left = clock ? Math.max(0, clock.left - (performance.now() - (this.clockStart ?? 0)) / 1000) : 0;
    say(
      this.parts.clock,
      clock ? `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}` : "",
    );
    this.parts.clock.classList.toggle("soon", Boolean(clock) && left < 10);
  }

  /**
   * Says something for a few seconds.
   * @param {string} text
   */
  notice(text) {
    clearTimeout(this.noticeTimer);
    say(this.parts.notice, text);
    this.noticeTimer = setTimeout(() => say(this.parts.notice, ""), 3000 + 60 * text.length);
  }

  /**
   * Sends a message; a refusal is told.
   * @param {Record<string, any>} message
   */
  async send(message) {
    const frame = await this.link.ask({ seat: this.seat, ...message });
    if (frame.t === "refused") {
      sound("no");
      this.notice(frame.rule ? `${frame.reason} (${frame.rule})` : frame.reason);
    }
    return frame;
  }

  undo() {
    const { undo, version } = /** @type {TableState} */ (this.state);
    this.send({ t: "undo", version, ply: undo.back_to });
  }

  togglePen() {
    this.board.pen.put(!this.board.pen.down);
    this.drawButtons();
  }

  // ---------------------------------------------------------------- moments, dialogs

  /**
   * Shows the table as it was; the browser's Back leads to the present again.
   * @param {number} ply
   */
  async showMoment(ply) {
    const { seat } = this;
    this.asked = ply;
    const moment = await this.momentAt(ply).catch((error) => {
      this.notice(reasonOf(error));
    });
    // Meanwhile another moment may be wanted, another seat look, or another view be here.
    if (!moment || ply !== this.asked || seat !== this.seat || !this.parts.main.isConnected) return;
    this.moment = moment;
    if (!history.state?.past) history.pushState({ past: true }, "");
    this.hand.path = [];
    this.hand.dropPlans();
    this.draw();
  }

  backToNow() {
    if (history.state?.past) history.back();
    else this.leavePast();
  }

  leavePast() {
    this.asked = -1; // a moment that is still to come is not wanted any more
    if (!this.moment) return;
    this.moment = null;
    this.draw();
  }

  async openRules() {
    const rules = await rulesOf(this.game.name, "rules");
    if (!this.closed) openDialog(tell("Rules: {game}", { game: this.game.spec.title }), rules);
  }

  openFacts() {
    if (this.state) openDialog(tell("This table"), ...tableFacts(this.state, this.game));
  }

  /**
   * @param {number} seat
   * @param {{x: number, y: number}} at
   */
  openSeat(seat, at) {
    if (!this.state) return;
    const items = seatItems(this.state, this.game, seat, {
      look: (other) => this.link.look(other),
      say: (text) => this.notice(text),
    });
    if (items.length) openMenu(this.state.view.names[seat], items, at);
    else this.notice(tell("{who}: nothing to change here.", { who: this.state.view.names[seat] }));
  }
}
