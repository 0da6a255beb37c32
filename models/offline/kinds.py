"""What sort of thing a value is: vim is an editor, tea a drink, Postgres a database.

From a statement it gives the attribute ("I prefer vim" is about the editor); for a question it
gives the values that may answer it ("which pets do I have?" is answered by a cat).
"""

import re
from functools import cache

from models.offline.words import singular, stem, words_of

_KINDS = """
language: python|rust|elixir|erlang|go|golang|java|javascript|typescript|kotlin|swift|ruby|php|perl|haskell|scala|clojure|julia|lua|dart|c|c++|c#|f#|zig|nim|ocaml|lisp|scheme|racket|fortran|cobol|r|matlab|groovy|crystal|elm|objective-c|assembly|vb.net|prolog|smalltalk|ada|pascal|gleam|solidity|bash scripting
editor: vim|neovim|nvim|emacs|vs code|vscode|visual studio code|visual studio|sublime|sublime text|atom|nano|intellij|intellij idea|pycharm|webstorm|helix|zed|eclipse|notepad++|notepad|android studio|rider|clion|goland|cursor|kakoune|spacemacs|xcode|netbeans|textmate
browser: firefox|chrome|safari|edge|opera|brave|vivaldi|chromium|tor browser|duckduckgo browser|librewolf
os: linux|windows|macos|mac os|ubuntu|debian|fedora|arch linux|arch|nixos|freebsd|mint|android|ios|gentoo|opensuse|manjaro|pop os|windows 11|windows 10
shell: zsh|fish shell|bash|powershell|nushell|tcsh
theme: dark mode|light mode|dark theme|light theme|dark|light|solarized|dracula|gruvbox|nord|high contrast|dark themes|light themes|dark background|light background|night mode
indentation: tabs|spaces|two spaces|four spaces|2 spaces|4 spaces|tab|space|tab characters
database: postgres|postgresql|mysql|sqlite|mongodb|mongo|mariadb|oracle|sql server|redis|cassandra|dynamodb|cockroachdb|neo4j|clickhouse|duckdb|couchdb|firestore|supabase|elasticsearch|influxdb|timescaledb
framework: django|flask|fastapi|rails|ruby on rails|phoenix|spring|spring boot|laravel|express|nestjs|next.js|nextjs|nuxt|react|vue|angular|svelte|sveltekit|remix|solid|gin|actix|axum|rocket|quarkus|symfony|asp.net|starlette|litestar|ember|astro|flutter|react native|qt
hosting: aws|amazon web services|azure|gcp|google cloud|heroku|fly.io|fly|vercel|netlify|digitalocean|hetzner|render|railway|cloudflare|linode|ovh|scaleway|on-prem|on premises|lambda|kubernetes|ec2
ci: github actions|gitlab ci|jenkins|circleci|travis|travis ci|buildkite|drone|teamcity|azure pipelines|bitbucket pipelines|concourse
test_framework: pytest|unittest|jest|vitest|mocha|junit|rspec|cypress|playwright|selenium|testng
message_queue: rabbitmq|kafka|sqs|nats|celery|zeromq|pulsar
package_manager: npm|yarn|pnpm|pip|poetry|uv|cargo|conda|maven|gradle|bun|homebrew
issue_tracker: jira|linear|trello|asana|youtrack|bugzilla|github issues|redmine|clickup
chat_tool: slack|teams|microsoft teams|discord|mattermost|zulip|signal|telegram|whatsapp
drink: ginger beer|ginger ale|tonic water|root beer|energy drink|hot water|tea|coffee|water|beer|wine|red wine|white wine|juice|orange juice|apple juice|milk|espresso|cappuccino|latte|lemonade|cola|coke|whisky|whiskey|gin|vodka|rum|cocoa|hot chocolate|matcha|green tea|black tea|herbal tea|mate|kombucha|cider|champagne|soda|smoothie|iced tea|flat white|earl grey|sparkling water|oat milk|prosecco|chai|chai latte|mocha|americano|gin and tonic|rooibos|pepsi|sake
tea: earl grey|green tea|black tea|chamomile|darjeeling|oolong|rooibos|chai|matcha|peppermint|peppermint tea|sencha|assam|jasmine tea|mint tea|herbal tea|ginger tea|english breakfast
coffee: espresso|latte|cappuccino|flat white|americano|macchiato|cold brew|filter coffee|mocha|cortado|ristretto|dark roast|light roast|decaf
beer: ipa|stout|lager|pilsner|guinness|wheat beer|pale ale|porter|ale|weissbier
wine: merlot|riesling|pinot noir|chardonnay|malbec|red wine|white wine|prosecco|rioja|cabernet|sauvignon blanc|rosé|shiraz|zinfandel|barolo|chianti
fruit: apple|apples|banana|bananas|mango|mangoes|mangos|pear|pears|peach|peaches|plum|plums|strawberry|strawberries|raspberries|blueberries|cherries|grapes|kiwi|papaya|pineapple|watermelon|oranges|lemon|figs|apricots|pomegranate|lychee
vegetable: broccoli|spinach|fennel|carrots|carrot|peas|beans|leek|kale|zucchini|courgette|aubergine|eggplant|asparagus|cabbage|cauliflower|brussels sprouts|artichoke|artichokes|pumpkin|beetroot|peppers|cucumber|tomatoes|potatoes|onions|okra|sweet potato|sweet potatoes
flower: rose|roses|tulip|tulips|peony|peonies|orchid|orchids|lily|lilies|sunflower|sunflowers|daisies|lavender|daffodils|hydrangeas|carnations|irises
meat: pork|beef|chicken|lamb|turkey|ham|bacon|veal|duck|sausage|steak
dessert: tiramisu|cheesecake|ice cream|brownies|brownie|apple pie|creme brulee|panna cotta|pudding|chocolate cake|cake|macarons|sorbet|baklava|donuts|cookies
pizza: margherita|hawaii|hawaiian|pepperoni|quattro formaggi|salami|funghi|napoli|marinara|capricciosa
game: chess|catan|monopoly|scrabble|minecraft|zelda|tetris|go|poker|bridge|carcassonne|hollow knight|stardew valley|elden ring|fortnite|pokemon|backgammon|uno|cards|civilization|skyrim|mario kart|hades
genre: thriller|thrillers|horror|comedy|comedies|science fiction|sci-fi|fantasy|romance|crime|mystery|mysteries|biographies|westerns|drama|documentaries|historical fiction|poetry|noir
airline: klm|lufthansa|ryanair|easyjet|united|delta|emirates|swiss|air france|qatar airways|british airways|singapore airlines|ana|sas|turkish airlines|iberia|finnair|norwegian
tree: oak|oaks|birch|maple|beech|pine|willow|linden|ginkgo|cherry tree
bird: robin|robins|owl|owls|penguin|penguins|kingfisher|parrot|eagle|blackbird|hummingbird|puffin|heron
software_library: numpy|pandas|pydantic|sqlalchemy|requests|httpx|lodash|redux|tailwind|pytorch|tensorflow
food: lactose|gluten|dairy|wheat|soy|pizza|pasta|sushi|lasagna|lasagne|ramen|tacos|curry|burgers|burger|steak|salad|soup|risotto|paella|noodles|rice|fish and chips|ice cream|chocolate|cheese|seafood|mushrooms|olives|cilantro|coriander|broccoli|spinach|tofu|meat|pork|beef|chicken|fish|shellfish|shrimp|eggs|bread|fruit|vegetables|nuts|peanuts|garlic|onions|onion|tomatoes|avocado|bananas|apples|mango|strawberries|sandwich|pancakes|dumplings|pho|falafel|hummus|kebab|burrito|goulash|licorice|liquorice|brussels sprouts|anchovies|cake|cheesecake|tiramisu|spicy food|bacon|lamb|potatoes|fries|carrots|celery|beets|beetroot|aubergine|eggplant|pineapple|raisins|blue cheese|oysters|waffles|gnocchi|pad thai|bibimbap|kimchi
cuisine: italian food|thai food|indian food|mexican food|chinese food|japanese food|french food|greek food|korean food|italian cuisine|thai cuisine|indian cuisine|french cuisine|vietnamese food
color: red|blue|green|teal|yellow|orange|purple|violet|pink|black|white|brown|grey|gray|turquoise|magenta|cyan|indigo|maroon|navy|navy blue|gold|silver|beige|burgundy|crimson|lavender|olive|emerald|mint green|forest green|sky blue|dark blue|light blue|dark green|lilac|coral|scarlet|mustard|cobalt|ochre|amber
seat: window seat|aisle seat|window seats|aisle seats|window|aisle|middle seat
condition: diabetes|asthma|epilepsy|arthritis|migraine|migraines|adhd|hypertension|celiac|insomnia|eczema|psoriasis|anemia|dyslexia|depression|anxiety|tinnitus|endometriosis
branching_model: trunk-based|gitflow|git flow|github flow|trunk based
supplement: vitamin|vitamin d|vitamin c|magnesium|omega 3|zinc|iron|creatine|fish oil|melatonin|folic acid|protein powder
console: playstation|xbox|nintendo|switch|steam deck|sega|ps5|ps4|wii
methodology: scrum|kanban|agile|waterfall|extreme programming|xp|safe|shape up|scrumban|lean
animal: dogs|cats|horses|birds|dog|cat|dolphins|elephants|otters|penguins|owls|foxes|wolves|pandas|tigers|rabbits|capybaras
season: spring|summer|autumn|winter|fall
music: jazz|rock|classical music|classical|techno|metal|heavy metal|hip hop|hip-hop|rap|blues|folk|country music|electronic music|pop|pop music|indie|indie rock|reggae|opera|punk|house music|ambient|k-pop|soul|funk|edm|disco|lo-fi|bluegrass|synthwave|r&b
sport: formula 1|f1|formula one|motogp|darts|snooker|wrestling|football|soccer|tennis|basketball|baseball|swimming|running|cycling|climbing|bouldering|skiing|snowboarding|rugby|cricket|golf|hockey|volleyball|badminton|judo|karate|boxing|yoga|rowing|surfing|table tennis|squash|handball|hiking|fencing|sailing|triathlon|martial arts|weightlifting|padel|pilates|ice skating|ping pong|jogging
instrument: guitar|piano|violin|drums|cello|flute|saxophone|trumpet|clarinet|bass|harp|ukulele|accordion|viola|oboe|banjo|trombone|keyboard|harmonica|bass guitar|organ|mandolin|recorder|double bass|french horn|synthesizer|bagpipes
hobby: hiking|reading|cooking|gardening|painting|photography|chess|knitting|fishing|baking|pottery|dancing|gaming|video games|board games|woodworking|bird watching|birdwatching|origami|crochet|drawing|sewing|camping|travelling|traveling|stamp collecting|stargazing|astronomy|sudoku|calligraphy|kayaking|geocaching|juggling|beekeeping|climbing|cycling|running|swimming|sailing|yoga|model trains|writing|singing
unit: metric|metric units|imperial|imperial units|celsius|fahrenheit|kilometers|kilometres|miles|the metric system|kilograms|pounds
spoken_language: english|french|german|spanish|italian|portuguese|dutch|swedish|norwegian|danish|finnish|polish|czech|hungarian|greek|turkish|russian|ukrainian|chinese|mandarin|cantonese|japanese|korean|arabic|hebrew|hindi|urdu|bengali|farsi|persian|catalan|latin|romanian|bulgarian|croatian|serbian|welsh|irish|icelandic|estonian|latvian|lithuanian|thai|vietnamese|swahili|esperanto|basque|afrikaans|tamil|slovak|slovene|albanian|tagalog|malay|indonesian|sign language
car: toyota|honda|ford|volvo|bmw|audi|tesla|mercedes|volkswagen|vw|skoda|renault|peugeot|citroen|fiat|mazda|nissan|hyundai|kia|subaru|porsche|jaguar|jeep|seat ibiza|opel|lexus|mini cooper|chevrolet|dacia|land rover|golf gti|prius|beetle|civic|corolla|suzuki
pet: dog|cat|puppy|kitten|hamster|parrot|rabbit|bunny|goldfish|guinea pig|turtle|tortoise|budgie|ferret|canary|horse|snake|gecko|bird
motorbike: honda|yamaha|kawasaki|ducati|vespa|harley|harley davidson|triumph|ktm|suzuki|scooter|moped|motorcycle
motorcycle: honda|yamaha|kawasaki|ducati|vespa|harley|harley davidson|triumph|ktm|suzuki|motorbike
bike: honda|yamaha|kawasaki|ducati|trek|canyon|brompton|bicycle|racing bike|mountain bike|gravel bike
bone: wrist|arm|leg|ankle|collarbone|rib|ribs|finger|toe|elbow|nose|hip|jaw|shoulder|foot|shin|thumb|kneecap|femur
medication: lisinopril|ibuprofen|aspirin|metformin|insulin|paracetamol|antibiotics|statins|pill|tablet|dose|inhaler|antihistamine|levothyroxine|warfarin|thyroxine|vitamin d|mg|omeprazole|penicillin|cetirizine|5mg|10mg|20mg|50mg|100mg
phone_model: iphone|pixel|galaxy|android phone|fairphone|samsung
"""

