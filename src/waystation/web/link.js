/**
 * The live connection to a table. It comes back by itself: after a cut with growing pauses, and at once when the tab
 * or the network wakes. What was not answered is sent again; ids make that harmless.
 * @import {ServerFrame} from "./types.js"
 */

const PAUSES = [300, 1000, 2000, 4000, 8000];
const PATIENCE = 4000; // until a silent connection counts as dead
/** Close codes after which a table is not asked for again. */
export const FINAL = new Set([4403, 4404, 4409]);

/**
 * What a table needs of its connection, whoever is at the other end.
 * @typedef {object} Line
 * @property {(message: Record<string, any>) => Promise<ServerFrame>} ask
 * @property {(seat: number | null) => void} look
 * @property {() => void} close
 */

/** @typedef {{message: Record<string, any>, resolve: (frame: ServerFrame) => void}} Pending */

export class Link {
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
    this.seq = /** @type {number | null} */ (null);
    this.life = ""; // in which the numbers of frames follow one another
    this.tries = 0;
    this.fresh = true; // connected, but not yet greeted
    this.timer = 0;
    this.closed = false;
    this.counter = 0;
    this.prefix = crypto.getRandomValues(new Uint32Array(2)).join("-");
    /** @type {Map<string, Pending>} */
    this.pending = new Map();
    this.wake = () => this.onWake();
    for (const event of ["online", "pageshow", "focus"]) addEventListener(event, this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.fresh = true;
    const query = new URLSearchParams();
    if (this.seat !== null) query.set("seat", String(this.seat));
    if (this.seq !== null) query.set("since", String(this.seq));
    if (this.life) query.set("life", this.life);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live?${query}`);
    this.socket = socket;
    socket.onmessage = ({ data }) => socket === this.socket && this.receive(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.socket && this.onClose(code);
  }

  /** @param {ServerFrame} frame */
  receive(frame) {
    if (frame.t === "hello" && frame.life !== this.life) {
      this.life = frame.life;
      this.seq = null; // another history: its numbers may be lower
    }
    if (typeof frame.seq === "number") this.seq = Math.max(this.seq ?? 0, frame.seq);
    this.onFrame(frame);
    if (frame.t === "hello" || frame.t === "resumed") this.greeted();
    if (frame.id) this.settle(frame);
    if (frame.t === "closed") this.close();
  }

  greeted() {
    if (this.fresh) for (const { message } of this.pending.values()) this.send(message);
    this.fresh = false;
    this.tries = 0;
    this.onStatus("open", 0);
  }

  /** @param {ServerFrame} frame */
  settle(frame) {
    const waiting = this.pending.get(frame.id);
    this.pending.delete(frame.id);
    waiting?.resolve(frame);
  }

  /** @param {number} code */
  onClose(code) {
    if (this.closed) return;
    if (FINAL.has(code)) {
      this.close();
      return this.onStatus("closed", code);
    }
    this.onStatus("lost", code);
    this.timer = setTimeout(() => this.connect(), PAUSES[Math.min(this.tries, PAUSES.length - 1)]);
    this.tries += 1;
  }

  /**
   * The tab or the network is back: connect now, or find out whether the connection still lives. A tab that goes into the
   * background says so: its person is told elsewhere of what comes up.
   */
  async onWake() {
    if (this.closed) return;
    const socket = this.socket;
    if (document.visibilityState === "hidden") {
      if (socket?.readyState === WebSocket.OPEN) this.ask({ t: "ping", away: true });
      return;
    }
    if (socket?.readyState === WebSocket.CONNECTING) return;
    if (socket?.readyState !== WebSocket.OPEN) return this.connect();
    const dead = setTimeout(() => {
      if (socket !== this.socket || this.closed) return;
      this.tries += 1;
      socket.onclose = null;
      socket.close();
      this.connect();
    }, PATIENCE);
    await this.ask({ t: "ping" });
    clearTimeout(dead);
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
      this.send(sent);
    });
  }

  /** @param {Record<string, any>} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Looks from another of one's own seats; a hello follows, or comes with the next connection.
   * @param {number | null} seat
   */
  look(seat) {
    this.seat = seat;
    this.seq = null; // what one seat has seen can't be continued in another's eyes
    this.counter += 1;
    this.send({ t: "look", seat, id: `${this.prefix}-${this.counter}` });
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    for (const event of ["online", "pageshow", "focus"]) removeEventListener(event, this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }
}
