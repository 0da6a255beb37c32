"""Forgetting as the command line does it: everywhere in the home, the typed lines included."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.lines import history_file
from cli.render import say, tell
from cli.targets import find
from core.identity import Identity

if TYPE_CHECKING:
    from graph.erasure import ErasureReceipt, Wish
    from memory import Evidence, Memory, MemoryService


def wish_of(
    memory: Memory,
    targets: Sequence[str],
    topics: Sequence[str] = (),
    session: str = "",
    user: bool = False,
    mentions: bool = False,
) -> Wish:
    """What the person wants forgotten; a target is an id, the beginning of one, or a topic.

    Raises:
        NotFound: A target is neither; the message names near topics.
    """
    from graph.erasure import Wish

    ids: list[str] = []
    keys = list(topics)
    for target in targets:
        found = find(memory, target)
        if found.topic is not None and not found.id.startswith(target.lower()):
            keys.append(found.topic)
        else:
            ids.append(found.id)
    return Wish(tuple(ids), tuple(keys), session, user, mentions)


async def forget_everywhere(
    service: MemoryService, identity: Identity, wish: Wish, *, dry_run: bool = False
) -> ErasureReceipt:
    """Forget in memory, in conversations and among the typed lines. Errors as `graph.erasure`."""
    from graph.erasure import erase

    path = history_file(service.settings.home, identity)

    def clean(evidence: Evidence, said: Sequence[str]) -> int:
        return clean_history(path, evidence, said, everything=wish.user)

    return await erase(service, identity, wish, dry_run=dry_run, elsewhere=clean)


def clean_history(
    path: Path, evidence: Evidence, said: Sequence[str], *, everything: bool = False
) -> int:
    """Take typed messages that went, or that hold what went, out of the history file.

    Args:
        path: The file: blocks of a time (`# …`) and a message, each line of it after a `+`.
        evidence: Of what was forgotten.
        said: What the user had said in the turns that went.
        everything: All of it goes.

    Returns:
        How many messages went.
    """
    if not path.exists():
        return 0
    blocks = _blocks(path.read_text("utf-8", "replace"))
    gone = {text.strip() for text in said}
    kept = [
        block
        for block, message in blocks
        if not (everything or message.strip() in gone or evidence.holds(message))
    ]
    if len(kept) < len(blocks):
        _overwrite(path, "".join(kept))
    return len(blocks) - len(kept)


def say_receipt(receipt: ErasureReceipt) -> None:
    """The proof of a removal: what went, from where, and what was looked for afterwards."""
    places = ", ".join(f"{place} {count}" for place, count in receipt.removed.items() if count)
    ids = ", ".join(receipt.ids) or "nothing is stored"
    if receipt.dry_run:
        say(f"would forget: {ids}  ({places or 'nothing'})")
    else:
        say(f"forgotten: {ids}  (removed: {places or 'nothing'})")
        texts, vectors, files = (receipt.checked[n] for n in ("texts", "vectors", "files"))
        tell(f"Looked for {texts} texts and {vectors} vectors in {files} files.")
    if receipt.mentioned_by:
        count = len(receipt.mentioned_by)
        tell(
            f"{count} other memories mention it and stay (--mentions forgets exchanges too): "
            f"{', '.join(receipt.mentioned_by[:5])}{' …' if count > 5 else ''}"
        )


def _blocks(text: str) -> list[tuple[str, str]]:
    """Each entry of the file as it stands there, and its message."""
    blocks: list[tuple[str, str]] = []
    for line in text.splitlines(keepends=True):
        if line.startswith("+") and blocks:
            block, message = blocks[-1]
            blocks[-1] = (block + line, message + line[1:])
        elif line.strip() and not line.startswith("+"):
            blocks.append(("\n" + line, ""))
    return blocks


def _overwrite(path: Path, text: str) -> None:
    """Write the file anew in its place; what stood there is overwritten, not only unlinked."""
    content = text.encode()
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.write(content + bytes(max(0, size - len(content))))
        file.flush()
        os.fsync(file.fileno())
        file.truncate(len(content))
