"""What lies in the tables of an archive, as other programs that open the file would find it."""

from typing import Any

from kifu.archive import Archive


def sql(archive: Archive, statement: str) -> list[tuple[Any, ...]]:
    """All rows of a statement."""
    return archive._connection.execute(statement).fetchall()
