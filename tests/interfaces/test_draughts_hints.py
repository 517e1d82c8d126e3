"""Who gives hints at draughts: the same player in the terminal and in the study room."""

import pytest

from kifu.games.draughts import Colour, Position
from kifu.interfaces.terminal_draughts import TerminalDraughts
from kifu.interfaces.web.game_state import GameState
from kifu.interfaces.web.jobs import players
from kifu.players.draughts import DraughtsPlayer, adviser
from kifu.players.named import make_player


def test_terminal_and_study_room_ask_the_same_adviser(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def make(text: str, *, game: str) -> DraughtsPlayer:
        assert game == "draughts"
        asked.append(text)
        return make_player("material:depth=1,endings=0", game="draughts")

    monkeypatch.setattr(adviser, "make_player", make)
    said: list[str] = []
    TerminalDraughts(Position.start(), make_player("random", game="draughts"), Colour.BLACK)._hint(
        said.append
    )
    state = GameState("0" * 16, 0.0, "draughts", "random", "black", "", 1)
    candidates = players.hint(state)["candidates"]
    assert said[0].startswith(candidates[0]["move"])
    assert asked == ["net:champion,seconds=1"] * 2
