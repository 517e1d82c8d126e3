"""The end of a game: what is dead, and who has won."""

from kifu.interfaces.gtp.commands.table import Words, command
from kifu.interfaces.gtp.session import Session
from kifu.protocols.gtp import GtpError

_STATUSES = ("alive", "seki", "dead")


@command("final_score")
def _final_score(session: Session, words: Words) -> str:
    from kifu.analysis.tally import count

    return str(count(session.judgement(), session.terms).used.result)


@command("final_status_list", "alive | seki | dead", 1)
def _final_status_list(session: Session, words: Words) -> str:
    wanted = words[0].lower()
    if wanted not in _STATUSES:
        raise GtpError(f"invalid status; expected one of {', '.join(_STATUSES)}")
    blocks = (block for block in session.judgement().blocks if block.likelier == wanted)
    return "\n".join(" ".join(session.vertex(point) for point in block.points) for block in blocks)


@command("final_status", "VERTEX", 1)
def _final_status(session: Session, words: Words) -> str:
    point = session.stone(words[0])
    judgement = session.judgement()
    for block in judgement.blocks:
        if point in block.points:
            return block.likelier
    owner = int(judgement.area[point.y, point.x])
    return ("dame", "black_territory", "white_territory")[owner]
