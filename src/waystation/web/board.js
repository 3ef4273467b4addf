/**
 * The board: a scene on the page. Wide, it is one SVG with every region in its place; narrow, the regions are panels
 * below each other. It knows nodes and gestures, not their meaning: clicks, lines and wishes go to `handlers`.
 * @import {Pin} from "./pointing.js"
 * @import {Look, Scene, SceneNode, Region} from "./types.js"
 */
import { Carry } from "./carry.js";
import { neighbour } from "./clicks.js";
import { openDialog } from "./dialogs.js";
import { h, s } from "./dom.js";
import { fadeIn, fadeOut, glide, placeOf } from "./flight.js";
import { paletteCss, safePalette } from "./palette.js";
import { drawHalo, drawNode, drawPin, drawSymbols, redrawNode } from "./parts.js";
import { Pen } from "./pen.js";
import { nearest } from "./reach.js";
import { difference, moved, paintOrder, placement, stacked, tabGroups } from "./scene.js";
import { colours } from "./settings.js";
import { closeUp, hideTip, showTip } from "./tips.js";
import { Zoom } from "./zoom.js";
import { tell } from "./words.js";

export const NARROW = "(max-width: 820px)";

/** When a move changes more nodes than this, an outline around each would say nothing. */
const TRACED = 12;

/** Pixels on the longer side of an overview that is shown large. */
const LARGE = 900;

/** Things that only look different, such as a number, are outlined when they are as few. */
const FEW = 3;

/**
 * @typedef {object} Handlers
 * @property {(pile: string[], at: {x: number, y: number}) => void} click a pile of nodes, topmost first
 * @property {(points: [number, number][]) => void} [draw] a line
 * @property {(pile: string[]) => string | null} [grasp] the piece of a pile that can be dragged somewhere
 * @property {(piece: string | null) => void} [carry] a piece is in the air; null: no longer, and nothing comes of it
 * @property {(piece: string, pile: string[], at: {x: number, y: number}) => boolean} [drop] whether it is played there
 * @property {(node: string) => string[]} [describe] lines of the tooltip besides the title
 * @property {() => void} [cancel] Escape
 * @property {() => void} [point] the key P
 */

