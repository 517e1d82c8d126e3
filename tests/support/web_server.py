"""A real `kifu serve` in a process of its own, on a free port."""

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Self

import httpx

from support.contract import check


class Server:
    """Started on entry, ended on exit; `kill` ends it as a power cut would."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.command = [
            sys.executable,
            "-m",
            "kifu",
            "serve",
            "--port",
            "0",
            "--games",
            str(folder),
            *options,
        ]

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://(\S+?)/", line)
        if found is None:
            self.process.kill()
            raise RuntimeError(f"the server did not start: {line}{self.process.communicate()[1]}")
        self.address = f"http://{found[1]}"
        self.errors: list[str] = []
        self._reader = threading.Thread(target=self._drain, daemon=True)
        self._reader.start()
        # Every answer that a test looks at is what the OpenAPI document says.
        self.client = httpx.Client(base_url=self.address, timeout=120, event_hooks={"response": [check]})
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        self._reader.join(10)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.stdout.close()
        self.process.stderr.close()

    def kill(self) -> None:
        """End it without a chance to tidy up."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(30)

    def post(self, path: str, **body: Any) -> httpx.Response:
        """Send JSON."""
        return self.client.post(f"/api/v1/{path}", json=body)

    def get(self, path: str, **query: Any) -> httpx.Response:
        """Ask for something."""
        return self.client.get(f"/api/v1/{path}", params=query)

    def _drain(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors.append(line)
