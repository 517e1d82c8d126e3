// Reviewing a game: the board with its overlays, and beside it the graph, the reasons, the lists and the tree.

import { Analysis } from "./analysis.js";
import { isAbort, post } from "./api.js";
import { BetterMoves } from "./bettermoves.js";
import { BoardView } from "./board.js";
import { button, el, notice, panel, quiet, save, select, toggle } from "./dom.js";
import { Hand } from "./hand.js";
import { MoveList } from "./movelist.js";
import * as overlays from "./overlays.js";
import { openDropped, picker } from "./picker.js";
import { Quiz } from "./quiz.js";
import { ReviewPanels } from "./reviewpanels.js";
import { keepPlace, keepTried, keptPlace, openNumber, openSomething, openStored } from "./session.js";
import { T } from "./texts.js";
import { Why } from "./why.js";

const KEYS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, ",": -1, ".": 1 };
const SHOWN = "kifu-overlays";

class Review {
  constructor(host) {
    this.host = host;
    this.on = new Set(JSON.parse(localStorage.getItem(SHOWN) || '["life", "experts"]'));
    this.board = new BoardView({ onPoint: (point) => this.point(point), onStep: (step) => this.step(step) });
    this.hand = new Hand((move) => this.move(move));
    this.askOpenings = quiet(150, (id) => this.fetchOpenings(id));
    this.askFacts = quiet(300, (id) => this.id === id && this.analysis.ask(id));
    this.askLegal = quiet(60, (id) => this.fetchLegal(id));
    this.stopDrops = openDropped((game) => this.open(game));
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
  }

  /** Put a game on the board. */
  open(game, move) {
    this.analysis?.stop();
    this.quiz = null;
    this.game = game;
    this.read = new Map(); // by node: the child that was read last
    this.openings = new Map();
    this.analysis = new Analysis(game, () => this.later());
    this.list = new MoveList(game, (id) => this.go(id));
    this.panels = new ReviewPanels(game, this.analysis, (id) => this.go(id));
    this.why = game.isGo ? new Why({
      onGame: (id, at) => openStored("archive", id).then((other) => this.open(other, at)).catch((error) => notice(error.message, "error")),
      onTry: (point) => this.move(point),
    }) : null;
    this.better = game.isGo ? null : new BetterMoves((move) => this.move(move));
    this.lay();
    const last = game.turns.length - 1;
    const kept = keptPlace();
    const wanted = move === undefined ? (kept < game.nodes.length ? kept : 0) : game.turns[Math.max(0, Math.min(last, move))];
    this.go(wanted);
    this.analysis.start();
  }

  lay() {
    const { game } = this;
    this.slider = el("input", { type: "range", min: 0, max: game.turns.length - 1, "aria-label": T.review.slider, on: { input: () => this.go(game.turns[Number(this.slider.value)]) } });
    this.where = el("span", { class: "where" });
    const names = overlays.NAMES.filter((name) => game.isGo || !["life", "territory"].includes(name));
    this.quizBox = el("div", { class: "quiz-box" });
    this.host.replaceChildren(el(
      "div", { class: "study" },
      el("div", { class: "stage" },
        this.board.element,
        el("div", { class: "walk" },
          button("|◀", () => this.go(0), { "aria-label": T.review.first }), button("◀", () => this.step(-1), { "aria-label": T.review.back }),
          this.slider,
          button("▶", () => this.step(1), { "aria-label": T.review.forward }), button("▶|", () => this.go(game.main[game.main.length - 1]), { "aria-label": T.review.end }),
          this.where),
        el("div", { class: "chips", role: "group", "aria-label": T.review.overlays }, names.map((name) => toggle(name === "experts" && !game.isGo ? T.better.title : T.overlays[name], this.on.has(name), (now) => this.overlay(name, now), { data: { overlay: name } })))),
      el("aside", { class: "side" },
        this.quizBox, this.headline(), this.panels.graph, this.panels.costly, this.panels.comment, this.why ? panel(T.why.title, this.why.element) : panel(T.better.title, this.better.element), panel(T.review.moves, this.list.element), this.panels.problems),
    ));
  }

  headline() {
    const { tree } = this.game;
    const games = tree.games.length > 1 && select(tree.games.map((one) => [one.number, T.review.numbered(one)]), String(tree.number), (number) => openNumber(Number(number)).then((game) => this.open(game)).catch((error) => notice(error.message, "error")));
    return el("section", { class: "panel headline" },
      el("h1", { text: tree.title || T.review.untitled }),
      el("p", { class: "quiet", text: T.review.about(tree) }),
      games,
      el("div", { class: "row" },
        button(T.review.open, () => picker((game) => this.open(game)), { class: "main", data: { open: "" } }),
        button(T.quiz.begin, () => this.beginQuiz()),
        button(T.review.save, () => this.save()),
        this.game.isGo && el("a", { class: "button", href: "#score", text: T.review.score })));
  }

  overlay(name, now) {
    if (now) this.on.add(name);
    else this.on.delete(name);
    localStorage.setItem(SHOWN, JSON.stringify([...this.on]));
    this.draw();
  }

  go(id) {
    if (this.quiz) return;
    this.id = id;
    for (let at = id; at; at = this.game.node(at).parent) this.read.set(this.game.node(at).parent, at);
    keepPlace(id);
    this.askFacts(id);
    this.list.show(id);
    const next = this.game.node(id).children[0];
    this.why?.show(this.game.place(id), next === undefined ? null : this.game.moveText(next));
    if (!this.game.isGo) {
      this.hand.set([]);
      this.legalAt = null;
      this.askLegal(id);
    }
    this.draw();
  }

