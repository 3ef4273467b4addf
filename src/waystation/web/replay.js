/**
 * The replay viewer: any moment of a table, through the eyes of a seat or of everybody.
 * The address names the moment, so it can be sent to somebody.
 * @import {GameInfo, Moment, Story, TableInfo} from "./types.js"
 */
import { api, gameInfo, lookOf } from "./api.js";
import { Board } from "./board.js";
import { fill, h, say } from "./dom.js";
import { download, entitle, topBar } from "./frame.js";
import { logList, scoreTable } from "./panels.js";
import { turnAfter, turnBefore } from "./playback.js";
import { Rolls, sidesOf } from "./rolls.js";
import { isDark } from "./settings.js";
import { address, here, inTab } from "./site.js";
import { tell } from "./words.js";

const PACE = 1100; // milliseconds a move while playing
const SPEEDS = { "½×": 0.5, "1×": 1, "2×": 2, "4×": 4 };

/** What keys do, as names of what `Replay` can do. @type {Record<string, "before" | "after" | "first" | "last" | "togglePlay" | "nextTurn" | "turnBefore">} */
const KEYS = {
  ArrowLeft: "before",
  ArrowRight: "after",
  ArrowUp: "turnBefore",
  ArrowDown: "nextTurn",
  Home: "first",
  End: "last",
  " ": "togglePlay",
};

/** @type {import("./app.js").View} */
export async function showReplay(root, [id]) {
  const table = await api(`tables/${id}`);
  const game = await gameInfo(table.game);
  const { query } = here();
  const seat = query.get("seat");
  const viewer = seat === "all" ? null : (whole(seat) ?? ownEyes(table, game));
  const replay = new Replay(root, table, game);
  try {
    await replay.start(viewer, whole(query.get("ply")));
  } catch (error) {
    replay.close();
    throw error;
  }
  return () => replay.close();
}

/**
 * Whose eyes a replay begins with. Where a game goes on at a shared device nobody knows who holds it: everybody's then.
 * @param {TableInfo} table
 * @param {GameInfo} game
 */
function ownEyes(table, game) {
  const mine = table.seats.filter((seat) => seat.mine);
  const shared = mine.length > 1 && !table.over && game.spec.hidden;
  return shared ? null : (mine[0]?.seat ?? null);
}

/** A number in an address; null if it is none. @param {string | null} text */
const whole = (text) => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : null);

