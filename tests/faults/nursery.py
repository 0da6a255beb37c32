"""Bears children that save, and kills them: `python -m tests.faults.nursery HOMES KILLS SEED`.

Everything is imported once and the children are forked, so that a kill costs milliseconds. A child
tells of each deed over a pipe once it was acknowledged. It is killed from outside at a random
moment after a random number of deeds, or kills itself at a failpoint. There are two homes below
HOMES: a large one in which is only saved, and a small one whose index and embedder are changed
time and again. At the end both are compared with what was acknowledged; the outcome is printed as
JSON.
"""

import json
import os
import random
import select
import signal
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

import chromadb  # noqa: F401, TID253  (once here, not in each child)
import langchain_chroma  # noqa: F401, TID253  (the same)

from tests.faults.failpoints import FAILPOINTS, Deed
from tests.faults.lives import DEEDS
from tests.faults.told import Told, compare

LONGEST_LIFE_S = 60.0
"""A child that never comes to its failpoint is killed then."""

MOST_DEEDS = 80
"""A child that is killed from outside has told of at most so many deeds, 40 on average."""


def one_life(home: Path, child: int, failpoint: str, chance: random.Random) -> tuple[bytes, bool]:
    """Bear a child, let it do some deeds, kill it; gives what it told, and whether it died itself."""
    reading, writing = os.pipe()
    at, deeds = chance.randrange(1, 40), chance.randrange(MOST_DEEDS + 1)
    deed: Deed = FAILPOINTS[failpoint].deed if failpoint else "save"
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        try:
            if failpoint:
                FAILPOINTS[failpoint].arm(at)
            DEEDS[deed](home, child, lambda line: os.write(writing, f"{line}\n".encode()))
        except Exception:  # noqa: BLE001  (the whole story, whatever it was; the parent counts it)
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(writing)
    told, is_dead = read_until(reading, 10**6 if failpoint else deeds, LONGEST_LIFE_S)
    if not failpoint:
        time.sleep(chance.uniform(0.0, 0.02))
    os.kill(pid, signal.SIGKILL)
    rest, _ = read_until(reading, 10**6, 5.0)
    os.close(reading)
    _, status = os.waitpid(pid, 0)
    # A child that ends in any other way has met an error, and printed it.
    assert os.WIFSIGNALED(status), f"child {child} ended by itself at {failpoint!r}"
    return told + rest, is_dead


def read_until(pipe: int, lines: int, span_s: float) -> tuple[bytes, bool]:
    """What comes through the pipe until so many lines came, it is closed (True) or time is up."""
    deadline, told = time.monotonic() + span_s, b""
    while told.count(b"\n") < lines and (left := deadline - time.monotonic()) > 0:
        if select.select([pipe], [], [], left)[0]:
            more = os.read(pipe, 65536)
            if not more:
                return told, True
            told += more
    return told, False


def failpoint_of(child: int) -> str:
    """Every fourth child dies around the index (that takes a second), every third in a save."""
    saving = [name for name, point in FAILPOINTS.items() if point.deed == "save"]
    others = [name for name in FAILPOINTS if name not in saving]
    if child % 4 == 3:
        return others[child // 4 % len(others)]
    # Not by `child // 3`: every fourth of those is one of the others, so that one would never come.
    return saving[child // 12 % len(saving)] if child % 3 == 0 else ""


def main(homes: str, kills: str, seed: str) -> None:
    """Kill so many children and print what came of it."""
    chance = random.Random(int(seed))
    told = {"large": Told(), "small": Told()}
    reached: Counter[str] = Counter()
    for child in range(int(kills)):
        failpoint = failpoint_of(child)
        is_saving = not failpoint or FAILPOINTS[failpoint].deed == "save"
        name = "large" if is_saving else "small"
        said, is_dead = one_life(Path(homes) / name, child, failpoint, chance)
        told[name].hear(said)
        reached[failpoint] += is_dead
    outcome: Counter[str] = Counter()
    for name, heard in told.items():
        outcome.update(compare(Path(homes) / name, heard))
    own = {name: count for name, count in reached.items() if name}
    sys.stdout.write(json.dumps({"kills": int(kills), "reached": own, **outcome}))


if __name__ == "__main__":
    main(*sys.argv[1:])
