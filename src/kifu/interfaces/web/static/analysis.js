// What the server finds out about a game, turn by turn, as it comes; and what follows from it.

import { isAbort, lines } from "./api.js";

const COSTS = 3; // points: what is less is noise of the estimate
const ASKED = { includeOwnership: true, includeLife: true, maxMoves: 10 };

export class Analysis {
  /** `changed()` is called whenever something new is known. */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    this.facts = new Map();
    this.stopper = new AbortController();
    this.asking = new Set();
    this.searched = 0; // positions
    this.done = false;
    this.error = null;
  }

  /** Ask for the whole game: a quick pass first, then, of Go, a search of every position. */
  async start() {
    const { text, origin, isGo } = this.game;
    const query = { record: text, number: origin.number || 1, analyzeTurns: "all", ...ASKED };
    try {
      await this.read(query);
      if (isGo) await this.read({ ...query, effort: "default" });
      this.done = true;
    } catch (error) {
      if (isAbort(error)) return;
      this.error = error;
    }
    this.changed();
  }

  async read(query) {
    for await (const line of lines("analysis", query, this.stopper.signal)) {
      if (line.error) throw new Error(line.error);
      if (query.effort) this.searched += 1;
      const id = this.game.turns[line.turnNumber];
      // Where the reader was before, blocks have been read out already: those stay.
      if (id !== undefined) this.facts.set(id, this.facts.get(id)?.fights ? { ...line, blocks: this.facts.get(id).blocks, fights: true } : line);
      this.changed();
    }
  }

  /** Ask for one node, once, where the reader stays: a variation, or a move of the game with doubtful blocks read out. */
  async ask(id) {
    if (this.asking.has(id) || (!this.game.isGo && this.facts.has(id))) return;
    this.asking.add(id);
    try {
      for await (const line of lines("analysis", { ...this.game.query(id), ...ASKED, includeFights: this.game.isGo }, this.stopper.signal)) {
        if (line.error) continue;
        const known = this.facts.get(id);
        // What a search found stays; only the blocks are new.
        const next = known?.rootInfo.visits ? { ...known, blocks: line.blocks } : this.withPlayed(id, line);
        this.facts.set(id, { ...next, fights: this.game.isGo });
      }
      this.changed();
    } catch {
      this.asking.delete(id); // gone, or too many at once: asked again when the reader comes back
    }
  }

  /** The game's own next move, which a query of one position does not know. */
  withPlayed(id, line) {
    const known = this.facts.get(id)?.played;
    if (known) return { ...line, played: known };
    const next = this.game.turns[(this.game.turnOf.get(id) ?? Infinity) + 1];
    if (next === undefined) return line;
    const move = this.game.moveText(next);
    const info = line.moveInfos.find((one) => one.move === move);
    return { ...line, played: { move, ...(info ? { rank: info.order + 1, probability: info.prior } : {}) } };
  }

  stop() {
    this.stopper.abort();
  }

  of(id) {
    return this.facts.get(id);
  }

  /** Black's lead (Go) or value (draughts) at a node. */
  lead(id) {
    const root = this.facts.get(id)?.rootInfo;
    return root ? (this.game.isGo ? root.scoreLead : root.value) : undefined;
  }

  /** How much a main-line move lost for whoever made it: { id, turn, cost, rank, probability }. */
  moves() {
    const found = [];
    const { turns } = this.game;
    for (let turn = 1; turn < turns.length; turn += 1) {
      const before = this.facts.get(turns[turn - 1]);
      // In Go both leads are taken with the same side to play: the right to move is worth points itself.
      const after = this.game.isGo && turn + 1 < turns.length ? turn + 1 : turn;
      const [was, is] = [this.lead(turns[turn - 1]), this.lead(turns[after])];
      if (!before || was === undefined || is === undefined) continue;
      const black = before.rootInfo.currentPlayer === "B";
      const best = before.moveInfos[0]?.move;
      const better = best !== before.played?.move ? best : undefined;
      found.push({ id: turns[turn], turn, cost: before.played?.loss ?? (black ? was - is : is - was), black, better, ...before.played });
    }
    return found;
  }

  /** Moves that cost most, and moves that experts expected least. */
  lists(count = 8) {
    const moves = this.moves();
    const least = this.game.isGo ? COSTS : 0.15;
    const costly = moves.filter((m) => m.cost >= least).sort((a, b) => b.cost - a.cost).slice(0, count);
    const surprising = moves
      .filter((m) => m.rank > 5 && m.move !== "pass" && m.probability !== undefined)
      .sort((a, b) => a.probability - b.probability)
      .slice(0, count);
    return { costly, surprising };
  }

  /** Leads (or another number) without the swing from move to move that the right to play makes. */
  smooth(pick = (id) => this.lead(id)) {
    const leads = this.game.turns.map(pick);
    if (!this.game.isGo) return leads;
    return leads.map((lead, i) => {
      if (lead === undefined || this.facts.get(this.game.turns[i])?.rootInfo.visits) return lead;
      const [before, after] = [leads[i - 1] ?? leads[i + 1] ?? lead, leads[i + 1] ?? leads[i - 1] ?? lead];
      return (before + 2 * lead + after) / 4;
    });
  }

  /** Turns after which the other side was ahead, and stayed so for some moves. */
  turningPoints() {
    const leads = this.smooth();
    const found = [];
    let leader = 0;
    leads.forEach((lead, turn) => {
      if (lead === undefined || Math.abs(lead) < (this.game.isGo ? 1 : 0.05)) return;
      const sign = Math.sign(lead);
      const stays = leads.slice(turn, turn + 4).every((next) => next === undefined || Math.sign(next) === sign);
      if (sign !== leader && stays) {
        if (leader) found.push(turn);
        leader = sign;
      }
    });
    return found;
  }
}
