// Openings: walk the archive's tree of positions, with counts, results, years and the games.

import { isAbort, post } from "./api.js";
import { BoardView } from "./board.js";
import { button, el, notice, panel, select, svg } from "./dom.js";
import { endsOf, geometryOf, piecesOfFen, stonesOfRows } from "./geometry.js";
import { Hand } from "./hand.js";
import { T } from "./texts.js";
import { bar, diagram } from "./why.js";

const KEY = "kifu-opening";
const LARGEST = 13; // rows of a shape that can still be made out in a small picture

class Openings {
  constructor(host) {
    this.host = host;
    const kept = JSON.parse(sessionStorage.getItem(KEY) || "null");
    this.what = kept?.what || "19";
    this.moves = kept?.moves || [];
    this.board = new BoardView({ onPoint: (point) => this.point(point), onStep: (step) => step < 0 && this.back() });
    this.hand = new Hand((move) => this.play(move));
    this.lay();
    this.ask();
  }

  get isGo() {
    return this.what !== "draughts";
  }

  lay() {
    this.line = el("p", { class: "opening-line" });
    this.table = el("div", { class: "continuations", "aria-live": "polite" });
    this.about = el("p", { class: "quiet" });
    const what = select([["19", T.openings.board(19)], ["13", T.openings.board(13)], ["9", T.openings.board(9)], ["draughts", T.games.draughts]], this.what, (value) => {
      this.what = value;
      this.moves = [];
      this.ask();
    });
    this.host.replaceChildren(el(
      "div", { class: "study" },
      el("div", { class: "stage" }, this.board.element),
      el("aside", { class: "side" },
        el("section", { class: "panel headline" }, el("h1", { text: T.views.openings }), this.about, el("div", { class: "row" }, what, button(T.openings.back, () => this.back()), button(T.openings.start, () => { this.moves = []; this.ask(); })), this.line),
        panel(T.openings.played, this.table)),
    ));
  }

  place() {
    return this.isGo ? { board: { size: Number(this.what), moves: this.moves } } : { draughts: { moves: this.moves } };
  }

  back() {
    this.moves.pop();
    this.ask();
  }

  play(move) {
    this.moves.push(this.isGo ? [this.mover === "white" ? "W" : "B", move] : move);
    this.ask();
  }

  point(point) {
    if (this.isGo) this.play(point);
    else {
      this.hand.click(point);
      this.draw();
    }
  }

  async ask() {
    this.stopper?.abort();
    this.stopper = new AbortController();
    const { signal } = this.stopper;
    try {
      const position = await post("position", this.place(), signal);
      this.position = position;
      this.mover = position.to_play;
      this.found = null;
      if (!this.isGo) this.hand.set(position.legal);
      this.draw();
      this.table.replaceChildren(el("p", { class: "quiet", text: T.openings.looking }));
      sessionStorage.setItem(KEY, JSON.stringify({ what: this.what, moves: this.moves }));
    } catch (error) {
      if (isAbort(error)) return;
      notice(error.message, "error");
      this.moves.pop();
      return;
    }
    try {
      this.found = await post("openings", { ...this.place(), top: 20 }, signal);
      this.draw();
      this.write();
    } catch (error) {
      if (!isAbort(error)) this.table.replaceChildren(el("p", { class: "quiet", text: error.message }));
    }
  }

  draw() {
    const { position, found } = this;
    const picture = { geometry: geometryOf(position.game, position.size), ghosts: {}, title: T.board.position(this.moves.length, this.mover) };
    const known = {};
    for (const one of found?.continuations || []) known[one.move] = one;
    if (this.isGo) {
      picture.pieces = stonesOfRows(position.stones);
      picture.last = position.last ? [position.last] : [];
      for (const one of Object.values(known)) picture.ghosts[one.move] = { colour: this.mover, text: String(one.games), strength: one.share, kind: "opening" };
      if (!Object.keys(known).length) for (const [i, one] of (found?.book || []).entries()) picture.ghosts[one.move] = { colour: this.mover, text: String(i + 1), strength: one.probability, kind: "opening" };
    } else {
      picture.pieces = piecesOfFen(position.fen);
      Object.assign(picture, this.hand.picture());
      picture.arrows = Object.keys(known).slice(0, 6).map((move, i) => [...endsOf(move), i ? "other" : "best"]);
    }
    picture.says = (point) => (known[point] ? T.openings.point(known[point]) : "");
    this.board.show(picture);
    this.line.textContent = this.moves.length ? this.moves.map((move, i) => `${i + 1} ${this.isGo ? move[1] : move}`).join("  ") : T.openings.atStart;
  }

  write() {
    const { found } = this;
    this.about.textContent = T.openings.about(found);
    const rows = found.continuations.map((one) => [
      el("tr", {},
        el("td", {}, button(one.move, () => this.play(one.move), { class: "small" }), one.also?.length ? el("span", { class: "quiet", text: ` ${one.also.join(" ")}` }) : null),
        el("td", { class: "number", text: one.games }),
        el("td", { class: "number", text: T.percent(one.share) }),
        el("td", {}, results(one)),
        el("td", { text: T.openings.years(one) }),
        el("td", {}, periods(one.by_period))),
      el("tr", { class: "examples" }, el("td", { colspan: 6 }, (one.examples || []).slice(0, 3).map((game) => el("a", { class: "example", href: `#review?source=archive&id=${game.game}&move=${game.move ?? ""}`, text: T.openings.example(game) })))),
    ]);
    const table = rows.length ? el("table", {}, el("thead", {}, el("tr", {}, T.openings.columns.map((text) => el("th", { scope: "col", text })))), el("tbody", {}, rows.flat())) : null;
    const book = found.book.length ? el("div", {}, el("h3", { text: T.openings.book }), el("div", { class: "book" }, found.book.slice(0, 8).map((one) => el("figure", {}, one.pattern?.length && one.pattern.length <= LARGEST ? diagram(one.pattern) : null, el("figcaption", {}, button(one.move, () => this.play(one.move), { class: "small" }), ` ${T.percent(one.probability)} `, bar(one.probability)))))) : null;
    this.table.replaceChildren(...[table, book, ...found.notes.map((text) => el("p", { class: "quiet", text }))].filter(Boolean));
    if (!this.table.childElementCount) this.table.append(el("p", { class: "quiet", text: T.openings.nothing }));
  }

  close() {
    this.stopper?.abort();
  }
}

/** Wins of both sides and draws as one bar. */
function results({ black_wins: black, white_wins: white, draws, games }) {
  const all = Math.max(1, black + white + draws);
  const part = (kind, from, count) => svg("rect", { class: `result-${kind}`, x: (100 * from) / all, width: (100 * count) / all, height: 10 });
  return svg("svg", { class: "results", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": T.openings.results(black, draws, white, games) },
    svg("title", { text: T.openings.results(black, draws, white, games) }), part("black", 0, black), part("draw", black, draws), part("white", black + draws, white));
}

/** Games by decade or year as small columns. */
function periods(by) {
  const entries = Object.entries(by || {});
  if (entries.length < 2) return "";
  const most = Math.max(...entries.map(([, count]) => count), 1);
  return svg("svg", { class: "periods", viewBox: `0 0 ${entries.length * 6} 20`, role: "img", "aria-label": entries.map((pair) => pair.join(": ")).join(", ") },
    svg("title", { text: entries.map((pair) => pair.join(": ")).join(", ") }),
    entries.map(([, count], i) => svg("rect", { x: i * 6, y: 20 - (20 * count) / most, width: 5, height: (20 * count) / most })));
}

export async function show(host) {
  return new Openings(host);
}
