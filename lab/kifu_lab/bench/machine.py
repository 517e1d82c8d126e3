"""What the machine and its programs spend, as Linux counts it; nothing on systems that do not say."""

import contextlib
import os
import platform
import re
import time
from pathlib import Path


def memory_of(pid: int) -> float:
    """Megabytes of a program and those it has started."""
    total = 0
    for entry in _family(pid):
        found = re.search(r"VmRSS:\s+(\d+) kB", (entry / "status").read_text())
        total += int(found[1]) if found else 0
    return total / 1024


def processor_of(pid: int) -> float:
    """Seconds of processor time of a program and those it has started."""
    ticks = 0
    for entry in _family(pid):
        fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def machine_name() -> str:
    """Its processor, and how many cores it has."""
    processor = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
        processor = found[1].strip() if found else processor
    return f"{processor}, {os.cpu_count()} cores"


def machine_time() -> tuple[float, float]:
    """Seconds of processor time that all programs took since the machine began, and that there were."""
    path = Path("/proc/stat")
    if not path.is_file():
        return 0.0, 0.0
    # user nice system idle iowait irq softirq steal; guests stand in the first two already
    ticks = [int(word) for word in path.read_text().split("\n", 1)[0].split()[1:9]]
    idle, tick = ticks[3] + ticks[4], os.sysconf("SC_CLK_TCK")
    return (sum(ticks) - idle) / tick, sum(ticks) / tick


def busy_share(seconds: float) -> float:
    """Part of the machine's processor time that is taken while this program waits."""
    before = machine_time()
    time.sleep(seconds)
    busy, ready = (after - then for after, then in zip(machine_time(), before, strict=True))
    return busy / ready if ready else 0.0


def _family(pid: int) -> list[Path]:
    """The program's entry in /proc and those of the programs it has started."""
    folder = Path("/proc")
    if not (folder / str(pid)).is_dir():
        return []
    workers = (folder / str(pid) / "task" / str(pid) / "children").read_text().split()
    return [folder / one for one in (str(pid), *workers)]
