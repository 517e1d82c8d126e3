"""What a Hub engine knows: parameters, the position, the level, and the search that runs."""

import contextlib
import threading
from collections.abc import Callable
from dataclasses import replace

import kifu
from kifu.errors import KifuError
from kifu.games.draughts import Position
from kifu.games.draughts.hub import write_move
from kifu.interfaces.hub.levels import Level, read_level
from kifu.interfaces.hub.position import BOARDS, PositionReader
from kifu.interfaces.hub.searcher import Found, Searcher
from kifu.protocols import hub
from kifu.protocols.hub import HubError, Line

#: Seconds that the end of a conversation waits for a search to notice it.
_FAREWELL = 2.0


class Session:
    """One conversation.

    Args:
        make: makes the searcher when the controller says `init`.
        write: takes lines of the engine, from any thread.
        name: of the engine.
    """

    def __init__(
        self, make: Callable[[], Searcher], write: Callable[[str], None], name: str = "Kifu"
    ) -> None:
        self._make = make
        self._write = write
        self._name = name
        self._searcher: Searcher | None = None
        self._reader = PositionReader()
        self._position = Position.start()
        self._level = Level()
        self._thread: threading.Thread | None = None
        self._timer: threading.Timer | None = None
        self._pondering = False
        self._endless = False  # the running search is answered only when somebody asks
        self._asked = threading.Event()

    def serve(self, line: Line) -> bool:
        """Do one line; whether the conversation goes on. Unknown commands are left out, as Hub asks."""
        if line.command == "quit":
            return False
        command = getattr(self, f"_do_{line.command.replace('-', '_')}", None)
        if command is not None:
            try:
                command(line.values)
            except (HubError, KifuError) as error:
                self._write(hub.write("error", message=str(error)))
        return True

    def close(self) -> None:
        """End a running search."""
        self._stop()
        if self._thread is not None:
            self._thread.join(_FAREWELL)

    def finish(self) -> None:
        """Wait for a running search: the input has ended, but its answer is still wanted."""
        if self._thread is not None and not self._endless:
            self._thread.join()

    def _do_hub(self, values: dict[str, str]) -> None:
        self._write(hub.write("id", name=self._name, version=kifu.__version__, author="Kifu"))
        self._write(hub.write("param", name="variant", value="english", type="enum", values="english"))
        self._write(hub.write("param", name="board", value="auto", type="enum", values=" ".join(BOARDS)))
        self._write("wait")

    def _do_set_param(self, values: dict[str, str]) -> None:
        name, value = values.get("name", ""), values.get("value", "")
        if name == "board":
            if value not in BOARDS:
                raise HubError(f"expected board as one of {', '.join(BOARDS)}, got {value!r}")
            self._reader.board = value
        elif name == "variant" and value != "english":
            raise HubError(f"expected the variant english, got {value!r}")

    def _do_init(self, values: dict[str, str]) -> None:
        self._search_with()
        self._write("ready")

    def _do_new_game(self, values: dict[str, str]) -> None:
        self._end_search()
        self._search_with().new_game()
        self._position, self._level = Position.start(), Level()

    def _do_pos(self, values: dict[str, str]) -> None:
        self._end_search()
        if "pos" not in values:
            raise HubError("expected pos=POSITION")
        self._position = self._reader.read(values["pos"], values.get("moves", ""))

    def _do_level(self, values: dict[str, str]) -> None:
        self._end_search()
        self._level = read_level(values)

    def _do_go(self, values: dict[str, str]) -> None:
        self._end_search()
        if not self._position.legal_moves():
            raise HubError(f"there is no legal move in {self._position.fen}")
        self._pondering = "ponder" in values
        level = self._level
        if self._pondering or ("analyze" in values and level == Level()):
            level = Level(infinite=True)
        level = replace(level, forced="analyze" in values)
        self._endless = level.infinite
        self._asked.clear()
        searcher, position = self._search_with(), self._position.copy()
        self._thread = threading.Thread(
            target=self._search, args=(searcher, position, level), daemon=True, name="hub-search"
        )
        self._thread.start()

    def _do_ponder_hit(self, values: dict[str, str]) -> None:
        """The expected move was played: from now on the time counts."""
        if self._pondering and self._thread is not None and self._thread.is_alive():
            self._pondering = False
            if not self._level.infinite:
                self._endless = False
                self._asked.set()
                self._timer = threading.Timer(self._level.seconds, self._interrupt, [self._thread])
                self._timer.daemon = True
                self._timer.start()

    def _do_stop(self, values: dict[str, str]) -> None:
        self._stop()

    def _do_ping(self, values: dict[str, str]) -> None:
        self._write("pong")

    def _search_with(self) -> Searcher:
        if self._searcher is None:
            self._searcher = self._make()
        return self._searcher

    def _search(self, searcher: Searcher, position: Position, level: Level) -> None:
        try:
            found = searcher.search(position, level, lambda found: self._write(_info(found)))
        except Exception as error:
            self._write(hub.write("error", message=str(error) or type(error).__name__))
            return
        if level.infinite:
            self._asked.wait()  # a search may know all before anybody wants its answer
        self._write(_info(found))
        self._write(_done(found))

    def _interrupt(self, thread: threading.Thread) -> None:
        # The search may not have begun yet: asked again until it ends.
        while thread.is_alive():
            if self._searcher is not None:
                self._searcher.interrupt()
            thread.join(0.02)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._asked.set()
        if self._thread is not None:
            self._interrupt(self._thread)

    def _end_search(self) -> None:
        """A new command ends a search that a controller forgot."""
        with contextlib.suppress(RuntimeError):
            self._stop()
        self._thread = None
        self._pondering = False


def _info(found: Found) -> str:
    score = {} if found.score is None else {"score": f"{found.score:.2f}"}
    return hub.write(
        "info",
        depth=found.depth,
        **score,
        nodes=found.nodes,
        time=f"{found.seconds:.3f}",
        nps=f"{found.nodes / max(found.seconds, 1e-3) / 1e6:.3f}",
        pv=" ".join(write_move(move) for move in found.variation or (found.move,)),
    )


def _done(found: Found) -> str:
    ponder = {"ponder": write_move(found.variation[1])} if len(found.variation) > 1 else {}
    return hub.write("done", move=write_move(found.move), **ponder)
