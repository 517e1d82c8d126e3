"""Who gives hints to people at draughts, in the terminal and in the study room."""

from kifu.errors import KifuError
from kifu.players.draughts.base import DraughtsPlayer
from kifu.players.named import make_player

_CHAMPION, _WITHOUT = "net:champion,seconds=1", "material:seconds=1"


def make_adviser() -> DraughtsPlayer:
    """Make the adviser: the champion with a second for a move; who counts pieces where no network ships."""
    try:
        return make_player(_CHAMPION, game="draughts")
    except KifuError:
        return make_player(_WITHOUT, game="draughts")
