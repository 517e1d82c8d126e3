// The tree of a game as a list of moves: the main line in rows, variations set in below where they leave it.

import { button, el } from "./dom.js";
import { T } from "./texts.js";

const MOST = 1500; // nodes; of larger trees only the line that is read is listed

export class MoveList {
  constructor(game, onPick) {
    this.game = game;
    this.onPick = onPick;
    this.element = el("div", { class: "moves", role: "group", "aria-label": T.review.moves });
    this.buttons = new Map();
    this.listed = 0;
  }

  show(id) {
    const large = this.game.nodes.length > MOST;
    if (large || this.listed !== this.game.nodes.length) this.list(large ? id : null);
    this.shown?.classList.remove("here");
    this.shown?.removeAttribute("aria-current");
    this.shown = this.buttons.get(id);
    if (!this.shown) return;
    this.shown.classList.add("here");
    this.shown.setAttribute("aria-current", "true");
    const [box, inner] = [this.element.getBoundingClientRect(), this.shown.getBoundingClientRect()];
    if (inner.top < box.top || inner.bottom > box.bottom) {
      this.element.scrollTop += inner.top - box.top - box.height / 2;
    }
  }

  list(only) {
    this.listed = this.game.nodes.length;
    this.buttons.clear();
    const line = el("div", { class: "line" });
    if (only !== null) this.one(line, this.game.path(only));
    else this.grow(line, 0, 0);
    this.element.replaceChildren(line);
  }

  one(line, path) {
    let number = 0;
    for (const id of path) {
      if (id && this.game.node(id).move) number += 1;
      line.append(this.item(id, number));
    }
  }

  /** A line to its end; its side branches follow the move that they replace. */
  grow(line, id, number) {
    const todo = [[line, id, number]];
    while (todo.length) {
      let [into, at, count] = todo.pop();
      while (at !== undefined) {
        const node = this.game.node(at);
        if (at && node.move) count += 1;
        into.append(this.item(at, count));
        const parent = node.parent === null ? null : this.game.node(node.parent);
        if (parent && parent.children[0] === at) {
          for (const side of parent.children.slice(1)) {
            const branch = el("div", { class: "branch" });
            into.append(branch);
            todo.push([branch, side, count - 1]);
          }
        }
        at = node.children[0];
      }
    }
  }

  item(id, number) {
    const node = this.game.node(id);
    const text = id === 0 ? T.review.start : node.move ? `${number} ${this.game.moveText(id)}` : T.review.setup;
    const kind = Array.isArray(node.move) ? node.move[0].toLowerCase() : "";
    const made = button(text, () => this.onPick(id), {
      class: `move ${kind}${node.comment ? " commented" : ""}${node.illegal ? " illegal" : ""}${node.tried ? " tried" : ""}`,
      title: node.illegal,
    });
    this.buttons.set(id, made);
    return made;
  }
}
