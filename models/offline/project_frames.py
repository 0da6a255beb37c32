"""How people say and ask facts about what they are building. Data only.

Frames whose attribute depends on the value ("we use Postgres" is about the database) are in
`tools_used`; here are those where the verb says which attribute it is.
"""

from models.offline.frames import Frame

_BY = r"(?:on|by|in|at|before|until|for|end of)?"
_WORKING = r"(?:{S} )"
_SHIP = r"(?:launch|launches|release|releases|ship|ships|go live|goes live|going live|launching|releasing|shipping|deploying to production|roll out|rolls out|is released|is launched|gets released|comes out)"

PROJECT_FRAMES: tuple[Frame, ...] = (
    Frame(
        "deadline",
        (
            rf"{{S}} {{be}} due(?: {_BY})? {{y}}",
            rf"{{S}} (?:must|has to|have to|needs to|need to|should|is supposed to|ought to) be (?:done|finished|ready|delivered|shipped|completed|complete|handed in|submitted|turned in) {_BY} {{y}}",
            r"(?:we|i|our team|the team) (?:must|have to|has to|need to|should|want to|plan to|are supposed to|are going to) (?:finish|deliver|complete|submit|hand in|turn in|wrap up|ship|launch|release|send|publish|have|get|present) (?P<s>.+?)(?: ready| done| finished| out)? (?:by|before|until|no later than) {y}",
        ),
        (
            r"(?:when|by when|on (?:what|which) (?:day|date)|what (?:day|date)) {be} {S} due",
            r"(?:when|by when|until when|how long) {do} (?:we|i|our team|the team) (?:have to |need to |must |supposed to |going to )*(?:finish|deliver|complete|submit|hand in|turn in|wrap up|ship|send|publish|present) (?P<s>.+?)(?: by)?",
            r"(?:when|by when) {do} {S} (?:have to|need to|supposed to)? ?be (?:done|finished|ready|delivered|shipped|completed|complete|handed in|submitted|turned in)(?: by)?",
            r"when must {S} be .+",
            r"how much time {do} (?:we|i) have (?:left )?for {S}",
        ),
        root="project",
    ),
    Frame(
        "release_date",
        (
            rf"{{S}} (?:will |is going to |are going to |is planned to |plan to |plans to |is |are |want to |wants to |should )*{_SHIP}(?: (?P<o>it|(?:the |our |version )?[\w .]{{1,30}}?))? (?:on|in|at|by|this|next|around) (?P<y>(?!production\b|app store\b|the market\b).+)",
        ),
        (
            rf"(?:when|on (?:what|which) (?:day|date)|what (?:day|date)) {{do}} {{S}} (?:supposed to |going to |planning to |planned to )?(?:be )?(?:{_SHIP}|released|launched|shipped|out|available)(?: .{{1,30}})?",
        ),
        root="project",
    ),
    Frame(
        "start_date",
        (r"{S} (?:kicks? off|kicked off) (?:on|in|at|this|next) {y}",),
        (r"when {do} {S} (?:start|begin|kick off|starting|kicking off)",),
        root="project",
    ),
    Frame(
        "language",
        (
            r"{S} {be} (?:written|programmed|coded|implemented|developed) in {y}",
            r"(?:we|our team|the team) (?:write|code|program|develop|wrote|coded) (?:everything |it |the backend |all (?:our|the) code |our code |code )?in (?P<y>.+)",
        ),
        (
            r"(?:what|which)(?: (?:programming )?language)? {be} {S} (?:written|programmed|coded|implemented|developed)(?: in)?",
            r"in (?:what|which)(?: (?:programming )?language)? {be} {S} (?:written|programmed|coded|implemented|developed)",
            r"(?:what|which)(?: (?:programming )?language)? {do} (?:we|our team|the team) (?:write|code|program|develop|use)(?: in)?",
            r"(?:what|which) (?:programming )?language {do} {S} use",
        ),
        root="project",
    ),
    Frame(
        "hosting",
        (
            r"{S} {be} (?:hosted|deployed|running|served) (?:on|at|with|by|in|to) {y}",
            r"{S} (?:deploys?|host|hosts|deploy everything|deploy it|host it|host everything) (?:on|to|with|at) (?!(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|every|the \d){y}",
            r"{S} (?:runs?|lives?) on (?P<y>(?:aws|azure|gcp|google cloud|heroku|fly\.io|vercel|netlify|kubernetes|digital ?ocean|hetzner|render|railway|cloudflare|ec2|lambda|an? [\w ]*server.*|our own .*))",
        ),
        (
            r"where {do} {S} (?:hosted|deployed|running|host|deploy|run|live|deploy to|served|host it|deploy it)(?: to| on| it)?",
            r"(?:what|which)(?: (?:cloud|provider|platform|hosting|hoster|host|hosting provider|cloud provider|service|server))? {be} {S} (?:hosted|deployed|running) (?:on|at|with|to)",
            r"what {do} {S} (?:deploy to|run on|host on)",
            r"(?:what|which) (?:cloud|cloud provider|hosting provider|hosting|platform|hoster) {do} {S} (?:use|run on|deploy to|host on|run in)",
        ),
        root="project",
    ),
    Frame(
        "lead",
        (
            r"(?P<y>[\w'. -]{1,40}?) (?:leads?|heads?|is leading|is heading|runs|is running|is in charge of|is responsible for|is the (?:lead|leader|head) (?:of|on|for)) (?P<s>(?:our|the|my|project) .+|(?-i:[A-Z])\w+)",
        ),
        (
            r"who (?:leads|heads|runs|is leading|is heading|is running|is in charge of|is responsible for|is leader of) {S}",
            r"who {be} (?:the )?(?:lead|leader|head|person in charge|person responsible) (?:of|on|for) {S}",
        ),
        root="project",
    ),
    Frame(
        "manager",
        (
            r"(?P<y>[\w'. -]{1,40}?) (?:manages|is managing) (?P<s>(?:our|the|project) .+|(?-i:[A-Z])\w+)",
        ),
        (r"who (?:manages|is managing) {S}",),
        root="project",
    ),
    Frame(
        "owner",
        (r"(?P<y>[\w'. -]{1,40}?) (?:owns) (?P<s>(?:our|the|project) .+|(?-i:[A-Z])\w+)",),
        (r"who owns {S}",),
        root="project",
    ),
    Frame(
        "name",
        (
            r"(?:i am|we are|i have been|we have been) (?:currently |now )?(?:working on|building|developing|making|starting|writing) (?:an? |the |my |our )?(?:new |side |secret |little |pet )*(?:project|app|startup|game|product|website|tool|library|application) (?:called|named|code-?named) {y}",
            r"(?:my|our|the) (?:new |side |pet |secret )*(?:project|app|startup|game|product) {be} (?:called|named|code-?named) {y}",
        ),
        (
            r"what {be} (?:i|we) (?:working on|building|developing|making)",
            r"(?:what|which) (?:project|app|startup|game|product) {be} (?:i|we) (?:working on|building|developing|making)",
            r"(?:what|how) {be} (?:my|our|the) (?:new |side |pet |secret )*(?:project|app|startup|game|product) (?:called|named)",
        ),
        root="project",
    ),
    Frame(
        "tech_stack",
        (
            r"{S} {be} (?:built|made|based|powered|created|developed) (?:with|on|using|by|upon|on top of) {y}",
        ),
        (
            r"(?:what|which)(?: (?:framework|stack|technology|technologies|tools?))? {be} {S} (?:built|made|based|powered|created|developed)(?: (?:with|on|using|by|upon|in|on top of))?",
            r"(?:what|which) (?:technology|technologies|stack|tech stack|tech) {do} {S} use",
        ),
        root="project",
    ),
)
