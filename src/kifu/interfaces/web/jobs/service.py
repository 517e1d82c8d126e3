"""Getting ready, and what the server says of itself."""


def warm() -> None:
    """Read what the first request would otherwise wait for."""
    from kifu.analysis.moves import rank_moves
    from kifu.analysis.score import score_record
    from kifu.games.go import Board
    from kifu.records.sgf import SgfRecord

    score_record(SgfRecord.new(9))
    for size in (9, 19):
        rank_moves(Board(size))
