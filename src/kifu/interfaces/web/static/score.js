// Scoring a finished game: dead stones crossed, territory marked; a click changes a block and the count follows.

import { isAbort, post } from "./api.js";
import { BoardView } from "./board.js";
import { button, el, field, notice, panel, save, select } from "./dom.js";
import { geometryOf, stonesOfRows, valuesByPoint } from "./geometry.js";
import { openDropped, picker } from "./picker.js";
import { hasArchive, openSomething } from "./session.js";
import { T } from "./texts.js";

const RULES = ["chinese", "japanese", "aga", "new zealand", "tromp-taylor"];

class Score {
  constructor(host) {
    this.host = host;
    this.board = new BoardView({ onPoint: (point) => this.click(point) });
    this.stopDrops = openDropped((game) => this.open(game));
  }

  open(game) {
    if (!game.isGo) {
      this.host.replaceChildren(panel(T.views.score, el("p", { text: T.score.onlyGo }), this.openButton()));
      return;
    }
    this.game = game;
    this.statuses = {};
    this.asked = {};
    this.rules = select([["", T.score.ofRecord], ...RULES.map((name) => [name, T.rules[name]])], "", (name) => this.ask({ rules: name || undefined }));
    this.komi = el("input", { type: "number", step: 0.5, min: -100, max: 100, on: { change: () => this.ask({ komi: this.komi.value === "" ? undefined : Number(this.komi.value) }) } });
    this.sheet = el("div", { class: "sheet", "aria-live": "polite" });
    this.host.replaceChildren(el(
      "div", { class: "study" },
      el("div", { class: "stage" }, this.board.element, el("p", { class: "quiet", text: T.score.how })),
      el("aside", { class: "side" },
        el("section", { class: "panel headline" }, el("h1", { text: game.tree.title || T.review.untitled }), el("div", { class: "row" }, this.openButton(), el("a", { class: "button", href: "#review", text: T.score.review }))),
        panel(T.score.result, this.sheet),
        panel(T.score.terms, el("div", { class: "row" }, field(T.score.rules, this.rules), field(T.score.komi, this.komi))),
        panel(T.score.keep, el("div", { class: "row" },
          button(T.score.save, () => this.save(), { class: "main" }),
          this.labelButton(),
          button(T.score.undo, () => { this.statuses = {}; this.ask(); }))))),
    );
    this.board.show({ geometry: game.geometry, pieces: game.pieces(game.main[game.main.length - 1]) });
    this.ask();
  }

  openButton() {
    return button(T.review.open, () => picker((game) => this.open(game)), { class: "main" });
  }

  /** Only where there is an archive to store it in. */
  labelButton() {
    const made = button(T.score.label, () => this.label(), { hidden: true });
    hasArchive().then((there) => { made.hidden = !there; });
    return made;
  }

  query() {
    return { record: this.game.text, number: this.game.origin.number || 1, statuses: this.statuses, ...this.asked };
  }

  async ask(more = {}) {
    Object.assign(this.asked, more);
    this.stopper?.abort();
    this.stopper = new AbortController();
    this.sheet.classList.add("stale");
    try {
      this.show(await post("score", this.query(), this.stopper.signal));
    } catch (error) {
      if (isAbort(error)) return;
      this.sheet.replaceChildren(el("p", { class: "error-text", text: error.message }));
    }
    this.sheet.classList.remove("stale");
  }

  show(found) {
    this.found = found;
    if (this.komi.value === "") this.komi.placeholder = String(found.komi);
    const pieces = stonesOfRows(found.stones);
    const block = {};
    for (const one of found.blocks) for (const point of one.points) block[point] = one;
    const owner = valuesByPoint(found.ownership.flat(), found.size);
    const picture = { geometry: geometryOf("go", found.size), pieces, marks: {}, heat: {}, tints: {}, crosses: found.dead };
    for (const [point, value] of Object.entries(owner)) {
      const free = !pieces[point] || block[point]?.status === "dead";
      if (!found.finished) {
        if (!pieces[point] || (pieces[point] === "b") !== value > 0) picture.heat[point] = value;
      } else if (value && free) {
        if (pieces[point]) picture.heat[point] = value === 1 ? 1 : -1;
        else picture.marks[point] = value === 1 ? "black" : "white";
      }
    }
    for (const one of found.blocks) {
      if (one.status === "doubtful" || one.status === "seki") for (const point of one.points) picture.tints[point] = one.status;
    }
    picture.says = (point) => (block[point] ? T.life.block(block[point]) : "");
    picture.title = T.score.title(found.result);
    this.board.show(picture);
    this.block = block;
    this.write(found);
  }

  write(found) {
    const side = (name) => el("tr", {}, el("th", { scope: "row", text: T.colours[name] }), ...["territory", "stones", "prisoners", "points"].map((part) => el("td", { text: found[name]?.[part] ?? "–" })));
    const doubtful = found.blocks.filter((one) => one.status === "doubtful");
    const shown = [
      el("p", { class: "result", text: found.result || "?" }),
      el("p", { class: "quiet", text: T.score.counted(found) }),
      found.finished ? null : el("p", { class: "warning", text: T.score.unfinished(found.unfinished_because) }),
      el("table", {}, el("thead", {}, el("tr", {}, el("td"), ...T.score.columns.map((text) => el("th", { scope: "col", text })))), el("tbody", {}, side("black"), side("white"))),
      found.recorded ? el("p", { text: T.score.recorded(found.recorded, found.agrees) }) : null,
      doubtful.length ? el("div", { class: "warning" }, el("p", { text: T.score.doubtful(doubtful.length) }), el("ul", {}, doubtful.slice(0, 8).map((one) => el("li", {}, button(T.score.block(one), () => this.click(one.points[0]), { class: "link" }))))) : null,
      found.corrected.length ? el("p", { class: "quiet", text: T.score.corrected(found.corrected.length) }) : null,
      ...(found.notes || []).map((text) => el("p", { class: "quiet", text })),
    ];
    this.sheet.replaceChildren(...shown.filter(Boolean));
  }

  click(point) {
    const one = this.block?.[point];
    if (!one) return;
    const wanted = one.status === "dead" ? "alive" : "dead";
    for (const stone of one.points) delete this.statuses[stone];
    this.statuses[one.points[0]] = wanted;
    this.ask();
  }

  async save() {
    try {
      const { record, result } = await post("score", { ...this.query(), marked: true });
      save("scored.sgf", record, "application/x-go-sgf");
      notice(T.score.saved(result));
    } catch (error) {
      notice(error.message, "error");
    }
  }

  async label() {
    try {
      const kept = await post("labels", { record: this.game.text, number: this.game.origin.number || 1, statuses: this.statuses });
      notice(T.score.labelled(kept.result));
    } catch (error) {
      notice(error.message, "error");
    }
  }

  close() {
    this.stopper?.abort();
    this.stopDrops();
  }
}

export async function show(host) {
  const score = new Score(host);
  try {
    score.open(await openSomething());
  } catch (error) {
    host.replaceChildren(panel(T.views.score, el("p", { text: error.message }), score.openButton()));
  }
  return score;
}
