"""The nouns people describe themselves and their projects by, with their other names.

Saying and asking meet here: "date of birth", "bday" and "birthday" are one attribute, whichever
side uses which. Each line is `name: other names`; words are singular and in American spelling,
because that is how a phrase arrives (see `words.singular`).
"""

from functools import cache

_SYNONYMS = """
language: programming language | coding language | computer language | scripting language | language to code in | language to program in
editor: text editor | code editor | ide | development environment | coding environment
os: operating system
browser: web browser | internet browser
shell: command shell | command line shell
theme: color scheme | color theme | ui theme | display mode | editor theme | color mode | screen mode | interface theme
indentation: indent | indentation style | indenting | indent style
birthday: date of birth | birth date | birthdate | birth day | dob | day of birth | day i was born
birthplace: place of birth | city of birth | birth place | birth city
city: town | home city | city of residence | place of residence | residence | current city | place to live | current location | city i live in | place i live | city where i live
address: home address | street address | postal address | mailing address | post address
home_town: hometown | native town | native city | home village | place i grew up | town i grew up in | city i grew up in
name: full name | real name | whole name | complete name
surname: last name | family name
nickname: nick name | nick
job: occupation | profession | job title | work title | line of work | day job | vocation | career | current job | current position | trade | role at work | work role | position at work
employer: workplace | company | firm | place of work | company i work for | current employer | current company | company i work at
phone: phone number | telephone | telephone number | mobile | mobile number | cell | cell number | cell phone | cell phone number | mobile phone number | contact number | number to call | phone no | tel
email: email address | e mail | e mail address | mail address | electronic mail
shoe_size: size of shoe | foot size | size in shoe | european shoe size | eu shoe size
shirt_size: t shirt size | tee shirt size | tshirt size | size of shirt
ring_size: size of ring
blood_type: blood group | type of blood
nationality: citizenship
religion: faith
zodiac_sign: star sign | zodiac | astrological sign | sun sign | horoscope sign
marital_status: relationship status | civil status | martial status
native_language: mother tongue | first language | native tongue | mother language
spoken_language: language i speak
diet: dietary restriction | dietary preference | dietary requirement | dietary need | eating habit | dietary habit | food restriction | special diet
allergy: allergic reaction | food allergy | known allergy
instagram: instagram handle | instagram account | instagram name | instagram username | instagram profile
twitter: twitter handle | twitter account | twitter name | twitter username | x handle
github: github handle | github account | github name | github username | github user name | github user | github profile
discord: discord handle | discord name | discord username | discord account | discord tag
telegram: telegram handle | telegram name | telegram username | telegram account
linkedin: linkedin profile | linkedin account | linkedin url
username: user name | login name | login | account name | user id | handle
hobby: pastime | leisure activity | spare time activity | free time activity | leisure pursuit | side interest
anniversary: wedding anniversary | marriage anniversary
wedding_date: date of wedding | date of marriage | wedding day | marriage date
time_zone: timezone | tz | local time zone
car: vehicle | automobile
license_plate: licence plate | number plate | plate number | car registration | registration plate | plate | car plate
university: uni | college | alma mater
major: degree | field of study | study subject | course of study | degree subject | college major | university major
salary: income | pay | wage
parking_spot: parking space | parking place | parking bay | parking lot | parking slot | space in the parking garage
wifi_password: wi fi password | wlan password | wifi key | wifi passcode | wi fi key | wifi code | password of wifi | wireless password
wifi_name: wi fi name | ssid | wifi network | network name
doctor: gp | physician | family doctor | general practitioner
boss: manager | supervisor | line manager | direct manager
best_friend: best friend | bff | bestie | closest friend
colleague: coworker | co worker | workmate | teammate
roommate: flatmate | housemate | room mate | flat mate
mother: mum | mom | mommy | mummy | mama | ma
father: dad | daddy | papa
child: kid
grandmother: grandma | granny | gran | nana
grandfather: grandpa | granddad | grandad
fiance: fiancee | fiancé | fiancée
movie: film | motion picture
food: dish | meal | thing to eat | thing i eat
drink: beverage | thing to drink
song: track | tune
show: tv show | television show | tv series | television series | series | tv program | television program
team: sport team | football team | soccer team | football club | soccer club | club | basketball team | baseball team | hockey team | sport club
instrument: musical instrument
music: music genre | genre of music | kind of music | type of music | style of music | sort of music | musical genre | music style
vacation: holiday
author: writer | novelist
artist: singer | musician
restaurant: place to eat | eatery
dessert: sweet treat
airport: home airport
keyboard_layout: keyboard
unit: measurement unit | unit of measurement | measurement system | unit system | system of measurement
deadline: due date | delivery date | target date | cutoff date | cut off date | cutoff | finish date | completion date | submission date | final date | end date | hand in date | date it is due
release_date: launch date | go live date | ship date | shipping date | release | launch | rollout date | rollout | release day | launch day | go live | go live day | date of release | date of launch | publication date | golive date
start_date: kickoff | kickoff date | kick off | kick off date | starting date | begin date
database: db | datastore | data store | database engine | data base | database system | primary database
framework: web framework | app framework
backend: back end
frontend: front end
tech_stack: stack | technology stack | technical stack
hosting: hosting provider | cloud provider | cloud | deployment target | deployment platform | host | hosting platform | hosting service | hosting company | cloud platform | deployment
repository: repo | git repo | git repository | repository url | code repository | repo url | code base | codebase | source repo | github repo | repo address | source code
branch: main branch | default branch | git branch
ci: ci system | ci tool | ci server | ci provider | continuous integration | build server | ci service | ci pipeline | ci cd | build pipeline
license: licence
client: customer
lead: leader | project lead | project leader | head
team_lead: team leader | leader of team
tech_lead: technical lead
manager: project manager | pm
codename: code name
standup: stand up | daily standup | daily stand up | standup meeting | stand up meeting | daily meeting | daily scrum | scrum
issue_tracker: ticket system | ticketing system | bug tracker | ticket tracker | issue tracking system
test_framework: testing framework | test runner | testing library | test library | testing tool
package_manager: dependency manager
message_queue: queue | message broker | broker
monitoring: monitoring tool | monitoring system
auth: authentication | authentication method | auth method | login method
code_style: coding style | style guide | coding convention
methodology: way of working | process model
"""

