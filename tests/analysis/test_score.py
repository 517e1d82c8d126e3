"""Score sheets: terms and where they come from, bad input, estimates that say that they are."""

import json
import random
from itertools import product

import numpy as np
import pytest

from kifu.analysis.score import score_board, score_record
from kifu.analysis.tally import count
from kifu.analysis.terms import Terms
from kifu.arena.go import GoArenaGame
from kifu.arena.referee import make_referee
from kifu.errors import PositionError, RulesError
from kifu.games.coordinates import to_gtp
from kifu.games.go import Board, Colour, score
from kifu.games.go.recording import record_of
from kifu.interfaces.score_view import sheet_lines
from kifu.models.files import ModelError
from kifu.models.life import LifeModel
from kifu.players.settled import is_own_eye
from kifu.records import sgf
from support.gtp_talk import Talk

# Black has the left of a 5x5 board, White the right; White A5 is dead.
SMALL = "(;SZ[5]{head};B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[bb];W[aa];B[];W[])"


def sheet_of(text: str, **options):
    return score_record(sgf.read(text)[0], **options)


def small(head: str = "", **options):
    return sheet_of(SMALL.format(head=head), **options)


def test_territory_and_prisoners():
    sheet = small("RU[Japanese]KM[0.5]RE[B+5.5]")
    assert sheet.judgement.vertices("dead") == ["A5"]
    tally = sheet.tally
    # Black has columns A and B but one stone, and the prisoner; White has column E.
    assert (tally.territory, tally.prisoners) == ((9, 5), (1, 0))
    assert str(sheet.result) == "B+4.5"
    assert sheet.agrees is False


def test_area():
    sheet = small("RU[Chinese]KM[0.5]RE[B+4.5]")
    assert sheet.tally.points == (15.0, 10.5)
    assert sheet.agrees


def test_where_nothing_is_doubtful_counts_do_not_look_at_the_recorded_result():
    for result in ("B+1.5", "W+20.5", "?"):
        assert str(small(f"RU[Chinese]KM[0.5]RE[{result}]").result) == "B+4.5"


@pytest.mark.parametrize(
    ("head", "rules", "rules_from", "komi", "komi_from"),
    [
        ("RU[Japanese]KM[6.5]", "Japanese", "record", 6.5, "record"),
        ("RU[AGA]", "AGA", "record", 7.5, "default"),
        ("KM[5.5]", "Japanese", "default", 5.5, "record"),
        ("RU[of the house]KM[5.5]", "Japanese", "default", 5.5, "record"),
        ("RU[Chinese]KM[7]RE[W+0.5]", "Chinese", "record", 7.5, "repaired"),
        ("RU[Chinese]KM[7]RE[W+1]", "Chinese", "record", 7.0, "record"),
        ("RE[W+17]", "Japanese", "default", 0.0, "default"),
        ("HA[2]AB[ea][ee]RU[Japanese]", "Japanese", "record", 0.5, "default"),
    ],
)
def test_terms_say_where_they_come_from(head, rules, rules_from, komi, komi_from):
    terms = small(head).terms
    assert (terms.rules.name, terms.rules_from, terms.komi, terms.komi_from) == (
        rules,
        rules_from,
        komi,
        komi_from,
    )
    assert bool(terms.notes) == ("default" in (rules_from, komi_from) or komi_from == "repaired")


def test_asked_terms_win():
    terms = small("RU[Japanese]KM[6.5]", rules="chinese", komi=3.0).terms
    assert (terms.rules.name, terms.rules_from, terms.komi, terms.komi_from) == (
        "Chinese",
        "asked",
        3.0,
        "asked",
    )


def test_plain_counting_is_for_servers_that_count_so():
    assert small("RU[Japanese]PC[OGS: https://online-go.com/game/1]").tally.method == "plain territory"
    assert small("RU[Japanese]PC[KGS]").tally.method == "territory"


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("(;SZ[9]RE[B+R];B[ee];W[cc])", "the game ended by resignation"),
        ("(;SZ[9];B[ee];W[cc])", "the record does not end in two passes, and states no score"),
        ("(;SZ[9];B[ee];W[ee];B[];W[])", "move 2 is illegal, and the game is scored before it"),
        ("(;SZ[9])", "the record does not end in two passes, and states no score"),
    ],
)
def test_unfinished_games_are_estimates(text, because):
    sheet = sheet_of(text)
    assert not sheet.finished
    assert sheet.unfinished_because == because
    assert sheet.to_json()["counting"] == "estimate"


@pytest.mark.parametrize(
    ("text", "lead"),
    [
        ("(;SZ[9]KM[7.5]RU[Chinese];B[];W[])", -7.5),  # an empty board
        ("(;SZ[9]KM[7.5]RU[Chinese];B[ee];W[];B[])", 81 - 7.5),  # one stone
        ("(;SZ[9]KM[0]RU[Chinese]AB[aa][cc][ee][gg];W[];B[])", 81.0),  # all of one colour
        ("(;SZ[2]KM[0]RU[Chinese];B[aa];W[];B[])", 4.0),
    ],
)
def test_extreme_boards(text, lead):
    sheet = sheet_of(text)
    assert sheet.finished
    assert sheet.lead == lead


def test_a_rectangular_board_is_refused_by_name():
    with pytest.raises(PositionError, match="9x13"):
        sheet_of("(;SZ[9:13];B[aa])")


