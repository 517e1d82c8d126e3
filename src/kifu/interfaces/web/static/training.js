// Training: runs with their curves and tables, live; matches and tournaments with their ratings.

import { get, post } from "./api.js";
import { Chart } from "./chart.js";
import { button, el, field, notice, panel, select } from "./dom.js";
import { matchResult, tournamentResult } from "./results.js";
import { T } from "./texts.js";

const EVERY = 2000;
const COUNTERS = ["generation", "iteration", "epoch", "round", "step", "game", "games", "number", "n"];
const MOST_CHARTS = 12;
const MOST_LINES = 20000;

class Training {
  constructor(host) {
    this.host = host;
    this.list = el("ul", { class: "runs" });
    this.detail = el("div", { class: "run" });
    host.replaceChildren(el("div", { class: "two" }, panel(T.training.runs, this.list), this.detail));
  }

  async start(wanted) {
    await this.refresh();
    const first = this.runs?.find((run) => run.id === wanted) || this.runs?.find((run) => !run.part_of);
    if (first) await this.pick(first.id);
    this.timer = setInterval(() => this.tick(), EVERY);
  }

  async refresh() {
    try {
      ({ runs: this.runs } = await get("runs"));
    } catch (error) {
      this.list.replaceChildren(el("li", { class: "quiet", text: error.message }));
      return;
    }
    // Matches of a tournament are reached through its table.
    const listed = this.runs.filter((run) => !run.part_of);
    const open = this.runs.find((run) => run.id === this.id);
    const pressed = (run) => String(run.id === (open?.part_of ?? this.id));
    this.list.replaceChildren(...listed.map((run) => el("li", {}, button(T.training.run(run), () => this.pick(run.id), { class: "link", "aria-pressed": pressed(run) }), run.running ? el("span", { class: "live", text: T.training.live }) : null)));
    if (!this.runs.length) this.list.replaceChildren(el("li", { class: "quiet", text: T.training.none }));
  }

  async pick(id) {
    this.id = id;
    this.lines = [];
    this.charts = new Map();
    this.next = 0;
    this.written = "";
    this.table = el("div");
    this.plots = el("div", { class: "plots" });
    const run = this.runs?.find((one) => one.id === id);
    const whole = run?.part_of && button(T.results.whole(run.part_of), () => this.pick(run.part_of), { class: "small" });
    this.hasLog = run?.kind !== "tournament";
    this.detail.replaceChildren(panel(id, whole || null, this.table), ...(this.hasLog ? [panel(T.training.curves, this.plots)] : []));
    await Promise.all([this.refresh(), this.follow()]);
  }

  async tick() {
    if (document.hidden || this.asking) return;
    this.asking = true;
    try {
      await this.refresh();
      if (this.id && this.runs?.find((run) => run.id === this.id)?.running) await this.follow();
    } finally {
      this.asking = false;
    }
  }

  /** New lines of the log, then the table. */
  async follow() {
    const { id } = this;
    try {
      while (this.hasLog) {
        const log = await get("runs/log", { id, since: this.next });
        if (this.id !== id) return;
        this.lines.push(...log.lines);
        const grew = log.next > this.next;
        this.next = log.next;
        if (!grew || this.lines.length > MOST_LINES) break;
      }
      const about = await get("runs/table", { id });
      if (this.id !== id) return;
      this.write(about);
      if (this.hasLog) this.plot(about.kind);
    } catch (error) {
      notice(error.message, "error");
    }
  }

  write(about) {
    // Nothing new: what the reader has opened or chosen stays as it is.
    const known = JSON.stringify({ ...about, modified: 0 });
    if (known === this.written) return;
    this.written = known;
    this.table.replaceChildren(
      el("p", { class: "quiet", text: T.training.about(about) }),
      this.numbers(about),
      el("details", {}, el("summary", { text: T.training.options }), facts(about.options || {})),
      this.champions(about),
    );
  }

  numbers(about) {
    if (about.kind === "tournament") return tournamentResult(about.table, (id) => this.pick(id));
    if (about.kind === "match") return matchResult(about, this.lines);
    return facts(about.table.last);
  }

  /** A champion that was bred can be played at once. */
  champions(about) {
    const bred = about.table.champions || [];
    if (!bred.length) return el("p", {}, el("a", { class: "button", href: "#play", text: T.training.play }));
    const which = select([...bred].reverse().map((number) => [number, String(number)]), String(bred[bred.length - 1]));
    const begin = async () => {
      try {
        const game = await post("games", { game: "draughts", run: about.id, generation: Number(which.value) });
        location.hash = `play?game=${game.id}`;
      } catch (error) {
        notice(error.message, "error");
      }
    };
    return el("div", { class: "row" }, field(T.training.generation, which), button(T.training.champion, begin, { class: "main" }));
  }

  plot(kind) {
    const lines = this.lines.filter((line) => line && typeof line === "object");
    const columns = new Map();
    const counter = COUNTERS.find((name) => lines.some((line) => typeof line[name] === "number"));
    let won = 0;
    let played = 0;
    lines.forEach((line, i) => {
      // Games are counted from 1 wherever people read them.
      const x = kind === "match" || typeof line[counter] !== "number" ? i + 1 : line[counter];
      const add = (name, y) => {
        if (!columns.has(name)) columns.set(name, []);
        columns.get(name).push([x, y]);
      };
      for (const [name, value] of Object.entries(line)) {
        if (typeof value === "number" && name !== counter && name !== "seed" && name !== "time") add(name, value);
      }
      if (kind === "match" && typeof line.score === "number") {
        won += line.score;
        played += 1;
        add(T.training.share, won / played);
      }
    });
    if (kind === "match") columns.delete("score");
    for (const [name, points] of [...columns].slice(0, MOST_CHARTS)) {
      if (points.length < 2) continue;
      if (!this.charts.has(name)) {
        const chart = new Chart({ height: 130, label: name });
        this.charts.set(name, chart);
        this.plots.append(el("figure", {}, el("figcaption", { text: name }), chart.svg));
      }
      this.charts.get(name).show({ series: [{ name, points: thinned(points) }], range: name === T.training.share ? [0, 1] : undefined, from: points[0][0], to: points[points.length - 1][0] });
    }
    if (!this.charts.size) this.plots.replaceChildren(el("p", { class: "quiet", text: T.training.noCurves }));
  }

  close() {
    clearInterval(this.timer);
  }
}

/** Names and values, one below the other. */
const facts = (values) => el("table", { class: "facts" }, el("tbody", {}, Object.entries(values).slice(0, 40).map(([name, value]) => el("tr", {}, el("th", { scope: "row", text: name }), el("td", { text: T.training.value(value) })))));

/** At most a thousand points: a screen has no more. */
function thinned(points) {
  const step = Math.ceil(points.length / 1000);
  return points.filter((_, i) => i % step === 0 || i === points.length - 1);
}

export async function show(host, { run }) {
  const training = new Training(host);
  await training.start(run);
  return training;
}
