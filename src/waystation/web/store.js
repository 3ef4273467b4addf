/**
 * What the page holds of a table, and how each frame of the server changes it. Pure: a frame in, a new state out.
 * @import {Pointed, ServerFrame, Shown, TableInfo, TableState} from "./types.js"
 */
import { applyChange } from "./scene.js";

/**
 * @param {TableState | null} state
 * @param {ServerFrame} frame
 * @returns {TableState | null} null as long as no hello has come
 */
export function receive(state, frame) {
  if (frame.t === "hello") return greeted(frame);
  if (!state) return null;
  const next = { ...state, seq: Math.max(state.seq, frame.seq ?? 0) };
  switch (frame.t) {
    case "step":
      return stepped(next, frame);
    case "presence":
      return { ...next, present: frame.seats, spectators: frame.spectators ?? 0 };
    case "seats":
      return {
        ...next,
        table: frame.table,
        mine: seatsOf(frame.table),
        undo: frame.undo ?? {},
        clock: frame.clock ?? null,
        times: frame.times ?? [],
        view: changedView(next.view, frame.view),
        scene: applyChange(next.scene, frame.scene),
      };
    case "undo":
      return { ...next, undo: frame.undo };
    case "points":
      return { ...next, points: pointedAfter(next.points, frame) };
    case "chat":
      return { ...next, chat: [...next.chat, frame.line] };
    case "times":
      return { ...next, times: frame.times };
    case "resumed":
      return { ...next, clock: frame.clock ?? null };
    default:
      return next;
  }
}

/**
 * The seats that are mine: in another tab I may have taken one more, and somebody else may have taken one of them.
 * @param {TableInfo} table
 * @returns {number[]}
 */
function seatsOf(table) {
  return table.seats.filter((seat) => seat.mine).map((seat) => seat.seat);
}

/**
 * @param {ServerFrame} frame
 * @returns {TableState}
 */
function greeted(frame) {
  const { t: _tag, protocol: _protocol, life: _life, ...state } = frame;
  const absent = {
    clock: null,
    times: [],
    seed: null,
    chat: [],
    points: [],
    events: [],
    present: [],
    mine: [],
    spectators: 0,
    more_events: false,
    undo: {},
  };
  return /** @type {any} */ ({ ...absent, ...state });
}

/**
 * @param {TableState} state
 * @param {ServerFrame} frame
 * @returns {TableState}
 */
function stepped(state, frame) {
  const last = frame.undone_to ?? Infinity;
  const kept = state.events.filter((event) => event.ply <= last);
  const scene = frame.regions ? { ...state.scene, regions: frame.regions } : state.scene;
  const over = Boolean(frame.view.outcome) || (state.table.over && frame.undone_to === undefined);
  return {
    ...state,
    version: frame.version,
    ply: frame.ply,
    view: changedView(state.view, frame.view),
    scene: applyChange(scene, frame.scene),
    events: [...kept, ...frame.events],
    undo: frame.undo ?? {},
    clock: frame.clock ?? null,
    times: frame.times ?? [],
    points: frame.clear_points ? [] : state.points,
    seed: frame.seed ?? state.seed,
    table: { ...state.table, over, ply: frame.ply },
  };
}

/**
 * @param {Shown} view
 * @param {Partial<Shown>} change
 * @returns {Shown}
 */
function changedView(view, change) {
  return { ...view, ...change, sheets: { ...view.sheets, ...change.sheets } };
}

/**
 * What the seats point at after one of them points anew; at nothing if it neither points nor agrees.
 * @param {Pointed[]} points
 * @param {ServerFrame} frame
 * @returns {Pointed[]}
 */
function pointedAfter(points, { seat, nodes = [], agree = false }) {
  const others = points.filter((one) => one.seat !== seat);
  return nodes.length || agree ? [...others, { seat, nodes, agree }] : others;
}

/**
 * The sum of a score sheet.
 * @param {{lines: {points: number}[]} | undefined} sheet
 */
export function total(sheet) {
  return (sheet?.lines ?? []).reduce((sum, line) => sum + line.points, 0);
}
