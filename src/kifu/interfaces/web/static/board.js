// The board view. Pure input: it draws a picture and tells which point was meant; it knows no rules.
//
// A picture: { geometry, pieces{point: b|w|B|W}, last[], numbers{point: n}, marks{point: kind}, labels{point: text},
//   heat{point: -1..1}, tints{point: kind}, ghosts{point: {colour?, text, strength}}, crosses[], arrows[[from, to, kind]],
//   targets[], chosen, says(point) -> text, title }

import { svg, el } from "./dom.js";
import { T } from "./texts.js";
import * as shapes from "./shapes.js";

const LAYERS = ["heat", "targets", "pieces", "tints", "marks", "ghosts", "arrows", "cursor"];
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class BoardView {
  /** `onPoint(point)` a click, tap or Enter; `onHover(point|null)`; `onStep(-1|1)` the wheel. */
  constructor({ onPoint, onHover, onStep } = {}) {
    this.handlers = { onPoint, onHover, onStep };
    this.svg = svg("svg", {
      class: "board", tabindex: 0, role: "application", "aria-roledescription": T.board.role,
      "aria-describedby": "board-says",
    });
    this.line = el("p", { class: "board-says", id: "board-says", "aria-live": "polite" });
    this.element = el("div", { class: "board-frame" }, this.svg, this.line);
    this.cursor = null;
    this.listen();
  }

  listen() {
    // A click must not take the focus: arrow keys go on walking through the game, not over the board.
    this.svg.addEventListener("mousedown", (event) => event.preventDefault());
    this.svg.addEventListener("click", (event) => {
      const point = this.pointOf(event);
      if (point) this.handlers.onPoint?.(point);
    });
    this.svg.addEventListener("pointermove", (event) => this.hover(this.pointOf(event)));
    this.svg.addEventListener("pointerleave", () => this.hover(null));
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("focus", () => this.drawCursor());
    this.svg.addEventListener("blur", () => this.layers?.cursor.replaceChildren());
    if (this.handlers.onStep) {
      this.svg.addEventListener("wheel", (event) => {
        event.preventDefault();
        if (event.deltaY) this.handlers.onStep(Math.sign(event.deltaY));
      }, { passive: false });
    }
  }

  show(picture) {
    if (this.picture?.geometry.key !== picture.geometry.key) this.lay(picture.geometry);
    this.picture = picture;
    this.svg.setAttribute("aria-label", picture.title || T.board.title);
    const at = (point) => picture.geometry.points.get(point);
    const each = (of, draw) => Object.entries(of || {}).filter(([point]) => at(point)).map(([point, value]) => draw(at(point), value, point));
    const list = (of, draw) => (of || []).filter(at).map((point) => draw(at(point), point));
    const under = (point) => picture.pieces[point]?.toLowerCase();
    this.put("heat", each(picture.heat, shapes.heat));
    this.put("targets", list(picture.targets, shapes.target), picture.chosen && at(picture.chosen) && shapes.chosen(at(picture.chosen)));
    this.put("pieces", each(picture.pieces, shapes.piece));
    this.put("tints", each(picture.tints, shapes.tint));
    this.put(
      "marks",
      list(picture.last, (place, point) => shapes.last(place, under(point))),
      each(picture.marks, (place, kind, point) => shapes.mark(place, kind, under(point))),
      each(picture.labels, (place, text, point) => shapes.label(place, text, under(point))),
      each(picture.numbers, (place, text, point) => shapes.label(place, String(text), under(point))),
      list(picture.crosses, (place, point) => shapes.mark(place, "dead", under(point))),
    );
    this.put("ghosts", each(picture.ghosts, shapes.ghost));
    this.put("arrows", (picture.arrows || []).filter(([a, b]) => at(a) && at(b)).map(([a, b, kind]) => shapes.arrow(at(a), at(b), kind)));
    if (document.activeElement === this.svg) this.drawCursor();
    this.say(this.hovered);
  }

  lay(geometry) {
    // Wide enough for letters that no stone on the edge covers.
    const margin = geometry.game === "go" ? 0.717 + 0.0151 * geometry.size : 0.62;
    const side = geometry.size - 1 + 2 * margin;
    this.svg.setAttribute("viewBox", `${-margin} ${-margin} ${side} ${side}`);
    this.svg.classList.toggle("draughts", geometry.game === "draughts");
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]));
    this.svg.replaceChildren(shapes.definitions(), shapes.ground(geometry, margin), ...LAYERS.map((name) => this.layers[name]));
    this.cursor = null;
    this.hovered = null;
  }

  put(layer, ...shown) {
    this.layers[layer].replaceChildren(...shown.flat().filter(Boolean));
  }

  pointOf(event) {
    if (!this.picture) return null;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return this.picture.geometry.at(Math.round(place.x), Math.round(place.y));
  }

  hover(point) {
    if (point === this.hovered) return;
    this.hovered = point;
    this.say(point);
    this.handlers.onHover?.(point);
  }

  say(point) {
    const text = point && this.picture ? this.describe(point) : this.picture?.caption || "";
    if (this.line.textContent !== text) this.line.textContent = text;
  }

  describe(point) {
    const piece = T.board.pieces[this.picture.pieces[point] || "none"];
    const more = this.picture.says?.(point);
    return `${point}: ${piece}${more ? `, ${more}` : ""}`;
  }

  key(event) {
    const step = STEPS[event.key];
    if (step && this.cursor !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      this.moveCursor(step);
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor) {
      event.preventDefault();
      event.stopPropagation();
      this.handlers.onPoint?.(this.cursor);
    }
  }

  moveCursor([dx, dy]) {
    const { points, at, size, game } = this.picture.geometry;
    const [x, y] = points.get(this.cursor) || [Math.floor(size / 2), Math.floor(size / 2)];
    // On a board of squares only every second one is played on: a step goes on to the next of the row or column.
    for (let far = 1; far <= (game === "go" ? 1 : 2); far += 1) {
      const next = at(x + far * dx, y + far * dy);
      if (next) {
        this.cursor = next;
        break;
      }
    }
    this.drawCursor();
    this.hover(this.cursor);
  }

  drawCursor() {
    const { points } = this.picture?.geometry || {};
    if (!points) return;
    if (!points.has(this.cursor)) this.cursor = [...points.keys()][Math.floor(points.size / 2)];
    this.layers.cursor.replaceChildren(shapes.cursor(points.get(this.cursor)));
    this.say(this.cursor);
  }
}
