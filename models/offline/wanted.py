"""The topic keys that a question wants, as they are found."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Wanted:
    """Keys in order, each once.

    Attributes:
        sure: Topics whose value answers the question.
        soft: Topics that may answer it, if what they hold fits.
        kind: The sort of value that is wanted, such as `language`.
        label: What was asked for, in the assistant's words.
    """

    sure: list[str] = field(default_factory=list)
    soft: list[str] = field(default_factory=list)
    kind: str = ""
    label: str = ""

    def add(self, *keys: str | None) -> None:
        """Keys that answer."""
        self.sure += [k for k in dict.fromkeys(keys) if k and k not in self.sure]

    def maybe(self, *keys: str | None) -> None:
        """Keys that may answer."""
        self.soft += [k for k in dict.fromkeys(keys) if k and k not in self.soft + self.sure]


def label_of_phrase(phrase: str) -> str:
    """The phrase as the assistant says it: "my dog's name" is "your dog's name"."""
    return " ".join(_SWAPS.get(word.casefold(), word) for word in phrase.split(" "))


_SWAPS = {
    "my": "your", "our": "your", "i": "you", "me": "you", "mine": "yours", "we": "you", "am": "are",
    "your": "my", "you": "I",
}  # fmt: skip
