"""Is what an answer claims to have saved what was saved? By the words of the message. Pure.

The message is read in clauses ("I prefer Elixir" | "I live in Bergen"). A part of a claim that
names words of a clause of which no receipt holds anything is unproved. Pronouns, paraphrases and
other languages name nothing of the message, so they are believed.
"""

import re
from collections.abc import Iterable, Sequence

from core.state import SavedReceipt
from nodes.sentences import is_question, plain_english, sentences

MIN_SHARED_LETTERS = 5
"""Words that begin alike are one word: allergic and allergy, Vegetarier and vegetarian."""

MIN_ENGLISH_WORDS = 1
"""Function words by which a message is taken for English."""

_CLAUSE_END = re.compile(
    r"[;!?\n]|[.,](?!\d)|:(?!\d)|\s(?:&|\+|-)\s|\b(?:and|but|also|plus|as well as|und|aber|auch|et|mais|aussi|"
    r"pero|y|e|ed|ma|anche|mas|também|en|maar|ook)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")
_ENGLISH = re.compile(
    r"\b(?:the|my|i|is|are|and|that|please|remember|our|we|you|me|save|of|at|in)\b", re.IGNORECASE
)
_INSTEAD_OF = re.compile(
    r"(?:not|no longer|instead of|rather than|nicht|pas|no|non|não|niet)\b", re.I
)
"""How a clause begins that only names what is not so any more."""

_OFFER = re.compile(r"\b(?:could|would|should|might|can|may|if|not|never|already)\b", re.IGNORECASE)

_NUMBERS = {
    name: str(number)
    for number, name in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
}
_MONTHS = {
    name: str(number)
    for number, name in enumerate(
        "january february march april may june july august september october november december".split(),
        1,
    )
}
_EMPTY = frozenset(
    # Function words of seven languages, and the words of requests and claims themselves.
    "the a an of to in on at by for from with as it its is are was were be been has have had do does did will "
    "would can could should i you we they he she me my your our their his her this that these those them so "
    "not no yes ok okay sure done too very just now then there here what which who when where how "
    "please remember save store note noted saved stored remembered recorded keep kept mind memory down write "
    "written memorize memorized update updated set add added forget that's called name's named got both all "
    "always never actually really new thanks thank hello hi hey help great glad sorry welcome dear anything else "
    "everything user project constraint preference preferred prefer prefers favorite favourite like likes "
    "der die das den dem des ein eine einen einem einer ich du er sie es wir ihr mir mich dir dich mein meine "
    "meinen dein deine deinen ist sind war hat habe haben bin bist zu im am um bei mit von für dass nicht "
    "merk merke bitte gespeichert notiert gemerkt vermerkt le la les un une des du de je tu il elle nous vous "
    "mon ma mes ton ta tes votre vos est sont suis ai que qui à au aux dans pour avec j l d m s c n qu retiens "
    "noté enregistré el los las una del al yo tú me te mi tu su es soy que en por para con lo guardado anotado "
    "recuerda il lo gli uno di da in io ti si mio tuo tua è sono che per con ho salvato ricorda o os as um "
    "uma do da no na eu você meu minha seu sua é sou guardei salvei lembre de het een ik je jij mijn jouw zijn "
    "dat op te van voor met onthoud opgeslagen genoteerd heb hebt bent ben".split()
)


def unreceipted(
    claims: Iterable[str], question: str, receipts: Sequence[SavedReceipt]
) -> list[str]:
    """The claims which name something of the message that no receipt holds.

    Args:
        claims: Sentences that say that something was saved, quotations opened.
        question: The user's message.
        receipts: The commits of the turn.

    Returns:
        Those of the claims, in order; [] when the receipts hold something of each clause.
    """
    open_clauses = clauses_without_receipt(question, receipts)
    if not open_clauses:
        return []
    return [claim for claim in claims if any(_names(part, open_clauses) for part in _parts(claim))]


def clauses_without_receipt(
    question: str, receipts: Sequence[SavedReceipt]
) -> list[frozenset[str]]:
    """The words of each clause of the message of which nothing is in a receipt.

    Words that other clauses with a receipt have too are left out. [] when all is covered, or when
    the receipts are in other words than the message altogether (another language).
    """
    saved = _words(f"{r['topic'] or ''} {r['content']}" for r in receipts)
    told = [_words([part]) for part in _clauses(question)]
    covered = [words for words in told if _meets(words, saved)]
    if not covered and not _ENGLISH.search(question):
        return []
    known = frozenset(word for words in covered for word in words) | saved
    left = [frozenset(w for w in words if not _meets([w], known)) for words in told]
    return [words for words in left if words]


def _clauses(question: str) -> list[str]:
    told = [s for s in sentences(question) if not is_question(s) or _asks_to_keep(s)]
    parts = [part.strip() for s in told for part in _CLAUSE_END.split(plain_english(s))]
    return [part for part in parts if not _INSTEAD_OF.match(part)]


def _asks_to_keep(sentence: str) -> bool:
    """Whether it is like: can you remember that I drive a Volvo? It tells what to keep."""
    return bool(re.search(r"\b(?:remember|save|note|store) (?:that|my|our)\b", sentence, re.I))


def _parts(claim: str) -> list[str]:
    """The parts of a claim, each about one thing; without those that only offer or deny."""
    return [part for part in _CLAUSE_END.split(claim) if not _OFFER.search(part)]


def _names(part: str, clauses: Sequence[frozenset[str]]) -> bool:
    said = _words([part])
    return any(_meets(said, words) for words in clauses)


def _words(texts: Iterable[str]) -> frozenset[str]:
    """The words that tell something: numbers as digits, months as their number."""
    found: set[str] = set()
    for text in texts:
        for word in _WORD.findall(text.replace("_", " ").casefold()):
            digits = re.fullmatch(r"0*(\d+)(?:st|nd|rd|th)?", word)
            plain = digits[1] if digits else _NUMBERS.get(word) or _MONTHS.get(word) or word
            if plain not in _EMPTY and (len(plain) > 1 or plain.isdigit()):
                found.add(plain)
    return frozenset(found)


def _meets(some: Iterable[str], others: Iterable[str]) -> bool:
    """Whether a word of the one is, or begins like, a word of the other."""
    return any(a == b or _are_alike(a, b) for a in some for b in others)


def _are_alike(a: str, b: str) -> bool:
    if a.isdigit() or b.isdigit():
        return False
    shortest = min(len(a), len(b))
    if shortest < MIN_SHARED_LETTERS:
        return shortest >= 3 and (a.startswith(b) or b.startswith(a))
    return a[:MIN_SHARED_LETTERS] == b[:MIN_SHARED_LETTERS]
