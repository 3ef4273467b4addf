/**
 * The connection to a table of this tab: as `Link` to a server's, without a line that could be cut. A visit may end all
 * the same, when another tab has changed the table; then the table is visited again, and what was not answered is sent
 * once more.
 * @import {ServerFrame} from "./types.js"
 */
import { FINAL } from "./link.js";
import { visit } from "./tab.js";

/** @typedef {import("./link.js").Pending} Pending */

export class TabLink {
  /**
   * @param {string} table
   * @param {number | null} seat
   * @param {(frame: ServerFrame) => void} onFrame every frame, in order
   * @param {(status: "open" | "lost" | "closed", code: number) => void} onStatus
   */
  constructor(table, seat, onFrame, onStatus) {
    this.table = table;
    this.seat = seat;
    this.onFrame = onFrame;
    this.onStatus = onStatus;
    this.counter = 0;
    this.prefix = crypto.getRandomValues(new Uint32Array(2)).join("-");
    /** @type {Map<string, Pending>} */
    this.pending = new Map();
    this.visit = this.begin();
  }

  begin() {
    const asked = { table: this.table, seat: this.seat, since: null, life: "" };
    const begun = visit(asked, {
      onFrame: (text) => this.receive(JSON.parse(text)),
      onEnd: (code) => this.onEnd(code),
    });
    for (const { message } of this.pending.values()) begun.send(JSON.stringify(message));
    return begun;
  }

  /** @param {ServerFrame} frame */
  receive(frame) {
    this.onFrame(frame);
    if (frame.t === "hello") this.onStatus("open", 0);
    const waiting = this.pending.get(frame.id);
    this.pending.delete(frame.id);
    waiting?.resolve(frame);
  }

  /** @param {number} code */
  onEnd(code) {
    if (FINAL.has(code)) this.onStatus("closed", code);
    else this.visit = this.begin();
  }

  /**
   * Sends a message and resolves with the frame that answers it: done, refused or answer.
   * @param {Record<string, any>} message
   * @returns {Promise<ServerFrame>}
   */
  ask(message) {
    this.counter += 1;
    const sent = { ...message, id: `${this.prefix}-${this.counter}` };
    return new Promise((resolve) => {
      this.pending.set(sent.id, { message: sent, resolve });
      this.visit.send(JSON.stringify(sent));
    });
  }

  /**
   * Looks from another of the seats at this device; a hello follows.
   * @param {number | null} seat
   */
  look(seat) {
    this.seat = seat;
    this.counter += 1;
    this.visit.send(JSON.stringify({ t: "look", seat, id: `${this.prefix}-${this.counter}` }));
  }

  close() {
    this.visit.leave();
  }
}
