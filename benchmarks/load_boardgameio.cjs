/**
 * The same load as load.py, on boardgame.io's server, for comparison.
 *
 *     npm install --prefix /tmp/bgio boardgame.io@0.50.2
 *     node benchmarks/load_boardgameio.cjs /tmp/bgio [matches=200] [seconds=30]
 *
 * The game is a stand-in of comparable size: 24 islands, three hands that `playerView` hides, a log entry a move; a move
 * changes what a flight changes. State lives in memory (boardgame.io's default), so unlike ours nothing is written to disk.
 */
"use strict";
const { createRequire } = require("node:module");
const { fork } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { performance } = require("node:perf_hooks");

const [folder, matches = "200", seconds = "30"] = process.argv.slice(2);
const load = createRequire(`${folder}/package.json`);
const { INVALID_MOVE } = load("boardgame.io/core");
const PLAYERS = 3;

const Islands = {
  name: "islands",
  setup: ({ random }) => ({
    islands: Array.from({ length: 24 }, (_, i) => ({
      colour: ["gold", "pink", "teal", "jade"][i % 4],
      back: ["red", "blue", "green"][i % 3],
      points: 1 + (i % 7),
      cost: ["tire", "gas", "propeller"].slice(0, 1 + (i % 3)),
      effect: `an effect in words, number ${i}`,
      airstrips: [],
    })),
    seats: Array.from({ length: PLAYERS }, () => ({ plane: 0, workers: 3, pieces: [], points: 0 })),
    hands: Array.from({ length: PLAYERS }, () => random.Die(5, 12)),
    bag: random.Shuffle(Array.from({ length: 60 }, (_, i) => i % 5)),
  }),
  playerView: ({ G, playerID }) => ({
    ...G,
    bag: G.bag.length,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  moves: {
    fly: ({ G, playerID, random, events }, island) => {
      const seat = Number(playerID);
      if (island === G.seats[seat].plane) return INVALID_MOVE;
      G.seats[seat].plane = island;
      G.hands[seat].push(random.Die(5));
      if (G.hands[seat].length > 12) G.hands[seat].splice(0, 6);
      if (!G.islands[island].airstrips.includes(seat)) G.islands[island].airstrips.push(seat);
      G.seats[seat].points += G.islands[island].points;
      events.endTurn();
    },
  },
};

async function serve() {
  const { Server, Origins } = load("boardgame.io/server");
  const server = Server({ games: [Islands], origins: [Origins.LOCALHOST] });
  const running = await server.run({ port: 0, lobbyConfig: { apiPort: 20000 + (process.pid % 20000) } });
  process.send({ port: running.appServer.address().port, api: running.apiServer.address().port });
}

const resident = (pid) => Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;
function cpu(pid) {
  const words = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(words[11]) + Number(words[12])) / 100;
}
const at = (sorted, part) => sorted[Math.floor(sorted.length * part)];

async function openMatch({ port, api }, sizes) {
  const { Client } = load("boardgame.io/client");
  const { SocketIO } = load("boardgame.io/multiplayer");
  const post = async (path, body) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`http://localhost:${api}/games/islands/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return answer.json();
  };
  const { matchID } = await post("create", { numPlayers: PLAYERS });
  const clients = [];
  for (let seat = 0; seat < PLAYERS; seat += 1) {
    const { playerCredentials } = await post(`${matchID}/join`, { playerID: String(seat), playerName: `Player ${seat}` });
    const multiplayer = SocketIO({ server: `http://localhost:${port}`, socketOpts: { transports: ["websocket"] } });
    const client = Client({ game: Islands, multiplayer, matchID, playerID: String(seat), credentials: playerCredentials, numPlayers: PLAYERS, debug: false });
    client.start();
    client.heard = 0; // the newest state that the server has sent
    client.transport.socket.io.engine?.on("packet", () => {});
    client.transport.socket.onAny((kind, ...parts) => {
      const state = parts.find((part) => part && part._stateID !== undefined);
      if (kind !== "update" || !state) return;
      sizes.push(JSON.stringify([kind, ...parts]).length);
      client.heard = state._stateID;
      client.onHeard?.();
    });
    clients.push(client);
  }
  await Promise.all(clients.map((client) => new Promise((done) => client.subscribe((state) => state && done()))));
  return clients;
}

async function play(clients, start, end, waits, seed) {
  let number = seed;
  for (let due = start + 1000; due < end; due += 1000) {
    await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
    const state = clients[0].getState();
    const actor = clients[Number(state.ctx.currentPlayer)];
    number = (number * 1103515245 + 12345) % 2147483648;
    const plane = state.G.seats[Number(state.ctx.currentPlayer)].plane;
    const wanted = state._stateID + 1;
    const began = performance.now();
    const all = clients.map(
      (client) => new Promise((done) => { client.onHeard = () => client.heard >= wanted && done(performance.now()); }),
    );
    actor.moves.fly((plane + 1 + (number % 22)) % 24);
    waits.push(Math.max(...(await Promise.all(all))) - began);
  }
}

async function main() {
  const server = fork(__filename, [folder, "serve"], { silent: true });
  const ports = await new Promise((done) => server.once("message", done));
  const sizes = [];
  const waits = [];
  await openMatch(ports, []);
  const before = resident(server.pid);
  const all = [];
  for (let i = 0; i < Number(matches); i += 1) all.push(await openMatch(ports, sizes));
  const grown = resident(server.pid) - before;
  const start = performance.now() + 500;
  const used = cpu(server.pid);
  const own = process.cpuUsage();
  const length = Number(seconds) * 1000;
  await Promise.all(all.map((clients, i) => play(clients, start + (i * 1000) / all.length, start + length + 1000, waits, i + 1)));
  const spent = cpu(server.pid) - used;
  const players = process.cpuUsage(own);
  waits.sort((a, b) => a - b);
  sizes.sort((a, b) => a - b);
  console.log(`boardgame.io, ${matches} matches x ${PLAYERS} viewers, ${waits.length} actions`);
  console.log(`p50 to the last viewer, ms           ${at(waits, 0.5).toFixed(1)}`);
  console.log(`p95 to the last viewer, ms           ${at(waits, 0.95).toFixed(1)}`);
  console.log(`p99 to the last viewer, ms           ${at(waits, 0.99).toFixed(1)}`);
  console.log(`bytes an update, median              ${at(sizes, 0.5)}`);
  console.log(`server CPU, % of a core              ${((100 * spent) / Number(seconds)).toFixed(1)}`);
  console.log(`server CPU an action, ms             ${((1000 * spent) / waits.length).toFixed(2)}`);
  console.log(`players' CPU, % of a core            ${((players.user + players.system) / 1e4 / Number(seconds)).toFixed(1)}`);
  console.log(`KB a match with three sockets        ${(grown / Number(matches) / 1024).toFixed(1)}`);
  server.kill();
  process.exit(0);
}

if (matches === "serve") serve();
else main();
