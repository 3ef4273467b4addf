/**
 * The coach of a guided first game: the step at hand in a bubble that lies on no piece, a ring around the pieces that
 * it means, and the choices that it waits for. What may be done decides the server.
 * @import {LessonInfo, LessonStep} from "./types.js"
 * @import {Table} from "./table.js"
 */
import { api, ApiError } from "./api.js";
import { NARROW } from "./board.js";
import { fill, h, say } from "./dom.js";
import { stepAt, wantedIn } from "./steps.js";
import { tell } from "./words.js";

export class Coach {
  /**
   * @param {Table} table
   * @param {HTMLElement} host
   */
  constructor(table, host) {
    this.table = table;
    this.host = host;
    this.lesson = /** @type {LessonInfo | null} */ (null);
    this.loading = false;
    this.read = -1;
    this.at = ""; // the step and move that are shown
    /** @type {readonly string[]} */
    this.wanted = []; // the notations that are waited for
    this.title = h("h2");
    this.text = h("p", { role: "status" });
    this.buttons = h("div", { class: "buttons" });
    host.append(this.title, this.text, this.buttons);
  }

  /** Whether this is a lesson that goes on. */
  get on() {
    return Boolean(this.table.state?.table.lesson) && this.lesson !== null;
  }

  async load() {
    this.loading = true;
    try {
      this.lesson = await api(`tables/${this.table.id}/lesson`);
      this.table.draw();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.loading = error.status !== 0; // out of reach: the next picture asks again; else it has just ended
    }
  }

  /** Shows the step at hand. While what others did is being shown, the text of the step before stays. */
  draw() {
    const { state, playback, parts } = this.table;
    if (state?.table.lesson && !this.loading) this.load();
    const at = state && this.lesson && this.on ? stepAt(this.lesson, state.ply, this.read) : undefined;
    parts.main.classList.toggle("coached", at !== undefined);
    this.host.hidden = at === undefined;
    if (!state || !this.lesson || at === undefined) return this.end();
    const key = `${at} ${state.ply}`;
    if (key === this.at) return;
    if (playback.playing) return this.wait();
    this.show(this.lesson, at, state.ply);
    this.at = key;
  }

  /** Nothing is to be done until what others did has been shown. */
  wait() {
    this.wanted = [];
    this.buttons.querySelector("[data-key=coach-do]")?.remove();
    this.table.board.pointOut([]);
  }

  end() {
    this.wanted = [];
    this.at = "";
    this.table.board.pointOut([]);
  }

  /**
   * @param {LessonInfo} lesson
   * @param {number} at
   * @param {number} ply
   */
  show({ title, steps }, at, ply) {
    const step = steps[at];
    const offered = new Set(this.table.offers.map(({ notation }) => notation));
    this.wanted = wantedIn(step, ply).filter((notation) => offered.has(notation));
    this.host.setAttribute("aria-label", title);
    say(this.title, tell("{title}: step {n} of {all}", { title, n: at + 1, all: steps.length }));
    say(this.text, step.text);
    fill(this.buttons, ...this.choices(step, at === steps.length - 1, at));
    const { board } = this.table;
    const meant = this.table.offers.filter(({ notation }) => this.wanted.includes(notation));
    const pieces = meant.flatMap((offer) => offer.nodes ?? []);
    const nodes = ply > step.begins ? pieces : [...pieces, ...step.show];
    board.pointOut(step.do.length && !this.wanted.length ? [] : nodes);
    board.turnTo(nodes);
    if (matchMedia(NARROW).matches) this.makeRoom(nodes, meant.some((offer) => !offer.nodes?.length));
    this.table.drawChoices();
    if (!step.do.length) this.focusOn(".primary");
  }

  /**
   * @param {LessonStep} step
   * @param {boolean} last
   * @param {number} at
   */
  choices(step, last, at) {
    const next = () => {
      this.read = at;
      this.draw();
    };
    const showMe = () => this.table.hand.act(this.wanted[0]);
    const leave = () => api(`tables/${this.table.id}/lesson`, { method: "DELETE" });
    const button = (/** @type {string} */ key, /** @type {string} */ label, /** @type {() => void} */ act, look = "") =>
      h("button", { class: look || null, "data-key": `coach-${key}`, onclick: act }, label);
    if (last && !step.do.length) return [button("leave", tell("Play on"), leave, "primary")];
    const go = step.do.length
      ? this.wanted.length > 0 && button("do", tell("Show me"), showMe)
      : button("next", tell("Next"), next, "primary");
    return [go, button("leave", tell("Leave the lesson"), leave, "quiet")];
  }

  /**
   * On a phone: what is meant lies between the bubble and the choices, and these are open if they are needed.
   * @param {string[]} nodes
   * @param {boolean} byButton
   */
  makeRoom(nodes, byButton) {
    this.table.folded = !byButton;
    this.table.drawChoices();
    this.table.board.bringIntoSight(nodes, this.host.offsetHeight, this.table.parts.choices.getBoundingClientRect().top);
  }

  /**
   * Whoever plays by keyboard goes on here, unless they are writing something.
   * @param {string} what
   */
  focusOn(what) {
    if (document.activeElement?.matches("input, textarea, select, dialog *")) return;
    /** @type {HTMLElement | null} */ (this.buttons.querySelector(what))?.focus({ preventScroll: true });
  }
}
