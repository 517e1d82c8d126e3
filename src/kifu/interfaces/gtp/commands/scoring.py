"""The end of a game: what is dead, and who has won."""

from kifu.interfaces.gtp.commands.table import Words, command
from kifu.interfaces.gtp.session import Session
from kifu.protocols.gtp import GtpError

_STATUSES = ("alive", "seki", "dead")


@command("final_score")
def _final_score(session: Session, words: Words) -> str:
    from kifu.analysis.tally import count, result_of

    tally = count(session.judgement(), session.terms).used
    return str(result_of(tally.lead, session.rules.black_wins_ties))


@command("final_status_list", "alive | seki | dead", 1)
def _final_status_list(session: Session, words: Words) -> str:
    wanted = words[0].lower()
    if wanted not in _STATUSES:
        raise GtpError(f"invalid status; expected one of {', '.join(_STATUSES)}")
    lines = []
    for block in session.judgement().blocks:
        status = block.status if block.status != "doubtful" else "dead" if block.dead else "alive"
        if status == wanted:
            lines.append(" ".join(session.vertex(point) for point in block.points))
    return "\n".join(lines)


@command("final_status", "VERTEX", 1)
def _final_status(session: Session, words: Words) -> str:
    point = session.stone(words[0])
    judgement = session.judgement()
    for block in judgement.blocks:
        if point in block.points:
            return block.status if block.status != "doubtful" else "dead" if block.dead else "alive"
    owner = int(judgement.layers[0][point.y, point.x])
    return ("dame", "black_territory", "white_territory")[owner]
