/**
 * What the person at a table is about to do: the clicks so far, plans, a hint, pointing. Clicks and buttons come in
 * here, messages to the server go out; `Table` draws what is held.
 * @import {Table} from "./table.js"
 * @import {Hint, Offer, Plan} from "./types.js"
 */
import { beginning, clickable, meaning } from "./clicks.js";
import { closeMenu, openMenu } from "./dialogs.js";
import { withdraw } from "./dom.js";
import { carries, grasped } from "./drags.js";
import { because } from "./panels.js";
import { named, toggled } from "./pointing.js";
import { mark, tell } from "./words.js";

/** Milliseconds after which one sees that a choice is under way. */
const LATE = 150;

/**
 * What is meant once is done once. The second click of a double click, and a key that is held down, come after the answer
 * to the first and would mean whatever is there now. (Two taps of a finger are always two: the next place may lie there.)
 * @param {HTMLElement} main of the table
 * @param {() => number | undefined} version of what is shown
 */
export function onceEach(main, version) {
  /** @type {number | undefined} */
  let first;
  const stop = (/** @type {Event} */ event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest(".board svg, .choices, .coach, .menu") || target.matches("input")) return;
    event.preventDefault();
    event.stopPropagation();
  };
  let mouse = false; // the last press was one of a mouse; not every browser says so of a click
  const onClick = (/** @type {MouseEvent} */ event) => {
    if (event.detail <= 1 || !mouse) first = version();
    else if (event.detail === 2 && version() !== first) stop(event);
  };
  main.addEventListener("pointerdown", (event) => (mouse = event.pointerType === "mouse"), { capture: true });
  main.addEventListener("click", onClick, { capture: true });
  main.addEventListener("keydown", (event) => event.repeat && [" ", "Enter"].includes(event.key) && stop(event), { capture: true });
}

const PAST = mark("This is the past. Go back to now to play.");

