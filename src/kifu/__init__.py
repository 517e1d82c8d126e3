"""Kifu (棋譜, "game record"): Go and English draughts from Python.

    >>> import kifu
    >>> game = kifu.read("sample")        # a path, bytes or an open file; SGF or PDN
    >>> kifu.score(game).result.winner
    <Colour.BLACK: 'B'>

docs/python.md shows what there is. Names are loaded when they are used (`__init__.pyi` has their types); what
is neither here nor in a documented module is internal and may change.
"""

#: Where each name is; the name there is the same unless it follows a colon.
_HOMES = {
    "read": "kifu.games.reading",
    "read_all": "kifu.games.reading",
    "Game": "kifu.games.game",
    "Board": "kifu.games.go",
    "DraughtsPosition": "kifu.games.draughts:Position",
    "Colour": "kifu.records.moves",
    "Point": "kifu.records.moves",
    "Move": "kifu.records.moves",
    "Archive": "kifu.archive",
    "KifuError": "kifu.errors",
    **dict.fromkeys(
        ("score", "life", "life_all", "predict", "review", "openings", "player", "play_game"),
        "kifu.interfaces.api",
    ),
}

__all__ = [  # noqa: RUF022 -- in the order of docs/python.md
    "read", "read_all", "Game", "Board", "DraughtsPosition", "Colour", "Point", "Move",
    "score", "life", "life_all", "predict", "review", "openings", "player", "play_game",
    "Archive", "KifuError",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("kifu")
    if name not in _HOMES:
        raise AttributeError(f"module 'kifu' has no attribute {name!r}")
    import importlib

    module, _, other = _HOMES[name].partition(":")
    found = getattr(importlib.import_module(module), other or name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
