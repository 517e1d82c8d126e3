"""Games of a network against itself, many at a time, so that its answers come in batches.

A game draws from a random stream of its own. What is played depends on the games that are played together,
for the network rounds a batch as a whole, but not on the machine's other work.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kifu._native import models as native
from kifu.games.coordinates import from_index
from kifu.games.go import Board, Colour, Counting, score
from kifu.judgement import judge_all
from kifu.learners.selfplay.settings import SelfplaySettings
from kifu.learners.selfplay.shards import Shard
from kifu.models.network import UNKNOWN_RANK, Network
from kifu.players.network_search import NetworkTreeOptions, SearchTree, simulate
from kifu.records.packed_moves import PASS, PLAY, kind, pack

#: Komi to draw from, the usual ones more often.
_KOMI = {"japanese": (6.5, 6.5, 5.5, 7.5, 0.5), "chinese": (7.5, 7.5, 7.0, 6.5)}
#: Standard deviation of a fair komi from the network's, in points.
_KOMI_SPREAD = 1.5
#: Longest part of a record to start from, and longest game after that, in parts of the board's points.
_LONGEST_START, _LONGEST_GAME = 0.65, 1.5

#: Searches look a little wider than those of play.
_SEARCH = NetworkTreeOptions(exploration=1.1, temperature=1.1)
#: Positions answered at once; more of one game than the bounds would wait for one another, or search badly.
_BATCH, _FEWEST, _MOST = 64, 2, 4
#: Sum of the parameters of the Dirichlet noise, over all moves; priors are flattened as well.
_NOISE_TOTAL, _FLATTEN = 10.8, 1.15
#: Temperature of the choice by visits: in the first moves after the start, and later.
_EARLY_MOVES, _EARLY, _LATE = 8, 0.8, 0.25
#: After so many moves with such a chance to win or lose, the game is only played out.
_DECIDED_MOVES, _DECIDED, _DECIDED_VISITS = 4, 0.02, 16
#: A tree is thrown away beyond so many nodes.
_MOST_NODES = 40_000

#: Games without search: temperatures of the policy, and shares of moves that are drawn from all alike.
_TEMPERATURES, _SLIPS = (0.7, 1.0, 1.0, 1.2), (0.0, 0.01, 0.03)
#: They end, now and then, where so much of the board is played and owners are so sure.
_SETTLED_PART, _SETTLED, _SETTLED_ENDS = 0.45, 0.94, 0.2


class SelfplayGame:
    """A game in progress.

    Args:
        settings: of the run.
        random: of everything that the game draws.
        record: packed moves of a game to start from a position of; the empty board if None.

    Attributes:
        board: the position.
        komi: points for White.
        is_fair: whether the komi shall be made fair when the network has evaluated the start.
        start: moves that come from the record.
        played: moves since then.
        targets: moves before a searched position, points and visits.
    """

    def __init__(
        self, settings: SelfplaySettings, random: np.random.Generator, record: NDArray[np.uint16] | None
    ) -> None:
        self.settings = settings
        self.random = random
        rules = "japanese" if random.random() < 0.5 else "chinese"
        self.board = Board(settings.size, rules)
        self.komi = float(random.choice(_KOMI[rules]))
        self.is_fair = random.random() < settings.fair_share
        self._opening = np.zeros(0, np.uint16)
        if record is not None:
            opening = self._cut(record)
            if self.board._game.replay(opening, False)[0] == 0:
                self._opening = opening
            else:  # a superko that the record did not know
                self.board = Board(settings.size, rules)
        self.start = len(self.board.moves)
        self._packed: list[int] = []
        self.targets: list[tuple[int, NDArray[np.int16], NDArray[np.int32]]] = []

    def _cut(self, record: NDArray[np.uint16]) -> NDArray[np.uint16]:
        """A part of a record from its beginning, without passes at the end."""
        longest = min(len(record), int(_LONGEST_START * self.settings.size**2))
        cut = record[: int(self.random.integers(longest + 1))]
        stones = np.flatnonzero(kind(cut) != PASS)
        return cut[: stones[-1] + 1 if len(stones) else 0]

    @property
    def played(self) -> int:
        """Moves since the start."""
        return len(self._packed)

    @property
    def actions(self) -> NDArray[np.uint16]:
        """The whole game as packed moves."""
        return np.concatenate([self._opening, np.array(self._packed, np.uint16)])

    @property
    def is_over(self) -> bool:
        """Whether both sides passed, or the game is too long."""
        return self.board.is_over or self.played > _LONGEST_GAME * self.settings.size**2

    def play(self, point: int) -> None:
        """Play on a point by its number, -1 for a pass."""
        size, is_white = self.settings.size, self.board.to_play is Colour.WHITE
        self.board.play(from_index(point, size))
        self._packed.append(
            pack(PASS, is_white) if point < 0 else pack(PLAY, is_white, point % size, point // size)
        )

    def make_fair(self, lead: float) -> bool:
        """Change the komi so that this lead of Black's is about even, if it shall be; whether it changed."""
        shift = round(lead + self.random.normal(0, _KOMI_SPREAD)) if self.is_fair else 0
        self.is_fair = False
        self.komi += shift
        return shift != 0


