// What stands beside a reviewed game: the graph of the score, the comment, the moves that matter, the record's problems.

import { Chart } from "./chart.js";
import { button, el, panel } from "./dom.js";
import { T } from "./texts.js";

export class ReviewPanels {
  constructor(game, analysis, onPick) {
    Object.assign(this, { game, analysis, onPick });
    this.chart = new Chart({ onPick: (turn) => onPick(game.turns[turn]), label: T.graph.label });
    this.state = el("p", { class: "quiet graph-state" });
    this.now = el("p", { class: "now" });
    this.graph = panel(game.isGo ? T.graph.title : T.graph.value, this.now, this.chart.svg, this.state);
    this.words = el("p", { class: "comment" });
    this.comment = panel(T.review.comment, this.words);
    this.lists = el("div", { class: "lists" });
    this.costly = panel(T.lists.title, this.lists);
    this.problems = game.tree.problems.length
      ? panel(T.review.problems, el("ul", {}, game.tree.problems.map((text) => el("li", { text }))))
      : null;
    this.listed = -1;
  }

  show(id) {
    const node = this.game.node(id);
    const said = [id === 0 && this.game.tree.info.comment, node.name, node.comment, node.illegal && T.review.illegal(node.illegal)].filter(Boolean);
    this.words.textContent = said.join("\n");
    this.comment.hidden = !said.length;
    this.drawGraph(id);
    const known = this.analysis.facts.size + this.analysis.searched;
    if (this.listed === known && !this.analysis.done) return;
    // While results stream in, the lists follow now and then: they would only flicker.
    if (this.listed < 0 || Math.abs(known - this.listed) > 20 || this.analysis.done) this.drawLists(known);
  }

  drawGraph(id) {
    const { game, analysis } = this;
    const leads = analysis.smooth();
    const points = leads.map((lead, turn) => [turn, lead]).filter(([, lead]) => lead !== undefined);
    const turning = analysis.turningPoints();
    const marks = turning.map((turn) => [turn, leads[turn], "turning"]);
    const worst = analysis.lists(3).costly.map((move) => [move.turn, leads[move.turn], "costly"]);
    this.chart.show({
      series: [{ name: T.graph.lead, points }],
      marks: [...worst, ...marks],
      cursor: game.turnOf.get(id),
      zero: true,
      least: game.isGo ? 5 : 0.5,
      from: 0,
      to: game.turns.length - 1,
      label: T.graph.described(points.length, turning),
    });
    const turn = game.turnOf.get(id);
    const lead = leads[turn] ?? analysis.lead(id);
    const winrate = (at) => analysis.of(at)?.rootInfo.winrate;
    this.now.textContent = lead === undefined ? " " : game.isGo ? T.graph.leads(lead, analysis.smooth(winrate)[turn] ?? winrate(id)) : T.graph.values(lead, analysis.of(id));
    this.state.textContent = analysis.error
      ? analysis.error.message
      : analysis.done ? T.graph.legend(turning.length)
        : analysis.searched ? T.graph.searching(analysis.searched, game.turns.length) : T.graph.progress(points.length, game.turns.length);
    this.graph.dataset.state = analysis.error ? "error" : analysis.done ? "done" : "running";
  }

  drawLists(known) {
    this.listed = this.analysis.done ? -2 : known;
    if (this.finished) return;
    this.finished = this.analysis.done;
    const { costly, surprising } = this.analysis.lists();
    // A listed move opens on the position before it, where the better one is shown.
    const before = (move) => this.game.node(move.id).parent;
    const item = (move, text, why = []) => el("li", {},
      button(T.lists.move(move), () => this.onPick(before(move)), { class: "link" }), " ",
      el("span", { class: "quiet", text }),
      why.map((line) => el("p", { class: "reason", text: line })));
    const list = (title, moves, text) => moves.length && el("div", {}, el("h3", { text: title }), el("ol", {}, moves.map((move) => item(move, text(move), moves === costly ? move.why : []))));
    const shown = [
      list(T.lists.costly, costly, (move) => (this.game.isGo ? T.lists.cost(move.cost) : T.lists.valueCost(move))),
      list(T.lists.surprising, surprising, (move) => T.lists.rank(move.rank, move.probability)),
    ].filter(Boolean);
    this.lists.replaceChildren(...(shown.length ? shown : [el("p", { class: "quiet", text: this.analysis.done ? T.lists.none : T.lists.wait })]));
  }
}
