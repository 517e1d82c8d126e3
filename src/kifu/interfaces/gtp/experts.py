"""Thoughts of somebody who does not search: expert moves, and an estimate of the score."""

import threading
from collections.abc import Callable

import numpy as np

from kifu.games.go import Board, Colour
from kifu.judgement import chance
from kifu.models.moves import MovePredictor
from kifu.players.analysers import Selection, Thought, Thoughts

_SHOWN = 20


class ExpertAnalyser:
    """Ranks moves by the model of expert moves; shows the same from then on.

    Args:
        model: reads the model; it is called in the background, for that may take a while.
    """

    def __init__(self, model: Callable[[], MovePredictor | None]) -> None:
        self._model = model
        self._thoughts = Thoughts(())
        self._round = 0
        self._work: list[threading.Thread] = []  # those that think, the last one for who looks now
        self.error: Exception | None = None

    def start(self, board: Board, komi: float, selection: Selection | None = None) -> None:
        """Begin in the background."""
        self._round += 1
        self._thoughts, self.error = Thoughts(()), None
        thread = threading.Thread(
            target=self._think,
            args=(board.copy(), komi, selection, self._round),
            daemon=True,
            name="expert-moves",
        )
        self._work = [*(work for work in self._work if work.is_alive()), thread]
        thread.start()

    def wait(self, seconds: float) -> None:
        """Wait until the ranking is there, but not longer than this."""
        if self._work:
            self._work[-1].join(seconds)

    def look(self) -> Thoughts:
        """Return the ranking, or nothing before it is there."""
        if self.error is not None:
            raise self.error
        return self._thoughts

    def stop(self) -> None:
        """Drop what is not ready yet."""
        self._round += 1

    def close(self) -> None:
        """Drop everything, and wait until nobody thinks any more."""
        self.stop()
        for work in self._work:
            work.join()

    def _think(self, board: Board, komi: float, selection: Selection | None, number: int) -> None:
        try:
            thoughts = think(board, komi, self._model(), selection)
        except Exception as error:
            # Shown by whoever looks next: an exception of a thread would go to nobody.
            if number == self._round:
                self.error = error
            return
        if number == self._round:
            self._thoughts = thoughts


def think(
    board: Board, komi: float, model: MovePredictor | None, selection: Selection | None = None
) -> Thoughts:
    """Rank the moves of a position, or some of them, and estimate who leads."""
    from kifu.analysis.moves import rank_moves
    from kifu.judgement import estimate

    ranked = [
        c
        for c in rank_moves(board, komi=komi, model=model)
        if selection is None or c.point in selection.moves
    ][:_SHOWN]
    estimated = estimate(board, komi=komi)
    sign = 1 if board.to_play is Colour.BLACK else -1
    lead = sign * estimated.lead
    winrate = chance(estimated) if sign > 0 else 1 - chance(estimated)
    thoughts = tuple(
        Thought(c.point, 0, winrate, c.probability, lead=lead, line=(c.point,)) for c in ranked
    ) or (Thought(None, 0, winrate, 1.0, lead=lead, line=(None,)),)
    return Thoughts(thoughts, 0, winrate, lead, (sign * estimated.ownership).astype(np.float32))
