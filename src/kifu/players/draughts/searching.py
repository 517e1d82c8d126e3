"""Players that search natively: alpha-beta by a network or by counting, tree search, random moves."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kifu._native import search as native
from kifu.errors import InputError
from kifu.games.draughts import Position
from kifu.games.draughts.endings import Endings, ready
from kifu.models.draughts_net import Network
from kifu.players.base import Choice, PlayerError
from kifu.players.clocks import Clock
from kifu.work.seeds import native_seed
from kifu.work.settings import Settings, setting

_DEEPEST = 60  # where only time or nodes end the search


class SearchPlayer:
    """A player that decides as a native text says.

    Args:
        name: what it is called.
        decider: such as `minimax:depth=6,deepen=yes,captures=yes`; as `play_games` takes it.
        network: what judges positions; None where pieces are counted or games played out.
        endings: gives solved endings when they are first needed; None plays without.
        seed: decides between equal moves, and of random games.
        timed: whether a clock may change how long it thinks.
    """

    def __init__(
        self,
        name: str,
        decider: str,
        network: Network | None = None,
        endings: Callable[[], Endings] | None = None,
        seed: int = 1,
        timed: bool = False,
    ) -> None:
        self.name = name
        self.network = network
        self._endings = endings
        self._seed = seed
        self._timed = timed
        self._game = 0
        try:
            self._decider = native.DraughtsDecider(decider)
        except ValueError as error:
            raise InputError(str(error)) from None

    def new_game(self) -> None:
        """Forget positions of the last game."""
        self._game += 1
        self._decider.new_game()

    def choose(self, position: Position, clock: Clock | None = None) -> Choice:
        """Search; the same seed, game and position give the same move unless seconds bound it."""
        if not position.legal_moves():
            raise PlayerError(f"{position.to_play} has no move in {position.fen}")
        few = position.bitboards[0].bit_count() + position.bitboards[1].bit_count() <= 8
        endings = self._endings().native if self._endings is not None and few else None
        seconds = _share(clock) if self._timed and clock is not None else 0.0
        move, value, plies, depth, nodes, _, _, line = self._decider.decide(
            position._game,
            None if self.network is None else self.network.native,
            False,
            native_seed(self._seed, "draughts", self._game, position.ply),
            seconds,
            endings,
        )
        ahead = position.copy()
        variation = [ahead.play(text) for text in line]
        return Choice(
            variation[0] if variation else position.parse(move),
            value=value if nodes else None,
            plies_to_end=plies,
            depth=depth,
            variation=tuple(variation),
            comment=_comment(value, plies, depth, nodes, line) if nodes else "",
        )

    def interrupt(self) -> None:
        """End a search that runs in another thread."""
        self._decider.stop()

    def close(self) -> None:
        """End what is running."""
        self._decider.stop()


@dataclass(frozen=True)
class RandomSettings(Settings):
    """Settings of the random player."""

    seed: int = setting(1, "Random seed.", least=0)

    def player(self) -> SearchPlayer:
        """Make the player."""
        return SearchPlayer("random", "random", seed=self.seed)


@dataclass(frozen=True)
class MaterialSettings(Settings):
    """Settings of alpha-beta search that counts pieces: `material:depth=6`."""

    depth: int | None = setting(None, "Plies; 6, or 60 with `seconds` or `nodes`.", least=1, most=100)
    seconds: float = setting(0.0, "Seconds per move, at most; 0: no bound.", least=0, most=86400)
    nodes: int = setting(0, "Positions per move, at most; 0: no bound.", least=0)
    deepen: bool = setting(True, "One ply deeper after the other; without it only `depth` is a bound.")
    captures: bool = setting(True, "Follows captures beyond the depth.")
    table: int = setting(16, "Known positions kept, as a power of 2; 0: none.", least=0, most=26)
    endings: int = setting(4, "Looks up solved endings of up to so many pieces; 0: none.", least=0, most=4)
    seed: int = setting(1, "Random seed; decides between equal moves.", least=0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.deepen and (self.seconds or self.nodes):
            bound = "seconds" if self.seconds else "nodes"
            raise InputError(
                f"{bound}= bounds only searches with deepen=yes: leave out deepen=no, or {bound}="
            )

    def player(self) -> SearchPlayer:
        """Make the player."""
        return self._player("material", "material", None)

    def _player(self, name: str, kind: str, network: Network | None) -> SearchPlayer:
        depth = self.depth or (_DEEPEST if self.seconds or self.nodes else 6)
        texts = [f"depth={depth}", f"captures={'yes' if self.captures else 'no'}", f"table={self.table}"]
        if self.deepen:
            texts += ["deepen=yes", f"nodes={self.nodes}", f"seconds={self.seconds!r}"]
        solved = (lambda: ready(self.endings)) if self.endings >= 2 else None
        text = f"{kind}:{','.join(texts)}"
        return SearchPlayer(f"{name}, depth {depth}", text, network, solved, self.seed, timed=self.deepen)


_NETWORK = "`champion`, `young`, `newborn`, or a file that `kifu evolve` wrote."


@dataclass(frozen=True)
class NetSettings(MaterialSettings):
    """Settings of alpha-beta search with a network: `net:champion,depth=6`."""

    first_word = "net"

    net: str = setting("champion", _NETWORK)

    def player(self) -> SearchPlayer:
        """Make the player."""
        return self._player(f"net {self.net}", "minimax", find_network(self.net))


@dataclass(frozen=True)
class MctsSettings(Settings):
    """Settings of tree search with random games: `mcts:playouts=1000`."""

    playouts: int | None = setting(None, "Playouts per move; 1,000 without `seconds`.", least=0)
    seconds: float = setting(0.0, "Seconds per move, at most; 0: no bound.", least=0, most=86400)
    exploration: float = setting(1.5, "Weight of moves with few visits.", least=0, most=100)
    seed: int = setting(1, "Random seed.", least=0)

    def player(self) -> SearchPlayer:
        """Make the player."""
        return self._player("mcts", "", None)

    def _player(self, kind: str, more: str, network: Network | None) -> SearchPlayer:
        usual = 0 if self.seconds else 1000
        playouts = usual if self.playouts is None else self.playouts
        text = f"{kind}:playouts={playouts},seconds={self.seconds!r},exploration={self.exploration!r}{more}"
        name = f"{kind}, {f'{playouts} playouts' if playouts else f'{self.seconds:g} s'}"
        return SearchPlayer(name, text, network, None, self.seed, timed=True)


@dataclass(frozen=True)
class EptSettings(MctsSettings):
    """Settings of tree search with early playout termination: `ept:net=champion,playouts=500`."""

    net: str = setting("champion", _NETWORK)
    ply: int = setting(6, "Plies after which a random game is broken off.", least=1, most=200)

    def player(self) -> SearchPlayer:
        """Make the player."""
        return self._player("ept", f",ply={self.ply}", find_network(self.net))


def find_network(which: str) -> Network:
    """A network by the name of a bundled one, or from a file."""
    if Path(which).suffix or "/" in which or Path(which).is_file():
        return _read(which, Path(which).stat().st_mtime_ns)
    return Network.bundled(which)


@lru_cache(maxsize=32)
def _read(path: str, changed: int) -> Network:
    return Network.load(path)


def _share(clock: Clock) -> float:
    """Seconds for one move: games have some 30 moves a side to go, and not all of the time may be used."""
    return max(0.005, min(clock.budget(30), 0.5 * clock.remaining))


def _comment(value: float, plies: int, depth: int, nodes: int, line: list[str]) -> str:
    if plies > 0:
        stands = f"wins in {plies} plies"
    elif plies < 0:
        stands = f"loses in {-plies} plies"
    else:
        stands = f"{value:+.2f}"
    read = f"depth {depth}, " if depth else ""
    return f"{stands} ({read}{nodes:,} positions): {' '.join(line[:6])}"