  step(by) {
    let id = this.id;
    for (let i = 0; i < Math.abs(by); i += 1) {
      const next = by < 0 ? this.game.node(id).parent : this.follow(id);
      if (next === null || next === undefined) break;
      id = next;
    }
    if (id !== this.id) this.go(id);
  }

  /** The child on the line that was read last, else the first. */
  follow(id) {
    return this.read.get(id) ?? this.game.node(id).children[0];
  }

  /** Up and down: the other variations that leave the same node. */
  sibling(by) {
    const { parent } = this.game.node(this.id);
    if (parent === null) return;
    const { children } = this.game.node(parent);
    const next = children[children.indexOf(this.id) + by];
    if (next !== undefined) this.go(next);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select, dialog")) return;
    if (KEYS[event.key]) this.step(KEYS[event.key]);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.game.main[this.game.main.length - 1]);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") this.sibling(event.key === "ArrowUp" ? -1 : 1);
    else return;
    event.preventDefault();
  }

  point(point) {
    if (this.game.isGo) this.move(point);
    else {
      this.hand.click(point);
      this.draw();
    }
  }

  async move(move) {
    if (this.quiz) {
      await this.quiz.guess(move);
      return;
    }
    const from = this.id;
    try {
      const id = await this.game.tryMove(from, move);
      keepTried(this.game);
      if (this.id === from) this.go(id);
    } catch (error) {
      notice(error.message, "error");
    }
  }

  async save() {
    const { game } = this;
    const kind = game.isGo ? "sgf" : "pdn";
    try {
      save(`${fileName(game.origin.name || game.tree.title)}.${kind}`, await game.extended(), game.isGo ? "application/x-go-sgf" : "application/x-draughts-pdn");
      notice(T.review.saved(game.tried.length));
    } catch (error) {
      notice(error.message, "error");
    }
  }

  beginQuiz() {
    this.quiz = new Quiz(this.game, this.id, {
      onShow: (id, extra) => this.showQuiz(id, extra),
      onEnd: (id) => {
        this.quiz = null;
        this.quizBox.replaceChildren();
        this.host.classList.remove("quizzing");
        this.go(id);
      },
    });
    this.quizBox.replaceChildren(this.quiz.element);
    this.host.classList.add("quizzing");
    this.quiz.ask();
  }

  showQuiz(id, extra) {
    this.id = id;
    this.answer = extra;
    if (!this.game.isGo && this.legalAt !== id) this.askLegal(id); // else a piece in hand would be dropped
    this.draw();
    this.where.textContent = T.review.where(this.game.depth(id), this.game.turns.length - 1);
  }

  async fetchOpenings(id) {
    if (this.openings.has(id)) return;
    this.openings.set(id, null);
    try {
      this.openings.set(id, await post("openings", { ...this.game.place(id), top: 8 }));
      this.later();
    } catch (error) {
      if (!isAbort(error) && error.status !== 404) this.openings.delete(id);
    }
  }

  async fetchLegal(id) {
    try {
      const position = await post("position", this.game.place(id));
      if (this.id !== id) return;
      this.hand.set(position.legal);
      this.legalAt = id;
      this.forced = position.forced;
      this.draw();
    } catch (error) {
      notice(error.message, "error");
    }
  }

  later() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  draw() {
    const { game, id } = this;
    const facts = this.analysis.of(id);
    const mover = game.node(id).to_play;
    const picture = overlays.base(game, id);
    if (!game.isGo) Object.assign(picture, this.hand.picture());
    if (this.quiz) {
      // What the other overlays show is what is asked for.
      this.board.show({ ...picture, ...this.answer, caption: "" });
      return;
    }
    if (this.on.has("last")) overlays.lastMoves(picture, game, id);
    if (game.isGo && this.on.has("territory")) overlays.territory(picture, facts);
    if (game.isGo && this.on.has("life")) overlays.life(picture, facts);
    if (this.on.has("experts")) overlays.experts(picture, facts, mover);
    if (this.on.has("openings")) {
      if (!this.openings.has(id)) this.askOpenings(id);
      overlays.openings(picture, this.openings.get(id), mover);
    }
    for (const point of Object.keys(picture.ghosts || {})) delete picture.heat?.[point];
    picture.title = T.board.position(game.depth(id), mover);
    picture.caption = T.review.caption(game, id, this.forced && !game.isGo);
    this.board.show(picture);
    this.slider.value = game.turnOf.get(id) ?? game.turnOf.get([...game.path(id)].reverse().find((at) => game.turnOf.has(at))) ?? 0;
    this.where.textContent = T.review.where(game.depth(id), game.turns.length - 1);
    this.better?.show(facts);
    this.panels.show(id);
  }

  close() {
    this.analysis?.stop();
    this.stopDrops();
    document.removeEventListener("keydown", this.keys);
    this.host.classList.remove("quizzing");
  }
}

/** A name for a file, out of what a record says of itself. */
const fileName = (text) => text.replace(/\.(sgf|pdn)$/i, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "game";

export async function show(host, query) {
  const review = new Review(host);
  const { source, id, number, move } = query;
  try {
    const game = source ? await openStored(source, id, Number(number || 1)) : await openSomething();
    review.open(game, move === undefined ? undefined : Number(move));
  } catch (error) {
    host.replaceChildren(panel(T.views.review, el("p", { text: error.message }), button(T.review.open, () => picker((game) => review.open(game)), { class: "main" })));
  }
  return review;
}