class _SearchedGame:
    """The searches of a game: the tree goes from move to move."""

    def __init__(self, game: SelfplayGame, network: Network) -> None:
        self.game = game
        self._network = network
        self._decided = 0
        self._begin()

    def _begin(self) -> None:
        """Begin a tree at the present position."""
        game = self.game
        self.tree = SearchTree(
            game.board,
            self._network,
            game.komi,
            ranks=game.settings.ranks,
            options=_SEARCH,
            seed=int(game.random.integers(1 << 40)),
        )
        self._choose_visits()

    def _choose_visits(self) -> None:
        settings, is_open = self.game.settings, self._decided < _DECIDED_MOVES
        self._is_target = bool(self.game.random.random() < settings.target_share) and is_open
        wanted = settings.visits if self._is_target else settings.fast_visits if is_open else _DECIDED_VISITS
        self._wanted = max(wanted, 2)
        self._wants_noise = self._is_target and settings.noise > 0

    def roots(self, count: int) -> NDArray[np.int32]:
        """Where the next simulations begin."""
        return np.full(count, len(self.tree) - 1, np.int32)

    def advance(self) -> bool:
        """Play a move if the search has its visits; whether the game is over."""
        game, root = self.game, len(self.tree) - 1
        facts = self.tree.native.report(root)
        if facts["visits"] and game.played == 0 and game.make_fair(facts["first_lead"]):
            self._begin()
            return False
        if self._wants_noise and facts["visits"]:
            self._add_noise(root)
        if facts["visits"] < self._wanted or not len(facts["counts"]):
            return False
        points, visits = facts["counts"].T
        if self._is_target:
            game.targets.append((game.start + game.played, points.astype(np.int16), visits.astype(np.int32)))
        is_sure = not _DECIDED <= facts["win"] <= 1 - _DECIDED
        self._decided = self._decided + 1 if is_sure else 0
        weights = visits ** (1 / (_EARLY if game.played < _EARLY_MOVES else _LATE))
        game.play(int(points[_draw(game.random, weights)]))
        if game.is_over:
            return True
        if self.tree.native.nodes > _MOST_NODES:
            self._begin()
        else:
            self.tree.advance(game.board)
            self._choose_visits()
        return False

    def _add_noise(self, root: int) -> None:
        self._wants_noise = False
        _, priors = self.tree.native.priors(root)
        allowed = priors >= 0
        random, share = self.game.random, self.game.settings.noise
        drawn = random.gamma(_NOISE_TOTAL / max(1, allowed.sum()), size=len(priors)) * allowed
        flat = np.maximum(priors, 0) ** (1 / _FLATTEN)
        if drawn.sum() > 0 and flat.sum() > 0:
            mixed = (1 - share) * flat / flat.sum() + share * drawn / drawn.sum()
            self.tree.native.set_priors(root, np.where(allowed, mixed, -1).astype(np.float32))


