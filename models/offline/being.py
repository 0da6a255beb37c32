"""What "I am …" and "my sister is …" say: a name, an age, a job, a trait, or nothing lasting."""

import re
from dataclasses import dataclass

from models.offline.lexicon import PETS

_AGE = re.compile(
    r"^(?P<n>\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ]\w+)?|\w+teen|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
    r"(?:[ -](?:years?[ -]old|yrs?(?: old)?|y/?o|years of age|years|months? old|weeks? old))?$",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"^(?:called |named )?(?P<n>[A-Z][\w'.-]*(?: (?:(?:van|de|von|der|la|al|bin|di|da|and|&) )*[A-Z][\w'.-]*){0,3})$"
)
_MEASURE = re.compile(
    r"^(?:about |around |roughly )?(?:\d+(?:[.,]\d+)? ?(?:(?P<kg>kg|kilos?|kilograms?|lbs?|pounds|stone)|(?:m|cm|metres?|meters?|feet|foot|ft|'|inches|in)\b.{0,12})|(?:five|six) (?:feet|foot).{0,12})(?: tall)?$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"^(?:called|named) (?P<n>.+)$", re.IGNORECASE)
_A_NAMED = re.compile(
    r"^an? (?P<what>.+?),? (?:called|named|whose name is|by the name of) (?P<n>.+)$", re.IGNORECASE
)
_A_NOUN = re.compile(r"^(?:an? |the |now an? |also an? )(?P<n>.+)$", re.IGNORECASE)

_PROFESSION_ENDINGS = (
    "er",
    "or",
    "ist",
    "ian",
    "ant",
    "ent",
    "eer",
    "man",
    "woman",
    "smith",
    "wright",
    "ress",
    "yst",
    "ator",
)
_PROFESSIONS = frozenset(
    "nurse chef cook doctor pilot judge architect artist scientist therapist barista ceo cto cfo coo dj vet "
    "student surgeon diplomat monk priest clerk pharmacist pharmacologist soldier nun mechanic plumber dad mechanic "
    "intern apprentice bartender musician translator poet analyst physicist chemist economist coach model "
    "journalist actress host guard freelancer entrepreneur founder cofounder co-founder professor lecturer "
    "postdoc researcher developer programmer engineer designer lawyer attorney dentist midwife paramedic "
    "accountant consultant statistician electrician carpenter farmer teacher tutor writer author editor "
    "historian librarian linguist biologist geologist astronaut technician sysadmin admin administrator "
    "secretary receptionist manager director executive salesman salesperson salesclerk cashier butcher "
    "baker fisherman firefighter fireman policeman policewoman cop detective officer bricklayer roofer painter".split()
)
_NO_PROFESSION = frozenset(
    "riser beginner lover believer member stranger gamer runner teetotaler winner loser newcomer foreigner father "
    "mother brother sister daughter number smoker non-smoker nonsmoker drinker eater swimmer hiker cyclist climber "
    "reader user person fan patient parent vegetarian hater supporter owner sleeper snorer left-hander follower "
    "listener talker thinker introvert extrovert resident immigrant adolescent human visitor tourist walker morning "
    "night expert newbie grandparent procrastinator collector millennial disaster wonder order other "
    "twin only orphan widower survivor donor pet creature monster character player beer".split()
)
_TRAITS: dict[str, tuple[str, ...]] = {
    "diet": ("vegetarian", "vegan", "pescatarian", "flexitarian", "keto", "halal", "kosher", "gluten-free", "gluten free", "omnivore", "plant-based", "raw vegan", "celiac", "coeliac", "carnivore"),
    "handedness": ("left-handed", "right-handed", "left handed", "right handed", "ambidextrous", "lefty", "left-hander", "a lefty", "southpaw"),
    "marital_status": ("married", "single", "engaged", "divorced", "widowed", "separated", "happily married", "newly married", "recently married", "newlywed"),
    "religion": ("catholic", "protestant", "muslim", "buddhist", "christian", "hindu", "jewish", "atheist", "agnostic", "sikh", "mormon", "quaker", "orthodox", "lutheran", "taoist"),
    "zodiac_sign": ("aries", "taurus", "gemini", "cancer", "leo", "virgo", "libra", "scorpio", "sagittarius", "capricorn", "aquarius", "pisces"),
    "blood_type": ("a positive", "a negative", "b positive", "b negative", "ab positive", "ab negative", "o positive", "o negative", "o+", "o-", "a+", "a-", "b+", "b-"),
    "nationality": tuple(
        "american british english scottish welsh irish french german spanish italian portuguese dutch belgian swiss austrian swedish "
        "norwegian danish finnish icelandic polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian "
        "serbian croatian slovenian bosnian albanian estonian latvian lithuanian chinese japanese korean vietnamese thai indian pakistani "
        "bangladeshi nepali filipino indonesian malaysian singaporean australian canadian mexican brazilian argentinian argentine chilean "
        "peruvian colombian venezuelan cuban egyptian moroccan tunisian algerian nigerian kenyan ghanaian ethiopian iranian "
        "iraqi israeli lebanese syrian saudi afghan armenian georgian maltese scottish-italian luxembourgish".split()
    ),
    "smoking": ("smoker", "non-smoker", "nonsmoker", "a smoker", "non smoker"),
    "health": ("diabetic", "colorblind", "color-blind", "color blind", "colour-blind", "colourblind", "asthmatic", "epileptic", "dyslexic", "deaf", "blind", "autistic", "short-sighted", "shortsighted", "short sighted", "nearsighted", "near-sighted", "farsighted", "pregnant", "hard of hearing", "anemic", "bipolar", "lactose intolerant", "gluten intolerant", "hypertensive", "in a wheelchair", "deaf in one ear"),
    "chronotype": ("night owl", "early bird", "early riser", "morning person", "night person", "evening person", "late riser", "not a morning person"),
    "sibling": ("only child",),
    "personality": ("introvert", "extrovert", "introverted", "extroverted", "ambivert"),
}  # fmt: skip
_PASSING = re.compile(
    r"^(?:(?:so|very|really|a bit|a little|quite|too|just|feeling|pretty|not|still|all|also|always|totally|rather|super|kind of|sort of|now) )*"
    r"(?:tired|happy|sad|hungry|bored|back|here|ok|okay|fine|good|great|well|sorry|sure|ready|done|busy|confused|lost|glad|"
    r"curious|wondering|excited|sick|angry|new here|thirsty|cold|hot|late|early|home|in|out|off|on|better|worse|alone|"
    r"stuck|stressed|nervous|annoyed|surprised|impressed|grateful|thankful|interested|serious|kidding|joking|right|wrong|correct|"
    r"aware|afraid|worried|old|young|awake|asleep|drunk|sleepy|exhausted|delighted|pleased|proud|free|lazy|up|down|trying|asking|"
    r"talking|testing|saying|telling|thinking|looking|hoping|guessing|just checking|checking|not sure|unsure|certain|positive|human|a human|a person|a user|alive|it|that|nice|"
    r"dead|fantastic|amazing|awesome|unhappy|upset|mad|broke|scared|about to .*|going to .{1,20}|able to .*|unable to .*|gonna .*)"
    r"(?: (?:today|now|that|to|of|about|with|for|at|if|whether|why|how|what|you|it|again|and|right now|at the moment|tonight|this)\b.*)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Trait:
    """An attribute and its value that "is …" gave."""

    attribute: str
    value: str


def traits(value: str, *, is_self: bool, is_pet: bool = False) -> list[Trait]:
    """What "is …" says of a person or pet; empty when it is nothing known."""
    age = _AGE.match(value)
    if age and not (is_self and value.casefold() in ("one", "two", "three", "four")):
        return [Trait("age", age.group())]
    measure = _MEASURE.match(value)
    if measure:
        return [Trait("weight" if measure["kg"] else "height", value)]
    known = _known_trait(value)
    if known:
        return [known]
    both = _A_NAMED.match(value)
    if both:
        what = Trait("breed" if is_pet else "job", both["what"])
        return [
            Trait("name", both["n"]),
            *([what] if is_pet or is_profession(both["what"]) else []),
        ]
    name = _name_in(value, is_self=is_self)
    if name:
        return [Trait("name", name)]
    return _noun_traits(value, is_pet=is_pet)


def is_passing(value: str) -> bool:
    """Whether "I am …" tells a mood or a moment, nothing to keep."""
    return bool(_PASSING.match(value))


def is_profession(noun: str) -> bool:
    """Whether the noun phrase names a job: "software engineer at Acme"."""
    head = re.split(r" (?:at|in|for|with|from|who|of|by|on)\b|,", noun, maxsplit=1)[0]
    last = head.split()[-1].casefold() if head.split() else ""
    if last in _NO_PROFESSION or last in PETS:
        return False
    return last in _PROFESSIONS or (len(last) > 4 and last.endswith(_PROFESSION_ENDINGS))


def _known_trait(value: str) -> Trait | None:
    bare = re.sub(
        r"^(?:severely |very |extremely |quite |slightly |a bit |totally |fully |completely |an? |the |also |a strict |an? devout |an? practicing |strictly |mostly |a type of |half |an? proud |proudly )+",
        "",
        value.casefold(),
    ).partition(",")[0]
    for name, values in _TRAITS.items():
        if bare in values:
            return Trait(name, value)
    return None


def _name_in(value: str, *, is_self: bool) -> str | None:
    named = _NAMED.match(value) or _NAME.match(value)
    if named:
        return named["n"]
    if is_self:
        return None
    # People type names in lower case too: one short word that is no mood and no description.
    if (
        re.fullmatch(r"[a-z]{2,12}", value)
        and not is_passing(value)
        and not value.endswith(
            (
                "ing",
                "ful",
                "less",
                "ous",
                "ive",
                "able",
                "ible",
                "ish",
                "ic",
                "al",
                "ed",
                "est",
                "cute",
                "tall",
                "nice",
                "smart",
            )
        )
    ):
        return value
    return None


def _noun_traits(value: str, *, is_pet: bool) -> list[Trait]:
    noun = _A_NOUN.match(value)
    if not noun:
        return []
    if is_pet:
        return [Trait("breed", noun["n"])]
    if not is_profession(noun["n"]):
        return []
    job, _, employer = noun["n"].partition(" at ")
    found = [Trait("job", job)]
    if employer and not employer.casefold().startswith(
        ("home", "heart", "night", "the moment", "least", "large")
    ):
        found.append(Trait("employer", employer))
    return found