_WIDER = """
pet: dog|cat|puppy|kitten|hamster|parrot|rabbit|bunny|goldfish|fish|bird|guinea_pig|turtle|tortoise|budgie|ferret|canary|horse|snake
child: son|daughter|baby|twin
sibling: brother|sister
parent: mother|father
spouse: wife|husband|partner
partner: wife|husband|spouse|girlfriend|boyfriend|fiance
family: mother|father|sister|brother|wife|husband|son|daughter|child|parent|sibling|aunt|uncle|cousin|grandmother|grandfather|niece|nephew|spouse|partner
relative: mother|father|sister|brother|aunt|uncle|cousin|grandmother|grandfather|niece|nephew|family
"""
"""A wider noun and the narrower ones that answer it: "what is my pet's name?"."""

_LIKE = """
job|work|profession|occupation|career|employer|office|living
eat|food|meal|dish|diet|dinner|lunch|breakfast|cuisine|dietary|cook|cooking|cuisine|taste|restaurant|snack|vegan|vegetarian
drink|beverage|thirsty
car|vehicle|drive|auto
doctor|physician|gp|medical|health
workout|exercise|gym|fitness|sport|training|athletic
trip|travel|vacation|holiday|visit|flight|journey|fly|abroad
live|home|house|residence|reside|based|located|city|town|apartment|flat
movie|film|cinema
child|kid|son|daughter
budget|cost|price|money|spend|expensive
meeting|appointment|call|calendar|meet|schedule
password|passcode|code|pin|combination|login|credential
restart|reboot|bounce
buy|purchase|shopping|order
begin|start|kickoff
end|finish|deadline|due|deliver|delivery
photo|picture|image|camera
release|launch|ship|live|deploy|rollout
bug|defect|issue
doc|document|documentation
repo|repository|codebase
database|db|storage|sql|persistence
hobby|interest|leisure|pastime|passion|fun|spare|weekend
study|learn|school|university|degree|education|college|course|class|educated
illness|disease|medical|condition|health|sick|ill|medication|diabetes|asthma
contact|email|phone|call|reach|message|text|telephone|mail
eyesight|vision|eye|glasses|sighted|lens|short-sighted|see
club|team|squad
handle|tolerate|stand|bear|cope
allergy|allergic|intolerant|intolerance|react|tolerate|digest
lead|leader|manage|manager|boss|charge|responsible|head|run|owner|supervisor
client|customer
birthday|born|birth|age
wife|spouse|marry|partner|husband
colleague|coworker|teammate
friend|buddy|pal|mate
store|shop|supermarket
bike|bicycle|cycle
laptop|computer|machine|pc|notebook
choose|pick|select|decide|settle|agree|opt
change|switch|migrate|move
early|morning|wake
big|large|huge|size
tall|height|high
heavy|weight|weigh|weight
sleep|bed|night
earn|salary|pay|income|wage
teach|teacher|tutor|instructor
music|song|listen|band|concert
read|book|novel|author
plant|garden|flower
train|railway|commute|metro|bus
rule|constraint|avoid|forbid|allow|policy
park|parking|garage|spot
gift|present|birthday
located|location|place|where|kept|hidden|hide|keep|spare
wear|clothes|outfit|shirt|shoe
remote|home
party|celebration|celebrate
conference|event|talk
name|call
people|person|member
"""
"""Words near enough that one in the question is answered by another in the memory."""


