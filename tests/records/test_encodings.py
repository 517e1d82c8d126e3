import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.errors import RecordError
from kifu.records import encodings, sgf

# Short texts as records have them, each to be told from the others without being declared.
TEXTS = {
    "cp932": [
        "囲碁名人戦",
        "黒中押し勝ち",
        "井山裕太",
        "本因坊秀策",
        "第３局 ソウル",
        "こんにちは",
        "表示能力",
    ],
    "cp949": ["이세돌 9단", "흑 불계승", "안녕하세요", "박정환", "백 3집반승", "대국 시작"],
    "gb18030": ["黑中盘胜", "围棋名人战", "柯洁九段", "第十届应氏杯", "你好，谢谢", "古力 vs 李世石"],
    "cp950": ["黑中盤勝", "圍棋名人戰", "周俊勳九段", "第十屆應氏杯", "你好，謝謝", "功能許蓋"],
    "cp1251": ["Чёрные выиграли", "Привет", "Спасибо за игру", "ИВАНОВ Иван"],
    "latin-1": ["Müller", "François Bérard", "Ångström", "Señor Peña"],
    "cp1252": [
        "Müller – Bérard",
        "Šimon Bérard",
        "„Müller“ …",
        "Œuvre à 9×9",
        "Lee — Ke",
        "can’t",
        "it’s a “good” one…",
    ],
}
CASES = [(codec, text) for codec, texts in TEXTS.items() for text in texts]


@pytest.mark.parametrize(("codec", "text"), CASES)
def test_undeclared_encoding_is_guessed(codec: str, text: str) -> None:
    record = sgf.read(f"(;SZ[9]PB[{text}]PW[x];B[aa])".encode(codec))[0]
    assert (record.encoding, record.info.black, record.info.white) == (codec, text, "x")
    assert record.problem_count == 0


@pytest.mark.parametrize(("codec", "text"), CASES)
def test_declared_encoding_is_used(codec: str, text: str) -> None:
    record = sgf.read(f"(;SZ[9]CA[{codec}]PB[{text}]PW[x];B[aa])".encode(codec))[0]
    assert (record.info.black, record.info.white) == (text, "x")


@pytest.mark.parametrize(("codec", "text"), CASES)
def test_a_wrong_declaration_is_seen_and_listed(codec: str, text: str) -> None:
    record = sgf.read(f"(;SZ[9]CA[UTF-8]PB[{text}]PW[x];B[aa])".encode(codec))[0]
    assert (record.encoding, record.info.black) == (codec, text)
    assert [problem.kind for problem in record.problems] == ["encoding"]


@pytest.mark.parametrize(("codec", "text"), CASES)
def test_each_encoding_is_written_and_read_again(codec: str, text: str) -> None:
    record = sgf.read(f"(;SZ[9]CA[UTF-8]PB[{text}]C[{text}\n\\]\\\\];B[aa])")[0]
    again = sgf.read(record.to_bytes(codec))[0]
    assert again.encoding == codec
    assert (again.info.black, again.root.comment) == (text, f"{text}\n]\\")


# Characters whose second byte is that of [, \ or ].
@pytest.mark.parametrize(
    ("codec", "text"),
    [("cp932", "ソ能表ー十深"), ("cp950", "功許蓋"), ("gbk", "僜刓漒"), ("johab", "겥겦겧 뎉뎊뎋")],
)
def test_brackets_inside_characters(codec: str, text: str) -> None:
    data = f"(;SZ[9]CA[{codec}]PB[{text}]PW[{text}];B[aa])".encode(codec)
    assert any(bracket in text.encode(codec) for bracket in (b"[", b"\\", b"]"))
    record = sgf.read(data)[0]
    assert (record.info.black, record.info.white, len(record.moves)) == (text, text, 1)
    assert record.problem_count == 0
    record.root.set("C", "changed")  # goes through UTF-8
    assert (record.info.black, record.encoding) == (text, "utf-8")


# Seven bits and shifts between sets: every byte is ASCII, those of [, \\ and ] among them.
@pytest.mark.parametrize(
    ("codec", "text"), [("iso-2022-jp", "本因坊秀策 表示能力 院"), ("hz", "能 柯洁 古力~")]
)
def test_encodings_that_shift(codec: str, text: str) -> None:
    data = f"(;SZ[9]CA[{codec}]PB[{text}]C[{text}\\]]KM[x];B[aa])".encode(codec)
    assert data.isascii()
    record = sgf.read(data)[0]
    assert (record.info.black, record.root.comment, len(record.moves)) == (text, text + "]", 1)
    assert [problem.byte for problem in record.problems] == [data.index(b"x];")]
    again = sgf.read(record.to_bytes(codec))[0]
    assert (again.info.black, again.root.comment) == (text, text + "]")


def test_games_of_one_file_may_differ_in_encoding() -> None:
    data = "(;CA[gb2312]PB[黑中盘胜])".encode("gb18030") + "(;CA[UTF-8]PB[黑中盤勝])".encode()
    assert [game.info.black for game in sgf.read(data)] == ["黑中盘胜", "黑中盤勝"]


@pytest.mark.parametrize("names", [("gb2312", "GBK"), ("UTF-8", "utf8"), ("nonsense", "nothing")])
def test_games_of_one_file_may_spell_an_encoding_differently(names: tuple[str, str]) -> None:
    codec = encodings.codec_of(names[0]) or "utf-8"
    data = "".join(f"(;CA[{name}]PB[柯洁])" for name in names).encode(codec)
    assert [game.info.black for game in sgf.read(data)] == ["柯洁", "柯洁"]


def test_bytes_that_windows_has_no_characters_for_are_latin_1() -> None:
    assert encodings.guess("Müller – Bérard".encode("cp1252")) == "cp1252"
    assert encodings.guess("Müller – Bérard".encode("cp1252") + b" \x81") == "latin-1"


def test_a_name_cut_inside_a_character_is_still_guessed() -> None:
    text = "囲碁名人戦の記録をここに書きます"
    data = f"(;SZ[9]PB[{text}".encode("cp932")[:-1] + b"];B[aa])"
    assert encodings.guess(data) == "cp932"


@pytest.mark.parametrize(
    "name", ["hex", "zlib", "rot13", "idna", "unicode_escape", "nonsense", "", "../x", "\0"]
)
def test_unknown_encodings(name: str) -> None:
    assert encodings.codec_of(name) is None
    assert sgf.read(f"(;CA[{name}]PB[Müller])".encode("latin-1"))[0].info.black == "Müller"
    with pytest.raises(RecordError, match="expected the name of a text encoding"):
        sgf.SgfRecord.new().to_bytes(name)


def test_every_codec_exists() -> None:
    for codec in set(encodings._CODECS.values()):
        assert "(;B[aa])".encode(codec).decode(codec) == "(;B[aa])"


def test_text_that_an_encoding_cannot_write() -> None:
    record = sgf.read("(;PB[黑])")[0]
    with pytest.raises(RecordError, match="latin-1 cannot write '黑'"):
        record.to_bytes("latin-1")


@given(st.binary(max_size=400), st.text(max_size=12))
def test_any_bytes_have_an_encoding_that_decodes(data: bytes, declared: str) -> None:
    codec = encodings.of_record(data, declared)
    assert isinstance(encodings.decode(data, codec), str)
