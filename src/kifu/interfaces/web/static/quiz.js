// Guess the move: the game's next moves are hidden; each guess is compared with the game's and the experts' moves.

import { post } from "./api.js";
import { button, el, notice } from "./dom.js";
import { T } from "./texts.js";

export class Quiz {
  /** Begins at a node of the game's main line; `ask()` starts it, `onShow(id, extra)` draws, `onEnd()` leaves it. */
  constructor(game, id, { onShow, onEnd }) {
    Object.assign(this, { game, onShow, onEnd });
    this.turn = game.turnOf.get(id) ?? 0;
    if (this.turn >= game.turns.length - 1) this.turn = 0;
    this.score = { asked: 0, hits: 0, expert: 0 };
    this.element = el("div", { class: "quiz", "aria-live": "polite" });
  }

  get id() {
    return this.game.turns[this.turn];
  }

  get next() {
    return this.game.turns[this.turn + 1];
  }

  ask() {
    this.waiting = true;
    if (this.next === undefined) return this.finish();
    const node = this.game.node(this.id);
    this.draw(T.quiz.ask(node.to_play, this.turn + 1));
    this.onShow(this.id, {});
    return undefined;
  }

  /** A point (Go) or a whole move (draughts). */
  async guess(move) {
    if (!this.waiting || this.next === undefined) return;
    this.waiting = false;
    const played = this.game.moveText(this.next);
    const facts = { move, played, hit: move === played };
    if (this.game.isGo) {
      try {
        const { candidates } = await post("predict", { ...this.game.place(this.id), top: 361 });
        facts.mine = candidates.find((one) => one.point === move);
        facts.theirs = candidates.find((one) => one.point === played);
      } catch (error) {
        notice(error.message, "error");
      }
      if (!facts.mine && !facts.hit) {
        this.waiting = true;
        this.draw(T.quiz.illegal(move));
        return;
      }
    }
    this.score.asked += 1;
    this.score.hits += facts.hit ? 1 : 0;
    this.score.expert += facts.mine && facts.mine.rank <= 3 ? 1 : 0;
    this.draw(facts.hit ? T.quiz.hit(facts) : T.quiz.miss(facts), facts.hit ? "hit" : "miss");
    const marks = this.game.isGo ? { marks: { [move]: facts.hit ? "circle" : "cross" }, ghosts: { [played]: { colour: this.game.node(this.id).to_play, text: played, strength: 1, kind: "first" } } } : {};
    this.onShow(this.id, marks);
  }

  go() {
    this.turn += 1;
    this.ask();
  }

  finish() {
    this.waiting = false;
    this.draw(T.quiz.over);
  }

  draw(text, kind = "") {
    this.element.replaceChildren(
      el("p", { class: `quiz-said ${kind}`, text }),
      el("p", { class: "quiet", text: T.quiz.score(this.score) }),
      el("div", { class: "row" },
        this.next !== undefined && button(this.waiting ? T.quiz.skip : T.quiz.go, () => this.go(), { class: "main quiz-next" }),
        button(T.quiz.end, () => this.onEnd(this.id), {})),
    );
  }
}
