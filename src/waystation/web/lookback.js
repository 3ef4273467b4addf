/**
 * Looking back on a finished game: the chances of winning over the game, where it turned, and what cost most.
 * @import {ReviewInfo, Scene, SceneNode} from "./types.js"
 */
import { api } from "./api.js";
import { openDialog } from "./dialogs.js";
import { fill, h, s } from "./dom.js";
import { download } from "./frame.js";
import { paletteCss, safePalette } from "./palette.js";
import { drawNode } from "./parts.js";
import { colours, isDark } from "./settings.js";
import { inTab } from "./site.js";
import { tell } from "./words.js";

const AGAIN = 1500; // milliseconds until it is asked how far it is

const STEPS = 6; // of a turn that are told

/** @param {ReviewInfo["costly"][number]["played"]} candidate */
function said({ turn }) {
  const steps = turn.slice(0, STEPS).map((step) => step.text);
  return [...steps, ...(turn.length > STEPS ? ["…"] : [])].join(", ");
}

export class LookBack {
  /**
   * @param {string} table
   * @param {readonly string[]} names
   * @param {(ply: number) => void} go shows a moment of the game
   */
  constructor(table, names, go) {
    this.table = table;
    this.names = names;
    this.go = go;
    this.timer = 0;
    this.closed = false;
    this.sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(this.sheet);
    this.body = h("div", {});
    this.kept = h("div", { class: "keepsakes" });
    this.element = h("section", { class: "lookback", "aria-label": tell("Looking back") }, this.body, this.kept);
    this.ask("GET");
    this.keepsakes();
  }

  /** What people take home, if the game has such things: pictures in its look, each of which can be saved. */
  async keepsakes() {
    const scenes = /** @type {Scene[]} */ (await api(`tables/${this.table}/keepsakes`).catch(() => []));
    const theme = isDark() ? "dark" : "light";
    const kind = inTab ? "svg" : "png";
    const figures = scenes.map(({ title, width, height, nodes }, n) => {
      const groups = [...nodes].sort((a, b) => (a.layer ?? 0) - (b.layer ?? 0)).map(drawNode);
      for (const group of groups) group.removeAttribute("data-id"); // it is not on the table
      const url = `/api/tables/${this.table}/keepsake.${kind}?n=${n}&theme=${theme}`;
      const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title }, ...groups);
      const large = () => {
        const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
        copy.classList.add("large");
        openDialog(title, copy);
      };
      return h(
        "figure",
        {},
        h("button", { class: "link", "data-thumbnail": "", title: tell("see it large"), onclick: large }, picture),
        h("figcaption", {}, title, " ", download(url, `${title}.${kind}`, tell("Save"))),
      );
    });
    fill(this.kept, ...(figures.length ? [h("h2", {}, tell("To take home")), ...figures] : []));
  }

  /** @param {"GET" | "POST"} method */
  async ask(method) {
    try {
      this.draw(await api(`tables/${this.table}/review`, { method }));
    } catch (error) {
      const again = h("button", { "data-key": "lookback", onclick: () => this.ask(method) }, tell("Try again"));
      fill(this.body, h("p", { class: "quiet", role: "status" }, /** @type {Error} */ (error).message), again);
    }
  }

  /** @param {ReviewInfo} info */
  draw(info) {
    if (this.closed) return;
    if (info.state === "making") {
      this.timer = setTimeout(() => this.ask("GET"), AGAIN);
      const far = h("progress", { value: info.share, "aria-label": tell("How far it is") });
      fill(this.body, h("p", { role: "status" }, tell("A bot looks back on the game: a minute at most."), " ", far));
    } else if (info.state === "done") {
      fill(this.body, ...this.found(info));
    } else {
      const start = h("button", { "data-key": "lookback", onclick: () => this.ask("POST") }, tell("Look back on the game"));
      const failed = info.state === "failed" && tell("That failed: {reason}.", { reason: info.reason });
      fill(this.body, failed && h("p", { role: "status" }, failed), start);
    }
  }

  /** @param {ReviewInfo} info */
  found(info) {
    return [
      h("h2", {}, tell("Chances of winning")),
      this.curve(info),
      info.turnings.length > 0 && h("h3", {}, tell("Where it turned")),
      h("ul", {}, ...info.turnings.map((turning) => h("li", {}, this.link(turning.ply, this.swing(turning))))),
      h("h3", {}, info.costly.length ? tell("What cost most") : tell("No turn was found that cost much.")),
      h("ul", {}, ...info.costly.map((costly) => h("li", {}, ...this.cost(costly)))),
    ];
  }

  /** @param {ReviewInfo["turnings"][number]} turning */
  swing({ ply, seat, swing }) {
    const facts = { ply, who: this.names[seat], n: Math.round(100 * Math.abs(swing)) };
    return swing > 0
      ? tell("Move {ply}: {who} gained {n} %.", facts)
      : tell("Move {ply}: {who} lost {n} %.", facts);
  }

  /** @param {ReviewInfo["costly"][number]} costly */
  cost({ ply, seat, played, better, cost }) {
    const facts = { ply: ply + 1, who: this.names[seat], n: Math.round(100 * cost) };
    return [
      this.link(ply, tell("Move {ply}, {who}: {n} %.", facts)),
      h("p", {}, tell("Played: {turn}", { turn: said(played) })),
      h("p", {}, tell("Better: {turn}", { turn: said(better) })),
    ];
  }

  /**
   * @param {number} ply
   * @param {string} text
   */
  link(ply, text) {
    return h("button", { class: "link", onclick: () => this.go(ply) }, text);
  }

  /** The curve; a turning point can be clicked. @param {ReviewInfo} info */
  curve({ scene, look }) {
    if (!scene || !look) return null;
    this.sheet.replaceSync(paletteCss(colours() === "safe" ? safePalette(look.palette) : look.palette));
    const nodes = scene.nodes.map((node) => this.point(node));
    return s("svg", { viewBox: `0 0 ${scene.width} ${scene.height}`, role: "group", "aria-label": scene.title }, ...nodes);
  }

  /** @param {SceneNode} node */
  point(node) {
    const group = drawNode(node);
    const [kind, ply] = node.id.split(":");
    if (kind !== "turning") return group;
    group.addEventListener("click", () => this.go(Number(ply)));
    group.classList.add("can");
    return group;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.sheet);
  }
}
