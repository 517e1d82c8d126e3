// Playing against Kifu. The game lives on the server: a reload, or another page, goes on with it.

import { bytesOf, get, isAbort, post, remove } from "./api.js";
import { BoardView } from "./board.js";
import { button, el, notice, panel, save } from "./dom.js";
import { endsOf, geometryOf, piecesOfFen, stonesOfRows } from "./geometry.js";
import { Hand } from "./hand.js";
import { newGame } from "./newgame.js";
import { openText } from "./session.js";
import { T } from "./texts.js";

const KEY = "kifu-game";
const WAIT = 20;

class Play {
  constructor(host, query) {
    this.host = host;
    this.query = query;
    this.board = new BoardView({ onPoint: (point) => this.point(point) });
    this.hand = new Hand((move) => this.move(move));
    this.hints = null;
    this.timer = setInterval(() => this.game && this.laid && this.tick(), 500);
  }

  async start() {
    const kept = this.query.opponent ? null : this.query.game || localStorage.getItem(KEY);
    if (kept) {
      try {
        this.show(await get(`games/${encodeURIComponent(kept)}`));
        localStorage.setItem(KEY, this.game.id);
        this.watch();
        return;
      } catch (error) {
        localStorage.removeItem(KEY);
        if (error.status !== 404) notice(error.message, "error");
      }
    }
    await this.choose();
  }

  /** The form for a new game, and the games there are. */
  async choose() {
    this.stopper?.abort();
    const [players, kept] = await Promise.all([get("players"), get("games")]);
    const begin = async (wanted) => {
      try {
        this.enter(await post("games", wanted));
      } catch (error) {
        notice(error.message, "error");
      }
    };
    const games = kept.games.map((game) => el("li", {},
      button(T.play.listed(game), () => get(`games/${game.id}`).then((found) => this.enter(found)).catch((error) => notice(error.message, "error")), { class: "link" }),
      button(T.play.forget, () => remove(`games/${game.id}`).then(() => this.choose()).catch((error) => notice(error.message, "error")), { class: "small", "aria-label": T.play.forgetThis(game) })));
    this.host.replaceChildren(el("div", { class: "choose" }, newGame(players, begin, this.query.opponent), games.length ? panel(T.play.games, el("ul", { class: "games" }, games)) : null));
  }

  enter(game) {
    localStorage.setItem(KEY, game.id);
    this.laid = null;
    this.hints = null;
    this.show(game);
    this.watch();
  }

  lay(game) {
    this.laid = game.id;
    this.said = el("p", { class: "turn", "aria-live": "polite" });
    this.clocks = el("p", { class: "clocks" });
    this.words = el("p", { class: "quiet comment" });
    this.record = el("p", { class: "played-moves" });
    this.hintBox = el("div", { "aria-live": "polite" });
    this.buttons = {
      pass: game.game === "go" ? button(T.play.pass, () => this.move("pass")) : null,
      undo: button(T.play.undo, () => this.act("undo")),
      hint: button(T.play.hint, () => this.hint()),
      resign: button(T.play.resign, () => this.act("resign"), { class: "danger" }),
    };
    this.host.replaceChildren(el(
      "div", { class: "study" },
      el("div", { class: "stage" }, this.board.element),
      el("aside", { class: "side" },
        el("section", { class: "panel headline" }, el("h1", { text: T.play.title(game) }), el("p", { class: "quiet", text: T.play.about(game) }), this.said, this.clocks, el("div", { class: "row" }, ...Object.values(this.buttons).filter(Boolean)), this.hintBox, this.words),
        panel(T.review.moves, this.record),
        panel(T.play.after, el("div", { class: "row" },
          button(T.play.save, () => this.save()), button(T.play.review, () => this.review()), button(T.play.another, () => { localStorage.removeItem(KEY); this.choose(); }, { class: "main" })))),
    ));
  }