/**
 * @typedef {{next?: Set<string>, direct?: Set<string>, plan?: Set<string>, chosen?: Set<string>, loose?: Set<string>}}
 *   Marks `loose`: pieces that can be dragged
 */

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {Handlers} handlers
   * @param {HTMLElement} tools where the buttons of the wide layout stand; those of panels are in their heads
   */
  constructor(host, handlers, tools) {
    this.host = host;
    this.handlers = handlers;
    this.tools = tools;
    this.scene = /** @type {Scene | null} */ (null);
    this.look = /** @type {Look | null} */ (null);
    /** @type {Map<string, SceneNode>} */
    this.nodes = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.elements = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.regions = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.halos = new Map();
    /** @type {Map<string, string>} */
    this.marked = new Map();
    /** @type {Map<SVGSVGElement, Zoom>} */
    this.zooms = new Map();
    /** @type {Map<string, boolean>} */
    this.open = new Map(); // panels that were opened or closed by hand
    /** @type {Map<string, string>} */
    this.front = new Map(); // by tab: the region in front
    /** @type {Set<string>} */
    this.known = new Set(); // the regions of the picture before: one that appears comes to the front
    this.choosable = ""; // what can be clicked: when that changes, a tab that has some of it comes to the front
    /** @type {Marks} */
    this.marks = {};
    /** @type {SVGGElement[]} */
    this.previewed = [];
    /** @type {readonly SceneNode[]} */
    this.plan = []; // what they draw
    /** @type {SVGGElement[]} */
    this.pinned = [];
    /** @type {Pin[]} */
    this.pins = []; // what they mark
    this.homeless = false; // the node that had the focus is gone: the next that can be clicked gets it
    this.traced = { ids: /** @type {Set<string>} */ (new Set()), seat: "" }; // what the last move changed, and whose it was
    this.sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(this.sheet);
    this.symbols = /** @type {SVGSVGElement | null} */ (null);
    /** @type {Set<string>} */
    this.pointedOut = new Set(); // what a coach means
    this.under = /** @type {Element | null} */ (null); // the pointer
    this.byFinger = false; // the last press
    /** @type {SceneNode[]} */
    this.changed = []; // moved or new by the last change; if nothing was, what looks different
    this.carry = new Carry(this);
    this.pen = new Pen(this);
    // A printer counts the pages before anything can be drawn anew for them: what is drawn then is cut off.
    this.onNarrow = () => !matchMedia("print").matches && this.rebuild();
    this.media = matchMedia(NARROW);
    this.media.addEventListener("change", this.onNarrow);
    this.onColours = () => this.paint();
    addEventListener("waystation:settings", this.onColours);
    host.classList.add("board");
    host.addEventListener("pointerdown", (event) => (this.byFinger = event.pointerType !== "mouse"), { capture: true });
    host.addEventListener("click", (event) => this.onClick(event));
    host.addEventListener("keydown", (event) => this.onKey(event));
    host.addEventListener("pointerover", (event) => this.onOver(event));
    host.addEventListener("focusin", (event) => this.onOver(event));
    host.addEventListener("pointerleave", () => {
      if (this.carry.lifted) return;
      this.putUnder(null);
      this.point(null);
    });
    host.addEventListener("focusout", (event) => {
      this.point(null);
      const left = /** @type {Element} */ (event.target);
      queueMicrotask(() => this.release(left)); // Chromium tells of what is only moved, too: it has the focus again then
    });
  }

  /** Takes the board off the page. */
  close() {
    this.carry.close();
    this.media.removeEventListener("change", this.onNarrow);
    removeEventListener("waystation:settings", this.onColours);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.sheet);
    hideTip();
  }

  /** @param {Look} look */
  setLook(look) {
    this.look = look;
    this.symbols?.remove();
    this.symbols = drawSymbols(look.symbols);
    this.host.before(this.symbols);
    this.paint();
  }

  paint() {
    if (!this.look) return;
    this.sheet.replaceSync(
      paletteCss(colours() === "safe" ? safePalette(this.look.palette) : this.look.palette),
    );
  }

  // ---------------------------------------------------------------- showing

  /**
   * Shows a scene: nodes that moved glide, new ones fade in, others stay untouched.
   * @param {Scene} scene
   * @param {Marks} [marks] what can be clicked there
   */
  show(scene, marks = this.marks) {
    this.marks = marks;
    if (scene === this.scene) return this.mark(marks);
    const shape = (/** @type {Scene | null} */ of) => JSON.stringify([of?.width, of?.height, of?.regions]);
    const anew = shape(scene) !== shape(this.scene);
    this.scene = scene;
    if (anew) return this.rebuild();
    hideTip();
    const change = difference(this.nodes, scene.nodes);
    const [fresh, rest] = [true, false].map((wanted) =>
      change.set.filter((node) => {
        const old = this.nodes.get(node.id);
        return (!old || moved(old, node)) === wanted;
      }),
    );
    if (change.set.length) this.changed = fresh.length || rest.length > FEW ? fresh : rest;
    const flights = this.departures(change.set);
    this.remove(change.remove);
    const added = this.set(change.set);
    this.order();
    this.mark(this.marks);
    this.pen.refresh();
    glide(flights);
    fadeIn(added);
    this.carry.settle();
  }

  /** Draws everything afresh: another layout, or other regions. */
  rebuild() {
    const scene = this.scene;
    if (!scene) return;
    const focused = this.focused;
    this.carry.close();
    this.nodes.clear();
    this.elements.clear();
    this.regions.clear();
    this.halos.clear();
    this.marked.clear();
    this.zooms.clear();
    this.tools.replaceChildren();
    this.host.replaceChildren(...(this.media.matches ? this.panels(scene) : [this.canvas(scene)]));
    this.showFront();
    this.set(scene.nodes);
    this.order();
    this.mark(this.marks);
    this.pen.refresh();
    this.preview(this.plan);
    this.pin(this.pins);
    if (focused !== null) this.focusOn(focused);
  }

  /** The node that has the focus of somebody who plays by keys; null for none. */
  get focused() {
    const { activeElement } = document;
    const here = this.host.contains(activeElement) && activeElement?.matches(":focus-visible");
    return here ? (activeElement?.getAttribute("data-id") ?? null) : null;
  }

  /**
   * After everything was drawn afresh: on the same node as before, if it can have the focus.
   * @param {string} id
   */
  focusOn(id) {
    const element = this.elements.get(id);
    if (element?.hasAttribute("tabindex") && element.getClientRects().length) element.focus({ preventScroll: true });
    else this.homeless = true;
    this.makeTabStop();
  }

  /**
   * @param {Scene} scene
   */
  canvas(scene) {
    const groups = scene.regions.map((region) =>
      this.regionGroup(region, `translate(${region.x ?? 0} ${region.y ?? 0}) scale(${region.scale ?? 1})`),
    );
    const svg = this.picture(scene.title, scene.width, scene.height, groups);
    this.tools.append(this.zoomButtons(svg, tell("the table")));
    const tabs = [...tabGroups(scene)].map(([tab, regions]) => this.tabRow(tab, regions));
    this.known = new Set(scene.regions.map(({ id }) => id));
    return h("div", { class: "canvas-host" }, tabs.length > 0 && h("div", { class: "board-tabs" }, ...tabs), h("div", { class: "canvas" }, svg));
  }

  /**
   * The buttons that bring regions of one place to the front.
   * @param {string} tab
   * @param {Region[]} regions
   */
  tabRow(tab, regions) {
    const fresh = regions.find(({ id }) => this.known.size && !this.known.has(id));
    const kept = regions.find(({ id }) => id === this.front.get(tab));
    this.front.set(tab, (fresh ?? kept ?? regions[0]).id);
    const buttons = regions.map((region) =>
      h(
        "button",
        { "data-front": region.id, onclick: () => this.bringToFront(region.id) },
        h("bdi", {}, region.title),
        h("span", { class: "badge" }),
      ),
    );
    return h("div", { role: "group", "aria-label": tell("Parts of the table") }, ...buttons);
  }

  /** @param {string} id of a region */
  bringToFront(id) {
    const tab = this.scene?.regions.find((region) => region.id === id)?.tab;
    if (!tab) return;
    this.front.set(tab, id);
    this.showFront();
    this.countChoices();
  }

  /** Of the regions of a tab only the one in front is drawn. */
  showFront() {
    for (const region of this.media.matches ? [] : (this.scene?.regions ?? [])) {
      const behind = Boolean(region.tab) && this.front.get(/** @type {string} */ (region.tab)) !== region.id;
      const group = /** @type {SVGGElement} */ (this.regions.get(region.id));
      if (behind) group.setAttribute("display", "none");
      else group.removeAttribute("display");
      const button = this.host.querySelector(`[data-front="${CSS.escape(region.id)}"]`);
      button?.setAttribute("aria-pressed", String(!behind));
    }
  }

  /** Of what has just become possible something is to be seen: else the tab that has most of it comes to the front. */
  frontChoices() {
    const ids = [...(this.marks.next ?? []), ...(this.marks.direct ?? [])];
    const choosable = ids.join(" ");
    if (choosable === this.choosable) return;
    this.choosable = choosable;
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const id of ids) {
      const region = this.nodes.get(id)?.region;
      if (region) counts.set(region, (counts.get(region) ?? 0) + 1);
    }
    const shown = [...counts.keys()].some((id) => !this.regions.get(id)?.hasAttribute("display"));
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    if (most && !shown) this.bringToFront(most[0]);
  }

  /** @param {Scene} scene */
  panels(scene) {
    return stacked(scene).map((region) => {
      const svg = this.picture(region.title, region.width, region.height, [this.regionGroup(region, "")]);
      const open = this.open.get(region.id) ?? !region.folded;
      const body = h("div", { class: region.least ? "panel-body sideways" : "panel-body", hidden: !open }, svg);
      svg.style.minWidth = region.least ? `${region.least}px` : "";
      const zoom = this.zoomButtons(svg, region.title);
      zoom.hidden = !open;
      const toggle = () => {
        body.hidden = zoom.hidden = !body.hidden;
        button.setAttribute("aria-expanded", String(!body.hidden));
        this.open.set(region.id, !body.hidden);
      };
      const count = h("span", { class: "badge" });
      const button = h("button", { "aria-expanded": String(open), onclick: toggle }, region.title, count);
      const head = h("div", { class: "panel-head" }, h("h2", {}, button), zoom);
      return h(
        "section",
        { class: "panel", "data-panel": region.id, "aria-label": region.title },
        head,
        body,
      );
    });
  }

  /**
   * @param {string} title
   * @param {number} width
   * @param {number} height
   * @param {SVGGElement[]} groups
   */
  picture(title, width, height, groups) {
    const svg = s(
      "svg",
      { role: "group", "aria-label": title, preserveAspectRatio: "xMidYMin meet" },
      ...groups,
    );
    this.zooms.set(svg, new Zoom(svg, width, height));
    this.carry.watch(svg); // before the pen: a piece is taken rather than a line begun
    this.pen.watch(svg);
    return svg;
  }

  /**
   * @param {Region} region
   * @param {string} transform
   */
  regionGroup(region, transform) {
    const halos = s("g", { class: "halos", "aria-hidden": "true" });
    const group = s("g", { "data-region": region.id, transform: transform || null }, halos);
    this.regions.set(region.id, group);
    return group;
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {string} what
   */
  zoomButtons(svg, what) {
    const zoom = /** @type {Zoom} */ (this.zooms.get(svg));
    const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { class: "icon", "aria-label": `${label}: ${what}`, title: label, onclick: act }, sign);
    return h(
      "div",
      { class: "zoom" },
      button("+", tell("Zoom in"), () => zoom.by(1.4)),
      button("−", tell("Zoom out"), () => zoom.by(1 / 1.4)),
      button("⤢", tell("Whole picture"), () => zoom.reset()),
    );
  }

  /**
   * Where the nodes that are about to move are now.
   * @param {SceneNode[]} nodes
   */
  departures(nodes) {
    const flights = [];
    for (const node of nodes) {
      const [old, element] = [this.nodes.get(node.id), this.elements.get(node.id)];
      const from = old && element && moved(old, node) ? placeOf(element) : null;
      if (element && from) flights.push({ element, from });
    }
    return flights;
  }

  /** @param {string[]} ids */
  remove(ids) {
    if (this.focused !== null && ids.includes(this.focused)) this.homeless = true;
    const elements = ids.map((id) => /** @type {SVGGElement} */ (this.elements.get(id)));
    fadeOut(elements);
    elements.forEach((element) => element.remove());
    for (const id of ids) {
      this.halos.get(id)?.remove();
      this.halos.delete(id);
      this.marked.delete(id);
      this.nodes.delete(id);
      this.elements.delete(id);
    }
  }

  /**
   * @param {SceneNode[]} nodes
   * @returns {SVGGElement[]} the new ones
   */
  set(nodes) {
    const added = [];
    for (const node of nodes) {
      const element = this.elements.get(node.id);
      this.marked.delete(node.id); // it is marked afresh
      if (element) redrawNode(element, node);
      else {
        added.push(drawNode(node));
        this.elements.set(node.id, added[added.length - 1]);
      }
      this.nodes.set(node.id, node);
    }
    return added;
  }

  /** Puts every node into its region, in the order of painting, and moves only what is out of order. */
  order() {
    if (!this.scene) return;
    const focused = document.activeElement;
    for (const [region, ids] of paintOrder(this.scene)) {
      const group = /** @type {SVGGElement} */ (this.regions.get(region));
      let before = group.firstElementChild;
      for (const id of ids) {
        const element = /** @type {SVGGElement} */ (this.elements.get(id));
        if (element === before) before = before.nextElementSibling;
        else group.insertBefore(element, before);
      }
    }
    if (focused instanceof SVGElement && this.host.contains(focused)) focused.focus({ preventScroll: true });
  }

  // ---------------------------------------------------------------- marking

  /**
   * Shows what can be clicked: `next` now, `direct` as a shortcut, `plan` to see ways there; `chosen` has been clicked.
   * @param {Marks} marks
   */
  mark(marks) {
    this.marks = marks;
    for (const [id, element] of this.elements) this.markOne(id, element);
    this.frontChoices();
    this.makeTabStop();
    this.countChoices();
    for (const body of this.host.querySelectorAll(".sideways")) scrollToChoice(body);
  }

  /**
   * @param {string} id
   * @param {SVGGElement} element
   */
  markOne(id, element) {
    const { next, direct, plan, chosen, loose } = this.marks;
    element.classList.toggle("loose", loose?.has(id) ?? false);
    const look = this.nodes.get(id)?.gesture === "look" ? "look" : "";
    const how = next?.has(id) ? "can" : direct?.has(id) ? "direct" : plan?.has(id) ? "plan" : look;
    const mark = chosen?.has(id) ? `${how} chosen` : how;
    if (this.marked.get(id) === mark) return;
    this.marked.set(id, mark);
    for (const name of ["can", "direct", "plan", "look"]) element.classList.toggle(name, name === how);
    element.classList.toggle("chosen", chosen?.has(id) ?? false);
    this.halo(id, element);
    if (how || chosen?.has(id)) {
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", this.nodes.get(id)?.title || id);
      element.setAttribute("tabindex", "-1");
    } else {
      if (element !== document.activeElement) element.removeAttribute("tabindex"); // else the focus would be lost
      if (this.nodes.get(id)?.title) element.setAttribute("role", "img");
      else for (const name of ["role", "aria-label"]) element.removeAttribute(name);
    }
  }

  /** A node that lost the focus and can't be clicked (any more). @param {Element} element */
  release(element) {
    const id = element.getAttribute("data-id") ?? "";
    if (this.elements.get(id) !== element || element === document.activeElement) return;
    this.halo(id, /** @type {SVGGElement} */ (element));
    if (this.marked.get(id)) return;
    element.removeAttribute("tabindex");
    this.makeTabStop(); // it was where Tab came in
  }

  /** Tab reaches one node that can be clicked; arrow keys lead on from there. */
  makeTabStop() {
    const current = document.activeElement?.closest?.("[data-id][tabindex]");
    for (const old of this.host.querySelectorAll('.node[tabindex="0"]')) old.setAttribute("tabindex", "-1");
    const first =
      this.host.querySelector(".node.can") ??
      this.host.querySelector(".node.direct, .node.plan, .node.chosen");
    const stop = /** @type {SVGGElement | null | undefined} */ (current && this.host.contains(current) ? current : first);
    stop?.setAttribute("tabindex", "0");
    if (!this.homeless || !stop) return;
    this.homeless = false;
    if (document.activeElement === document.body) stop.focus({ preventScroll: true });
  }

  /**
   * The outline around a marked node. Outlines lie above all nodes of their region, so that no neighbour hides them.
   * @param {string} id
   * @param {SVGGElement} element
   */
  halo(id, element) {
    const marks = ["can", "direct", "plan", "chosen", "lit"].filter((name) =>
      element.classList.contains(name),
    );
    if (this.pointedOut.has(id)) marks.push("shown");
    if (element === document.activeElement && element.matches(":focus-visible")) marks.push("focused");
    if (this.traced.ids.has(id)) marks.push("last", this.traced.seat);
    this.halos.get(id)?.remove();
    this.halos.delete(id);
    const node = /** @type {SceneNode} */ (this.nodes.get(id));
    const layer = this.regions.get(node.region)?.lastElementChild;
    if (!marks.length || !layer) return;
    const halo = s("g", { class: ["mark", ...marks].join(" "), transform: placement(node) }, drawHalo(node));
    this.halos.set(id, halo);
    layer.append(halo);
  }

  /** A folded panel, or a region behind another, says how many choices are in it. */
  countChoices() {
    const count = (/** @type {Element} */ teller, /** @type {Element | undefined} */ holder) => {
      const n = holder?.querySelectorAll(".node.can, .node.direct").length;
      const badge = /** @type {HTMLElement} */ (teller.querySelector(".badge"));
      badge.textContent = n ? tell("{n} to choose", { n }) : "";
    };
    for (const button of this.host.querySelectorAll("[data-front]")) {
      const group = this.regions.get(button.getAttribute("data-front") ?? "");
      count(button, group?.hasAttribute("display") ? group : undefined);
    }
    for (const panel of this.host.querySelectorAll(".panel")) count(panel, panel);
  }

  /**
   * Lights up nodes: those that a score line counts, or that a button means.
   * @param {readonly string[]} ids
   * @param {boolean} [dim] whether the rest steps back
   */
  light(ids, dim = false) {
    const wanted = new Set(ids);
    this.host.classList.toggle("lighting", dim && ids.some((id) => this.elements.has(id)));
    for (const [id, element] of this.elements) {
      if (element.classList.contains("lit") === wanted.has(id)) continue;
      element.classList.toggle("lit", wanted.has(id));
      this.halo(id, element);
    }
  }

  /**
   * Puts rings around what a coach means, until told otherwise.
   * @param {readonly string[]} ids
   */
  pointOut(ids) {
    const old = this.pointedOut;
    this.pointedOut = new Set(ids);
    for (const id of new Set([...old, ...ids])) {
      const element = this.elements.get(id);
      if (element && old.has(id) !== this.pointedOut.has(id)) this.halo(id, element);
    }
  }

  /**
   * Brings the first of these nodes to the front, if it lies behind a tab.
   * @param {readonly string[]} ids
   */
  turnTo(ids) {
    const first = ids.map((id) => this.nodes.get(id)).find(Boolean);
    if (first) this.bringToFront(first.region);
  }

  /**
   * Scrolls the page so that the first of these nodes lies in the middle between two heights of the window; a folded
   * panel is opened.
   * @param {readonly string[]} ids
   * @param {number} top
   * @param {number} bottom
   */
  bringIntoSight(ids, top, bottom) {
    const element = ids.map((id) => this.elements.get(id)).find(Boolean);
    if (!element) return;
    this.turnTo(ids);
    const body = element.closest(".panel-body");
    if (body instanceof HTMLElement && body.hidden) {
      /** @type {HTMLElement | null | undefined} */ (body.parentElement?.querySelector("h2 button"))?.click();
    }
    const box = element.getBoundingClientRect();
    scrollBy({ top: box.y + box.height / 2 - (top + bottom) / 2, behavior: "instant" });
  }

  /**
   * Outlines what the move just shown has moved or put on the table, in the colour of whose move it was.
   * @param {number | null | undefined} seat null: nobody's
   */
  trace(seat) {
    const things = this.changed.filter(({ title }) => title); // a lone text is none
    const ids = new Set(things.slice(0, TRACED + 1).map(({ id }) => id));
    const old = this.traced.ids;
    this.traced = {
      ids: ids.size > TRACED ? new Set() : ids,
      seat: typeof seat === "number" ? `seat-${seat % 8}` : "nobody",
    };
    for (const id of new Set([...old, ...this.traced.ids])) {
      const element = this.elements.get(id);
      if (element) this.halo(id, element);
    }
  }

  /**
   * Puts markers on nodes: what people point at.
   * @param {Pin[]} pins
   */
  pin(pins) {
    this.pins = pins;
    this.pinned.forEach((marker) => marker.remove());
    this.pinned = [];
    /** @type {Map<string, number>} */
    const taken = new Map(); // markers of several seats on one node stand side by side
    for (const pin of pins) {
      const place = this.regionPlace(pin.node);
      if (!place) continue;
      const beside = taken.get(pin.node) ?? 0;
      taken.set(pin.node, beside + 1);
      const marker = drawPin(pin, place.x + (beside * 24) / place.k, place.y, place.k);
      this.pinned.push(marker);
      place.layer.append(marker);
    }
  }

  /**
   * The middle of a node in its region, and how many pixels a unit of the region is.
   * @param {string} id
   */
  regionPlace(id) {
    const [node, element] = [this.nodes.get(id), this.elements.get(id)];
    const group = node && this.regions.get(node.region);
    const layer = group?.lastElementChild;
    if (!element || !layer) return null;
    const box = element.getBBox();
    const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    const matrix = element.transform.baseVal.consolidate()?.matrix;
    const { x, y } = matrix ? middle.matrixTransform(DOMMatrix.fromMatrix(matrix)) : middle;
    const screen = group.getScreenCTM();
    return { x, y, layer, k: (screen && Math.hypot(screen.a, screen.b)) || 1 };
  }

  /**
   * Draws nodes over the scene: what a plan would do. An empty list takes them away.
   * @param {readonly SceneNode[]} nodes
   */
  preview(nodes) {
    this.plan = nodes;
    this.previewed.forEach((element) => element.remove());
    this.previewed = nodes
      .filter((node) => this.regions.has(node.region))
      .map((node) => {
        const element = drawNode(node);
        element.removeAttribute("data-id");
        element.classList.add("preview");
        const group = /** @type {SVGGElement} */ (this.regions.get(node.region));
        return group.insertBefore(element, group.lastElementChild);
      });
  }

  // ---------------------------------------------------------------- input

  /**
   * The nodes at a place of the window, topmost first. For a finger that is on nothing to click, something small beside
   * it is the last of them.
   * @param {number} x
   * @param {number} y
   */
  pile(x, y) {
    const ids = document.elementsFromPoint(x, y).map((element) => {
      const node = this.host.contains(element) ? element.closest("[data-id]") : null;
      return node?.getAttribute("data-id");
    });
    const found = /** @type {string[]} */ ([...new Set(ids.filter(Boolean))]);
    const { next, direct, plan, chosen } = this.marks;
    const clear = this.byFinger && !found.some((id) => [next, direct, plan, chosen].some((marked) => marked?.has(id)));
    const near = clear ? this.beside(x, y) : null;
    return near === null ? found : [...found, near];
  }

  /**
   * Something small that can be clicked, beside a place of the window, in the same part of the table.
   * @param {number} x
   * @param {number} y
   */
  beside(x, y) {
    const part = document.elementFromPoint(x, y)?.closest(".canvas, .panel");
    const places = [];
    for (const id of [...(this.marks.next ?? []), ...(this.marks.direct ?? [])]) {
      const element = this.elements.get(id);
      if (element && part?.contains(element)) places.push({ id, box: element.getBoundingClientRect() });
    }
    return nearest(places, { x, y });
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const svg = /** @type {Element} */ (event.target).closest("svg");
    const zoom = svg && this.zooms.get(/** @type {SVGSVGElement} */ (svg));
    if (!zoom || zoom.dragged || this.carry.swallowedClick() || this.pen.swallowedClick()) return;
    hideTip();
    this.tap(this.pile(event.clientX, event.clientY), { x: event.clientX, y: event.clientY });
  }

  /**
   * A click on a pile of nodes, topmost first. A small overview on which nothing else can be clicked is shown large.
   * @param {string[]} pile
   * @param {{x: number, y: number}} at
   */
  tap(pile, at) {
    const overview = pile.find((id) => this.elements.get(id)?.classList.contains("look"));
    if (!overview) return this.handlers.click(pile, at);
    const element = /** @type {SVGGElement} */ (this.elements.get(overview));
    openDialog(this.nodes.get(overview)?.title ?? "", closeUp(element, LARGE));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = /** @type {Element} */ (event.target);
    const id = target.getAttribute("data-id");
    if (event.key === "Escape") return this.handlers.cancel?.();
    if (event.key === "p" && !event.ctrlKey && !event.metaKey) return this.handlers.point?.();
    const svg = target.closest("svg") ?? target.closest(".canvas, .panel")?.querySelector("svg");
    if (svg && this.zooms.get(/** @type {SVGSVGElement} */ (svg))?.onKey(event)) return;
    if (!id) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const box = target.getBoundingClientRect();
      this.tap([id], { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.go(id, event.key);
    }
  }

  /**
   * @param {string} from
   * @param {string} arrow
   */
  go(from, arrow) {
    const places = [];
    for (const [id, element] of this.elements) {
      if (!element.hasAttribute("tabindex") || !element.getClientRects().length) continue;
      const box = element.getBoundingClientRect();
      places.push({ id, x: box.x + box.width / 2, y: box.y + box.height / 2 });
    }
    const [here, there] = [this.elements.get(from), this.elements.get(neighbour(places, from, arrow))];
    if (!there) return;
    here?.setAttribute("tabindex", "-1");
    there.setAttribute("tabindex", "0");
    there.focus();
  }

  /** @param {Event} event */
  onOver(event) {
    if (this.carry.lifted) return;
    const element = /** @type {Element} */ (event.target).closest("[data-id]");
    if (event.type === "pointerover") this.putUnder(element);
    const id = element?.getAttribute("data-id") ?? null;
    this.point(id, event.type === "focusin");
    const node = id ? this.nodes.get(id) : undefined;
    if (!element || !node) return;
    const large = node.gesture === "look" ? `→ ${tell("see it large")}` : "";
    const lines = [node.title ?? "", ...(this.handlers.describe?.(node.id) ?? []), large].filter(Boolean);
    if (lines.length) showTip(element, lines);
  }

  /** @param {Element | null} element the node under the pointer */
  putUnder(element) {
    if (element === this.under) return;
    this.under?.classList.remove("under");
    this.under = element;
    element?.classList.add("under");
  }

  /**
   * The node that the pointer or the focus is on; null for none.
   * @param {string | null} id
   * @param {boolean} [focused]
   */
  point(id, focused = false) {
    hideTip();
    for (const [other, halo] of this.halos) {
      halo.classList.toggle("at", other === id);
      halo.classList.toggle("focused", focused && other === id);
    }
  }
}

/**
 * Scrolls a panel that is wider than the screen so that one sees what can be chosen, unless that is about where one looks.
 * @param {Element} body
 */
function scrollToChoice(body) {
  const frame = body.getBoundingClientRect();
  const middles = [...body.querySelectorAll(".node.can")].map((node) => {
    const box = node.getBoundingClientRect();
    return box.x + box.width / 2 - frame.x;
  });
  if (!middles.length) return;
  const off = middles.reduce((sum, x) => sum + x) / middles.length / frame.width - 0.5;
  if (Math.abs(off) > 0.35) body.scrollLeft += off * frame.width;
}
