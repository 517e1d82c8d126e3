"""What cells need from outside: archives of games, labels in them, bundled models, programs.

A need is a text, `archive:pro19`. Its fingerprint goes into the key of the cell; a path on this machine
never does. Of games their paths within an archive count, for these decide which are held out for tests.
"""

import hashlib
import subprocess
import tarfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

from kifu.errors import InputError, MissingDataError
from kifu.work.cache import cache_folder
from kifu.work.progress import Progress, silent

_DIGITS = 16


@dataclass(frozen=True)
class Role:
    """A collection of games that experiments know by a name.

    Attributes:
        games: what it holds.
        where: where to get it.
    """

    games: str
    where: str


ROLES = {
    "pro19": Role(
        "68,933 even professional games on 19x19",
        "A. Brouwer's collection (homepages.cwi.nl/~aeb/go/games); any archive of professional games will do",
    ),
    "kgs19": Role(
        "19,438 even games of high-dan amateurs on 19x19",
        "the KGS archives of strong players (u-go.net/gamerecords)",
    ),
    "human9": Role(
        "83,855 scored games on 9x9 that end in two passes",
        "games of OGS (online-go.com) and GoQuest with a numeric result",
    ),
    "human9-unscored": Role(
        "136,577 games on 9x9 without a score, most of them resigned",
        "resigned games of OGS (online-go.com) and GoQuest",
    ),
}

_PROGRAMS = {"gnugo": "GNU Go 3.8 (Debian and Ubuntu: apt install gnugo)"}


@dataclass
class Sources:
    """Where things are on this machine.

    Attributes:
        archives: files by role, as the user gave them.
        folder: holds the original archives, `ROLE.tar.xz`, here or one folder below; None for none.
        progress: told while an original archive is imported.
    """

    archives: Mapping[str, Path] = field(default_factory=dict)
    folder: Path | None = None
    progress: Progress = silent

    def __post_init__(self) -> None:
        for role, path in self.archives.items():
            if role not in ROLES:
                raise InputError(f"expected an archive of {', '.join(ROLES)}, got {role!r}")
            if not path.is_file():
                raise InputError(f"there is no archive {str(path)!r} for {role}")
        if self.folder is not None and not self.folder.is_dir():
            raise InputError(f"expected a folder of game archives, but {str(self.folder)!r} is none")
        self._ready: dict[str, Path] = dict(self.archives)
        self._prints: dict[str, str] = {}
        self._indexes: dict[str, dict[str, dict[str, str]]] = {}

    def fingerprint(self, need: str) -> str:
        """What stands for the need in a key.

        Raises:
            MissingDataError: It is not here.
        """
        if need not in self._prints:
            self._prints[need] = self._compute(need)
        return self._prints[need]

    @property
    def known(self) -> dict[str, str]:
        """Fingerprints of all that was asked for so far."""
        return dict(self._prints)

    def archive(self, role: str) -> Path:
        """The archive of a role; an original one is imported into the user's cache once.

        Raises:
            MissingDataError: It is not here.
        """
        if role not in self._ready:
            original = self._original(role)
            if original is None:
                raise MissingDataError(what_is_missing(f"archive:{role}"))
            self._ready[role] = _imported(original, role, self.progress)
        return self._ready[role]

    def index(self, role: str) -> dict[str, dict[str, str]]:
        """The table of games in the original archive of a role, by the path of each in it.

        Raises:
            MissingDataError: There is no original archive, or it has no `index.tsv`.
        """
        if role not in self._indexes:
            original = self._original(role)
            if original is None:
                raise MissingDataError(what_is_missing(f"index:{role}"))
            self._indexes[role] = read_index(original)
        return self._indexes[role]

    def program(self, name: str) -> str:
        """Where a program is.

        Raises:
            MissingDataError: It is not installed.
        """
        path = _path_of(name)
        if path is None:
            raise MissingDataError(what_is_missing(f"program:{name}"))
        return path

    def has(self, need: str) -> bool:
        """Whether it is here; nothing is imported for the answer."""
        kind, _, name = need.partition(":")
        if kind == "archive":
            return name in self._ready or self._original(name) is not None
        if kind == "labels":
            return name in self._ready and _labelled(self._ready[name])
        if kind == "index":
            return self._has_index(name)
        if kind == "program":
            return _path_of(name) is not None
        return True

    def _has_index(self, role: str) -> bool:
        try:
            self.index(role)
        except MissingDataError:
            return False
        return True

    def _original(self, role: str) -> Path | None:
        if self.folder is None:
            return None
        names = [f"{role}{end}" for end in (".tar.xz", ".tar.gz", ".zip", ".tar")]
        for folder in (self.folder, *sorted(p for p in self.folder.iterdir() if p.is_dir())):
            for name in names:
                if (folder / name).is_file():
                    return folder / name
        return None

    def _compute(self, need: str) -> str:
        kind, _, name = need.partition(":")
        if kind == "archive":
            return archive_fingerprint(self.archive(name))
        if kind == "labels":
            return labels_fingerprint(self.archive(name))
        if kind == "index":
            text = repr(sorted((path, sorted(row.items())) for path, row in self.index(name).items()))
            return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:_DIGITS]
        if kind == "model":
            return model_fingerprint(name)
        if kind == "program":
            return _version_of(self.program(name))
        raise InputError(f"expected a need such as archive:pro19, got {need!r}")


