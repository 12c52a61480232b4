// The one client for all: pairs who answer each other at once, over websockets. It reads no more of a message than its kind,
// so that it costs the same with each server.
//
//   node client.js SERVER PORT PID moves MATCHES SECONDS
//   node client.js SERVER PORT PID memory MATCHES

import { readFileSync } from "node:fs";
import WebSocket from "ws";

const [kind, port, pid, what, matches, seconds] = process.argv.slice(2);
const host = `127.0.0.1:${port}`;
const WARM_UP = 2_000;

// The token goes to and fro, so the match does not end.
const text = (number) => (number % 2 === 0 ? "1 right" : "1 left");

const post = async (path, body) => {
  const answer = await fetch(`http://${host}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

// How each server opens a match (an address and a greeting for each seat), what a move is, which messages say that it has been
// made (to the player who made it, and to the other), and what a socket answers until it is in the match.
const numberline = (detail) => ({
  async open() {
    const one = await post("/api/rooms", { game: "token", name: "Ada", seat: 1 });
    const two = await post(`/api/rooms/${one.room}/join`, { name: "Bob" });
    return [one, two].map(({ key }) => ({
      address: `/api/rooms/${one.room}/socket`,
      hello: JSON.stringify({ type: "hello", key, ...detail }),
    }));
  },
  move: (_, number) =>
    `{"type":"do","id":"b-${number}","seen":${number + 2},"do":{"kind":"move","text":"${text(number)}"}}`,
  answer: () => undefined,
  // {"type":"game", "done", "step", "change", "diff"
  enters: (message) => message[9] === 0x67,
  isDone: (message) => message[9] === 0x64 && message[10] === 0x6f,
  isTold: (message) => message[9] === 0x73 || message[9] === 0x63 || (message[9] === 0x64 && message[10] === 0x69),
});

const colyseus = () => {
  // Texts in MessagePack, of fewer than 32 bytes.
  const packed = (text) => [0xa0 + text.length, ...Buffer.from(text)];
  const moves = [0, 1].map((number) => Buffer.from([13, ...packed("move"), ...packed(text(number))]));
  const PATCH = 15;
  return {
    async open() {
      const one = await post("/matchmake/create/token", {});
      const two = await post(`/matchmake/joinById/${(one.room ?? one).roomId}`, {});
      return [one, two].map((seat) => {
        const { processId, roomId } = seat.room ?? seat;
        return { address: `/${processId}/${roomId}?sessionId=${seat.sessionId}` };
      });
    },
    move: (_, number) => moves[number % 2],
    // The state follows when the client has confirmed that it has joined.
    answer: (message) => (message[0] === 10 ? Buffer.from([10]) : undefined),
    enters: (message) => message[0] === 14,
    isDone: (message) => message[0] === PATCH,
    isTold: (message) => message[0] === PATCH,
  };
};

const boardgame = () => {
  const starts = (message, text) => message.length > text.length && message.toString("latin1", 0, text.length) === text;
  const isUpdate = (message) => starts(message, '42/token,["update"');
  return {
    async open() {
      const { matchID } = await post("/games/token/create", { numPlayers: 2 });
      const join = (playerID) => post(`/games/token/${matchID}/join`, { playerID, playerName: `Player ${playerID}` });
      const seats = [await join("0"), await join("1")];
      return seats.map(({ playerCredentials }, seat) => ({
        address: "/socket.io/?EIO=4&transport=websocket",
        matchID,
        playerID: String(seat),
        credentials: playerCredentials,
      }));
    },
    move: ({ matchID, playerID, credentials }, number) =>
      `42/token,${JSON.stringify([
        "update",
        { type: "MAKE_MOVE", payload: { type: "move", args: [text(number)], playerID, credentials } },
        number,
        matchID,
        playerID,
      ])}`,
    answer: (message, { matchID, playerID, credentials }) => {
      if (message[0] === 0x30) return "40/token,";
      if (message[0] === 0x32) return "3";
      if (starts(message, "40/token,")) {
        return `42/token,${JSON.stringify(["sync", matchID, playerID, credentials, 2])}`;
      }
      return undefined;
    },
    enters: (message) => starts(message, '42/token,["sync"'),
    isDone: isUpdate,
    isTold: isUpdate,
  };
};

const server = {
  brief: () => numberline({ brief: true }),
  diffs: () => numberline({ diffs: true }),
  whole: () => numberline({}),
  colyseus,
  boardgame,
}[kind]();

const ignore = () => {};

const enter = (seat) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${host}${seat.address}`, { perMessageDeflate: false });
    const link = { seat, socket, heard: ignore };
    socket.on("error", reject);
    socket.on("close", (code) => reject(new Error(`closed with ${code}`)));
    socket.on("open", () => seat.hello !== undefined && socket.send(seat.hello));
    socket.on("message", (message) => {
      const answer = server.answer(message, seat);
      if (answer !== undefined) socket.send(answer);
      else if (server.enters(message)) resolve(link);
      else link.heard(message);
    });
  });

const meet = async () => {
  const links = [];
  for (const seat of await server.open()) links.push(await enter(seat));
  return links;
};

const latencies = [];
let moves = 0;
let measures = false;

const playOn = (links) => {
  let number = 0;
  let waiting = 0;
  let began = 0;
  const next = () => {
    const [mover, other] = number % 2 === 0 ? links : [links[1], links[0]];
    waiting = 2;
    mover.heard = (message) => {
      if (server.isDone(message)) arrived(mover);
    };
    other.heard = (message) => {
      if (server.isTold(message)) arrived(other);
    };
    began = performance.now();
    mover.socket.send(server.move(mover.seat, number));
  };
  const arrived = (link) => {
    link.heard = ignore;
    waiting -= 1;
    if (waiting > 0) return;
    number += 1;
    moves += 1;
    if (measures) latencies.push(performance.now() - began);
    next();
  };
  next();
  return () => number;
};

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
// Hundredths of a second of the processors that the server has used, in its own code and in the system.
const spent = () => {
  const numbers = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ");
  return Number(numbers[11]) + Number(numbers[12]);
};
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);

const measureMoves = async () => {
  const pairs = [];
  for (let match = 0; match < Number(matches); match += 1) pairs.push(await meet());
  await sleep(500);
  const made = pairs.map(playOn);
  await sleep(WARM_UP);
  const read = () => pairs.flat().reduce((sum, { socket }) => sum + socket._socket.bytesRead, 0);
  const before = { moves, spent: spent(), read: read(), at: performance.now(), made: made.map((match) => match()) };
  measures = true;
  await sleep(1_000 * Number(seconds));
  measures = false;
  const took = (performance.now() - before.at) / 1_000;
  const done = moves - before.moves;
  const stuck = made.filter((match, place) => match() === before.made[place]).length;
  if (stuck > 0) throw new Error(`${stuck} of ${matches} matches stand still`);
  latencies.sort((one, two) => one - two);
  const p99 = latencies[Math.floor(latencies.length * 0.99)];
  const bytes = (read() - before.read) / done;
  return [done / took, (done * 100) / (spent() - before.spent), p99, bytes];
};

const measureMemory = async () => {
  // What the first matches bring with them belongs to the server.
  for (let match = 0; match < 50; match += 1) await meet();
  await sleep(2_000);
  const before = memory();
  for (let match = 0; match < Number(matches); match += 1) await meet();
  await sleep(2_000);
  return [(memory() - before) / Number(matches)];
};

const figures = await (what === "moves" ? measureMoves() : measureMemory());
console.log(figures.map((figure) => figure.toFixed(3)).join(" "));
process.exit(0);
