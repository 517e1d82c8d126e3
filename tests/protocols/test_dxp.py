"""DXP messages, beside those of pydraughts, and the socket they go over."""

import socket

import pytest
from draughts.engines.dxp_communication.dxp_classes import DXP_BLACK, DXP_WHITE, DamExchange

from kifu.protocols.dxp import Answer, Back, Chat, Connection, DxpError, End, Message, Played, Request, parse

START = "Z" + 12 * "z" + 8 * "e" + 12 * "w"


@pytest.mark.parametrize(
    ("message", "written"),
    [
        (Request("Kifu", "W", 5, 75, START), f"R01{'Kifu':32}W005075B{START}"),
        (Request("Tornado 4.0", "Z"), f"R01{'Tornado 4.0':32}Z000000A"),
        (Answer("Kifu", 2), f"A{'Kifu':32}2"),
        (Played(6, 11, (), 12), "M0012061100"),
        (Played(5, 25, (22, 12, 23, 20), 12), "M001205250422122320"),
        (End(2, stop=True), "E21"),
        (Chat("what about move 35?"), "Cwhat about move 35?"),
    ],
)
def test_messages_are_written_and_read(message: Message, written: str) -> None:
    assert str(message) == written
    assert parse(written) == message
    assert DamExchange().parse(written)["type"] == written[0]


def test_pydraughts_and_kifu_write_the_same() -> None:
    theirs = DamExchange()
    request = parse(theirs.msg_gamereq(DXP_WHITE, 5, 75))
    assert request == Request("DXP Client", "Z", 5, 75)
    assert theirs.msg_move([15, 24], [19], 3) == str(Played(15, 24, (19,), 3))
    assert parse(theirs.msg_gameend("1")) == End(1, stop=True)
    assert parse(theirs.msg_backreq(5, DXP_BLACK)) == Back()
    read = theirs.parse(str(Request("Kifu", "W", 5, 75, START)))
    assert [read[name] for name in ("name", "fColor", "gameTime", "mColor")] == ["Kifu", "W", "005", "Z"]
    assert read["pos"] == START[1:]


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "X",
        "R01",
        f"R01{'Kifu':32}B000000A",
        "M0012061101",
        "M00120611",
        "M0012061100x",
        "E9",
        "E00 ",
        "A0",
    ],
)
def test_what_is_no_message_is_refused(broken: str) -> None:
    with pytest.raises(DxpError, match="expected a DXP message"):
        parse(broken)


def test_fields_never_break_a_message() -> None:
    long = Request("棋譜 " * 20, "W", 5000, 5000)
    assert len(str(long)) == 43
    assert parse(str(long)) == Request(("?? " * 20)[:32].strip(), "W", 999, 999)
    assert len(str(Chat("x" * 500))) == 127
    assert str(Played(1, 5, (), 123456)) == "M9999010500"
    assert parse("R02 whatever") == Request("", "", version="02")


def test_messages_come_whole_however_the_network_cuts_them() -> None:
    left, right = socket.socketpair()
    with Connection(right) as connection, left:
        for part in (b"E0", b"0\0Chel", b"lo\0M00", b"12061100\0"):
            left.sendall(part)
        found = [connection.receive(5) for _ in range(3)]
        assert found == [End(), Chat("hello"), Played(6, 11, (), 12)]
        with pytest.raises(DxpError, match="nothing came"):
            connection.receive(0.01)
        left.sendall(b"C" * 200)
        with pytest.raises(DxpError, match="zero byte after at most 127"):
            connection.receive(5)


def test_a_side_that_leaves_is_noticed() -> None:
    left, right = socket.socketpair()
    with Connection(right) as connection:
        left.sendall(b"E00\0M00")
        left.close()
        assert connection.receive(5) == End()
        with pytest.raises(DxpError, match=r"within a message, b'M00'"):
            connection.receive(5)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(DxpError, match=f"nobody answers at 127.0.0.1:{port}"):
        Connection.to("127.0.0.1", port, timeout=5)