class Replay {
  /**
   * @param {HTMLElement} root
   * @param {TableInfo} table
   * @param {GameInfo} game
   */
  constructor(root, table, game) {
    this.table = table;
    this.game = game;
    this.viewer = /** @type {number | null} */ (null);
    this.ply = 0;
    this.wanted = 0;
    this.story = /** @type {Story | null} */ (null);
    /** @type {Map<string, Promise<Moment>>} */
    this.moments = new Map();
    this.timer = 0;
    this.speed = 1;
    this.lookBack = /** @type {import("./lookback.js").LookBack | null} */ (null);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.onKey);
    this.parts = this.makeParts();
    this.lay(root);
    this.rolls = new Rolls(this.parts.rolls);
    this.board = new Board(this.parts.board, { click: () => undefined }, this.parts.tools);
    entitle(root, `${tell("Replay: {game}", { game: game.spec.title })} · Waystation`);
  }

  makeParts() {
    const slider = h("input", { type: "range", min: 0, value: 0, "aria-label": tell("Move") });
    slider.addEventListener("input", () => this.goTo(slider.valueAsNumber));
    return {
      slider,
      rolls: h("div", { class: "rolls", hidden: true }),
      board: h("div", { class: "board-host" }),
      tools: h("div", { class: "tools" }),
      said: h("p", { class: "question", role: "status" }),
      count: h("output", {}),
      play: h("button", { class: "primary", onclick: () => this.togglePlay() }, tell("Play")),
      speed: h(
        "select",
        { "aria-label": tell("Speed"), onchange: () => this.setSpeed() },
        ...Object.entries(SPEEDS).map(([label, value]) => h("option", { value, selected: value === 1 }, label)),
      ),
      eyes: h("select", { "aria-label": tell("Seen by"), onchange: () => this.look() }),
      scores: h("div", { class: "scores-host" }),
      log: h("ol", { class: "log", "aria-label": tell("Log") }),
      files: h("div", { class: "buttons files" }),
      lookBack: h("div", {}),
    };
  }

  /** @param {HTMLElement} root */
  lay(root) {
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ go) =>
      h("button", { class: "icon", "aria-label": label, title: label, onclick: go }, sign);
    const { parts } = this;
    const controls = h(
      "div",
      { class: "controls", role: "group", "aria-label": tell("Moments") },
      step("|◀", tell("First moment"), () => this.first()),
      step("◀", tell("Move before"), () => this.before()),
      parts.play,
      step("▶", tell("Move after"), () => this.after()),
      step("▶|", tell("Last moment"), () => this.last()),
      step("◀◀", tell("Turn before"), () => this.turnBefore()),
      step("▶▶", tell("Next turn"), () => this.nextTurn()),
      parts.speed,
      parts.slider,
      parts.count,
    );
    root.append(
      topBar(
        h("span", {}, tell("{game}: replay", { game: this.game.spec.title })),
        h("a", { class: "button", href: `/table/${this.table.id}` }, tell("To the table")),
      ),
      h(
        "main",
        { class: "table" },
        h("h1", { class: "sr" }, tell("Replay of a table of {game}", { game: this.game.spec.title })),
        h("div", { class: "stage" }, h("div", { class: "asked" }, parts.said, parts.tools), parts.rolls, parts.board, controls),
        h(
          "aside",
          { class: "side", "aria-label": tell("Scores and log") },
          h("label", { class: "field" }, `${tell("Seen by")} `, parts.eyes),
          parts.scores,
          parts.lookBack,
          parts.log,
          parts.files,
        ),
      ),
    );
  }

  /**
   * @param {number | null} viewer
   * @param {number | null} ply null: the end
   */
  async start(viewer, ply) {
    this.viewer = viewer;
    await Promise.all([
      this.loadStory(),
      lookOf(this.game.name, this.game.look).then((look) => this.board.setLook(look)),
    ]);
    this.drawEyes();
    await this.goTo(ply ?? this.end);
    if (this.table.over) await this.offerLookBack();
  }

  async offerLookBack() {
    const { LookBack } = await import("./lookback.js");
    const names = this.table.seats.map((seat) => seat.name);
    this.lookBack = new LookBack(this.table.id, names, (ply) => this.goTo(ply));
    this.parts.lookBack.append(this.lookBack.element);
  }

  /** Whether it is still wanted when it comes: it is with the eyes that are chosen. */
  async loadStory() {
    const { viewer } = this;
    const story = await api(`tables/${this.table.id}/story${this.query()}`);
    if (viewer !== this.viewer) return false;
    this.story = story;
    this.parts.slider.max = String(this.end);
    return true;
  }

  drawEyes() {
    const names = this.table.seats.map((seat) => seat.name);
    const options = (this.story?.viewers ?? []).map((viewer) =>
      h(
        "option",
        { value: viewer ?? "all", selected: viewer === this.viewer },
        viewer === null ? tell("everybody") : names[viewer],
      ),
    );
    fill(this.parts.eyes, ...options);
  }

  async look() {
    const { value } = this.parts.eyes;
    this.viewer = value === "all" ? null : Number(value);
    this.moments.clear();
    if (await this.loadStory()) await this.goTo(this.ply);
  }

  query() {
    return this.viewer === null ? "" : `?seat=${this.viewer}`;
  }

  /**
   * @param {number} ply
   * @returns {Promise<Moment>}
   */
  moment(ply) {
    const key = `${ply}${this.query()}`;
    const known = this.moments.get(key) ?? api(`tables/${this.table.id}/moments/${ply}${this.query()}`);
    this.moments.set(key, known);
    known.catch(() => this.moments.delete(key));
    return known;
  }

  /** @param {number} to */
  async goTo(to) {
    const ply = Math.max(0, Math.min(this.end, to));
    this.wanted = ply;
    const { viewer } = this;
    const moment = await this.moment(ply);
    if (ply !== this.wanted || viewer !== this.viewer || !this.parts.board.isConnected) return; // gone on meanwhile, or to another view
    this.ply = ply;
    this.draw(moment);
    if (ply < this.end) this.moment(ply + 1);
  }

  /** @param {Moment} moment */
  draw(moment) {
    const { parts, story, ply } = this;
    const events = story?.events ?? [];
    const light = (/** @type {readonly string[]} */ nodes) => this.board.light(nodes, true);
    this.board.show(moment.scene, {});
    parts.slider.value = String(ply);
    say(parts.count, `${ply} / ${this.end}`);
    const told = events
      .filter((event) => event.ply === ply)
      .map((event) => event.text)
      .join(" ");
    say(parts.said, told || moment.view.question);
    this.rolls.show(sidesOf(events.findLast((event) => event.ply === ply), events), true);
    fill(parts.scores, scoreTable(moment.view.names, moment.view.sheets, light));
    fill(parts.log, ...logList(events, ply, (to) => this.goTo(to), moment.view.names));
    const now = /** @type {HTMLElement | null} */ (parts.log.querySelector(".now"));
    if (now) parts.log.scrollTop = now.offsetTop - parts.log.clientHeight / 2; // the page itself must not scroll
    this.drawFiles();
    const eyes = this.viewer === null ? "all" : String(this.viewer);
    history.replaceState(null, "", address(`/replay/${this.table.id}?ply=${ply}&seat=${eyes}`));
  }

  drawFiles() {
    const { id, over, game } = this.table;
    const theme = isDark() ? "dark" : "light";
    const picture = (/** @type {string} */ kind) =>
      download(
        `/api/tables/${id}/moments/${this.ply}.${kind}${this.query() ? `${this.query()}&` : "?"}theme=${theme}`,
        `${game}-${this.ply}.${kind}`,
        kind.toUpperCase(),
      );
    const share = () =>
      navigator.clipboard?.writeText(location.href).then(
        () => say(copied, tell("copied")),
        () => say(copied, location.href),
      );
    const copied = h("span", { role: "status", class: "saved" });
    fill(
      this.parts.files,
      !inTab && h("button", { onclick: share, "data-key": "share" }, tell("Link to this moment")),
      copied,
      picture("svg"),
      !inTab && picture("png"),
      over && download(`/api/tables/${id}/ending.${inTab ? "svg" : "png"}?theme=${theme}`, `${game}-${id}.${inTab ? "svg" : "png"}`, tell("How it ended")),
      (over || inTab) && download(`/api/tables/${id}/record`, `${game}-${id}.txt`, tell("Record")),
    );
  }

  before() {
    this.goTo(this.ply - 1);
  }

  after() {
    this.goTo(this.ply + 1);
  }

  first() {
    this.goTo(0);
  }

  last() {
    this.goTo(this.end);
  }

  get end() {
    return this.story?.ply ?? 0;
  }

  /** To the next decision of the seat whose eyes these are; with everybody's eyes, to where another seat decides. */
  nextTurn() {
    this.goTo(turnAfter(this.story?.events ?? [], this.ply, this.viewer) ?? this.end);
  }

  turnBefore() {
    this.goTo(turnBefore(this.story?.events ?? [], this.ply, this.viewer) ?? 0);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (!this.parts.board.isConnected) return; // left before it was there
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog, svg")) return;
    if (event.key === " " && target.closest("button, a")) return; // it presses that
    const wish = KEYS[event.key];
    if (!wish) return;
    event.preventDefault();
    this[wish]();
  }

  setSpeed() {
    this.speed = Number(this.parts.speed.value);
    if (!this.timer) return;
    this.pause();
    this.togglePlay();
  }

  togglePlay() {
    if (this.timer) return this.pause();
    say(this.parts.play, tell("Pause"));
    const last = this.end;
    const tick = async () => {
      try {
        await this.goTo(this.ply + 1);
      } catch (error) {
        this.pause(); // it would be told at every move
        throw error;
      }
      if (this.ply >= last) this.pause();
    };
    this.timer = setInterval(tick, PACE / this.speed);
    if (this.ply >= last) this.goTo(0);
    else tick();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    say(this.parts.play, tell("Play"));
  }

  close() {
    removeEventListener("keydown", this.onKey);
    this.pause();
    this.lookBack?.close();
    this.board.close();
  }
}
