"""A worker process: reads jobs from its standard input, does them one by one, writes the answers.

`python -m kifu.interfaces.web.worker` is started by `lanes`. A message is its length in four bytes and a
pickle; both ends are Kifu's own. When the server dies, the input ends and so does the worker.
"""

import importlib
import json
import os
import pickle
import signal
import struct
import sys
import traceback
from collections.abc import Mapping
from typing import Any, BinaryIO

from kifu.errors import ArchiveError, KifuError
from kifu.interfaces.web.problems import RefusedError

LENGTH = struct.Struct("<I")
_NICENESS = 5  # of work at low priority


def answer(job: str, arguments: Mapping[str, Any]) -> bytes | RefusedError:
    """Do a job, `module:function` of `kifu.interfaces.web.jobs`, and give its facts as JSON."""
    module, _, name = job.partition(":")
    try:
        function = getattr(importlib.import_module(f"kifu.interfaces.web.jobs.{module}"), name)
        facts = function(**arguments)
        if isinstance(facts, bytes):
            return facts
        return json.dumps(facts, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
    except RefusedError as error:
        return error
    except ArchiveError as error:
        return RefusedError(503, str(error))
    except KifuError as error:
        return RefusedError(422, str(error))
    except MemoryError:
        return RefusedError(503, "not enough memory for this; try a smaller part of it")
    except Exception:
        traceback.print_exc()
        return RefusedError(500, f"{job} failed; the server's log has the details")


def main() -> None:
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    if hasattr(os, "setpgid"):
        # Ctrl-C is for the server alone. A group, not a session: Linux shares the processor fairly between
        # sessions, and priorities count within one only.
        os.setpgid(0, 0)
    if "--low-priority" in sys.argv and hasattr(os, "nice"):
        os.nice(_NICENESS)
    # Whatever prints must not come between the answers.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    source: BinaryIO = sys.stdin.buffer
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        job, arguments = pickle.loads(source.read(LENGTH.unpack(head)[0]))
        reply = pickle.dumps(answer(job, arguments))
        try:
            output.write(LENGTH.pack(len(reply)))
            output.write(reply)
            output.flush()
        except BrokenPipeError:
            return


if __name__ == "__main__":
    main()