export class Hand {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {string[]} */
    this.path = []; // nodes clicked so far for an action of several clicks
    this.soFar = ""; // what they come to, in the words of the game
    this.carried = /** @type {string | null} */ (null); // the piece that is being dragged
    this.busy = false; // an action is under way
    this.playing = false; // a plan is played
    this.filter = "";
    this.pointing = false; // clicks point instead of acting
    this.told = /** @type {import("./types.js").Pointed | null} */ (null); // what the server has not yet confirmed
    this.plans = /** @type {import("./panels.js").PlanCard | null} */ (null);
    this.hint = /** @type {Hint | null} */ (null);
  }

  /** The nodes for which the engine can be asked for plans. */
  get targets() {
    if (!this.table.mayAct || this.table.moment) return [];
    return (this.table.state?.scene.nodes ?? [])
      .filter((node) => node.gesture === "plan")
      .map((node) => node.id);
  }

  /**
   * What the board shows as possible.
   * @returns {import("./board.js").Marks}
   */
  get marks() {
    if (this.pointing)
      return { plan: new Set(this.nameable), chosen: new Set(this.pointed.nodes) };
    if (this.carried !== null)
      return { next: new Set(this.pieces.get(this.carried)?.keys()), chosen: new Set([this.carried]) };
    const { next, direct } = clickable(this.table.offers, this.path);
    const loose = new Set(this.pieces.keys());
    return { next, direct, plan: new Set(this.targets), chosen: new Set(this.path), loose };
  }

  /** There are other choices now: the clicks so far hold if something still begins with them. */
  goOn() {
    const offers = this.table.state?.view.legal ?? [];
    if (!beginning(offers, this.path).length) this.path = [];
    this.hint = null;
    if (!this.playing) this.dropPlans();
  }

  /** Whether what is asked now still means something when the answer comes: what may be chosen is the same. */
  asking() {
    const before = this.table.state?.view.legal;
    return () => !this.table.closed && this.table.state?.view.legal === before;
  }

  // ---------------------------------------------------------------- dragging

  /** The pieces that can be dragged now, with their targets. */
  get pieces() {
    const may = !this.busy && !this.pointing && !this.plans;
    return carries(may ? this.table.offers : []);
  }

  /** @param {string[]} pile under the pointer */
  grasp(pile) {
    const { next } = clickable(this.table.offers, []);
    return grasped(pile, this.pieces, next);
  }

  /** @param {string | null} piece that is in the air; null: it goes back */
  carry(piece) {
    closeMenu();
    this.carried = piece;
    this.path = [];
    this.table.notice("");
    this.table.board.mark(this.marks);
    this.table.drawChoices();
  }

  /**
   * A drop does what the second click would do; elsewhere, nothing.
   * @param {string} piece
   * @param {string[]} pile
   * @param {{x: number, y: number}} at
   * @returns {boolean} whether it is played, so that the piece need not go back
   */
  drop(piece, pile, at) {
    const targets = this.pieces.get(piece);
    const target = pile.find((node) => targets?.has(node));
    const offers = (target && targets?.get(target)) || [];
    this.carried = null;
    this.table.board.mark(this.marks);
    if (offers.length === 1) this.play(offers[0]);
    else if (target && offers.length) this.openOffers({ node: target, offers, further: false }, at, null);
    return offers.length === 1;
  }

  // ---------------------------------------------------------------- clicks

  /**
   * What a click on a node would do, for its tooltip.
   * @param {string} node
   */
  describe(node) {
    const labels = beginning(this.table.offers, [...this.path, node])
      .slice(0, 4)
      .map((offer) => `→ ${offer.label}`);
    return labels.length || !this.targets.includes(node) ? labels : [`→ ${tell("ways to get there")}`];
  }

  /**
   * @param {string[]} pile nodes under the click, topmost first
   * @param {{x: number, y: number}} at
   */
  onClick(pile, at) {
    if (this.busy) return;
    this.table.notice("");
    this.table.playback.skip();
    if (this.table.moment) return this.table.notice(tell(PAST));
    if (this.pointing) return this.pointAt(pile);
    const plannable = (/** @type {string} */ id) => this.table.board.nodes.get(id)?.gesture === "plan";
    const target = this.table.mayAct && pile.find(plannable);
    // A place with ways to it hides what lies under it, such as the ground that one could step on.
    const seen = target ? pile.filter((id, place) => place < pile.indexOf(target) || plannable(id)) : pile;
    const meant = meaning(seen, this.table.offers, this.path);
    switch (meant.what) {
      case "act":
        return this.play(meant.offer);
      case "menu":
        return this.openOffers(meant, at, target === meant.node ? target : null);
      case "choose":
        return this.choose(meant.path);
      case "cancel":
        return this.cancel();
      default:
        if (target) this.askPlans(target);
        else if (meant.what === "refuse") this.askWhy(pile);
    }
  }

  /** Everything on the table that has a name can be pointed at. */
  get nameable() {
    return (this.table.state?.scene.nodes ?? []).filter((node) => node.title).map((node) => node.id);
  }

  /** What the seat that looks points at now, or will as soon as the server has heard of it. */
  get pointed() {
    if (this.told?.seat === this.table.seat) return this.told;
    const mine = this.table.state?.points.find(({ seat }) => seat === this.table.seat);
    return mine ?? { seat: this.table.seat ?? 0, nodes: [], agree: false };
  }

  /** @param {string[]} pile */
  pointAt(pile) {
    const node = named(pile, this.table.board.nodes);
    if (node) this.point(toggled(this.pointed.nodes, node), this.pointed.agree);
  }

  /**
   * Tells everybody at the table what this seat points at.
   * @param {string[]} nodes
   * @param {boolean} agree
   */
  async point(nodes, agree) {
    const told = { seat: this.table.seat ?? 0, nodes, agree };
    this.told = told;
    await this.table.send({ t: "point", nodes, agree });
    if (this.told === told) this.told = null;
    this.table.drawButtons();
  }

  togglePointing() {
    const { point } = this.table.parts;
    if (point.hidden) return;
    if (point.hasAttribute("disabled")) return this.table.notice(this.table.state?.view.hush ?? "");
    this.pointing = !this.pointing;
    this.cancel();
    this.table.drawButtons();
  }

  /** @param {string[]} path */
  async choose(path) {
    this.path = path;
    this.filter = "";
    if (path.length === 1) this.soFar = "";
    this.table.drawBoard();
    this.table.drawChoices();
    if (!beginning(this.table.offers, path).some((offer) => offer.any_order)) return;
    const { text = "" } = await this.table.link.ask({ t: "so_far", seat: this.table.seat, nodes: path });
    if (this.path !== path) return; // clicked on meanwhile
    this.soFar = text;
    this.table.drawQuestion();
  }

  /**
   * @param {{node: string, offers: Offer[], further: boolean}} meant
   * @param {{x: number, y: number}} at
   * @param {string | null} target a node that can be planned for
   */
  openOffers({ node, offers, further }, at, target) {
    /** @type {import("./dialogs.js").Item[]} */
    const items = offers.map((offer) => ({
      label: offer.label,
      act: () => this.play(offer),
      look: () => this.table.board.light(offer.nodes ?? []),
    }));
    if (further)
      items.push({
        label: tell("Choose a target…"),
        act: () => this.choose([...this.path, node]),
        look: () => this.table.board.light([node]),
      });
    for (const one of this.closed.filter(({ nodes }) => nodes?.includes(node)))
      items.push({
        label: one.label,
        why: because(one),
        act: () => undefined,
        look: () => this.table.board.light(one.nodes ?? []),
      });
    if (target)
      items.push({
        label: tell("Ways to get there…"),
        act: () => {
          this.askPlans(target);
        },
        look: () => this.table.board.light([target]),
      });
    openMenu(this.table.board.nodes.get(node)?.title || tell("Choices"), items, at, () => this.table.board.light(this.hint?.nodes ?? []));
  }

  cancel() {
    if (!this.table.state) return;
    closeMenu();
    this.path = [];
    this.hint = null;
    this.dropPlans();
    this.table.board.light([]);
    this.table.drawQuestion();
    this.table.drawBoard();
    this.table.drawChoices();
  }

  dropPlans() {
    this.plans = null;
    this.table.board.preview([]);
  }

  /** @param {Offer} offer */
  play(offer) {
    this.act(offer.notation);
  }

  /**
   * Plays one action. One at a time: a second click before the answer means nothing.
   * @param {string} action
   * @returns {Promise<boolean>} whether it was played
   */
  async act(action) {
    if (this.busy || !this.table.state) return false;
    this.busy = true;
    const answer = this.table.send({ t: "act", version: this.table.state.version, action });
    this.table.playback.skip();
    this.table.notice("");
    this.path = [];
    this.hint = null;
    this.filter = "";
    this.table.board.light([]);
    this.table.parts.choices.toggleAttribute("data-busy", true);
    // Mostly the answer is there at once: a picture that only says so would delay the one that is waited for.
    const late = setTimeout(() => this.table.parts.choices.toggleAttribute("data-late", true), LATE);
    const frame = await answer;
    clearTimeout(late);
    this.table.parts.choices.toggleAttribute("data-late", false);
    this.busy = false;
    this.table.draw();
    return frame.t === "done";
  }

  /**
   * The actions of a plan, one by one, as long as each is played.
   * @param {Plan} plan
   */
  async playPlan(plan) {
    this.dropPlans();
    this.playing = true;
    for (const action of plan.actions) if (!(await this.act(action))) break;
    this.playing = false;
    this.table.draw();
  }

  /** @param {string} node */
  async askPlans(node) {
    const wanted = this.asking();
    const frame = await this.table.link.ask({ t: "plans", seat: this.table.seat, node });
    if (!wanted() || this.table.moment) return;
    const plans = /** @type {Plan[]} */ (frame.plans ?? []);
    if (plans.length) this.showPlans(tell("Ways to get there"), plans, this.table.board.nodes.get(node)?.title);
    else await this.askWhy([node]);
  }

  /** @param {[number, number][]} points of a line that was drawn */
  async onDraw(points) {
    if (!this.table.mayAct || this.table.moment)
      return this.table.notice(this.table.moment ? tell("This is the past.") : tell("It is not your turn."));
    const wanted = this.asking();
    const frame = await this.table.send({ t: "trace", points: points.slice(0, 1000) });
    if (!wanted() || this.table.moment) return;
    const plans = /** @type {Plan[]} */ (frame.plans ?? []);
    if (plans.length) this.showPlans(tell("Your line"), plans);
  }

  /**
   * @param {string} title
   * @param {Plan[]} plans
   * @param {string} [detail]
   */
  showPlans(title, plans, detail = "") {
    this.table.folded = false;
    this.plans = { title, detail, plans, chosen: 0 };
    this.table.notice("");
    this.table.board.preview(plans[0].preview ?? []);
    this.table.drawChoices();
    const first = /** @type {HTMLElement | null} */ (
      this.table.parts.choices.querySelector('[data-key="plan-play"]')
    );
    first?.focus({ preventScroll: true });
  }

  /** What the seat would look for among its choices and cannot have: after clicks, what begins with these. */
  get closed() {
    const closed = this.table.moment ? [] : (this.table.state?.view.closed ?? []);
    return closed.filter(({ nodes }) => this.path.every((node, index) => nodes?.[index] === node));
  }

  /**
   * Says why a click means nothing: the nearest reason of the topmost node that could ever mean something.
   * @param {string[]} pile
   */
  async askWhy(pile) {
    const closed = this.closed.find(({ nodes }) => pile.some((node) => nodes?.includes(node)));
    if (closed) return this.table.notice(because(closed));
    const piece = this.path[0];
    const title = pile.map((node) => this.table.board.nodes.get(node)?.title).find(Boolean) ?? "";
    if (this.table.seat === null) return this.table.notice(title || tell("You are watching."));
    for (const node of pile.slice(0, 4)) {
      const { why = [] } = await this.table.link.ask({ t: "why", seat: this.table.seat, node, piece });
      if (why.length) return this.table.notice(because(why[0]));
    }
    this.table.notice(title ? tell("{thing}: nothing to do there now.", { thing: title }) : tell("Nothing to do there now."));
  }

  async askHint() {
    const { hint, choices } = this.table.parts;
    withdraw(hint, "disabled", true, choices);
    this.table.notice(tell("The bot is thinking…"));
    const wanted = this.asking();
    const frame = await this.table.send({ t: "hint", version: this.table.state?.version });
    if (frame.hint) {
      this.table.notice("");
      if (wanted()) this.hint = frame.hint;
    }
    this.table.draw();
    if (document.activeElement !== choices) return;
    this.table.drawChoices();
    /** @type {HTMLElement | null} */ (choices.querySelector('[data-key="hint-play"]'))?.focus({ preventScroll: true });
  }
}
