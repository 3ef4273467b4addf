import assert from "node:assert/strict";
import test from "node:test";

/** A browser as far as the link needs one. */
class Socket {
  static OPEN = 1;
  static CONNECTING = 0;
  static all = [];
  constructor(url) {
    this.url = url;
    this.readyState = Socket.CONNECTING;
    this.sent = [];
    Socket.all.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  get query() {
    return Object.fromEntries(new URL(this.url).searchParams);
  }
  open(frame) {
    this.readyState = Socket.OPEN;
    this.say(frame);
  }
  say(frame) {
    this.onmessage({ data: JSON.stringify(frame) });
  }
  cut(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
}
const wakers = {};
globalThis.WebSocket = Socket;
globalThis.location = { protocol: "http:", host: "here" };
globalThis.addEventListener = (name, wake) => (wakers[name] = wake);
globalThis.removeEventListener = () => undefined;
globalThis.document = {
  visibilityState: "visible",
  addEventListener: globalThis.addEventListener,
  removeEventListener: () => undefined,
};
const { Link } = await import("../../../src/waystation/web/link.js");

function opened(seat = 0) {
  Socket.all = [];
  const [frames, states] = [[], []];
  const link = new Link(
    "T",
    seat,
    (frame) => frames.push(frame.t),
    (status) => states.push(status),
  );
  Socket.all[0].open({ t: "hello", seq: 5 });
  return { link, frames, states };
}
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("the first connection names the seat, the next one also what was seen last", async () => {
  const { link, states } = opened(1);
  assert.deepEqual(Socket.all[0].query, { seat: "1" });
  Socket.all[0].say({ t: "step", seq: 8 });
  Socket.all[0].cut();
  await wait(400);
  assert.deepEqual(Socket.all[1].query, { seat: "1", since: "8" });
  Socket.all[1].open({ t: "resumed", seq: 8 });
  assert.deepEqual(states, ["open", "lost", "open"]);
  link.close();
});

test("what was not answered is sent again with the same id, and resolves once", async () => {
  const { link } = opened();
  const asked = link.ask({ t: "act", action: "go" });
  const [{ id }] = Socket.all[0].sent;
  Socket.all[0].cut();
  await wait(400);
  assert.equal(Socket.all[1].sent.length, 0, "nothing before the greeting");
  Socket.all[1].open({ t: "resumed", seq: 5 });
  assert.equal(Socket.all[1].sent[0].id, id);
  Socket.all[1].say({ t: "done", id, seq: 6, repeated: true });
  assert.equal((await asked).repeated, true);
  link.close();
});

test("a tab that wakes with a dead connection connects at once", () => {
  const { link } = opened();
  Socket.all[0].readyState = 3;
  wakers.visibilitychange();
  assert.equal(Socket.all.length, 2);
  link.close();
});

test("a tab that wakes asks whether the connection lives, and does not hurry if it does", async () => {
  const { link } = opened();
  wakers.focus();
  const [ping] = Socket.all[0].sent;
  assert.equal(ping.t, "ping");
  Socket.all[0].say({ t: "answer", id: ping.id, seq: 5 });
  await wait(20);
  assert.equal(Socket.all.length, 1);
  link.close();
});

test("a table that may not be watched is not asked again", async () => {
  const { link, states } = opened();
  Socket.all[0].cut(4403);
  await wait(400);
  assert.equal(Socket.all.length, 1);
  assert.deepEqual(states, ["open", "closed"]);
  link.close();
});

test("frames of a connection that was given up are not heard", async () => {
  const { link, frames } = opened();
  Socket.all[0].readyState = 3;
  wakers.online();
  Socket.all[0].say({ t: "step", seq: 99 });
  assert.deepEqual(frames, ["hello"]);
  assert.equal(link.seq, 5);
  link.close();
});
