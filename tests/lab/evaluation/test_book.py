"""A book asked about games: the same as asking it before every move."""

import json

import numpy as np
from click.testing import CliRunner

from kifu.archive import Archive, import_paths
from kifu.archive.packed import PackedGames
from kifu.games.go import Board
from kifu.interfaces.cli.main import cli
from kifu.learners.book import train_book
from kifu.learners.book_settings import BookTraining
from kifu.records.moves import Colour, Point
from kifu_lab.evaluation.book import outcomes, report


def test_outcomes_are_those_of_asking_before_every_move(own_games: PackedGames) -> None:
    book = train_book(BookTraining(games=20, k=6, confidence=1), own_games)
    few = own_games.take(np.arange(20, 24))
    found = outcomes(book, few, threads=2)
    i = 0
    for number in range(len(few)):
        board = Board(few.size)
        for action in few.actions[few.offsets[number] : few.offsets[number + 1]].tolist():
            if action >> 12 & 3:
                board.pass_()
                continue
            board.to_play = Colour.WHITE if action >> 15 else Colour.BLACK
            played = Point(action & 63, action >> 6 & 63)
            moves = book.rank(board)
            points = [move.point for move in moves]
            assert found.game[i] == number
            assert found.answers[i] == len(moves)
            assert found.rank[i] == (points.index(played) + 1 if played in points else 0)
            if moves:
                assert found.first[i] == np.float32(moves[0].probability)
            board.play(played)
            i += 1
    assert i == len(found.rank)
    facts = report(found)
    assert facts["games"] == 4
    assert facts["ranks"]["1"] <= facts["ranks"]["5"] <= facts["named"] <= facts["answers"]
    assert sum(phase["positions"] for phase in facts["phases"]) == facts["positions"]


def test_no_games_have_no_outcomes(own_games: PackedGames) -> None:
    book = train_book(BookTraining(games=5, k=4), own_games)
    assert report(outcomes(book, own_games.take(np.arange(0)))) == {"games": 0, "positions": 0, "phases": []}


def test_the_command_prints_the_same_in_words_and_json(own_games: PackedGames, tmp_path) -> None:
    train_book(BookTraining(games=20, k=4, confidence=1), own_games).save(tmp_path / "b.safetensors")
    record = tmp_path / "game.sgf"
    record.write_text("(;GM[1]FF[4]SZ[9];B[ee];W[cc];B[gg];W[])")
    with Archive.create(tmp_path / "a.db") as archive:
        import_paths(archive, [record], workers=1)
    arguments = ["lab", "evaluate", "book", "--archive", str(tmp_path / "a.db"), "--split", "all"]
    arguments += ["--size", "9", "--book", str(tmp_path / "b.safetensors")]
    words = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert words.exit_code == 0, words.output
    facts = json.loads(CliRunner().invoke(cli, [*arguments, "--json"], catch_exceptions=False).output)
    assert facts["positions"] == 3
    assert "3 moves of 1 game" in words.output
    assert f"{facts['ranks']['1']:.2%}" in words.output
