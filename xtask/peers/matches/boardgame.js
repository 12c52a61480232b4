// A match server on boardgame.io, with its own storage in memory.

import boardgame from "boardgame.io/dist/cjs/server.js";
import core from "boardgame.io/dist/cjs/core.js";
import { play, START } from "./token.js";

const token = {
  name: "token",
  setup: () => ({ square: START, turn: 1, winner: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    move: ({ G, playerID }, text) => play(G, Number(playerID) + 1, text) ?? core.INVALID_MOVE,
  },
};

boardgame.Server({ games: [token], origins: [] }).run({ port: Number(process.argv[2]) });