PROJECT_NOUNS = frozenset(
    "project deadline release_date start_date database framework backend frontend tech_stack hosting "
    "repository branch ci codename standup sprint milestone backlog issue_tracker test_framework "
    "message_queue monitoring orm roadmap mvp retro retrospective stakeholder product_owner tech_lead "
    "team_lead scrum_master architecture api staging production deploy code_style methodology demo".split()
)
"""Attributes that belong to a project whoever names them."""

SHARED_NOUNS = frozenset(
    "budget manager client version domain server port license lead owner team auth cache logo logging "
    "package_manager meeting goal slogan name website url color language theme tool app user target "
    "policy convention strategy standard library environment cluster region provider vendor contract scope".split()
)
"""Attributes of a project when "our" or "the" names them, and of the person when "my" does."""

HOME_NOUNS = frozenset(
    "house home apartment garden kitchen car anniversary wedding honeymoon address vacation family pet "
    "bank mortgage rent landlord neighbor street living_room bedroom surname song".split()
)
"""Attributes of the person even when "our" names them."""

RELATIONS = frozenset(
    "mother father parent sister brother sibling wife husband spouse partner girlfriend boyfriend fiance "
    "son daughter child baby twin aunt uncle cousin niece nephew grandmother grandfather grandparent "
    "grandson granddaughter grandchild stepmother stepfather stepson stepdaughter stepbrother stepsister "
    "best_friend friend buddy pal mate boss colleague neighbor roommate landlord teacher tutor doctor dentist therapist lawyer "
    "accountant mentor coach trainer nanny babysitter hairdresser barber vet plumber mechanic godfather godmother "
    "ex girl boy flame crush assistant professor supervisor student mother_in_law father_in_law sister_in_law brother_in_law "
    "in_law son_in_law daughter_in_law optician gardener cleaner physiotherapist psychologist".split()
)
"""Nouns for people: "my sister is Anna" gives her name."""