_AMBIGUOUS = frozenset(
    "go c r d express fly render fish dark light swift spring fall mate space spaces tab tabs window linear signal "
    "edge atom nord rust crystal drone teams mint golf orange organ rocket cursor rider zed eclipse solid remix "
    "phoenix julia ruby scheme ada pascal flask brave opera navy gold silver rose olive coral chicken rice bass "
    "recorder keyboard soul house pop metal rock folk lead running writing reading kit uv bun jest drone chai latin polish "
    "turkey lambda heroku galaxy pixel miles imperial metric middle aisle sake nano elm dart lua basic apple apples "
    "chocolate fiat jeep ember mustard lilac amber".split()
)  # fmt: skip
"""Values that are everyday words too: alone in running text they prove nothing."""


@cache
def _by_value() -> dict[str, str]:
    table: dict[str, str] = {}
    for line in _KINDS.strip().splitlines():
        kind, _, values = line.partition(": ")
        for value in values.split("|"):
            table.setdefault(value, kind)
    return table


@cache
def _values_of() -> dict[str, frozenset[str]]:
    lines = [*_KINDS.strip().splitlines(), *_WIDER.strip().splitlines()]
    table: dict[str, frozenset[str]] = {}
    for line in lines:
        kind, _, values = line.partition(": ")
        table[kind] = table.get(kind, frozenset()) | frozenset(values.split("|"))
    return table


