"""The network: moves, owners, lead and chance to win of positions, in one look at each.

Weights lie in a safetensors file with a card; what runs is the ONNX file made from it (`kifu train onnx`), on
ONNX Runtime. Where that is not installed there is no network, and the models of the papers answer alone.
"""

import json
import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kifu._native import models as native
from kifu.errors import InputError, KifuWarning, MissingToolError
from kifu.games.go import Board, Counting
from kifu.models.files import Arrays, Card, ModelError, load, read_bundled
from kifu.models.moves import MovePredictor
from kifu.models.network_onnx import CARD, to_int8, to_onnx, unsealed
from kifu.work.executors import map_threads
from kifu.work.files import READ_LIMIT, read_bytes
from kifu.work.seeds import stream

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

    from kifu.archive.packed import PackedGames

KIND, VERSION = "network", 1

PLANES: int = native.NETWORK_PLANES
NUMBERS: int = native.NETWORK_NUMBERS
#: The plane of log-probabilities of the pattern model.
EXPERT_PLANE: int = native.NETWORK_EXPERT
#: Where the ranks begin among the numbers of a position.
RANK_NUMBERS: int = native.NETWORK_RANKS
UNKNOWN_RANK: int = native.UNKNOWN_RANK

#: Leads, in points, that the distribution of the lead is over: fine near an even game, coarse far from it.
LEAD_BINS: npt.NDArray[np.float32] = (5.66 * np.sinh(0.15 * np.arange(-25, 26))).astype(np.float32)

#: Boards that a network is made for. Up to 9 lines one that learned from 9x9, beyond it one from 19x19.
SIZES = range(5, 20)
_SMALL = 9
_SYMMETRIES = 8
_BATCH = 16
_USUAL_KOMI = 6.5
_USUAL_GAMES, _EVERY_POSITION = 24, 4


