// The panel "why": what experts would play here, why, and in which games the same shape was played.

import { isAbort, post } from "./api.js";
import { button, el, quiet, svg } from "./dom.js";
import { hasArchive } from "./session.js";
import { T } from "./texts.js";
import * as shapes from "./shapes.js";

export class Why {
  /** `onGame(id, move)` opens a game of the archive; `onTry(move)` plays a candidate. */
  constructor({ onGame, onTry, onPoint }) {
    Object.assign(this, { onGame, onTry, onPoint });
    this.element = el("div", { class: "why" });
    this.fetch = quiet(180, (place, played) => this.ask(place, played));
  }

  /** Ask about a place when the reader stays there; `played` is the game's own move. */
  show(place, played) {
    this.stopper?.abort();
    this.element.classList.add("stale");
    this.fetch(place, played);
  }

  async ask(place, played) {
    this.stopper = new AbortController();
    try {
      const { signal } = this.stopper;
      const found = await post("predict", { ...place, top: 8, explain: true }, signal);
      this.draw(found.candidates, played);
      this.element.classList.remove("stale");
      await this.addGames(place, found.candidates, signal);
    } catch (error) {
      if (isAbort(error)) return;
      this.element.replaceChildren(el("p", { class: "quiet", text: error.message }));
    }
    this.element.classList.remove("stale");
  }

  /** Games with the same shape come later: the whole archive is gone through for them. */
  async addGames(place, candidates, signal) {
    if (!(await hasArchive()) || signal.aborted) return;
    const found = await post("predict", { ...place, top: 3, explain: true, games: true }, signal);
    for (const one of found.candidates) {
      const same = candidates.find((other) => other.point === one.point);
      if (same) same.games = one.games;
    }
    if (this.picked) this.pick(this.picked, this.rows, candidates);
  }

  draw(candidates, played) {
    const chosen = candidates.find((one) => one.point === played) || candidates[0];
    const rows = candidates.map((one) => {
      const row = button("", () => this.pick(one, rows, candidates), { class: "candidate", "aria-pressed": "false" });
      row.append(
        el("span", { class: "rank", text: one.rank }),
        el("span", { class: "point", text: one.point }),
        bar(one.probability),
        el("span", { class: "percent", text: T.percent(one.probability) }),
      );
      if (one.point === played) row.classList.add("played");
      row.addEventListener("pointerenter", () => this.onPoint?.(one.point));
      return row;
    });
    this.rows = rows;
    this.picked = null;
    this.detail = el("div", { class: "detail" });
    this.element.replaceChildren(el("div", { class: "candidates" }, rows), this.detail);
    if (chosen) this.pick(chosen, rows, candidates);
    else this.detail.append(el("p", { class: "quiet", text: T.why.nothing }));
  }

  pick(one, rows, candidates) {
    this.picked = one;
    rows.forEach((row, i) => row.setAttribute("aria-pressed", String(candidates[i] === one)));
    const most = Math.max(...(one.reasons || []).map((reason) => reason.share), 0.01);
    this.detail.replaceChildren(
      el("p", { class: "detail-head" }, el("strong", { text: one.point }), ` ${T.why.rank(one.rank, one.probability)} `, this.onTry && button(T.why.play, () => this.onTry(one.point), { class: "small" })),
      el(
        "div", { class: "reasons-and-shape" },
        el("ul", { class: "reasons" }, (one.reasons || []).map((reason) => el("li", {}, bar(reason.share / most), el("span", { class: "factor", text: T.why.factor(reason.factor) }), el("span", { text: reason.text })))),
        one.pattern && el("figure", {}, diagram(one.pattern.diagram), el("figcaption", { text: T.why.pattern(one.pattern.played, one.pattern.seen) })),
      ),
      ...(one.games?.length
        ? [el("h3", { text: T.why.games }), el("ul", { class: "games" }, one.games.map((game) => el("li", {}, button(T.why.game(game.title, game.move), () => this.onGame(game.id, game.move), { class: "link" }))))]
        : []),
    );
  }
}

/** A share as a bar. */
export function bar(share) {
  return svg("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "bar-ground", width: 100, height: 10 }),
    svg("rect", { class: "bar-fill", width: Math.max(0.5, Math.min(100, 100 * share)), height: 10 }));
}

/** A part of a board, from the lines of a text diagram: X black, O white, * the move, # outside. */
export function diagram(lines) {
  const rows = lines.map((line) => [...line].filter((_, i) => i % 2 === 0));
  const width = Math.max(...rows.map((row) => row.length), 1);
  const shown = svg("svg", { class: "diagram", viewBox: `-0.6 -0.6 ${width + 0.2} ${rows.length + 0.2}`, role: "img", "aria-label": lines.join("\n") });
  shown.append(svg("rect", { class: "wood", x: -0.6, y: -0.6, width: width + 0.2, height: rows.length + 0.2, rx: 0.15 }));
  rows.forEach((row, y) => row.forEach((sign, x) => {
    if (sign === " ") return;
    if (sign === "#") shown.append(svg("rect", { class: "outside", x: x - 0.5, y: y - 0.5, width: 1, height: 1 }));
    else shown.append(svg("path", { class: "lines", d: `M${x - 0.5} ${y}H${x + 0.5}M${x} ${y - 0.5}V${y + 0.5}` }));
    if (sign === "X" || sign === "O") shown.append(shapes.piece([x, y], sign === "X" ? "b" : "w"));
    if (sign === "*") shown.append(svg("circle", { class: "diagram-move", cx: x, cy: y, r: 0.33 }));
  }));
  return shown;
}
