"""What people have and who belongs to them: "my favourite editor is Vim", "our database is MySQL"."""

import re
from collections.abc import Iterator

from models.offline.judging_grammar import BE, VALUE, Claim, match
from models.offline.judging_shapes import shape

_PARTNERS = frozenset("partner boyfriend girlfriend husband wife spouse fiance fiancee".split())
_PEOPLE = _PARTNERS | frozenset(
    "manager boss supervisor doctor dentist landlord landlady tutor therapist".split()
)
_THINGS = frozenset(
    "car bike phone laptop computer tablet watch camera editor browser shell bank gym employer school "
    "university database dog cat horse rabbit parrot".split()
)
_FIGURES = frozenset(
    ["number", "email", "address", "shoe size", "size", "weight", "height", "rent", "salary", "pin"]
)
ONE_AT_A_TIME = _PARTNERS | _FIGURES | {"manager", "boss", "supervisor", "employer", "landlord"}
"""What a person has one of: a new value needs no "now"."""

_CONTACT = {"phone number": "number", "telephone number": "number", "email address": "email"}
FREE_VALUES = ("password", "passphrase", "hint", "nickname", "codename", "username", "job title")
"""What may be any word; a job title may be several."""

_VAGUE = ("elsewhere", "people", "word", "words")


def owned(text: str) -> Iterator[Claim]:
    """Of what is owned: "my favourite editor is Vim", "I have a new phone number: 5"."""
    found = match(
        rf"(?:my|our|the) (?P<r>[\w' -]{{2,40}}?) {BE}(?: (?P<c>called|named))? {VALUE}", text
    )
    has = found or match(r"i have an? (?P<r>phone number|email address|address): (?P<v>\S.*)", text)
    if has is None:
        return
    respect = _CONTACT.get(has["r"].casefold(), has["r"].casefold()).replace(
        "favourite", "favorite"
    )
    respect = respect.replace("preferred", "favorite")
    is_name = bool(found and found["c"]) or respect.endswith(" name")
    bare = re.sub(r"(?:'s)? name$", "", respect)
    is_person = bare in _PEOPLE
    alone = bare in ONE_AT_A_TIME or (is_person and is_name)
    is_word = " " not in has["v"] or bare == "job title"
    if respect.startswith("favorite ") or (bare.endswith(FREE_VALUES) and is_word):
        yield Claim("i", f"my {bare}", has["v"], alone=True)
    elif shape(has["v"]) not in _VAGUE and _is_one_of_a_kind(bare, shape(has["v"])):
        yield Claim(
            "i", f"my {bare}{' name' if is_name and not is_person else ''}", has["v"], alone=alone
        )


def _is_one_of_a_kind(noun: str, sort: str) -> bool:
    """Whether such a value tells which one it is: people and things have names, figures have digits."""
    if noun in _PEOPLE:
        return sort == "name"
    if noun in _THINGS:
        return sort in ("name", "model")
    return noun in _FIGURES and sort in ("mail", "address", "number", "clock", "name")
