// A match server on Colyseus. It patches its clients after every move, and not twenty times a second.

import { Room, Server } from "@colyseus/core";
import { defineTypes, Schema } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { play, START } from "./token.js";

class State extends Schema {
  constructor() {
    super();
    this.square = START;
    this.turn = 1;
    this.winner = 0;
  }
}
defineTypes(State, { square: "number", turn: "number", winner: "number" });

class Match extends Room {
  maxClients = 2;
  // It has nothing to do between the moves. Without any rate, its clock would tick sixty times a second.
  patchRate = 1_000_000;
  seats = new Map();

  onCreate() {
    this.state = new State();
    this.onMessage("move", (client, text) => {
      const after = play(this.state, this.seats.get(client.sessionId), text);
      if (after === undefined) return;
      Object.assign(this.state, after);
      this.broadcastPatch();
    });
  }

  onJoin(client) {
    this.seats.set(client.sessionId, this.seats.size + 1);
  }
}

const server = new Server({ transport: new WebSocketTransport({}), greet: false });
server.define("token", Match);
await server.listen(Number(process.argv[2]), "127.0.0.1");
