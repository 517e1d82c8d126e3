"""What GoGui shows on the board: life, territory, expert moves, the book."""

import numpy as np

from kifu.games.go import Point
from kifu.interfaces.gtp.commands.table import Words, command
from kifu.interfaces.gtp.session import Session

_ANALYSIS = """\
gfx/Life and death/kifu-life
dboard/Territory/kifu-territory
gfx/Expert moves/kifu-moves
gfx/Book/kifu-book
string/Why the last move/gomill-explain_last_move
string/Final score/final_score
plist/Dead stones/final_status_list dead
plist/Stones in seki/final_status_list seki"""
_SHOWN = 9


@command("gogui-analyze_commands")
def _analyze_commands(session: Session, words: Words) -> str:
    return _ANALYSIS


@command("gogui-interrupt")
def _interrupt(session: Session, words: Words) -> str:
    return ""  # says that `# interrupt` is understood; the server acts on it while a move is thought about


@command("kifu-life")
def _life(session: Session, words: Words) -> str:
    colours = {"alive": "green", "seki": "yellow", "doubtful": "orange", "dead": "red"}
    lines: list[str] = []
    for status, colour in colours.items():
        points = [p for block in session.judgement().blocks if block.status == status for p in block.points]
        if points:
            lines.append(f"COLOR {colour} {' '.join(session.vertex(p) for p in points)}")
    return "\n".join([*lines, "TEXT green alive, yellow seki, orange doubtful, red dead"])


@command("kifu-territory")
def _territory(session: Session, words: Words) -> str:
    from kifu.judgement import estimate

    ownership = estimate(session.board, komi=session.terms.total_komi).ownership
    return "\n".join(" ".join(f"{value:.2f}" for value in row) for row in np.round(ownership, 2) + 0.0)


@command("kifu-moves")
def _moves(session: Session, words: Words) -> str:
    from kifu.analysis.moves import rank_moves

    komi = session.terms.total_komi
    ranked = rank_moves(session.board, komi=komi, model=session.moves_model())[:_SHOWN]
    return _graphics(session, [(c.point, c.probability) for c in ranked], "expert moves")


@command("kifu-book")
def _book(session: Session, words: Words) -> str:
    from kifu.interfaces.gtp.book import book_moves

    return _graphics(session, book_moves(session.board)[:_SHOWN], "moves of the book")


def _graphics(session: Session, ranked: list[tuple[Point, float]], what: str) -> str:
    if not ranked:
        return f"TEXT no {what} here"
    best = max(ranked[0][1], 1e-9)
    influence = " ".join(f"{session.vertex(p)} {share / best:.2f}" for p, share in ranked)
    labels = " ".join(f"{session.vertex(p)} {round(100 * share)}" for p, share in ranked)
    return f"INFLUENCE {influence}\nLABEL {labels}\nTEXT {what}, in percent"
