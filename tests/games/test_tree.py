"""Records as trees of nodes, which a page walks without knowing any rules."""

from typing import Any

from kifu import records
from kifu.games.draughts.tree import tree_facts as draughts_tree
from kifu.games.game import game_of
from kifu.games.go.tree import tree_facts as go_tree
from kifu.games.tree import about_record


def tree(text: str) -> Any:
    found = records.read(text)
    game = game_of(found[0])
    make = {"go": go_tree, "draughts": draughts_tree}[game.kind]
    return make(game, about_record(game, 1, found))


def test_nodes_of_go_say_what_they_change_and_mark():
    facts = tree(
        "(;SZ[9]PB[A]RE[W+2.5]AB[cb][bc]AW[cc]TR[aa][dd:ee]LB[bb:x];B[dc]C[one](;W[ee];B[cd])(;W[dc];W[aa]))"
    )
    root, first, second, taken, wrong, after = facts["nodes"]
    assert root["marks"] == {"triangle": ["A9", "D6", "E6", "D5", "E5"]}
    assert root["labels"] == {"B8": "x"}
    assert root["changes"] == {"C8": "b", "B7": "b", "C7": "w"}
    assert (first["move"], first["comment"], first["children"]) == (("B", "D7"), "one", [2, 4])
    assert second["changes"] == {"E5": "w"}
    assert taken["changes"] == {"C7": "", "C6": "b"}
    assert "D7" in wrong["illegal"]
    assert wrong["illegal"] in facts["problems"]
    assert (after["parent"], after["to_play"]) == (4, "black")
    assert facts["main_line"] == [0, 1, 2, 3]
    assert (facts["info"]["black"], facts["info"]["result"], facts["truncated"]) == ("A", "W+2.5", False)


def test_nodes_of_draughts_have_their_positions():
    facts = tree('[Event "x"]\n[Result "*"]\n\n1. 11-15 {good} 22-18 $1 (22-17 99-1) 2. 15x22 *\n')
    moves = [node.get("move") for node in facts["nodes"]]
    assert moves == [None, "11-15", "22-18", "15x22", "22-17", "99-1"]
    assert (facts["nodes"][1]["comment"], facts["nodes"][2]["nags"]) == ("good", [1])
    assert "illegal" in facts["nodes"][5]
    assert facts["nodes"][5]["fen"] == facts["nodes"][4]["fen"]
    assert facts["main_line"] == [0, 1, 2, 3]