@dataclass(frozen=True)
class NetworkShape:
    """How large a network is.

    Attributes:
        blocks: residual blocks.
        channels: of the body.
        hidden: channels of the heads.
        expert: whether the pattern model's log-probabilities are among the inputs.
    """

    blocks: int = 6
    channels: int = 64
    hidden: int = 32
    expert: bool = True


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What a network says of some positions, one row each.

    Attributes:
        policy: probability of every point, row by row, and last of a pass; 0 where a move is not legal.
        owners: expected owner of every point, 1 Black's, -1 White's.
        lead: Black's expected lead at the end in points, komi counted.
        spread: standard deviation of that lead.
        win: Black's chance to win.
    """

    policy: npt.NDArray[np.float32]
    owners: npt.NDArray[np.float32]
    lead: npt.NDArray[np.float32]
    spread: npt.NDArray[np.float32]
    win: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.win)

    def rows(self) -> "list[Evaluation]":
        """The positions one by one."""
        parts = (self.policy, self.owners, self.lead, self.spread, self.win)
        return [Evaluation(*(part[i : i + 1] for part in parts)) for i in range(len(self))]

    @staticmethod
    def mean(parts: "Sequence[Evaluation]") -> "Evaluation":
        """The mean of several answers about the same positions."""
        if len(parts) == 1:
            return parts[0]
        lead = np.mean([part.lead for part in parts], axis=0)
        square = np.mean([part.spread**2 + part.lead**2 for part in parts], axis=0)
        return Evaluation(
            np.mean([part.policy for part in parts], axis=0),
            np.mean([part.owners for part in parts], axis=0),
            lead,
            np.sqrt(np.maximum(square - lead**2, 0)),
            np.mean([part.win for part in parts], axis=0),
        )


def lead_targets(leads: npt.NDArray[np.floating]) -> npt.NDArray[np.float32]:
    """Leads as distributions over `LEAD_BINS`: two neighbours share each; all 0 where a lead is NaN."""
    known = np.flatnonzero(~np.isnan(leads))
    wanted = np.clip(leads[known], LEAD_BINS[0], LEAD_BINS[-1])
    upper = np.clip(np.searchsorted(LEAD_BINS, wanted), 1, len(LEAD_BINS) - 1)
    share = (wanted - LEAD_BINS[upper - 1]) / (LEAD_BINS[upper] - LEAD_BINS[upper - 1])
    targets = np.zeros((len(leads), len(LEAD_BINS)), np.float32)
    targets[known, upper - 1] = 1 - share
    targets[known, upper] = share
    return targets


class View(NamedTuple):
    """How a network looks at positions.

    Attributes:
        rank: of both players as a number (`kifu.archive.ranks`); None where not known.
        symmetries: how many ways to turn the board the answer is the mean of, 1 to 8.
    """

    rank: int | None = None
    symmetries: int = 1


class Network:
    """A network ready to run.

    Args:
        data: an ONNX file as `kifu train onnx` writes it.
        name: of the file, for errors.
        predictor: the pattern model it learned with; the bundled one for its boards if not given.
        threads: that ONNX Runtime uses.
    """

    def __init__(
        self, data: bytes, name: str, *, predictor: MovePredictor | None = None, threads: int = 1
    ) -> None:
        self._made_from = data, name, threads
        self._session = _session(unsealed(data, name), name, threads)
        self.card = _card(self._session, name)
        self._threads = threads
        self._predictor = None
        if self.card.options["expert"] is not None:
            self._predictor = predictor or MovePredictor.bundled(int(self.card.options["size"]))
            if identity(self._predictor) != self.card.options["expert"]:
                raise ModelError(
                    f"{name}: expected the pattern model that this network learned with, but another one is "
                    "there; train the network again"
                )
        probe = self.evaluate(Board(int(self.card.options["size"])), komi=7.0)
        if not all(np.isfinite(part).all() for part in vars(probe).values()):
            raise ModelError(
                f"{name}: expected finite weights, but this network answers with NaN; train it again"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        # Sessions do not pickle: the other process opens one of its own.
        return _from_bytes, self._made_from

    @property
    def expert(self) -> "native.MoveModel | None":
        """The native pattern model whose log-probabilities are among the inputs."""
        return None if self._predictor is None else self._predictor.native

    @classmethod
    def load(cls, path: str | Path, *, threads: int = 1) -> "Network":
        """Read an ONNX file.

        Raises:
            ModelError: It is damaged, of another kind or version, or has other inputs.
            MissingToolError: ONNX Runtime is not installed.
        """
        return cls(read_bytes(path, limit=READ_LIMIT), str(path), threads=threads)

    @staticmethod
    def bundled(size: int) -> "Network | None":
        """Return the network that ships for boards of this many lines.

        None for boards that no network is made for, and without ONNX Runtime; a warning says that once.
        """
        if size not in SIZES:
            return None
        return _bundled(f"{bundled_name(size)}.onnx")

    def evaluate(
        self,
        board: Board,
        *,
        komi: float,
        ranks: tuple[int | None, int | None] = (None, None),
        first: int | None = None,
        symmetries: int = 1,
    ) -> Evaluation:
        """Look at the board, or at all its positions from a step of its past on.

        Args:
            board: the position with its past.
            komi: points for White, for Black's handicap stones too.
            ranks: of Black and White as numbers (`kifu.archive.ranks`); None where not known.
            first: the first step (moves, passes and setups) of interest; only the present position if None.
            symmetries: how many ways to turn the board the answer is the mean of, 1 to 8.

        Raises:
            InputError: The board is smaller or larger than networks are made for.
        """
        planes, numbers, to_play = self.inputs(board, komi=komi, ranks=ranks, first=first)
        return Evaluation.mean(
            [self.answer(_turned(planes, one), numbers, to_play, one) for one in range(symmetries)]
        )

    def evaluate_all(
        self,
        boards: Sequence[Board],
        *,
        komi: float | None = None,
        views: "Sequence[View]",
        threads: int = 0,
    ) -> list[Evaluation]:
        """Evaluate many boards of one size: the same answers as one by one, sooner.

        Args:
            boards: at least one.
            komi: points for White; each ruleset's usual komi if not given.
            views: of each position; there is an evaluation of all boards for each of them.
            threads: 0 for one per core; the result is the same for any number.
        """
        games = [board._game for board in boards]
        terms = np.array(
            [
                (board.rules.komi if komi is None else komi, board.rules.counting is Counting.AREA, 0, 0)
                for board in boards
            ],
            np.float32,
        )
        planes, numbers, to_play = native.network_positions(self.expert, games, terms, threads)
        found = []
        for view in views:
            # Both sides have the same rank, and so all positions the same numbers for it.
            terms[:, 2:] = UNKNOWN_RANK if view.rank is None else view.rank
            _, ranked, _ = native.network_positions(None, games[:1], terms[:1], 1)
            numbers[:, RANK_NUMBERS:] = ranked[:, RANK_NUMBERS:]
            # One by one, for ONNX Runtime rounds the answers of a batch in another way.
            answers = [
                self.answer(_turned(planes, one), numbers, to_play, one, batch=1, threads=threads)
                for one in range(view.symmetries)
            ]
            found.append(Evaluation.mean(answers))
        return found

    def inputs(
        self,
        board: Board,
        *,
        komi: float,
        ranks: tuple[int | None, int | None] = (None, None),
        first: int | None = None,
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.uint8]]:
        """Return planes, numbers and the side to move of positions; see `evaluate`."""
        if board.size not in SIZES:
            raise InputError(
                f"expected a board of {SIZES[0]} to {SIZES[-1]} lines for a network, got {board.size}"
            )
        black, white = (UNKNOWN_RANK if rank is None else rank for rank in ranks)
        return native.network_history(
            self.expert,
            board._game,
            komi,
            board.rules.counting is Counting.AREA,
            black,
            white,
            -1 if first is None else first,
            0,
            self._threads,
        )

    def owners_of_games(self, games: "PackedGames", threads: int = 1) -> npt.NDArray[np.float32]:
        """Owner of every point after every move of some games, one row a position, ranks and komi unknown."""
        terms = np.tile(np.array([_USUAL_KOMI, 0, UNKNOWN_RANK, UNKNOWN_RANK], np.float32), (len(games), 1))
        number = np.repeat(np.arange(len(games), dtype=np.int32), games.lengths)
        moves = np.concatenate([np.arange(1, n + 1, dtype=np.int32) for n in games.lengths])
        planes, numbers, to_play, _, _ = native.network_samples(
            self.expert,
            games.size,
            games.actions,
            games.offsets,
            terms,
            np.zeros((0, games.size**2), np.uint8),
            number,
            moves,
            np.zeros(len(moves), np.uint8),
            threads,
        )
        return self.answer(planes, numbers, to_play).owners.reshape(len(moves), -1)

    def raw(
        self, planes: npt.NDArray[np.float32], numbers: npt.NDArray[np.float32]
    ) -> tuple[npt.NDArray[np.float32], ...]:
        """Answer inputs as they are, from the view of the side to move.

        Returns:
            Logits of points and pass; chances of neutral, own and enemy's owners; lead; chance to win.
        """
        policy, owners, lead, win = self._session.run(
            ["policy", "owners", "lead", "win"], {"planes": planes, "numbers": numbers}
        )
        return policy, owners, (lead @ LEAD_BINS).astype(np.float32), win[:, 0]

    def answer(
        self,
        planes: npt.NDArray[np.float32],
        numbers: npt.NDArray[np.float32],
        to_play: npt.NDArray[np.uint8],
        symmetry: int = 0,
        batch: int = _BATCH,
        threads: int = 1,
    ) -> Evaluation:
        """Answer inputs as native code makes them, turned back by the symmetry they were turned by."""

        def run(begin: int) -> list[Any]:
            feed = {"planes": planes[begin : begin + batch], "numbers": numbers[begin : begin + batch]}
            answers: list[Any] = self._session.run(["policy", "owners", "lead", "win"], feed)
            return answers

        outs = list(map_threads(run, range(0, len(planes), batch), threads))
        policy, owners, lead, win = (np.concatenate(column) for column in zip(*outs, strict=True))
        n, size = len(planes), planes.shape[-1]
        points = size * size
        legal = np.concatenate([planes[:, native.NETWORK_LEGAL].reshape(n, -1), np.ones((n, 1))], 1)
        scores = np.where(legal > 0, policy, -np.inf)
        chances = np.exp(scores - scores.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        turned = turned_points(symmetry, size)
        chances[:, :points] = chances[:, turned]
        sign = np.where(to_play == 1, 1.0, -1.0)
        owned = (owners[:, 1] - owners[:, 2]).reshape(n, points)[:, turned] * sign[:, None]
        # A product of many rows at once would round them in another way.
        mean = np.concatenate([row[None] @ LEAD_BINS for row in lead])
        square = np.concatenate([row[None] @ LEAD_BINS**2 for row in lead])
        spread = np.sqrt(np.maximum(square - mean**2, 0))
        won = win[:, 0]
        return Evaluation(
            chances.astype(np.float32),
            owned.reshape(n, size, size).astype(np.float32),
            (mean * sign).astype(np.float32),
            spread.astype(np.float32),
            np.where(to_play == 1, won, 1 - won).astype(np.float32),
        )


def _from_bytes(data: bytes, name: str, threads: int) -> Network:
    return Network(data, name, threads=threads)


def bundled_name(size: int) -> str:
    """The name of the bundled network for boards of this many lines."""
    return "network-9" if size <= _SMALL else "network"


@lru_cache
def turned_points(symmetry: int, size: int) -> npt.NDArray[np.int64]:
    """Where each point lies on a board turned as `native/go/geometry.hpp` says."""
    y, x = np.divmod(np.arange(size * size), size)
    if symmetry & 1:
        x = size - 1 - x
    if symmetry & 2:
        y = size - 1 - y
    return x * size + y if symmetry & 4 else y * size + x


def _turned(planes: npt.NDArray[np.float32], symmetry: int) -> npt.NDArray[np.float32]:
    """Planes as native code makes them for a turned board."""
    if symmetry == 0:
        return planes
    back = np.argsort(turned_points(symmetry, planes.shape[-1]))
    flat = planes.reshape(*planes.shape[:2], -1)
    return np.ascontiguousarray(flat[:, :, back]).reshape(planes.shape)


def identity(predictor: MovePredictor) -> str:
    """What tells a pattern model from others: a digest of its card."""
    import hashlib

    return hashlib.sha256(json.dumps(asdict(predictor.card), sort_keys=True).encode()).hexdigest()[:16]


def convert(path: str | Path, *, int8: bool = True) -> bytes:
    """The ONNX file of a network's weights; `int8` as for `to_bytes`.

    Raises:
        ModelError: The weights are damaged, of another kind or version, or not finite.
    """
    card, arrays = load(path, KIND, VERSION)
    return to_bytes(card, arrays, str(path), int8=int8)


def to_bytes(card: Card, arrays: Arrays, name: str, *, int8: bool = True) -> bytes:
    """The ONNX file of weights and card.

    Args:
        card: what the network is.
        arrays: its weights.
        name: of their file, for errors.
        int8: whether the body computes in 8 bits, which is faster; docs/results/network.md has what it costs.
    """
    try:
        made = to_onnx(card, arrays, PLANES, NUMBERS, EXPERT_PLANE)
    except (KeyError, ValueError, IndexError) as error:
        if isinstance(error, ModelError):
            raise
        raise ModelError(f"{name}: the arrays of this network do not fit its card: {error}") from None
    return to_int8(made, card, *_usual_inputs(card)) if int8 else made


def _usual_inputs(card: Card) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Inputs of positions from games in which the pattern model draws the moves."""
    size = int(card.options["size"])
    predictor = MovePredictor.bundled(size)
    expert = None if card.options["expert"] is None else predictor.native
    parts = []
    for number in range(_USUAL_GAMES):
        random, board = stream(1, "network-inputs", number), Board(size, "japanese")
        for _ in range(size * size * 2 // 3):
            ranked = predictor.rank(board)
            if not ranked:
                break
            chances = np.array([c.probability for c in ranked], np.float64)
            board.play(ranked[int(random.choice(len(ranked), p=chances / chances.sum()))].point)
        parts.append(native.network_history(expert, board._game, _USUAL_KOMI, False, 3, 3, 0))
    planes, numbers, _ = (np.concatenate(part)[::_EVERY_POSITION] for part in zip(*parts, strict=True))
    return planes, numbers


def _session(data: bytes, name: str, threads: int) -> "InferenceSession":
    try:
        import onnxruntime as ort
    except ImportError:
        raise MissingToolError("running a network needs ONNX Runtime: pip install 'kifu[network]'") from None
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return ort.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # ONNX Runtime's own classes have no common base
        raise ModelError(f"{name}: ONNX Runtime cannot use it: {str(error).splitlines()[0]}") from None


def _card(session: "InferenceSession", name: str) -> Card:
    try:
        facts = json.loads(session.get_modelmeta().custom_metadata_map[CARD])
        card = Card(**facts)
        _ = card.options["expert"], int(card.options["size"])
    except (KeyError, ValueError, TypeError):
        raise ModelError(f"{name}: expected a network with its card; this ONNX file has none") from None
    if card.kind != KIND or card.version != VERSION:
        raise ModelError(
            f"{name}: expected version {VERSION} of a network, got version {card.version!r} of kind "
            f"{card.kind!r}; train it again, or use the Kifu that made it"
        )
    shapes = {entry.name: entry.shape[1] for entry in session.get_inputs()}
    wanted = {"planes": PLANES, "numbers": NUMBERS}
    if shapes != wanted:
        raise ModelError(f"{name}: expected the inputs {wanted}, got {shapes}: it was made for another Kifu")
    return card


@lru_cache
def _bundled(name: str) -> Network | None:
    try:
        return Network(read_bundled(name), name)
    except MissingToolError as error:
        warnings.warn(f"{error}; the older models answer instead", KifuWarning, stacklevel=3)
        return None
