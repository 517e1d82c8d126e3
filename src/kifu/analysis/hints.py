"""Advice during a game of Go: how it stands and which moves are good, by the same search as reviews."""

from dataclasses import dataclass

from kifu.analysis.game_search import SearchBudget, search_game
from kifu.analysis.moves import rank_moves
from kifu.games.go import Board
from kifu.judgement import chance, estimate
from kifu.models.network import Network
from kifu.records.moves import Colour, Point

#: Moves with less than this part of the visits of the best one are not worth a hint.
_SHARE = 0.05
#: Where passing costs fewer points than this, it is the first hint: what is left only fills territory.
_NOTHING = 0.4


@dataclass(frozen=True)
class Hint:
    """A good move.

    Attributes:
        move: where; None for a pass.
        share: of the search, or the probability that an expert plays it where there is no search.
        lead: points by which the side to move leads after it.
        line: what may follow, this move first.
    """

    move: Point | None
    share: float
    lead: float
    line: tuple[Point | None, ...]


@dataclass(frozen=True)
class Advice:
    """How a position stands.

    Attributes:
        lead: Black's, komi counted.
        winrate: Black's chance to win.
        hints: good moves, the best first.
    """

    lead: float
    winrate: float
    hints: tuple[Hint, ...]


def advise(board: Board, komi: float, top: int = 5) -> Advice:
    """Say how a position stands, and what the side to move could play.

    Args:
        board: the position.
        komi: all that White gets, for Black's handicap stones too.
        top: moves at most.
    """
    network, budget = Network.bundled(board.size), SearchBudget.of("default", board.size)
    assert budget is not None
    sign = 1 if board.to_play is Colour.BLACK else -1
    if network is None:
        found = estimate(board, komi=komi)
        ranked = rank_moves(board, komi=komi)[:top]
        hints = tuple(Hint(c.point, c.probability, sign * found.lead, (c.point,)) for c in ranked)
        return Advice(found.lead, chance(found), hints or (_passed(sign * found.lead),))
    searched = search_game([board], komi, network, SearchBudget(4 * budget.visits, 0))[0].position
    if not searched.moves:
        return Advice(searched.lead, searched.win, (_passed(sign * searched.lead),))
    best = searched.moves[0]
    good = [m for m in searched.moves if m.visits >= _SHARE * best.visits]
    # A pass that costs nothing comes first, even if the search had little reason to try it.
    passes = [m for m in searched.moves if m.move is None and m.lead >= best.lead - _NOTHING]
    ordered = [*passes, *(m for m in good if m not in passes)][:top]
    visits = max(1, searched.visits)
    return Advice(
        searched.lead,
        searched.win,
        tuple(Hint(m.move, m.visits / visits, m.lead, m.variation) for m in ordered),
    )


def _passed(lead: float) -> Hint:
    return Hint(None, 1.0, lead, (None,))
