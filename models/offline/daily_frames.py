"""How people say and ask what they and those around them do, eat, play and drive. Data only."""

from models.offline.frames import Frame

_TIME = (
    r"(?:\d.*|noon|midnight|dawn|sunrise|half past.*|quarter.*|(?:five|six|seven|eight|nine|ten|eleven|twelve)\b.*|"
    r"around .*|about .*)"
)

DAILY_FRAMES: tuple[Frame, ...] = (
    Frame(
        "learning",
        (
            r"{S} {be} (?:learning|teaching myself|trying to learn|practi[cs]ing) (?:how to )?(?:to )?{y}",
            r"{S} (?:started|have started|began) (?:learning|studying) (?:how to )?(?:to )?{y}",
        ),
        (
            r"(?:what|which)(?: \w+){0,2} {be} {S} (?:learning|teaching myself|trying to learn|practi[cs]ing|studying)",
        ),
        keeps="sentence",
    ),
    Frame(
        "reading",
        (r"{S} {be} (?:reading|re-reading) {y}", r"{S} (?:started|have started) reading {y}"),
        (
            r"(?:what|which)(?: (?:book|novel))? {be} {S} reading",
            r"(?:what|which) (?:book|novel) {do} {S} (?:reading|read)",
        ),
    ),
    Frame(
        "watching",
        (r"{S} {be} (?:watching|binge-watching|bingeing|binging|rewatching) {y}",),
        (
            r"(?:what|which)(?: (?:series|show|film|movie))? {be} {S} (?:watching|binge-watching|bingeing)",
        ),
    ),
    Frame(
        "diet",
        (
            r"{S} (?:follows?|{be} on|keeps?|sticks? to) an? (?P<y>[\w -]+?) diet",
            r"{S} eats? (?:only )?(?P<y>vegan|vegetarian|kosher|halal|keto|paleo|plant-based|gluten-free|vegetarian food|plant-based food)",
        ),
        (
            r"(?:what|which|what kind of|what sort of) diet {do} {S} (?:follow|on|have|keep)",
            r"(?:what|how) {do} {S} eat",
            r"{be} {S} (?:an? )?(?P<y>vegan|vegetarian|pescatarian|kosher|on a diet|gluten-free)",
        ),
    ),
    Frame(
        "diet",
        (
            r"{S} (?:do not|does not|never|can not|could not|must not|may not|should not|avoids?|no longer|stopped|quit|gave up) ?(?:eat|eats|eating|have|touch|consume|digest) {y}",
            r"{S} (?:avoids?|abstains? from) (?:eating )?{y}",
            r"{S} (?:eat|eats) (?!at\b|in\b|out\b|with\b|before\b|after\b|too\b|a lot\b|breakfast|lunch|dinner|around|alone)(?P<y>(?:\w+ ?){1,3})",
        ),
        (
            r"{do} {S} eat (?P<y>.+)",
            r"(?:what|which foods?|what foods?|which things) {do} {S} (?:not |never )?(?:eat|avoid)(?: eating)?",
            r"can i (?:eat|have) (?P<y>.+)",
        ),
        is_many=True,
        keeps="sentence",
    ),
    Frame(
        "hobby",
        (
            r"(?:in|during) (?:my|his|her|our) (?:free|spare|leisure) time,? {S} {y}",
            r"{S} (?P<y>.+?) (?:in|during) (?:my|his|her|our) (?:free|spare|leisure) time",
            r"(?:for fun|as a hobby|to relax|to unwind|on weekends|at weekends|at the weekend),? {S} {y}",
            r"{S} (?P<y>.+?) (?:for fun|as a hobby|to relax|to unwind)",
        ),
        (
            r"what {do} {S} (?:like to |love to |enjoy |usually )?(?:do|doing) (?:for fun|in (?:my|his|her|their|our) (?:free|spare|leisure) time|as a hobby|on (?:the )?weekends?|to relax|to unwind|at (?:the )?weekends?|after work|when i am (?:not working|off|free))",
            r"how {do} {S} (?:relax|unwind|spend (?:my|his|her|their) (?:free|spare|leisure) time|spend (?:the |my )?weekends?)",
            r"what hobbies {do} {S} have",
            r"{do} {S} have (?:any|a) (?:hobby|hobbies|pastimes?)",
        ),
        keeps="sentence",
    ),
    Frame(
        "club",
        (
            r"{S} plays? (?:[\w ]+ )?(?:for|in|with) (?P<y>(?!the \w+ (?:orchestra|choir)\b)(?-i:[A-Z]).+)",
        ),
        (
            r"(?:what|which|for which|for what) (?:club|team|side) {do} {S} play(?: for| in| with)?",
            r"who {do} {S} play for",
        ),
    ),
    Frame(
        "instrument",
        (
            r"{S} (?:plays?|can play|{be} learning to play) (?:the |a )?(?P<y>(?:\w+ )?(?:guitar|piano|violin|drums?|cello|flute|saxophone|sax|trumpet|clarinet|bass|harp|ukulele|accordion|viola|oboe|banjo|trombone|keyboards?|harmonica|organ|mandolin|recorder|bassoon|horn|tuba|synth(?:esizer)?)\b.*)",
        ),
        (
            r"(?:what|which) (?:musical )?instruments? {do} {S} (?:play|learning|learning to play|playing)",
            r"{do} {S} play (?:any |an )(?:musical )?instruments?",
        ),
    ),
    Frame(
        "car",
        (
            r"{S} (?:drives?|{be} driving) (?:an? |my |the )?(?!to\b|home\b|fast\b|slowly\b|past\b|people\b|me\b|every\b|for\b|a lot\b){y}",
        ),
        (
            r"(?:what|which)(?: (?:make|model|brand)(?: of)?)? (?:car|vehicle) {do} {S} (?:drive|have|own|driving)",
            r"what {do} {S} (?:drive|driving)",
        ),
    ),
    Frame(
        "commute",
        (
            r"{S} (?:commutes?|gets? to work|goe?s? to work|travels? to work) {y}",
            r"{S} (?:take|takes|catch|catches|ride|rides) (?P<y>.+?) to (?:work|the office|school)",
            r"{S} (?P<y>bikes?|cycles?|walks?|drives?|runs?) to (?:work|the office|school)",
        ),
        (
            r"how {do} {S} (?:get|go|travel|commute|come)(?: to (?:work|the office|school))?",
            r"how {be} {S} commuting",
        ),
        keeps="sentence",
    ),
    Frame(
        "wake_up_time",
        (
            rf"{{S}} (?:wake|wakes|get|gets|am|is) up (?:every (?:day|morning) )?(?:at |by |before |after )?(?P<y>{_TIME})",
            rf"{{S}} rises? at (?P<y>{_TIME})",
        ),
        (
            r"(?:when|what time|at what time) {do} {S} (?:wake|get|rise|waking|getting)(?: up)?(?: in the morning| every day| on weekdays)?",
        ),
    ),
    Frame(
        "bed_time",
        (
            rf"{{S}} (?:goe?s? to (?:bed|sleep)|turns? in) (?:every (?:day|night) )?(?:at |by |before |after )?(?P<y>{_TIME})",
        ),
        (
            r"(?:when|what time|at what time) {do} {S} (?:go to (?:bed|sleep)|turn in|sleep)(?: at night)?",
        ),
    ),
    Frame(
        "team_preference",
        (
            r"{S} (?:support|supports|root for|roots for|cheer for|cheers for|barrack for|{be} a supporter of|{be} rooting for) (?!the idea|you\b|this\b|that\b){y}",
            r"{S} {be} (?:an? )?(?:(?:huge|big|lifelong|die-hard|massive|long-time) )*(?P<y>(?-i:[A-Z])[\w' -]+?) (?:fan|supporter)",
        ),
        (
            r"(?:what|which)(?: \w+)? (?:team|club|side) {do} {S} (?:support|root for|cheer for|follow|a fan of|like|supporting)",
            r"(?:who|whom) {do} {S} (?:support|root for|cheer for)(?: in .+)?",
        ),
    ),
    Frame(
        "handedness",
        (
            r"{S} (?:write|writes|eat|eats|draw|draws) with (?:my |his |her |the )?(?P<y>(?:left|right)(?: hand)?)",
        ),
        (
            r"(?:with )?which hand {do} {S} (?:write|use|prefer|eat|draw|favou?r)(?: with)?",
            r"{be} {S} (?:left|right)(?:[- ]hand(?:ed)?)?(?:[- ]?or (?:left|right)(?:[- ]hand(?:ed)?)?)?",
            r"{be} {S} a (?:lefty|righty|left-hander)",
        ),
    ),
    Frame(
        "smoking",
        (
            r"{S} (?P<y>(?:do not smoke|does not smoke|smokes?|stopped smoking|quit smoking|gave up smoking|never smoked|have quit smoking)\b.*)",
        ),
        (r"{do} {S} smoke", r"{be} {S} an? (?P<y>smoker|non-?smoker)"),
        keeps="sentence",
    ),
    Frame(
        "chronotype",
        (),
        (
            r"{be} {S} (?:more of )?an? (?P<y>(?:morning|night|evening) person|early bird|night owl|early riser)(?: or .*)?",
        ),
    ),
    Frame(
        "fear",
        (
            r"{S} {be} (?:(?:terribly|very|really|so|deathly|a bit|quite) )*(?:afraid|scared|terrified|frightened|petrified) of {y}",
            r"{S} (?:have|has) a (?:phobia|fear) of {y}",
        ),
        (
            r"what {be} {S} (?:afraid|scared|terrified|frightened) of",
            r"what (?:frightens|scares|terrifies) {S}",
            r"{be} {S} (?:afraid|scared|terrified|frightened) of (?P<y>.+)",
        ),
        is_many=True,
        keeps="sentence",
    ),
)