def what_is(need: str) -> str:
    """A need in words."""
    kind, _, name = need.partition(":")
    if kind in ("archive", "labels", "index"):
        role = ROLES[name]
        said = {
            "labels": f", labelled by kifu label {name}.db",
            "index": ", the original archive with its index.tsv",
        }
        return f"{role.games}{said.get(kind, '')}; {role.where}"
    return _PROGRAMS.get(name, name) if kind == "program" else "comes with Kifu"


def what_is_missing(need: str) -> str:
    """What a need is, where to get it, and how to hand it over."""
    kind, _, name = need.partition(":")
    if kind == "program":
        return f"{name} is missing: install {what_is(need)}"
    if kind == "index":
        return f"the index of {name} is missing: {what_is(need)}. Give --data FOLDER with {name}.tar.xz in it"
    if kind == "labels":
        return (
            f"labels of {name} are missing: {what_is(need)}. Give --archive {name}=FILE of a labelled archive"
        )
    return (
        f"{name} is missing: {what_is(need)}. Give --archive {name}=FILE (an archive that kifu import made), "
        f"or --data FOLDER with {name}.tar.xz in it"
    )


@cache
def model_fingerprint(name: str) -> str:
    """A fingerprint of a bundled model."""
    data = (files("kifu.models") / "bundled" / f"{name}.safetensors").read_bytes()
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def archive_fingerprint(path: Path) -> str:
    """A fingerprint of the games of an archive in their order: what was read, and as what it was read."""
    from kifu.archive import Archive, fingerprints

    with Archive(path) as archive:
        return fingerprints.archive_fingerprint(archive)[:_DIGITS]


def labels_fingerprint(path: Path) -> str:
    """A fingerprint of the games and of whose their points are."""
    from kifu.archive import Archive, fingerprints

    games = archive_fingerprint(path)
    with Archive(path) as archive:
        return fingerprints.labels_fingerprint(archive, games)[:_DIGITS]


def _labelled(path: Path) -> bool:
    from kifu.archive import Archive
    from kifu.archive.filters import STATUSES

    with Archive(path) as archive:
        return archive.count(labels=STATUSES) > 0


def read_index(original: Path) -> dict[str, dict[str, str]]:
    """Read `FOLDER/index.tsv` of a tar or zip archive: its rows by `FOLDER/` and what they call `file`."""
    from kifu.archive.index_table import parse_index

    name, data = _member(original, "index.tsv")
    return parse_index(data, f"{name!r} of {str(original)!r}", name.rpartition("/")[0])


def _member(original: Path, end: str) -> tuple[str, bytes]:
    from kifu.archive.containers import DAMAGE

    try:
        found = _find_member(original, end)
    except DAMAGE as error:
        raise InputError(
            f"expected a tar or zip archive, but {str(original)!r} cannot be read: {error}; get it anew"
        ) from error
    if found is None:
        raise MissingDataError(f"{str(original)!r} has no {end}")
    return found


def _find_member(original: Path, end: str) -> tuple[str, bytes] | None:
    if original.suffix == ".zip":
        with zipfile.ZipFile(original) as packed:
            for name in packed.namelist():
                if name.rpartition("/")[2] == end:
                    return name, packed.read(name)
    else:
        with tarfile.open(original) as tar:
            for member in tar:
                file = tar.extractfile(member) if member.name.rpartition("/")[2] == end else None
                if file is not None:
                    return member.name, file.read()
    return None


def _path_of(program: str) -> str | None:
    from kifu.protocols.process import find_program

    return find_program(program)


@cache
def _version_of(path: str) -> str:
    """The first line that a program says of its version."""
    said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False).stdout
    return (said.strip().splitlines() or ["unknown"])[0]


def _imported(original: Path, role: str, progress: Progress) -> Path:
    from kifu.archive import Archive, import_paths

    with original.open("rb") as file:
        print_ = hashlib.file_digest(file, "sha256").hexdigest()[:_DIGITS]
    folder = cache_folder() / "archives"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{role}-{print_}.db"
    damage = None
    with Archive.create(path) as archive:
        if not archive.is_complete:
            found = dict(import_paths(archive, [original], progress=progress).unreadable)
            damage = found.get(str(original))
    if damage is not None:
        path.unlink()  # a part of the games would be taken for all of them
        raise InputError(f"{str(original)!r} cannot be read to its end: {damage}; get it anew")
    return path
