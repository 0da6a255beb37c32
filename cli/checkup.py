"""The checks of `mnemon doctor`: each looks at one part and says how it is, and how to mend it.

A check never makes anything: a doctor who founds a home hides that there was none.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.checkup_extraction import check_extraction
from cli.checkup_index import check_index
from cli.checkup_storage import check_room, check_storage
from cli.findings import Finding
from cli.opening import COMMAND_LINE
from core.errors import MnemonError
from core.settings import Settings

if TYPE_CHECKING:
    from memory import MemoryService

OTHERS = 0o077
"""The permission bits of everybody who is not the owner."""


def examine(settings: Settings) -> Iterator[Finding]:
    """Look at everything a conversation needs, in the order in which it is needed."""
    home = settings.home
    yield from check_home(home)
    if home.is_dir():
        yield from check_memory(settings)
        yield from check_conversations(settings)
    else:
        yield check_new_embedder(settings)
    yield check_ollama(settings)
    yield from check_model(settings)


def check_home(home: Path) -> Iterator[Finding]:
    """The folder: is it there, can it be written, is it private."""
    if not home.exists():
        yield Finding("home", "note", f"{home} is not there yet; the first command makes it")
        return
    if not home.is_dir() or not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        remedy = "name a folder you may write to with --home or MNEMON_HOME"
        yield Finding("home", "fault", f"{home} is not a folder that you may write to", remedy)
        return
    yield Finding("home", "ok", str(home))
    yield check_room(home)
    yield _check_permissions(home)


def _check_permissions(home: Path) -> Finding:
    """The folder keeps others out, and so does each file that lies in it."""
    places = [home, *(p for p in home.iterdir() if not p.is_symlink())]
    loose = [p.name if p != home else str(p) for p in places if p.stat().st_mode & OTHERS]
    if not home.stat().st_mode & OTHERS:
        return Finding("permissions", "ok", "only you can read it")
    remedy = f"chmod -R go-rwx {home}"
    return Finding("permissions", "fault", f"others can read {', '.join(loose)}", remedy)


def check_memory(settings: Settings) -> Iterator[Finding]:
    """The ledger opens, the embedder embeds, the index keeps up."""
    from memory import open_memory

    try:
        service = open_memory(settings, background=False)
    except MnemonError as error:
        yield Finding("ledger", "fault", str(error))
        return
    with service:
        try:
            counts = service.stats()
        except MnemonError as error:
            yield Finding("ledger", "fault", str(error))
            return
        yield Finding("ledger", "ok", _listed(counts))
        yield from check_storage(service)
        yield _check_embedder(service)
        yield check_index(service)


def _check_embedder(service: MemoryService) -> Finding:
    try:
        embedder = service.embedder
        vector = embedder.embed_query("Does this work?")
    except MnemonError as error:
        return Finding("embedder", "fault", str(error))
    return Finding("embedder", "ok", f"{embedder.name}, {vector.shape[0]} dimensions")


def check_new_embedder(settings: Settings) -> Finding:
    """The embedder that a home made now would have."""
    from memory.embedding import choose_embedder, load_embedder

    try:
        spec, why = settings.embedder, "as configured"
        if spec == "auto":
            spec, why = choose_embedder(settings)
        embedder = load_embedder(spec, settings)
        embedder.embed_query("Does this work?")
        embedder.close()
    except MnemonError as error:
        return Finding("embedder", "fault", str(error))
    return Finding("embedder", "ok", f"{spec}: {why}")


def check_conversations(settings: Settings) -> Iterator[Finding]:
    """The file of the conversations, once there is one, can be read."""
    from graph.checkpointer import FILE_NAME

    path = settings.home / FILE_NAME
    if not path.exists():
        return
    try:
        asyncio.run(_read_conversations(path, settings.checkpoints_kept))
    except MnemonError as error:
        yield Finding("talks", "fault", str(error))
    else:
        yield Finding("talks", "ok", f"{path.stat().st_size // 1024} KiB of conversations")


async def _read_conversations(path: Path, kept: int) -> None:
    """Look up a conversation that is not there: the file is opened and searched."""
    from graph.checkpointer import open_checkpointer_at

    async with open_checkpointer_at(path, kept) as saver:
        await saver.aget_tuple({"configurable": {"thread_id": COMMAND_LINE}})


def check_ollama(settings: Settings) -> Finding:
    """Whether Ollama answers. It is a fault only where something needs it, which then says so."""
    from models.ollama_failures import OllamaFailed
    from models.ollama_server import QUICK_TIMEOUT, server_of

    try:
        server = server_of(settings)
        pulled = server.pulled_models(QUICK_TIMEOUT)
    except OllamaFailed as failure:
        return Finding("ollama", "note", f"{failure.what}; it is not needed", failure.remedy)
    except MnemonError as error:
        return Finding("ollama", "fault", str(error))
    return Finding("ollama", "ok", f"{server.url}, {len(pulled)} models")


def check_model(settings: Settings) -> Iterator[Finding]:
    """The chat model loads and can call tools."""
    from models import load_chat_model

    try:
        chosen = load_chat_model(settings.model, settings)
    except MnemonError as error:
        yield Finding("model", "fault", str(error))
        return
    yield Finding("model", "ok", f"{chosen.spec}: {chosen.why}")
    yield _check_window(chosen.window_tokens, settings)
    yield check_extraction(settings, chosen)
    if chosen.supports_tools:
        yield Finding("tools", "ok", f"{chosen.spec} can call tools")
        return
    detail = f"{chosen.spec} cannot call tools, so it cannot save by itself"
    yield Finding("tools", "note", detail, "ollama pull qwen2.5")


def _check_window(window: int, settings: Settings) -> Finding:
    """The model's window holds what is put before it: memory and history, and room to answer."""
    needed = settings.context_tokens + settings.history_tokens
    detail = f"{window} tokens; memory and history may take {needed}"
    if window and window <= needed:
        remedy = "set MNEMON_OLLAMA_NUM_CTX higher, or MNEMON_HISTORY_TOKENS lower"
        return Finding("window", "note", detail, remedy)
    return Finding("window", "ok", detail)


def _listed(counts: dict[str, Any]) -> str:
    parts = (("rows", "memories"), ("owners", "users"), ("waiting_for_vectors", "not embedded"))
    return ", ".join(f"{counts[name]} {words}" for name, words in parts)