PETS = frozenset(
    "dog cat puppy kitten hamster parrot rabbit bunny fish goldfish bird guinea_pig turtle tortoise horse pony snake "
    "lizard gecko ferret rat mouse budgie canary chicken pet goat cow pig donkey".split()
)

NAMED_THINGS = PETS | frozenset(
    "car boat bike house computer laptop server band company startup team school".split()
)
"""Besides people, what has a name of its own: "my boat is called Aurora"."""

LIKING_NOUNS = frozenset(
    "language editor theme color font shell browser drink food cuisine music os indentation seat team sport "
    "terminal unit season movie".split()
)
"""Nouns whose bare form means the liking: "my editor is vim" is a preference."""

LIKING_WORDS = frozenset("preference prefer preferred favorite favourite fave fav choice".split())
"""Words that make an attribute a liking wherever they stand in the phrase."""

LIKING_ADJECTIVES = frozenset(
    "go-to default main primary usual top best number-one beloved all-time".split()
)
"""Adjectives that mean "preferred" before a noun of choice ("my go-to editor")."""


@cache
def synonyms() -> dict[tuple[str, ...], str]:
    """Other names as tuples of words, each with the name that stands for them."""
    table: dict[tuple[str, ...], str] = {}
    for line in _SYNONYMS.strip().splitlines():
        name, _, others = line.partition(": ")
        table[tuple(name.split("_"))] = name
        for other in others.split("|"):
            table[tuple(other.split())] = name
    for compound in (n for n in PROJECT_NOUNS | RELATIONS | PETS if "_" in n):
        table[tuple(compound.split("_"))] = compound
    return table


@cache
def longest_synonym() -> int:
    """Words of the longest other name."""
    return max(len(words) for words in synonyms())


def is_known(noun: str) -> bool:
    """Whether the noun is an attribute of the lexicon."""
    return noun in _names() or noun in PROJECT_NOUNS or noun in SHARED_NOUNS


def is_name_of_attribute(noun: str) -> bool:
    """Whether the noun is an attribute with other names, of a person or a project."""
    return noun in _names()


@cache
def _names() -> frozenset[str]:
    return frozenset(synonyms().values())


@cache
def attribute_words() -> frozenset[str]:
    """Single words that name an attribute, a person or a pet, in any of their names."""
    single = {words[0] for words in synonyms() if len(words) == 1}
    nouns = single | RELATIONS | PETS | LIKING_NOUNS | NAMED_THINGS | SHARED_NOUNS | _names()
    plain = {noun for noun in nouns if "_" not in noun and len(noun) > 2}
    return frozenset(plain | {f"{noun}s" for noun in plain} | _FELLOWS)


_FELLOWS = frozenset(
    "cars cart hose plan plans coat boot boots bot book books bag bed dress desk door garage "
    "phone phones mail mailbox code codes room hat hair heart head hand hands leg legs arm arms back eye eyes "
    "team teams app apps apt flag flat fat bill bills boy boys brothers bother cost cook dish god gods job jobs jog "
    "lawn love lunch mood moon nail note notes pan pen pin plant plants pool port post pot shop shoe shoes show "
    "shows sock song songs soup star stop store tea time times tip toe toes tool tools top tree trees trip vet view "
    "wall watch way ways wine wish word words world".split()
)
"""Everyday nouns that are no slips of the nouns above."""