@cache
def _like() -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    for line in _LIKE.strip().splitlines():
        group = frozenset(stem(word) for word in line.split("|"))
        for word in group:
            table[word] = table.get(word, frozenset()) | group
    return table


def kind_of(value: str) -> str | None:
    """The attribute a value belongs to ("vim" is an editor), or None when it is not known."""
    lower = re.sub(r"^(?:an?|the|some|my) ", "", value.casefold().strip(" .!'\""))
    table = _by_value()
    return table.get(lower) or table.get(singular(lower))


def is_kind_in(kind: str, text: str) -> bool:
    """Whether a value of this sort stands in the text."""
    values = _values_of().get(kind)
    if values is None:
        return False
    words = [w.casefold() for w in words_of(text)]
    single = {*words, *(singular(w) for w in words)}
    if (single - _AMBIGUOUS) & values:
        return True
    joined = f" {' '.join(words)} "
    return any(f" {value} " in joined for value in values if " " in value)


def narrower(noun: str) -> list[str]:
    """The narrower nouns that answer a question about a wider one, most usual first."""
    for line in _WIDER.strip().splitlines():
        wide, _, narrow = line.partition(": ")
        if wide == noun:
            return narrow.split("|")
    return []


def like_words(word_stem: str) -> frozenset[str]:
    """Stems near enough in meaning to count as this one, itself included."""
    return _like().get(word_stem, frozenset()) | {word_stem}
