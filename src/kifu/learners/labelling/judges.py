"""Judges: each proposes which stones of a finished position are dead. None knows the result."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, Protocol

import numpy as np

from kifu._native import go, playouts
from kifu.archive.splits import Split
from kifu.errors import InputError
from kifu.learners.labelling import gnugo
from kifu.learners.labelling.finished import FinishedGames, Marks
from kifu.models.life import LifeModel
from kifu.work.sent import SentFiles

EVERY: frozenset[Split] = frozenset(("train", "validation", "test"))


@dataclass(frozen=True, eq=False)
class Proposed:
    """What a judge says of many games.

    Attributes:
        dead: of shape (n, size, size), 1 on dead stones.
        failures: by row of the game, why the judge could not say anything of it.
    """

    dead: Marks
    failures: dict[int, str] = field(default_factory=dict)


class Judge(Protocol):
    """Someone who says which stones are dead; small enough to be sent to a worker."""

    #: As `--judges` has it.
    name: ClassVar[str]
    #: Which games it may label: no test games if a measured model learns from it or looks at it.
    splits: ClassVar[frozenset[Split]]

    @property
    def version(self) -> str:
        """Says when it would judge differently."""

    def propose(self, games: FinishedGames) -> Proposed:
        """Say which stones are dead."""


@dataclass(frozen=True)
class Alive:
    """Every stone is alive."""

    name: ClassVar[str] = "alive"
    splits: ClassVar[frozenset[Split]] = EVERY
    version: ClassVar[str] = "1"

    def propose(self, games: FinishedGames) -> Proposed:
        """Take nothing off."""
        return Proposed(np.zeros_like(games.stones))


@dataclass(frozen=True)
class Safe:
    """Only stones inside unconditional eyes of the enemy are dead."""

    name: ClassVar[str] = "safe"
    splits: ClassVar[frozenset[Split]] = EVERY
    version: ClassVar[str] = "1"

    def propose(self, games: FinishedGames) -> Proposed:
        """Take off what stands in unconditional eyes."""
        return Proposed(go.unconditionally_dead(games.stones))


@dataclass(frozen=True)
class Playouts:
    """A block is dead if the enemy owns its points at the end of most endings with local knowledge.

    Not for test games: the life model's full features look at the same playouts.
    """

    name: ClassVar[str] = "playouts"
    splits: ClassVar[frozenset[Split]] = frozenset(("train", "validation"))
    games: int = 128
    seed: int = 1

    @property
    def version(self) -> str:
        """How the endings are played, their number and seed: proposals of another kind are asked anew."""
        return f"tactical/{self.games}/{self.seed}"

    def propose(self, games: FinishedGames) -> Proposed:
        """Play every position to its end many times."""
        owned = playouts.tactical_ownership(games.stones, games.to_play, self.games, self.seed)
        # From Black's side -1 to 1, to the chance of each stone.
        sign = np.where(games.stones == 2, np.float32(-0.5), np.float32(0.5))
        return Proposed(go.dead_blocks(games.stones, np.float32(0.5) + sign * owned))


@dataclass(frozen=True)
class Model:
    """A life model. It judges training games only, so that it is measured on labels of others."""

    name: ClassVar[str] = "model"
    splits: ClassVar[frozenset[Split]] = frozenset(("train",))
    path: str | None = None
    sent: SentFiles = field(default_factory=lambda: SentFiles({}))

    @property
    def version(self) -> str:
        """Fingerprint of the model."""
        return _fingerprint(self._loaded())

    def propose(self, games: FinishedGames) -> Proposed:
        """Ask the model about every block."""
        life = self._loaded().maps(games.stones, games.to_play, games.passes)
        return Proposed(go.dead_blocks(games.stones, life))

    def _loaded(self) -> LifeModel:
        return _model(None if self.path is None else self.sent.there(self.path))


@lru_cache(maxsize=4)
def _model(path: str | None) -> LifeModel:
    return LifeModel.bundled() if path is None else LifeModel.load(Path(path))


@lru_cache(maxsize=4)
def _fingerprint(model: LifeModel) -> str:
    digest = hashlib.sha256(repr(sorted(model.card.options.items())).encode())
    for name, array in sorted(model.arrays.items()):
        digest.update(f"{name} {array.dtype} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:12]


@dataclass(frozen=True)
class GnuGo:
    """GNU Go, one long-lived process in each worker. What goes wrong costs the one proposal.

    Args:
        command: how it is started; the rules are added.
        level: its strength.
        timeout: seconds for one game.
    """

    name: ClassVar[str] = "gnugo"
    splits: ClassVar[frozenset[Split]] = EVERY
    command: tuple[str, ...] = gnugo.COMMAND
    level: int = 10
    timeout: float = 30.0

    @property
    def version(self) -> str:
        """Its own version and the level."""
        return f"{gnugo.version(self.command)} level {self.level}"

    @property
    def installed(self) -> bool:
        """Whether it is there."""
        return gnugo.is_installed(self.command)

    def propose(self, games: FinishedGames) -> Proposed:
        """Ask about one game after the other."""
        proposed = Proposed(np.zeros_like(games.stones))
        command = (*self.command, "--level", str(self.level))
        for i, stones in enumerate(games.stones):
            rules = "--chinese-rules" if games.by_area[i] else "--japanese-rules"
            dead = gnugo.dead_stones((*command, rules), stones, int(games.to_play[i]), self.timeout)
            if isinstance(dead, str):
                proposed.failures[i] = dead
            else:
                proposed.dead[i] = dead
        return proposed


_KINDS = (Alive, Safe, Playouts, Model, GnuGo)
#: Names of all judges, the quick ones first.
JUDGES: tuple[str, ...] = tuple(kind.name for kind in _KINDS)
#: Which games each of them may label.
SPLITS_OF = {kind.name: kind.splits for kind in _KINDS}


def judges_named(
    names: Iterable[str], *, playouts: int = 128, model: str | None = None, level: int = 10
) -> list[Judge]:
    """The judges of these names, in the usual order.

    Args:
        names: of `JUDGES`.
        playouts: random endings a position.
        model: a life model file; the bundled one if not given.
        level: of GNU Go.
    """
    wanted = set(names)
    for name in sorted(wanted):
        if name not in JUDGES:
            raise InputError(f"expected judges of {', '.join(JUDGES)}, not {name!r}")
    known: dict[str, Judge] = {
        "alive": Alive(),
        "safe": Safe(),
        "playouts": Playouts(playouts),
        "model": Model(model, SentFiles.of(model)),
        "gnugo": GnuGo(level=level),
    }
    return [known[name] for name in JUDGES if name in wanted]
