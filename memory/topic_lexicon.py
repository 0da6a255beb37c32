"""The words that topic keys are folded by. Only lists: the rules stand in `memory.topic_key`."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MEANS_PREFIX = {
    "user": "user",
    "users": "user",
    "project": "project",
    "projects": "project",
    "constraint": "constraint",
    "constraints": "constraint",
}
"""Words that stand for a prefix, whatever separates them from the rest: `user_language`."""

MEANS_PREFIX_BEFORE_A_DOT = {
    "me": "user",
    "self": "user",
    "profile": "user",
    "personal": "user",
    "preference": "user",
    "preferences": "user",
    "pref": "user",
    "prefs": "user",
    "info": "user",
    "proj": "project",
    "rule": "constraint",
    "rules": "constraint",
}
"""Only `profile.name` is `user.name`: a `personal_trainer` is a trainer and no prefix."""

PREFERENCE_WORDS = _words(
    "preference preferences preferred prefer prefers "
    "favorite favorites favourite favourites fave faves fav favs pref prefs"
)

LEADING_FILLERS = _words("the a an my is are")
INNER_FILLERS = _words("the of my")
"""Not "a" (vitamin A), and not "her": `user.her_birthday` is somebody else's."""

PREFERENCE_NOUNS = _words(
    "language editor ide theme color font shell browser drink food cuisine music"
)
"""Nouns whose bare topic (`user.editor`) always meant the preferred one in practice.
Their plurals did not: `user.languages` are those one speaks."""

SPELLINGS = {
    "colour": "color",
    "flavour": "flavor",
    "neighbour": "neighbor",
    "organisation": "organization",
    "behaviour": "behavior",
    "centre": "center",
    "theatre": "theater",
    "grey": "gray",
    "licence": "license",
    "timezone": "time_zone",
    "lang": "language",
    "programme": "program",
    "fullname": "full_name",
    "birthdate": "birthday",
    "hometown": "home_town",
    "jewellery": "jewelry",
    "db": "database",
    "repo": "repository",
}
"""One word in other letters, whatever it names."""

USER_WORDS = {
    "dob": "birthday",
    "bday": "birthday",
    "addr": "address",
    "tel": "phone",
    "telephone": "phone",
    "cellphone": "mobile_phone",
    "tz": "time_zone",
    "os": "operating_system",
    "appt": "appointment",
    "film": "movie",
    "mum": "mother",
    "mom": "mother",
    "dad": "father",
    "kid": "child",
    "occupation": "job",
    "profession": "job",
}
"""Other words for the same in what is kept of a person. A project may be called Mum or Kids."""

PHRASES = {
    ("birth", "date"): ("birthday",),
    ("e", "mail"): ("email",),
    ("wi", "fi"): ("wifi",),
    ("dead", "line"): ("deadline",),
    ("cell", "phone"): ("mobile", "phone"),
    ("phone", "no"): ("phone", "number"),
    ("prog", "language"): ("programming", "language"),
}
"""Two words in this order that are one word, or the same two in full."""

WHOLE_USER_NAMES = {
    ("mail",): ("email",),
    ("email", "address"): ("email",),
    ("mobile",): ("mobile", "phone"),
    ("home", "city"): ("city",),
    ("dietary", "preference"): ("diet",),
}
"""Only when nothing else is in the name: `user.mail_server` is no email server."""

BRANDS = _words(
    "WiFi GitHub GitLab JavaScript TypeScript CoffeeScript PostgreSQL MySQL GraphQL MongoDB YouTube "
    "LinkedIn WhatsApp PayPal OpenAI ChatGPT VSCode PyCharm IntelliJ WebStorm PyTorch NumPy "
    "MacBook macOS iOS iPhone iPad iPod iCloud iMac eBay TikTok DuckDB DuckDuckGo FastAPI NixOS"
)
"""Names with capitals inside that are one word all the same."""

IRREGULAR_PLURALS = {
    "children": "child",
    "wives": "wife",
    "lives": "life",
    "knives": "knife",
    "heroes": "hero",
    "potatoes": "potato",
    "tomatoes": "tomato",
    "quizzes": "quiz",
    "buses": "bus",
    "statuses": "status",
    "viruses": "virus",
    "bonuses": "bonus",
    "aliases": "alias",
    **{
        f"{word}s": word
        for word in _words(
            "movie cookie calorie brownie hoodie smoothie selfie zombie foodie roomie auntie "
            "rookie genie pixie prairie aussie birdie cache headache toothache moustache niche"
        )
    },
}

NO_PLURALS = _words(
    # One thing, or another thing than without the s.
    "always news series species glasses jeans pants shorts goods customs savings earnings "
    "contents minutes papers arms works spirits lens lenses kubernetes postgres windows "
    "jenkins rails devops https cors does goes sometimes thanks headquarters "
    # Names that lose their bearer with their s.
    "james charles jules agnes ines yves jens hans evans williams peters roberts edwards "
    "jacobs adams daniels stevens richards phillips michaels simons andrews matthews rogers "
    "athens brussels naples wales netherlands philippines"
)

NO_PLURAL_ENDINGS = ("ss", "us", "is", "as", "os", "ics", "js")
"""status, analysis, Lucas, Carlos, physics, nodejs. Photos and cameras are missed for their sake."""
