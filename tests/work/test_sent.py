import pickle
from pathlib import Path

import pytest

from kifu.work import sent as sent_files
from kifu.work.sent import SentFiles


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that only this machine has."""
    monkeypatch.chdir(tmp_path)
    for name in ("x.safetensors", "old/x.safetensors", "my runs/x.safetensors", "a=b.safetensors", "plain"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(name)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("net:x.safetensors,depth=6", ["x.safetensors"]),
        ("net:old/x.safetensors", ["old/x.safetensors"]),
        ("net:my runs/x.safetensors,depth=6", ["my runs/x.safetensors"]),
        ("net:a=b.safetensors", ["a=b.safetensors"]),
        ("net:net=x.safetensors,other=old/x.safetensors", ["x.safetensors", "old/x.safetensors"]),
        ("gtp:\"engine --book x.safetensors --net 'my runs/x.safetensors'\"",
         ["x.safetensors", "my runs/x.safetensors"]),
        ("net:none.safetensors", []),
        ("katia:playouts=100", []),
        ("gtp:engine " + 300 * "x" + ".safetensors", []),
    ],
)  # fmt: skip
def test_names_in_a_text_become_where_the_files_are_now(
    text: str, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sent_files._elsewhere, "is_set", lambda: True)
    others = ["net:x.safetensors", "net:old/x.safetensors"]
    sent: SentFiles = pickle.loads(pickle.dumps(SentFiles.named_in([text, *others])))
    found = sent.there(text)
    placed = [sent.there(name) for name in names]
    assert not set(placed) & set(names)
    assert [Path(path).read_text() for path in placed] == names
    expected = text
    for name, path in zip(names, placed, strict=True):
        expected = expected.replace(name, path, 1)
    assert found == expected


def test_a_whole_path_is_one_file_whatever_its_ending() -> None:
    assert SentFiles.of(None) == SentFiles.of("none") == SentFiles({})
    for name in ("plain", "my runs/x.safetensors"):
        assert list(SentFiles.of(name).files) == [name]
        assert Path(SentFiles.of(name).there(name)).read_text() == name


def test_files_that_are_here_stay_where_they_are() -> None:
    sent = SentFiles.of("plain")
    assert sent.there("plain") == "plain"
    Path("plain").unlink()  # as on a machine of another executor
    assert Path(sent.there("plain")).read_text() == "plain"