def test_unknown_rules_asked_for_are_refused():
    with pytest.raises(RulesError, match="'mornington'"):
        small(rules="mornington")


def test_a_corrupt_model_is_refused(tmp_path):
    path = tmp_path / "life.safetensors"
    path.write_bytes(b"\x10\0\0\0\0\0\0\0not a model at all")
    with pytest.raises(ModelError, match="expected a Kifu model"):
        LifeModel.load(path)


def test_json_has_the_promised_fields():
    line = json.loads(json.dumps(small("RU[Japanese]KM[0.5]").to_json()))
    for name in (
        "rules",
        "komi",
        "result",
        "margin",
        "winner",
        "dead",
        "seki",
        "doubtful",
        "blocks",
        "ownership",
    ):
        assert name in line
    assert set(line["blocks"][0]) == {"colour", "points", "status", "probability", "reason"}
    assert np.array(line["ownership"]).shape == (5, 5)


def test_the_same_seed_gives_the_same_sheet():
    head = "RU[Japanese]KM[0.5]"
    assert small(head).to_json() == small(head).to_json()


def test_dead_stones_stand_in_the_enemys_area(shared_data):
    import tarfile

    with tarfile.open(shared_data / "go" / "scoring-tests.tar.xz") as tar:
        wanted = [m for m in tar if "kgs19-territory-marked" in m.name and m.name.endswith(".sgf")][:60]
        right = 0
        for member in wanted:
            sheet = score_record(sgf.read(tar.extractfile(member).read())[0])
            stones, dead = sheet.judgement.stones, sheet.judgement.dead > 0
            assert (sheet.judgement.area[dead] != stones[dead]).all()
            for block in sheet.blocks:
                ys, xs = [p.y for p in block.points], [p.x for p in block.points]
                assert (dead[ys, xs] == block.dead).all()
                assert (stones[ys, xs] == (1 if block.colour is Colour.BLACK else 2)).all()
            right += bool(sheet.agrees)
    assert right >= 50


def test_ing_rules_give_equal_points_to_black():
    empty = sgf.read(b"(;SZ[9]RU[Ing]KM[0]RE[0];B[];W[])")[0]
    sheet = score_record(empty)
    assert (str(sheet.result), sheet.winner, sheet.agrees) == ("B+0", Colour.BLACK, True)
    assert str(score_record(empty, rules="Chinese").result) == "0"


@pytest.fixture(scope="module")
def doubtful():
    """Finished games of random moves in which the score depends on a doubtful block or two."""
    found = []
    for seed in range(400):
        dice, board = random.Random(seed), Board(7)
        while not board.is_over and len(board.moves) < 70:
            moves = [p for p in board.legal_moves() if not is_own_eye(board.stones, p, board.to_play)]
            board.play(dice.choice(moves) if moves and dice.random() < 0.97 else None)
        sheet = score_record(record_of(board, komi=5.5))
        if sheet.finished and 1 <= len(sheet.doubtful) <= 2:
            found.append(sheet)
    assert len(found) >= 5
    return found


def readings(sheet):
    """The result of every way to count the doubtful blocks."""
    numbers = [i for i, block in enumerate(sheet.blocks) if block.status == "doubtful"]
    for dead in product((False, True), repeat=len(numbers)):
        judged = sheet.judgement.with_fates(zip(numbers, dead, strict=True))
        yield dict(zip(numbers, dead, strict=True)), count(judged, sheet.terms).used.result


def test_the_recorded_result_decides_what_is_doubtful(doubtful):
    for sheet in doubtful:
        results = list(readings(sheet))
        for fates, result in results:
            record = record_of(sheet.board, komi=5.5, info={"result": str(result)})
            decided = score_record(record)
            if [other for _, other in results].count(result) > 1:
                assert decided.doubtful == sheet.doubtful  # two ways to count give this result
                continue
            assert decided.result == result
            assert decided.agrees
            for number, dead in fates.items():
                block = decided.blocks[number]
                assert (block.dead, block.status == "dead") == (dead, dead)
                assert block.reason.startswith("the recorded result shows it: ")
                name = f"{block.colour} {to_gtp(block.points[0], 7)}"
                assert any("decides" in line and name in line for line in sheet_lines(decided))
            assert score_record(record, use_result=False).doubtful == sheet.doubtful
            # Under another komi the recorded result says nothing.
            assert score_record(record, komi=5.5).doubtful == sheet.doubtful


def test_a_result_that_no_reading_gives_decides_nothing(doubtful):
    for sheet in doubtful:
        record = record_of(sheet.board, komi=5.5, info={"result": "B+100.5"})
        assert score_record(record).doubtful == sheet.doubtful


@pytest.mark.parametrize(("rules", "result"), [("ing", "B+0"), ("chinese", "0")])
def test_equal_points_have_one_result_everywhere(rules, result):
    board = Board.from_diagram("\n".join([". . X O . ."] * 6), rules=rules)
    board.pass_()
    board.pass_()
    game = GoArenaGame(board, 0.0, [], lambda: make_referee("kifu"))
    assert str(score(board, komi=0).result) == result
    assert str(score_board(board, Terms.explicit(board.rules, 0)).result) == result
    assert str(game.result()) == result
    with Talk() as talk:
        for command in ("boardsize 6", f"kata-set-rules {rules}", "komi 0"):
            talk.ask(command)
        for y in range(1, 7):
            talk.ask(f"play b C{y}")
            talk.ask(f"play w D{y}")
        assert talk.ask("final_score") == f"= {result}"