def play_searched(network: Network, games: Sequence[SelfplayGame]) -> None:
    """Play games to their ends, each move by a search."""
    active = [_SearchedGame(game, network) for game in games]
    while active:
        each = min(_MOST, max(_FEWEST, _BATCH // len(active)))
        simulate(network, [(one.tree, one.roots(each)) for one in active])
        active = [one for one in active if not one.advance()]


def play_drawn(network: Network, games: Sequence[SelfplayGame], moves: int | None = None) -> None:
    """Play games to their ends, or for some moves, each move drawn from the policy."""
    drawn = [
        (game, 1 / float(game.random.choice(_TEMPERATURES)), float(game.random.choice(_SLIPS)))
        for game in games
    ]
    while drawn := [one for one in drawn if not one[0].is_over and (moves is None or one[0].played < moves)]:
        terms = np.array([terms_of(game, *game.settings.ranks) for game, *_ in drawn], np.float32)
        positions = [game.board._game for game, *_ in drawn]
        inputs = native.network_positions(network.expert, positions, terms, 1)
        said = network.answer(*inputs, batch=len(drawn))
        sure = np.abs(said.owners).mean((1, 2))
        going = []
        for i, (game, power, slips) in enumerate(drawn):
            game.make_fair(float(said.lead[i]))
            is_late = game.start + game.played > _SETTLED_PART * game.settings.size**2
            if moves is None and is_late and sure[i] > _SETTLED and game.random.random() < _SETTLED_ENDS:
                continue
            game.play(_drawn_move(game, said.policy[i].astype(np.float64) ** power, slips))
            going.append((game, power, slips))
        drawn = going


def _drawn_move(game: SelfplayGame, weights: NDArray[np.float64], slips: float) -> int:
    """A legal move drawn by weights of all points and the pass, in no own living ground; -1 for a pass."""
    mover = 1 if game.board.to_play is Colour.BLACK else 2
    points = len(weights) - 1
    weights[:points][game.board._game.unconditional_life().ravel() == mover] = 0
    if game.random.random() < slips:
        weights = (weights > 0).astype(np.float64)
    while weights[:points].any():
        point = _draw(game.random, weights)
        if point == points or game.board._game.legality(mover, point) == 0:
            return -1 if point == points else point
        weights[point] = 0
    return -1


def _draw(random: np.random.Generator, weights: NDArray[Any]) -> int:
    """An index drawn by weights."""
    ends = np.cumsum(weights)
    return int(np.searchsorted(ends, random.random() * ends[-1], side="right").clip(0, len(ends) - 1))


def terms_of(game: SelfplayGame, black: int | None, white: int | None) -> tuple[float, ...]:
    """Komi, whether area is counted, and ranks, as the network's inputs have them."""
    is_area = game.board.rules.counting is Counting.AREA
    return (game.komi, is_area, *(UNKNOWN_RANK if rank is None else rank for rank in (black, white)))


def leads_of(games: Sequence[SelfplayGame]) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """Black's lead at the end of games, komi counted, and who owns each point."""
    judged = judge_all([game.board for game in games], finished=True, threads=1)
    leads = [
        score(one.board, one.dead_points, komi=game.komi).lead
        for game, one in zip(games, judged, strict=True)
    ]
    owners = np.array([one.area.ravel() for one in judged], np.uint8)
    return np.array(leads, np.float32), owners.reshape(len(games), -1)


def to_shard(games: Sequence[SelfplayGame]) -> Shard:
    """Finished games as a shard."""
    leads, owners = leads_of(games)
    label = games[0].settings.label_rank
    targets = [(number, *target) for number, game in enumerate(games) for target in game.targets]

    def joined(parts: list[NDArray[Any]], dtype: type[np.generic]) -> NDArray[Any]:
        return np.concatenate([*parts, np.zeros(0, dtype)]).astype(dtype)

    def offsets(parts: list[NDArray[Any]]) -> NDArray[np.int64]:
        return np.cumsum([0, *map(len, parts)], dtype=np.int64)

    actions = [game.actions for game in games]
    points, visits = [target[2] for target in targets], [target[3] for target in targets]
    return Shard(
        actions=joined(actions, np.uint16),
        offsets=offsets(actions),
        owners=owners,
        leads=leads,
        terms=np.array([terms_of(game, label, label) for game in games], np.float32),
        starts=np.array([game.start for game in games], np.int32),
        policy_games=np.array([target[0] for target in targets], np.int32),
        policy_moves=np.array([target[1] for target in targets], np.int32),
        policy_offsets=offsets(points),
        policy_points=joined(points, np.int16),
        policy_visits=joined(visits, np.int32),
    )
