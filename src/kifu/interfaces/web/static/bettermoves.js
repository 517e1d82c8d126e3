// The panel of a draughts game: how every move here stands, with the line that follows, and endings that are solved.

import { button, el } from "./dom.js";
import { T } from "./texts.js";
import { bar } from "./why.js";

export class BetterMoves {
  /** `onTry(move)` plays a candidate. */
  constructor(onTry) {
    this.onTry = onTry;
    this.element = el("div", { class: "better" });
    this.shown = null;
  }

  /** `facts` is a line of the analysis, or undefined while it is on its way. */
  show(facts) {
    if (facts === this.shown && facts) return;
    this.shown = facts;
    if (!facts) {
      this.element.replaceChildren(el("p", { class: "quiet", text: T.lists.wait }));
      return;
    }
    const sign = facts.rootInfo.currentPlayer === "B" ? 1 : -1;
    const rows = facts.moveInfos.map((one) => {
      const row = button("", () => this.onTry(one.move), { class: "candidate" });
      row.append(
        el("span", { class: "rank", text: one.order + 1 }),
        el("span", { class: "point", text: one.move }),
        el("span", { class: "line-ahead" }, bar((1 + sign * one.value) / 2), el("span", { class: "quiet", text: T.better.line(one) })),
        el("span", { class: "percent", text: T.better.value(one.value) }),
      );
      if (one.move === facts.played?.move) row.classList.add("played");
      return row;
    });
    this.element.replaceChildren(...(rows.length ? rows : [el("p", { text: facts.rootInfo.ending || T.why.nothing })]));
  }
}
