// A record in the page: its tree of nodes, and what stands on the board at each. Moves that are tried become nodes too.

import { geometryOf, piecesOfFen, stonesOfRows } from "./geometry.js";
import { post } from "./api.js";

export class Game {
  /** `tree` as /records/parse gives it; `text` is the record itself; `origin` says where it came from. */
  constructor(tree, text, origin = {}) {
    Object.assign(this, { tree, text, origin, nodes: tree.nodes, kind: tree.game });
    this.recorded = tree.nodes.length;
    this.geometry = geometryOf(tree.game, tree.size);
    this.cache = new Map();
    this.main = tree.main_line;
    this.turns = this.main.filter((id) => id === 0 || this.nodes[id].move);
    this.turnOf = new Map(this.turns.map((id, turn) => [id, turn]));
  }

  get isGo() {
    return this.kind === "go";
  }

  node(id) {
    return this.nodes[id];
  }

  /** Nodes from the root to this one. */
  path(id) {
    const found = [];
    for (let at = id; at !== null && at !== undefined; at = this.nodes[at].parent) found.push(at);
    return found.reverse();
  }

  /** Number of moves made up to here. */
  depth(id) {
    return this.path(id).filter((at) => at && this.nodes[at].move).length;
  }

  pieces(id) {
    const known = this.cache.get(id);
    if (known) return known;
    const node = this.nodes[id];
    let pieces;
    if (!this.isGo) {
      pieces = piecesOfFen(node.fen);
    } else {
      // Not by recursion: a long game would be as deep.
      const missing = [];
      let from = id;
      while (from !== null && !this.cache.has(from)) {
        missing.push(from);
        from = this.nodes[from].parent;
      }
      pieces = from === null ? {} : this.cache.get(from);
      for (const at of missing.reverse()) {
        pieces = { ...pieces };
        for (const [point, stone] of Object.entries(this.nodes[at].changes)) {
          if (stone) pieces[point] = stone;
          else delete pieces[point];
        }
        this.cache.set(at, pieces);
      }
    }
    this.cache.set(id, pieces);
    return pieces;
  }

  /** The place that the server is asked about: what stood on the board, and the moves since. */
  place(id, more = []) {
    const path = this.path(id);
    // From the last node that set stones up or could not be played.
    let base = 0;
    path.forEach((at, i) => {
      if (i && (!this.nodes[at].move || this.nodes[at].illegal)) base = i;
    });
    const moves = [...path.slice(base + 1).map((at) => this.nodes[at].move), ...more];
    if (!this.isGo) return { draughts: { fen: this.nodes[path[base]].fen, moves } };
    const stones = Object.entries(this.pieces(path[base])).map(([point, stone]) => [stone.toUpperCase(), point]);
    const board = { size: this.tree.size, stones, moves };
    if (!moves.length) board.to_play = this.nodes[id].to_play[0].toUpperCase();
    return { board };
  }

  /** The query of /analysis for one node. */
  query(id) {
    const { board, draughts } = this.place(id);
    if (draughts) return { record: `[GameType "21"]\n[SetUp "1"]\n[FEN "${draughts.fen}"]\n\n${draughts.moves.join(" ")} *\n` };
    const query = { moves: board.moves, initialStones: board.stones, boardXSize: board.size };
    if (board.to_play) query.initialPlayer = board.to_play;
    if (this.tree.info.komi !== null) query.komi = this.tree.info.komi;
    if (this.tree.rules) query.rules = this.tree.rules;
    return query;
  }

  /** Play a move here: the child that has it, or a new one. The server says whether it may be played. */
  async tryMove(id, move) {
    const node = this.nodes[id];
    const colour = node.to_play[0].toUpperCase();
    const same = (child) => (this.isGo ? this.nodes[child].move?.[1] === move && this.nodes[child].move[0] === colour : this.nodes[child].move === move);
    const known = node.children.find(same);
    if (known !== undefined) return known;
    const made = this.isGo ? [colour, move] : move;
    const position = await post("position", this.place(id, [made]));
    const child = { id: this.nodes.length, parent: id, children: [], move: made, to_play: position.to_play, tried: true };
    if (this.isGo) child.changes = difference(this.pieces(id), stonesOfRows(position.stones));
    else child.fen = position.fen;
    this.nodes.push(child);
    node.children.push(child.id);
    return child.id;
  }

  /** Nodes that were tried, behind those of the record. */
  get tried() {
    return this.nodes.slice(this.recorded);
  }

  /** Put tried nodes back, as they were before a reload. */
  restore(tried) {
    for (const node of tried) {
      this.nodes.push({ ...node, id: this.nodes.length, children: [] });
      this.nodes[node.parent].children.push(this.nodes.length - 1);
    }
  }

  /** The record with the moves that were tried as variations; as it came where there are none. */
  async extended() {
    const nodes = this.tried.map(({ parent, move }) => ({ parent, move }));
    if (!nodes.length) return this.text;
    return (await post("records/extend", { record: this.text, number: this.origin.number || 1, nodes })).record;
  }

  /** Text of a node's move. */
  moveText(id) {
    const { move } = this.nodes[id];
    return Array.isArray(move) ? move[1] : move || "";
  }
}

function difference(before, after) {
  const changes = {};
  for (const point of Object.keys(before)) if (!after[point]) changes[point] = "";
  for (const [point, stone] of Object.entries(after)) if (before[point] !== stone) changes[point] = stone;
  return changes;
}
