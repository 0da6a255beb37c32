"""What is forgotten while others talk of it does not come back with their answers."""

import asyncio
from uuid import uuid4

import pytest

from core.identity import Identity
from core.settings import Settings
from graph.erasure import ErasureReceipt, Wish, erase
from memory import open_memory
from tests.faults.chats import answers_of, chatting
from tests.faults.figures import Figures
from tests.memory.ledgers import bytes_of

SECRET = "zanzibar-4711-quartz"
ASK = b"What is my locker code?\n"


def forgotten(settings: Settings, wish: Wish) -> ErasureReceipt:
    with open_memory(settings, background=False) as service:
        return asyncio.run(erase(service, Identity("default", str(uuid4())), wish))


@pytest.mark.parametrize("wish", [Wish(topics=("user.locker_code",)), Wish(user=True)], ids=str)
def test_chats_that_tell_it_at_that_moment_do_not_bring_it_back(
    settings: Settings, figures: Figures, wish: Wish
):
    times = figures.many(short=1, long=5)
    left = 0
    for _ in range(times):
        chats = [chatting(settings, str(uuid4())) for _ in range(2)]
        asks = ASK * 30
        for chat in chats:
            assert chat.stdin is not None
            chat.stdin.write(f"Please remember my locker code is {SECRET}.\n".encode() + asks)
        for chat in chats:
            assert SECRET in answers_of(chat, 4)[3]

        receipt = forgotten(settings, wish)

        rest = [chat.communicate(ASK)[0].decode().splitlines() for chat in chats]
        assert all(said and SECRET not in said[-1] for said in rest), "both talked on"
        left += SECRET.encode() in bytes_of(settings.home)
        assert receipt.remaining == 0, receipt.found
    assert left == 0
    figures.note(
        "erasure",
        f"two chats tell it again and again while {'all' if wish.user else 'a topic'} of the user "
        f"is forgotten, {times} times; homes that have it again",
        left,
        goal="0",
    )
