// From what is known about a node to the layers of a picture. Each overlay adds to the picture; none knows the page.

import { endsOf, valuesByPoint } from "./geometry.js";
import { T } from "./texts.js";

export const NAMES = ["life", "territory", "experts", "openings", "last"];

const share = (value) => (value >= 0.095 ? `${Math.round(100 * value)}` : value >= 0.01 ? (100 * value).toFixed(1) : "<1");

/** The picture of a node without overlays. */
export function base(game, id) {
  const node = game.node(id);
  const picture = { geometry: game.geometry, pieces: game.pieces(id), marks: {}, labels: node.labels || {}, says: () => "" };
  for (const [kind, points] of Object.entries(node.marks || {})) for (const point of points) picture.marks[point] = kind;
  if (node.move) {
    if (game.isGo) picture.last = [node.move[1]];
    else {
      const [from, to] = endsOf(node.move);
      picture.last = [to];
      picture.arrows = [[from, to, "played"]];
    }
  }
  return picture;
}

/** Status of every block as a ring, its reason in words. */
export function life(picture, facts) {
  const block = {};
  picture.tints = {};
  for (const one of facts?.blocks || []) {
    for (const point of one.points) {
      picture.tints[point] = one.status;
      block[point] = one;
    }
  }
  addWords(picture, (point) => block[point] && T.life.block(block[point]));
}

/** Whose points they are. */
export function territory(picture, facts) {
  if (!facts?.ownership) return;
  const values = valuesByPoint(facts.ownership, picture.geometry.size);
  picture.heat = {};
  for (const [point, value] of Object.entries(values)) {
    const stone = picture.pieces[point];
    if (!stone || (stone === "b") !== value > 0) picture.heat[point] = value;
  }
  addWords(picture, (point) => values[point] !== undefined && T.territory.point(values[point]));
}

/** Experts' moves with their chances. */
export function experts(picture, facts, mover) {
  const infos = (facts?.moveInfos || []).filter((one) => one.move !== "pass").slice(0, picture.geometry.game === "go" ? 9 : 3);
  if (!infos.length) return;
  const best = infos[0].prior || 1;
  picture.ghosts ||= {};
  const told = {};
  for (const one of infos) {
    if (picture.geometry.game !== "go") {
      picture.arrows = [...(picture.arrows || []), [...endsOf(one.move), one.order ? "other" : "best"]];
      continue;
    }
    if (one.prior < 0.005 && one.order > 2) continue;
    picture.ghosts[one.move] = { colour: mover, text: share(one.prior), strength: one.prior / best, kind: one.order ? "" : "first" };
    told[one.move] = T.experts.point(one.order + 1, one.prior);
  }
  addWords(picture, (point) => told[point]);
}

/** How often each continuation was played in the archive. */
export function openings(picture, found, mover) {
  if (!found) return;
  picture.ghosts ||= {};
  const told = {};
  for (const one of found.continuations) {
    if (picture.geometry.game !== "go") {
      picture.arrows = [...(picture.arrows || []), [...endsOf(one.move), "other"]];
      continue;
    }
    picture.ghosts[one.move] = { colour: mover, text: String(one.games), strength: one.share, kind: "opening" };
    told[one.move] = T.openings.point(one);
  }
  addWords(picture, (point) => told[point]);
}

/** Numbers on the last moves. */
export function lastMoves(picture, game, id, count = 5) {
  picture.numbers = {};
  const path = game.path(id).filter((at) => at && game.node(at).move);
  path.slice(-count).forEach((at, i, shown) => {
    const [from, to] = game.isGo ? [null, game.moveText(at)] : endsOf(game.moveText(at));
    if (game.isGo && game.pieces(id)[to]) picture.numbers[to] = path.length - shown.length + i + 1;
    if (!game.isGo && at !== id) picture.arrows = [[from, to, "before"], ...(picture.arrows || [])];
  });
  if (game.isGo) picture.last = [];
}

function addWords(picture, more) {
  const before = picture.says;
  picture.says = (point) => [before(point), more(point)].filter(Boolean).join("; ");
}