  show(game) {
    if (this.game && game.version !== this.game.version) this.hints = null;
    this.game = game;
    if (this.laid !== game.id) this.lay(game);
    const { position } = game;
    const mine = game.state === "play";
    const picture = { geometry: geometryOf(game.game, position.size, game.game === "draughts" && game.human === "black"), title: T.play.state(game) };
    if (game.game === "go") {
      picture.pieces = stonesOfRows(position.stones);
      picture.last = position.last && position.last !== "pass" ? [position.last] : [];
      picture.marks = position.ko ? { [position.ko]: "square" } : {};
    } else {
      picture.pieces = piecesOfFen(position.fen);
      if (position.last) {
        picture.arrows = [[...endsOf(position.last), "played"]];
        picture.last = [endsOf(position.last)[1]];
      }
      if (this.version !== game.version) this.hand.set(mine ? position.legal : []);
      Object.assign(picture, this.hand.picture());
      if (mine && position.forced) picture.caption = T.play.forced;
    }
    this.version = game.version;
    if (this.hints) this.showHints(picture);
    this.board.show(picture);
    this.said.textContent = T.play.state(game);
    this.seen = performance.now();
    this.tick();
    this.words.textContent = game.comment || "";
    this.record.textContent = game.moves.map((move, i) => `${i + 1} ${move}`).join("  ");
    for (const one of Object.values(this.buttons)) if (one) one.disabled = game.state === "over";
    for (const name of ["pass", "hint"]) if (this.buttons[name]) this.buttons[name].disabled = !mine;
    this.buttons.undo.disabled = game.state === "thinking" || !game.moves.length;
    this.host.dataset.state = game.state;
  }

  /** The clock of whoever is to move runs on between two answers of the server. */
  tick() {
    const { clocks, state, position } = this.game;
    if (!clocks) return;
    const left = { ...clocks };
    if (state !== "over") left[position.to_play] -= (performance.now() - this.seen) / 1000;
    this.clocks.textContent = T.play.clocks(left);
  }

  point(point) {
    if (this.game.state !== "play") return;
    if (this.game.game === "go") this.move(point);
    else {
      this.hand.click(point);
      this.show(this.game);
    }
  }

  async move(move) {
    if (this.busy) return;
    this.busy = true;
    try {
      this.show(await post(`games/${this.game.id}/moves`, { move, version: this.game.version }));
      this.watch();
    } catch (error) {
      notice(error.message, "error");
      if (error.status === 409) this.show(await get(`games/${this.game.id}`));
    } finally {
      this.busy = false;
    }
  }

  async act(what) {
    try {
      this.show(await post(`games/${this.game.id}/${what}`));
      this.watch();
    } catch (error) {
      notice(error.message, "error");
    }
  }

  async hint() {
    this.buttons.hint.disabled = true;
    this.hintBox.replaceChildren(el("p", { class: "quiet", text: T.play.thinkingHint }));
    const { version } = this.game;
    try {
      const { candidates } = await post(`games/${this.game.id}/hint`);
      if (version === this.game.version) this.hints = candidates;
    } catch (error) {
      notice(error.message, "error");
    }
    this.hintBox.replaceChildren();
    this.show(this.game);
  }

  showHints(picture) {
    if (this.game.game === "go") {
      picture.ghosts = {};
      for (const one of this.hints) if (one.point !== "pass") picture.ghosts[one.point] = { colour: this.game.human, text: String(one.rank), strength: one.probability, kind: one.rank === 1 ? "first" : "" };
    } else {
      picture.arrows = [...(picture.arrows || []), ...this.hints.map((one) => [...endsOf(one.move), "best"])];
    }
    this.hintBox.replaceChildren(el("ul", { class: "hints" }, this.hints.slice(0, 5).map((one) => el("li", { text: T.play.hinted(one) }))));
  }

  /** Wait for what the other side does. */
  async watch() {
    this.stopper?.abort();
    this.stopper = new AbortController();
    const { signal } = this.stopper;
    while (this.game && ["thinking", "counting"].includes(this.game.state) && !signal.aborted) {
      try {
        const found = await get(`games/${this.game.id}`, { after: this.game.version, wait: WAIT }, signal);
        if (!signal.aborted) this.show(found);
      } catch (error) {
        if (isAbort(error)) return;
        notice(error.message, "error");
        await new Promise((resolve) => setTimeout(resolve, 3000));
      }
    }
  }

  async text() {
    return new TextDecoder().decode(await bytesOf(`games/${this.game.id}/record`));
  }

  async save() {
    try {
      save(`kifu-${this.game.id}.${this.game.game === "go" ? "sgf" : "pdn"}`, await this.text());
    } catch (error) {
      notice(error.message, "error");
    }
  }

  async review() {
    try {
      await openText(await this.text());
      location.hash = "review";
    } catch (error) {
      notice(error.message, "error");
    }
  }

  close() {
    clearInterval(this.timer);
    this.stopper?.abort();
  }
}

export async function show(host, query) {
  const play = new Play(host, query);
  await play.start();
  return play;
}
