"""What sort of thing a value is: two values exclude each other only when they are of one sort.

"My car is a Volvo" and "my car is now dirty" are both true; a Volvo and a Skoda are not.
"""

import re

_CAPITAL = r"[A-Z\u00c0-\u00de]"
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)\.?"
)
_TITLE = r"(?:(?:Mr|Mrs|Ms|Dr|Prof|Professor|Sir|Miss)\.? )?"
_NAME = re.compile(
    rf"{_TITLE}{_CAPITAL}[\w'.-]*(?: (?:(?:{_CAPITAL}|\d)[\w'.-]*|de|van|von|la|of))*"
)
_MODEL = re.compile(
    rf"an? (?:[a-z]?{_CAPITAL}|\d)[\w'.+-]*(?: (?:[a-z]?{_CAPITAL}|\d)[\w'.+-]*){{0,3}}"
)
_NUMBER = re.compile(
    r"[\d.,+/() -]*\d[\d.,+/() -]*(?: ?[a-zA-Z\u20ac$%]+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
)
_MAIL = re.compile(r"\S+@\S+")
_ADDRESS = re.compile(rf"\d+\w? {_CAPITAL}.*|{_CAPITAL}[\w -]+ \d+\w?")
_CLOCK = re.compile(
    r"\d{1,2}(?::\d\d)?(?: ?(?:am|pm|h))?|(?:half past |quarter (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|noon|midnight",
    re.I,
)
_DAY = re.compile(
    rf"(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|{_MONTH}|spring|summer|autumn|fall|winter)(?: \d{{1,4}}(?:st|nd|rd|th)?)?",
    re.I,
)
_LEADS_ELSEWHERE = re.compile(
    r"(?:at|in|on|with|for|from|to|near|by|about|of|under|over|like)\b", re.I
)
_PEOPLES = re.compile(
    r"\w+(?:ish|ese)|(?:[A-Z]\w+(?:ian|ean|can)|German|French|Dutch|Swiss|Greek|Czech|Thai|Welsh|Iraqi|Israeli|Pakistani|Catholic|Protestant|Muslim|Jewish|Christian)"
)


def shape(value: str) -> str:
    """The sort of a value: mail, address, clock, day, number, name, model, word or words."""
    value = value.strip(" .")
    if _LEADS_ELSEWHERE.match(value):
        return "elsewhere"
    sorts = (
        ("mail", _MAIL), ("clock", _CLOCK), ("day", _DAY), ("address", _ADDRESS), ("number", _NUMBER),
        ("people", _PEOPLES), ("name", _NAME), ("model", _MODEL),
    )  # fmt: skip
    for name, pattern in sorts:
        if pattern.fullmatch(value):
            return name
    return "word" if re.fullmatch(r"[\w'-]+", value) else "words"


def are_alike(one: str, other: str) -> bool:
    """Whether two values are of one sort that tells things apart."""
    first, second = shape(one), shape(other)
    counts = {"clock", "number"}  # "555 0100" is a number, "9" may be read as an hour
    if {first, second} <= counts:
        return True
    return first == second and first in ("mail", "address", "day", "name", "model")
