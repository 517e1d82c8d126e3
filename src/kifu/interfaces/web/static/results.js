// Results of matches and tournaments: tables with ratings, and the games behind them.

import { button, el } from "./dom.js";
import { T } from "./texts.js";

const MOST_GAMES = 500;

const head = (names) => el("thead", {}, el("tr", {}, names.map((text) => el("th", { scope: "col", text }))));
const cells = (values) => values.map((value) => el("td", { class: "number", text: value }));

/** A match: its score with Elo, and its games, each one click away. `lines` are those of its log. */
export function matchResult({ id, options, table }, lines) {
  const { first, second } = options;
  const score = [table.games, table.wins, table.draws, table.losses, T.results.share(table.share), T.results.elo(table.elo)];
  const suffix = options.terms?.game === "draughts" ? "pdn" : "sgf";
  const games = lines.filter((line) => line && typeof line.number === "number" && line.result);
  return el("div", {},
    first && second && el("p", { class: "versus" }, el("strong", { text: T.player(first) }), ` ${T.results.against} `, el("strong", { text: T.player(second) })),
    el("div", { class: "wide" }, el("table", { class: "results-table" }, head(T.results.match), el("tbody", {}, el("tr", {}, cells(score))))),
    games.length > 0 && el("details", { class: "match-games" },
      el("summary", { text: T.results.games(games.length) }),
      el("ol", {}, games.slice(-MOST_GAMES).map((game) => el("li", { value: game.number + 1 }, el("a", { href: address(id, game.number, suffix), text: T.results.game(game) }))))));
}

/** A tournament: ratings with what everybody scored against everybody; `onMatch(id)` shows a match. */
export function tournamentResult({ players, standings, points, matches }, onMatch) {
  const number = new Map(players.map((player, i) => [player, i]));
  const against = (row, other) => {
    if (row.player === other.player) return el("td", { class: "number", text: "–" });
    const match = matches.find((one) => [one.first, one.second].includes(row.player) && [one.first, one.second].includes(other.player));
    const scored = String(points[number.get(row.player)][number.get(other.player)]);
    return el("td", { class: "number" }, match ? button(scored, () => onMatch(match.id), { class: "link", "aria-label": T.results.pair(row.player, other.player, scored) }) : "");
  };
  return el("div", { class: "wide" }, el("table", { class: "results-table standings" },
    head([...T.results.standings, ...standings.map((_, i) => String(i + 1))]),
    el("tbody", {}, standings.map((row, place) => el("tr", {},
      el("td", { class: "number", text: `${place + 1}.` }),
      el("th", { scope: "row", text: T.player(row.player), title: row.player }),
      ...cells([T.results.signed(row.elo), T.results.between(row), row.points, row.games]),
      standings.map((other) => against(row, other)))))));
}

function address(run, number, suffix) {
  const file = `game-${String(number + 1).padStart(4, "0")}.${suffix}`;
  return `#review?source=runs&id=${encodeURIComponent(run === "." ? file : `${run}/${file}`)}`;
}
