"""Kifu (棋譜, "game record"): Go and English draughts learned from game records and self-play.

Records come in through `kifu.records`, become positions in `kifu.games`, and are kept by the
thousand in `kifu.archive`. Nothing is imported here, so that every command loads only what it uses.
"""


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version

        return version("kifu")
    raise AttributeError(f"module 'kifu' has no attribute {name!r}")
