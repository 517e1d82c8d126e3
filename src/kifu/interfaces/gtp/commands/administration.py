"""Who is there, what it can do, and goodbye."""

import time

import kifu
from kifu.interfaces.gtp.commands.table import TABLE, Words, command
from kifu.interfaces.gtp.session import Session
from kifu.protocols.gtp import GtpError


@command("protocol_version")
def _protocol_version(session: Session, words: Words) -> str:
    return "2"


@command("name")
def _name(session: Session, words: Words) -> str:
    return session.name


@command("version")
def _version(session: Session, words: Words) -> str:
    return kifu.__version__


@command("known_command", "NAME", 0, 1)
def _known_command(session: Session, words: Words) -> str:
    return "true" if words and words[0] in TABLE else "false"


@command("list_commands")
def _list_commands(session: Session, words: Words) -> str:
    return "\n".join(sorted(TABLE))


@command("quit", "", 0, None)
def _quit(session: Session, words: Words) -> str:
    session.quitting = True
    return ""


@command("cputime")
def _cputime(session: Session, words: Words) -> str:
    return f"{time.process_time():.2f}"


@command("gomill-describe_engine")
def _describe_engine(session: Session, words: Words) -> str:
    player = session.running_player
    shown = f"player {player.name}" if player is not None else "its player is made at the first move"
    return f"{session.name} {kifu.__version__}\nKifu: Go learned from game records; {shown}"


@command("gomill-explain_last_move")
def _explain_last_move(session: Session, words: Words) -> str:
    choice = session.last_choice
    if choice is None:
        raise GtpError("there is no move of mine to explain")
    value = "" if choice.value is None else f"chance to win {choice.value:.0%}"
    return "\n".join(filter(None, (choice.comment, value)))
