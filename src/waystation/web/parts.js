/**
 * Parts and symbols as SVG elements.
 * @import {Look, Part, SceneNode} from "./types.js"
 */
import { s } from "./dom.js";
import { placement } from "./scene.js";

/** @param {string | undefined} role */
const roleClass = (role) => (role ? `r-${role}` : null);

/**
 * @param {Part} part
 * @returns {SVGElement}
 */
function drawPart(part) {
  const look = { class: roleClass(part.role) };
  switch (part.t) {
    case "path":
      return s("path", { d: part.d, ...look });
    case "rect":
      return s("rect", { x: part.x, y: part.y, width: part.w, height: part.h, rx: part.r || null, ...look });
    case "circle":
      return s("circle", { cx: part.x, cy: part.y, r: part.r, ...look });
    case "line":
      return s("line", { x1: part.x1, y1: part.y1, x2: part.x2, y2: part.y2, ...look });
    case "text":
      return drawText(part);
    case "use": {
      const turn = part.turn ? ` rotate(${part.turn})` : "";
      const move = `translate(${part.x ?? 0} ${part.y ?? 0})${turn} scale(${(part.size ?? 100) / 100})`;
      return s("use", { href: `#s-${part.symbol}`, transform: move, ...look });
    }
  }
}

/**
 * The baseline stands a third of the size below the middle line, as in the engine's SVG.
 * @param {Extract<Part, {t: "text"}>} part
 */
function drawText(part) {
  const size = part.size ?? 14;
  const attributes = {
    x: part.x,
    y: part.y + size * 0.34,
    "font-size": size,
    "text-anchor": part.anchor ?? "middle",
    "font-weight": part.bold ? "bold" : null,
    stroke: "none",
    class: roleClass(part.role),
  };
  return s("text", attributes, document.createTextNode(part.text));
}

/**
 * The group of a node; its place is an attribute of the group.
 * @param {SceneNode} node
 * @returns {SVGGElement}
 */
export function drawNode(node) {
  const group = s("g", { "data-id": node.id });
  redrawNode(group, node);
  return group;
}

/**
 * @param {SVGGElement} group
 * @param {SceneNode} node
 */
export function redrawNode(group, node) {
  const kept = ["flying", "under"].filter((name) => group.classList.contains(name));
  group.setAttribute("class", ["node", roleClass(node.role), ...kept].filter(Boolean).join(" "));
  group.setAttribute("transform", placement(node));
  group.replaceChildren(...(node.parts ?? []).map(drawPart));
  group.toggleAttribute("data-thumbnail", node.gesture === "look");
  if (node.title) {
    group.setAttribute("role", "img");
    group.setAttribute("aria-label", node.title);
  } else {
    group.removeAttribute("role");
    group.removeAttribute("aria-label");
  }
}

/**
 * The outline that marks a node: along its main shape, a little outside.
 * @param {SceneNode} node
 * @returns {SVGElement}
 */
export function drawHalo(node) {
  const shape = mainShape(node.parts ?? []);
  const pad = 3 / (node.scale ?? 1);
  switch (shape?.t) {
    case "path":
      return s("path", { d: shape.d, class: "halo" });
    case "rect": {
      const place = {
        x: shape.x - pad,
        y: shape.y - pad,
        width: shape.w + 2 * pad,
        height: shape.h + 2 * pad,
      };
      return s("rect", { ...place, rx: (shape.r ?? 0) + pad, class: "halo" });
    }
    case "circle":
      return s("circle", { cx: shape.x, cy: shape.y, r: shape.r + pad, class: "halo" });
    case "use": {
      const side = (shape.size ?? 100) + 2 * pad;
      const corner = { x: (shape.x ?? 0) - side / 2, y: (shape.y ?? 0) - side / 2 };
      return s("rect", { ...corner, width: side, height: side, rx: side / 5, class: "halo" });
    }
    case "text": {
      const [size, { x, y, anchor = "middle" }] = [shape.size ?? 14, shape];
      const wide = 0.6 * size * shape.text.length; // about
      const left = x - wide * { start: 0, middle: 0.5, end: 1 }[anchor];
      return s("rect", { x: left - pad, y: y - size / 2 - pad, width: wide + 2 * pad, height: size + 2 * pad, rx: pad, class: "halo" });
    }
    default:
      return s("circle", { cx: 0, cy: 0, r: 14 / (node.scale ?? 1), class: "halo" });
  }
}

/**
 * A marker of somebody who points, as large as `k` pixels a unit make it readable.
 * @param {import("./pointing.js").Pin} pin
 * @param {number} x
 * @param {number} y
 * @param {number} k
 */
export function drawPin({ seat, label }, x, y, k) {
  const disc = s("circle", { cx: x, cy: y, r: 12 / k });
  const text = s("text", { x, y: y + 4.2 / k, "font-size": 12 / k, "text-anchor": "middle" });
  text.textContent = label;
  return s("g", { class: `pin seat-${seat % 8}` }, disc, text);
}

/**
 * The first part if it is a path, else the largest rectangle, circle or symbol, else the first part.
 * @param {Part[]} parts
 */
function mainShape(parts) {
  if (parts[0]?.t === "path") return parts[0];
  const size = (/** @type {Part} */ part) => {
    if (part.t === "rect") return part.w * part.h;
    if (part.t === "circle") return 4 * part.r * part.r;
    return part.t === "use" ? (part.size ?? 100) ** 2 : 0;
  };
  const largest = [...parts].sort((a, b) => size(b) - size(a))[0];
  return largest && size(largest) ? largest : (parts.find((part) => part.t === "path") ?? parts[0]);
}

/**
 * An invisible SVG that holds the symbols of a look for every `use` on the page.
 * @param {Look["symbols"]} symbols
 */
export function drawSymbols(symbols) {
  const drawn = Object.entries(symbols).map(([name, parts]) =>
    s("g", { id: `s-${name}` }, ...parts.map(drawPart)),
  );
  return s("svg", { class: "symbols", "aria-hidden": "true", width: 0, height: 0 }, s("defs", {}, ...drawn));
}
