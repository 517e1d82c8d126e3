"""Players that search natively: alpha-beta by a network or by counting, tree search, random moves."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from kifu._native import search as native
from kifu.errors import InputError
from kifu.games.draughts import Position
from kifu.games.draughts.endings import Endings, ready
from kifu.models.draughts_net import Network
from kifu.players.base import Choice, PlayerError
from kifu.players.clocks import Clock
from kifu.players.options import Options
from kifu.work.seeds import native_seed

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


def from_options(kind: str, options: Options, seed: int) -> SearchPlayer:
    """Make a player of one of the kinds random, material, net, mcts and ept from its options."""
    seed = options.whole("seed", seed)
    if kind == "random":
        return SearchPlayer("random", "random", seed=seed)
    seconds = options.real("seconds", 0.0, 0.0, 86400.0)
    if kind in ("mcts", "ept"):
        return _tree(kind, options, seconds, seed)
    name = "material"
    network = None
    if kind == "net":
        which = options.text("net", "champion") or "champion"
        name, network = f"net {which}", find_network(which)
    nodes = options.whole("nodes", 0)
    depth = options.whole("depth", _DEEPEST if seconds or nodes else 6, 1, 100)
    deepen = options.flag("deepen", True)
    if not deepen and (seconds or nodes):
        bound = "seconds" if seconds else "nodes"
        raise InputError(f"{bound}= bounds only searches with deepen=yes: leave out deepen=no, or {bound}=")
    texts = [
        f"depth={depth}",
        f"captures={'yes' if options.flag('captures', True) else 'no'}",
        f"table={options.whole('table', 16, 0, 26)}",
    ]
    if deepen:
        texts += ["deepen=yes", f"nodes={nodes}", f"seconds={seconds!r}"]
    pieces = options.whole("endings", 4, 0, 4)
    solved = (lambda: ready(pieces)) if pieces >= 2 else None
    text = f"{'minimax' if network else 'material'}:{','.join(texts)}"
    return SearchPlayer(f"{name}, depth {depth}", text, network, solved, seed, timed=deepen)


def find_network(which: str) -> Network:
    """A network by the name of a bundled one, or from a file."""
    if Path(which).suffix or "/" in which or Path(which).is_file():
        return _read(which, Path(which).stat().st_mtime_ns)
    return Network.bundled(which)


@lru_cache(maxsize=32)
def _read(path: str, changed: int) -> Network:
    return Network.load(path)


def _tree(kind: str, options: Options, seconds: float, seed: int) -> SearchPlayer:
    playouts = options.whole("playouts", 0 if seconds else 1000)
    texts = [f"playouts={playouts}", f"seconds={seconds!r}"]
    texts.append(f"exploration={options.real('exploration', 1.5, 0, 100)!r}")
    network = None
    if kind == "ept":
        texts.append(f"ply={options.whole('ply', 6, 1, 200)}")
        network = find_network(options.text("net", "champion") or "champion")
    name = f"{kind}, {f'{playouts} playouts' if playouts else f'{seconds:g} s'}"
    return SearchPlayer(name, f"{kind}:{','.join(texts)}", network, None, seed, timed=True)


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
