"""The words of an answer: quotations with their date, and what was or was not saved.

Nothing is said to be saved unless a tool proved it; nothing is quoted that a tool did not find.
"""

import re

from models.offline.facts import Fact
from models.offline.fitness import Fit, question_and_answer
from models.offline.lexicon import PETS, RELATIONS
from models.offline.query import Query
from models.offline.results import Found, Result

NO_TOOLS_TO_SAVE = "I could not save that: no memory tools are available in this chat."
NO_TOOLS_TO_LOOK = "I cannot look that up: no memory tools are available in this chat."
HEARD = 'Understood. If it should stay for good, say "Remember that …".'
GENERAL = (
    "I don't know: nothing about it is in memory, and I am Mnemon's offline model, which has no general knowledge. "
    "For such questions install Ollama, run `ollama serve`, then `ollama pull <model>`."
)
MORE = "Type `/topics` or `/memories` to see everything."

OWN_OPENINGS = (
    "I don't know", "I cannot", "I could not", "I am Mnemon", "I am a program", "I have no tool", "You told me", "You said",
    "You are welcome", "Saved", "Noted", "Understood.", "Hello!", "All right.", "Goodbye.", "I already had", "Your ", "The ",
    "There was nothing", "What should I remember?", "From a",
)  # fmt: skip
"""How this model's own answers begin; they retell or decline and are not worth retelling."""

_CLAUSE = re.compile(
    r"^(?:when|if|whenever|while|for|on|at|as|after|before|i|i'm|i've|i'd|im|we|we're|we've|my|our|you|he|she|they|it's|please|never|always|don't|do not|from now on|avoid|stop|no|keep|answer|in my|for|the|there)\b.* ",
    re.IGNORECASE,
)


def label_of(topic: str) -> str:
    """A topic key in words: `user.dog_name` is "your dog's name"."""
    root, _, tail = topic.partition(".")
    words = tail.split("_")
    liking = words[-1] == "preference" and len(words) > 1
    words = words[:-1] if liking else words
    for at in range(len(words) - 1, 0, -1):
        if words[at - 1] in RELATIONS | PETS and not (liking and words[at - 1] in PETS):
            words = [
                *words[: at - 1],
                f"{words[at - 1]}'s",
                *(["preferred"] if liking else []),
                *words[at:],
            ]
            liking = False
            break
    name = " ".join(["preferred", *words] if liking else words)
    if root == "project":
        return (
            "the project's " + name
            if len(words) == 1
            else f"the {words[0].capitalize()} {' '.join(words[1:])}"
        )
    return f"your {name}" if root == "user" else f"your rule on {name}"


def told_topic(found: Found) -> str:
    """What stands under a topic, with its date."""
    when = _when(found)
    content = found.content.strip()
    if found.topic.startswith("constraint.") or _CLAUSE.match(found.content):
        return f'{when}: "{found.content.rstrip(".")}."'
    label = label_of(found.topic)
    return f"{label[:1].upper()}{label[1:]}: {content.rstrip('.')} ({when[:1].lower()}{when[1:]})."


def told_fit(fit: Fit) -> str:
    """A piece of a memory, quoted with its date."""
    if fit.found.kind == "topic":
        return told_topic(fit.found)
    quote = fit.quote.strip().strip('"')
    return f'{_when(fit.found, is_exchange=fit.found.kind == "episode")}: "{quote}"'


def told_exchange(found: Found) -> str:
    """An old exchange whose answer fits: both sides."""
    asked, answered, _ = question_and_answer(found.content)
    day = f" on {found.date}" if found.date else ""
    return f'You asked{day}: "{asked.strip()}" The answer was: "{answered.strip()}"'


def unknown(query: Query, *, is_personal: bool) -> str:
    """That nothing fits, naming what was asked for when it can be named."""
    if not is_personal:
        return GENERAL
    label = query.label
    if query.everything == "time":
        return "I have nothing from that time: nothing that was said then is stored."
    if query.everything:
        return (
            "I don't know anything about you yet: you have not told me, or nothing of it is stored."
        )
    if query.is_about:
        return f"I don't know anything about {label}: nothing about it is stored."
    if re.match(r"^(?:your|the|my) [\w' -]+$", label) and len(label.split()) <= 8:
        return f"I don't know {label}: nothing about it is stored."
    return "I don't know: nothing that answers this is stored."


def confirmed(fact: Fact, result: Result) -> str:
    """What became of one save."""
    if not result.is_saved:
        return f"I could not save that. {result.text}"
    if fact.topic is None:
        text = f'as a note: "{fact.content.strip().rstrip(".")}."'
        return f"Saved {text}" if result.was_new else f"I already had that {text}"
    content = fact.content.strip().rstrip(".")
    if fact.topic.startswith("constraint.") or _CLAUSE.match(fact.content):
        said = f'"{content}."'
        return f"Saved: {said}" if result.was_new else f"I already had that: {said}"
    label = label_of(fact.topic)
    return f"Saved {label}: {content}." if result.was_new else f"I already had {label}: {content}."


def _when(found: Found, *, is_exchange: bool = False) -> str:
    day = f" on {found.date}" if found.date else ""
    if found.trust == "user":
        return f"You told me{day}"
    if found.trust == "agent":
        return f"You told me{day}" if is_exchange else f"Noted{day}"
    return f"From {'an' if found.trust == 'import' else 'a'} {found.trust}{day}"
