"""The socket of the server."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

from kifu.interfaces.web.serving import listen
from kifu.interfaces.web.settings import Settings


def test_connections_send_without_delay_on_any_loop():
    """An answer is two writes, head and body: held back, the second waits 40 ms for an acknowledgement."""

    async def delay() -> int:
        loop = asyncio.get_running_loop()
        found: asyncio.Future[int] = loop.create_future()

        class Connection(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                accepted = transport.get_extra_info("socket")
                found.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

        server = await loop.create_server(Connection, sock=listen(Settings(port=0)))
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        try:
            return await found
        finally:
            writer.close()
            server.close()

    def run() -> int:
        # Python's own loop: uvloop, where it is installed, sets the option by itself.
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            return runner.run(delay())

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(run).result() != 0
