// Lines over numbers: the score of a game, the curves of a run. Drawn anew at the width there is.

import { svg } from "./dom.js";

const LEFT = 40;
const BOTTOM = 18;
const TOP = 8;
const RIGHT = 10;

export class Chart {
  /** `onPick(x)` tells which number was meant by a click. */
  constructor({ height = 150, onPick, label = "" } = {}) {
    this.height = height;
    this.onPick = onPick;
    this.svg = svg("svg", { class: "chart", role: "img", "aria-label": label, height });
    if (onPick) {
      this.svg.classList.add("pickable");
      this.svg.addEventListener("click", (event) => {
        const box = this.svg.getBoundingClientRect();
        if (this.scale) onPick(Math.round(this.scale.back(event.clientX - box.left)));
      });
    }
    this.watcher = new ResizeObserver(() => this.draw());
    this.watcher.observe(this.svg);
  }

  /** `{ series: [{name, points: [[x, y]]}], marks: [[x, y, kind]], cursor, zero, range: [low, high], from, to, label }` */
  show(data) {
    this.data = data;
    if (data.label) this.svg.setAttribute("aria-label", data.label);
    this.draw();
  }

  draw() {
    const width = this.svg.clientWidth;
    if (!this.data || !width) return;
    const { series, marks = [], cursor, zero } = this.data;
    const all = series.flatMap((one) => one.points);
    const xs = all.map(([x]) => x);
    const ys = all.map(([, y]) => y);
    const from = this.data.from ?? Math.min(...xs, 0);
    const to = Math.max(this.data.to ?? Math.max(...xs, 1), from + 1);
    let [low, high] = this.data.range ? this.data.range : all.length ? [Math.min(...ys), Math.max(...ys)] : [-1, 1];
    if (zero) [low, high] = [-1, 1].map((side) => side * Math.max(Math.abs(low), Math.abs(high), this.data.least || 1e-9));
    if (high - low < 1e-12) [low, high] = [low - 1, high + 1];
    const x = (value) => LEFT + ((value - from) / (to - from)) * (width - LEFT - RIGHT);
    const y = (value) => TOP + ((high - value) / (high - low)) * (this.height - TOP - BOTTOM);
    this.scale = { back: (place) => Math.max(from, Math.min(to, from + ((place - LEFT) / (width - LEFT - RIGHT)) * (to - from))) };
    const shown = [svg("rect", { class: "chart-ground", x: LEFT, y: TOP, width: width - LEFT - RIGHT, height: this.height - TOP - BOTTOM })];
    for (const value of ticks(low, high, 4)) {
      shown.push(svg("line", { class: `rule${value === 0 ? " zero" : ""}`, x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }));
      shown.push(svg("text", { class: "tick left", x: LEFT - 5, y: y(value), text: short(value) }));
    }
    for (const value of ticks(from, to, Math.max(2, Math.floor(width / 90)), 1)) {
      shown.push(svg("text", { class: "tick below", x: x(value), y: this.height - 4, text: short(value) }));
    }
    series.forEach((one, i) => {
      if (!one.points.length) return;
      const line = one.points.map(([a, b]) => `${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("L");
      if (zero && i === 0) {
        const [first, last] = [one.points[0][0], one.points[one.points.length - 1][0]];
        shown.push(svg("path", { class: "area", d: `M${x(first).toFixed(1)} ${y(0).toFixed(1)}L${line}L${x(last).toFixed(1)} ${y(0).toFixed(1)}z` }));
      }
      shown.push(svg("path", { class: `line line-${i % 6}`, d: `M${line}` }));
    });
    for (const [a, b, kind] of marks) shown.push(svg("circle", { class: `dot ${kind}`, cx: x(a), cy: y(b), r: 4.5 }));
    if (cursor !== undefined && cursor !== null) {
      shown.push(svg("line", { class: "here", x1: x(cursor), x2: x(cursor), y1: TOP, y2: this.height - BOTTOM }));
    }
    this.svg.setAttribute("viewBox", `0 0 ${width} ${this.height}`);
    this.svg.replaceChildren(...shown);
  }
}

function ticks(low, high, count, least = 0) {
  const raw = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(least, [1, 2, 5, 10].find((factor) => factor * power >= raw) * power);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step * 1e-9; value += step) {
    found.push(Math.abs(value) < step * 1e-6 ? 0 : value);
  }
  return found;
}

const short = (value) => (Math.abs(value) >= 10000 ? `${+(value / 1000).toPrecision(3)}k` : String(+value.toPrecision(3)));
