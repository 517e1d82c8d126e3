"""Types of the names that `__init__.py` loads when they are used."""

from kifu.archive import Archive as Archive
from kifu.errors import KifuError as KifuError
from kifu.games.draughts import Position as DraughtsPosition
from kifu.games.game import Game as Game
from kifu.games.go import Board as Board
from kifu.games.reading import read as read
from kifu.games.reading import read_all as read_all
from kifu.interfaces.api import life as life
from kifu.interfaces.api import life_all as life_all
from kifu.interfaces.api import openings as openings
from kifu.interfaces.api import play_game as play_game
from kifu.interfaces.api import player as player
from kifu.interfaces.api import predict as predict
from kifu.interfaces.api import review as review
from kifu.interfaces.api import score as score
from kifu.records.moves import Colour as Colour
from kifu.records.moves import Move as Move
from kifu.records.moves import Point as Point

__version__: str
