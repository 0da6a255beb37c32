"""Everyday exchanges without end, made from phrases: what else a long memory is full of."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta

from benchmarks.measuring import LONG_AGO

SPEAKERS = (
    *("Amir", "Beatriz", "Chen", "Dimitra", "Erik", "Fatou", "Goran", "Hanna", "Ines", "Jonas"),
    *("Kenji", "Leila", "Marek", "Nadia", "Oskar", "Priya", "Quentin", "Rosa", "Stefan", "Tuuli"),
)
OPENINGS = (
    *("Guess what,", "You know,", "By the way,", "Honestly,", "So,", "Hey,", "Well,", "Finally,"),
    *("It was great:", "I am so tired,", "Good news:", "I forgot to tell you,", "Wow,", "Oh no,"),
)
DEEDS = (
    *("I bought {thing} {place}", "we painted {thing} with {who}", "I lost {thing} {place}"),
    *("{who} gave me {thing}", "I have been learning to repair {thing}", "we met {who} {place}"),
    *("I went running {place} with {who}", "{who} is moving in {place}", "I cooked for {who}"),
    *(
        "we are planning a trip to find {thing}",
        "I read a book about {thing}",
        "{who} got a new job",
    ),
    *(
        "I signed up for a class {place}",
        "we watched a film about {who}",
        "I wrote a song for {who}",
    ),
    *("I took a photo of {thing} {place}", "{who} broke {thing}", "I volunteered {place}"),
    *("we celebrated the birthday of {who} {place}", "I started to collect things like {thing}"),
    *("I dreamt of {thing}", "{who} and I argued about {thing}", "I sold {thing} to {who}"),
    *("I am saving money for {thing}", "we adopted a pet that hides {thing}", "I found {thing}"),
)
THINGS = (
    *(
        "an old bicycle",
        "a red canoe",
        "the kitchen table",
        "a piano",
        "a pair of boots",
        "the fence",
    ),
    *(
        "a camera",
        "some tulips",
        "a painting of the sea",
        "the car",
        "a wooden chess set",
        "a tent",
    ),
    *(
        "a necklace",
        "the garden shed",
        "a guitar",
        "a sewing machine",
        "a telescope",
        "the printer",
    ),
    *("three chairs", "a map of the city", "a jar of honey", "a first novel", "the oven", "a kite"),
    *("a coat", "the phone", "two tickets", "a recipe for soup", "a clay bowl", "the old letters"),
    *("a drone", "a violin", "a surfboard", "the attic window", "a rug", "a basket of apples"),
    *("a diary", "a lamp", "a hammock", "a bread machine", "the boat", "a puzzle of the moon"),
)
PLACES = (
    *(
        "at the market",
        "by the lake",
        "in the mountains",
        "at the office",
        "in Lisbon",
        "at school",
    ),
    *(
        "near the station",
        "in the new cafe",
        "at the gym",
        "in the park",
        "on the island",
        "at home",
    ),
    *(
        "at the museum",
        "in Osaka",
        "behind the church",
        "at the beach",
        "in the library",
        "in Quito",
    ),
    *(
        "at the hospital",
        "on the farm",
        "at a concert",
        "in the forest",
        "in the workshop",
        "in Oslo",
    ),
)
PEOPLE = (
    *(
        "my sister",
        "my boss",
        "an old friend",
        "the neighbour",
        "my cousin",
        "a teacher",
        "my aunt",
    ),
    *("the coach", "my grandfather", "a colleague", "the band", "my daughter", "two tourists"),
    *("the plumber", "my partner", "a writer", "the children", "my uncle", "a nurse", "our guests"),
)
TIMES = (
    *("last week", "yesterday", "on Friday", "this morning", "two months ago", "in the summer"),
    *("over the weekend", "last night", "in October", "on my birthday", "a year ago", "today"),
)
ENDINGS = (
    *("and it felt amazing", "but it took ages", "so I am really proud", "and nobody noticed"),
    *("which was a surprise", "and I want to do it again", "but the weather was awful"),
    *("and we laughed a lot", "so now I need a break", "and it cost far too much", "I think"),
)
REPLIES = (
    *("That sounds fun! How did it go?", "Wow, congratulations!", "I would love to see a picture."),
    *("Really? I had no idea.", "That must have been hard.", "Nice! What will you do next?"),
    *("I remember when that happened to me.", "You always inspire me.", "Tell me more about it."),
    *("Good luck with that!", "I have to try it too.", "How is everyone at home?", "That is sad."),
)


def exchanges(seed: int = 11) -> Iterator[tuple[datetime, str]]:
    """When, and what: a date and two turns, without end, the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311  (no secret)
    while True:
        at = LONG_AGO + timedelta(minutes=chance.randrange(365 * 24 * 60))
        one, other = chance.sample(SPEAKERS, 2)
        yield at, f"{at:%d %B %Y}\n{one}: {_told(chance)}\n{other}: {_reply(chance)}"


def _told(chance: random.Random) -> str:
    deed = chance.choice(DEEDS).format(
        thing=chance.choice(THINGS), place=chance.choice(PLACES), who=chance.choice(PEOPLE)
    )
    return f"{chance.choice(OPENINGS)} {deed} {chance.choice(TIMES)}, {chance.choice(ENDINGS)}."


def _reply(chance: random.Random) -> str:
    return f"{chance.choice(REPLIES)} {_told(chance)}" if chance.random() < 0.5 else chance.choice(REPLIES)  # fmt: skip
