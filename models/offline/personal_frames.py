"""How people say and ask who they and those around them are, and where they live and work. Data only."""

from models.offline.frames import Frame

_PLACE = r"(?:in|at|near|outside|by|close to|just outside|around)"
_PLACE_NOUN = (
    r"(?:city|town|country|place|area|village|state|region|part of (?:the )?\w+|neighbou?rhood|suburb|"
    r"district|continent|island)"
)

PERSONAL_FRAMES: tuple[Frame, ...] = (
    Frame(
        "name",
        (
            r"{S} {be} (?:called|named) {y}",
            r"{S} answers? to (?:the name (?:of )?)?{y}",
        ),
        (
            r"(?:what|how) {be} {S} (?:called|named)",
            r"what did (?:i|we) (?:call|name) {S}",
            r"what do (?:i|we|they) call {S}",
            r"what name did (?:i|we) give (?:to )?{S}",
        ),
    ),
    Frame(
        "nickname",
        (
            r"(?:(?:from now on,?|from here on,?|in future,?|in the future,?|going forward,?|you|people|everyone|everybody|friends|my friends|folks|they|most people|please|just|can|may|should|could|all|simply|always|usually|would|will) )*"
            r"(?:call|address|refer to) me (?:as |by )?(?!at |on |back|later|when|if|tomorrow|a |an )(?:the name )?{y}",
            r"i (?:would like|want|would love|prefer|like) (?:you )?to (?:be called|call me|be addressed as|be known as) {y}",
            r"i (?:prefer|like) being called {y}",
            r"{S} goe?s? by (?:the name (?:of )?)?(?!bike|car|bus|train|foot|boat|tram|bicycle|plane){y}",
            r"{S} {be} (?:known as|nicknamed) {y}",
        ),
        (
            r"what (?:should|do|can|may|will|would|shall|must) (?:you|i|people|we|they|friends|my friends|everyone|others) call me",
            r"how (?:should|do|can|may|will|would|shall) (?:you|people|i|we) (?:address|call) me",
            r"(?:what|which) name do i (?:go by|use|prefer)",
            r"(?:what|how) (?:do|would) i (?:like|want|prefer) to be (?:called|addressed)",
            r"(?:what|how) am i (?:called|known)(?: by.*)?",
        ),
    ),
    Frame(
        "birthplace",
        (
            r"{S} {be} born (?:and (?:raised|bred) )?(?:in|at|near|outside) (?P<y>(?!\d|(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|the \w+ies)\b).+)",
        ),
        (
            r"where {be} {S} born",
            rf"(?:in )?(?:which|what) {_PLACE_NOUN} {{be}} {{S}} born(?: in)?",
        ),
    ),
    Frame(
        "birthday",
        (
            r"{S} {be} born (?:on|in) {y}",
            r"{S} (?:celebrates?|has|have) (?:my |his |her |their |our )?birthday (?:on|in) {y}",
            r"{S} {be} an? (?P<y>(?:january|february|march|april|may|june|july|august|september|october|november|december)) (?:baby|child)",
        ),
        (
            r"when {be} {S} born",
            r"when {do} {S} (?:have|celebrate) (?:my |his |her |their )?birthday",
            r"(?:on )?(?:what|which) (?:day|date|year|month)(?: of the year)? {be} {S} (?:born(?: (?:in|on))?|birthday(?: on)?)",
            r"(?:in )?(?:what|which) (?:year|month) {be} {S} born(?: in)?",
            r"when {be} {S} birthday",
            r"when {do} {S} (?:turn|get|become) (?:a year )?(?:older|\d+)",
        ),
    ),
    Frame(
        "age",
        (
            r"{S} {be} (?P<y>\d{1,3}(?: and a half)?|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ]\w+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen)(?:[ -](?:years?[ -]old|yrs?(?: old)?|y/?o|years of age|years|months? old|weeks? old))?",
            r"{S} (?:turned|have turned|has turned) (?P<y>\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ]\w+)?|\w+teen)(?: .{0,30})?",
        ),
        (
            r"how old {be} {S}(?: now)?",
            r"(?:what|which) age {be} {S}",
            r"how many years old {be} {S}",
        ),
    ),
    Frame(
        "height",
        (
            r"{S} {be} (?P<y>[\w.,'\" ]{1,30}?) (?:tall|in height|high)",
            r"{S} (?:measures?|stands?) (?P<y>[\d].{1,20}?)(?: tall| in height)?",
        ),
        (r"how (?:tall|high|big) {be} {S}",),
    ),
    Frame(
        "weight",
        (r"{S} weighs? (?:about |around |roughly )?{y}",),
        (r"how (?:much|heavy) {do} {S} weigh", r"what {do} {S} weigh", r"how heavy {be} {S}"),
    ),
    Frame(
        "city",
        (
            rf"{{S}} (?:live|lives|(?:have|has) lived|reside|resides|dwell|dwells) (?:(?:over|up|down|out|back|here|now|right|alone|together|happily|abroad) )*{_PLACE} (?:the (?:city|town|village) of )?{{y}}",
            rf"{{S}} {{be}} (?:(?:now|permanently) )?(?:based|living|settled|located|residing|resident) (?:out of|{_PLACE}) (?:the (?:city|town|village) of )?{{y}}",
            r"{S} (?:moved|relocated|(?:have|has) (?:just |recently |now )*(?:moved|relocated))(?: (?:back|house|over|away|here|out|house))*(?: from .+?)? to (?!a (?:new|different|bigger|smaller)\b){y}",
            r"{S} (?:settled(?: down)?) in {y}",
            r"{S} calls? (?P<y>.+?) (?:my |his |her |their |our )?home",
            r"(?:my )?home(?: for me)? is (?:in )?{y}",
            r"{S} home is in {y}",
        ),
        (
            r"where {do} {S} (?:live|living|based|reside|residing|located|settled|stay|at home|call home|now live)(?: in| at| now| these days)?",
            r"where (?:did|have) {S} (?:moved?|relocated?)(?: to)?",
            rf"(?:in )?(?:what|which) {_PLACE_NOUN} {{do}} {{S}} (?:live|reside|living|call home|based|settled|in|move to)(?: in| now)*",
            r"where (?:is|are) {S} home",
            r"where is home(?: for me)?",
        ),
    ),
    Frame(
        "home_town",
        (
            r"{S} (?:{be} originally|originally {be}|come|comes|came|hail|hails|{be}) (?:originally )?(?:come )?from {y}",
            r"{S} (?:grew up|{be} raised|{be} brought up|spent my childhood) (?:in|near|outside|on|around) {y}",
        ),
        (
            r"where {be} {S} (?:originally )?from(?: originally)?",
            r"where {do} {S} (?:originally )?(?:come|hail) from(?: originally)?",
            r"where (?:did|was|were) {S} (?:grow up|raised|brought up)",
            rf"(?:what|which) {_PLACE_NOUN} {{do}} {{S}} (?:come from|from|grow up in)",
        ),
    ),
    Frame(
        "employer",
        (
            r"{S} (?:work|works|(?:have|has) worked|working) (?:full[- ]time |part[- ]time )?(?:at|for|with) (?!home\b|night\b|the moment\b|weekends?\b|children\b|people\b|kids\b|a living\b){y}",
            r"{S} {be} (?:employed|working) (?:at|by|for) (?!home\b|night\b){y}",
            r"{S} (?:joined|(?:have|has) (?:just |recently |now )*joined|started (?:working )?at|started a (?:new )?job at|got (?:a job|hired|a new job) (?:at|by)|work now (?:for|at)) {y}",
        ),
        (
            r"where {do} {S} (?:work|working|employed)(?: at| now)?",
            r"(?:who|whom|(?:which|what) (?:company|firm|organi[sz]ation|employer|place)|for (?:whom|which company|what company)) {do} {S} (?:work|working|employed)(?: for| at| by| with)?",
            r"who employs {S}",
        ),
    ),
    Frame(
        "job",
        (
            r"{S} {be} \w+ing as (?:an? |the )?{y}",
            r"{S} (?:work|works|(?:have|has) worked|am working|is working|are working|am employed|is employed) as (?:an? |the )?{y}",
            r"{S} {be} (?:an? )?(?P<y>.+?) by (?:trade|profession|training|occupation)",
            r"(?:by trade|by profession|professionally),? {S} {be} (?:an? )?{y}",
            r"{S} (?:earns?|makes?) (?:a|my|his|her|their|our) living (?:as|by) (?:an? )?{y}",
            r"{S} (?P<y>\w+(?: [\w-]+){0,4}) for a living",
            r"for a living,? {S} {y}",
            r"{S} (?P<y>(?:teach|teaches|{be} teaching) .+)",
            r"{S} (?P<y>(?:runs?|owns?|{be} running) (?:my own |his own |her own |our own |an? |the )(?:\w+ )?(?:shop|store|business|company|bakery|restaurant|cafe|bar|farm|clinic|studio|agency|startup|hotel|salon|bookshop|brewery|practice)\b.*)",
            r"{S} (?:work|works) in (?P<y>(?-i:[a-z]|IT|HR|PR|AI|QA|R&D).*)",
        ),
        (
            r"what {do} {S} (?:do|work as|working as|employed as)(?: for (?:a )?(?:living|work|job))?",
            r"(?:as )?what {do} {S} work(?: as)?",
            r"what (?:kind |sort |type |line )?(?:of )?(?:work|job) {do} {S} (?:do|have|in)",
            r"how {do} {S} (?:earn|make) (?:a |my |his |her |their )?(?:living|money)",
            r"(?:what|which) (?:field|industry|area|department|sector|line of work|profession|branch) {do} {S} (?:work )?in",
        ),
    ),
    Frame(
        "work_location",
        (
            r"{S} (?:work|works) (?:in|near|out of) (?:the )?(?P<y>(?-i:[A-Z]).*)",
            r"{S} (?:work|works) (?P<y>from home.*|remotely.*|from the office.*|at home.*)",
        ),
        (
            r"where {do} {S} work from",
            rf"(?:in |at )?(?:what|which) {_PLACE_NOUN} {{do}} {{S}} work(?: in)?",
            r"{do} {S} work (?P<y>from home|remotely|from the office)",
        ),
    ),
    Frame(
        "university",
        (
            r"{S} (?:graduated from|attends?|attended|stud(?:y|ies|ied) at|{be} (?:a )?(?:student|studying|enrolled) at) {y}",
            r"{S} (?:go|goes|went) to (?P<y>.*\b(?:university|college|uni|school|institute|academy|polytechnic|mit|harvard|oxford|stanford|cambridge|eth|epfl|yale|princeton)\b.*)",
            r"{S} (?:have|has|got|earned) (?:my |an? |his |her )?(?:\w+ )?(?:degree|diploma|phd|doctorate|master'?s?|bachelor'?s?)(?: degree)? from {y}",
        ),
        (
            r"where {do} {S} (?:stud(?:y|ying)|go to (?:university|college|uni|school)|graduate(?: from)?|attend (?:university|college))",
            r"(?:what|which) (?:university|college|uni|school|institute) {do} {S} (?:attend|go to|graduate from|study at|study)",
        ),
    ),
    Frame(
        "major",
        (
            r"{S} (?:stud(?:y|ies|ied)|major(?:s|ed)? in|{be} (?:studying|majoring in)) (?!at\b|for\b|hard\b|abroad\b){y}",
            r"{S} (?:have|has|got|earned|did) (?:my |an? |his |her )?(?:\w+ )?(?:degree|diploma|phd|doctorate|master'?s?|bachelor'?s?)(?: degree)? in {y}",
        ),
        (
            r"(?:what|which subject|what subject|what field) {do} {S} (?:study|studying|major in|majoring in)(?: at .+)?",
            r"what (?:degree|diploma) {do} {S} have",
            r"what {do} {S} have (?:an? )?(?:degree|phd|master'?s?|doctorate) in",
        ),
    ),
    Frame(
        "spoken_language",
        (
            r"{S} (?:can )?(?:speak|speaks) (?!to\b|with\b|at\b|about\b|up\b){y}",
            r"{S} {be} (?:fluent|bilingual|conversational|proficient) in {y}",
        ),
        (
            r"(?:what|which)(?: (?:foreign|human|natural|other))? languages? {do} {S} (?:speak|know|understand)(?: fluently)?",
            r"{do} {S} (?:speak|know|understand) (?P<y>any (?:foreign |other )?languages|english|french|german|spanish|\w+(?:ian|ish|ese|ch))",
            r"how many (?:foreign )?languages {do} {S} (?:speak|know)",
            r"what (?:foreign )?languages {be} {S} fluent in",
        ),
        is_many=True,
        keeps="sentence",
    ),
    Frame(
        "allergy",
        (
            r"{S} {be} (?:(?:severely|very|highly|badly|deathly|mildly|slightly|extremely|terribly) )*allergic to {y}",
            r"{S} (?:have|has|suffers?|suffer from|suffers from|got) (?:an? )?(?:(?:severe|bad|mild|serious|strong|life-threatening) )*allerg(?:y|ies) to {y}",
            r"{S} (?:have|has|suffers? from|got) (?:an? )?(?:(?:severe|bad|mild|serious|strong|life-threatening) )*(?P<y>[\w ]+?) allergy",
            r"{S} {be} (?P<y>\w+)[- ]intolerant",
            r"{S} {be} intolerant (?:to|of) {y}",
        ),
        (
            r"(?:what|which \w+|what \w+|anything) {be} {S} (?:allergic|intolerant) to",
            r"{do} {S} (?:have|got) (?:any |an? )?(?:food |known )?(?P<y>\w+ )?allerg(?:y|ies)(?: to (?P<z>.+))?",
            r"{be} {S} (?:allergic|intolerant)(?: to (?P<y>.+))?",
            r"{be} {S} (?P<y>\w+)[- ]intolerant",
            r"(?:what|which) (?:food )?allergies {do} {S} have",
            r"what (?:is|are) {S} allergic to",
        ),
        is_many=True,
        keeps="sentence",
    ),
    Frame(
        "wedding_date",
        (
            r"{S} (?:got|were|was|are|am|is|{be} getting|{be} going to get|will get|get) married (?:on|in|at) (?P<y>(?:the )?(?:\d|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|next|this).*)",
        ),
        (
            r"when (?:did|do|will|were|was|are|am|is) {S} (?:get |getting |got )?(?:married|marry)",
            r"(?:what|which|in what|in which) (?:day|year|date) (?:did|were|was|will) {S} (?:get )?(?:married|marry)",
            r"when {be} {S} wedding",
        ),
    ),
    Frame(
        "spouse_name",
        (
            r"{S} {be} married to {y}",
            r"{S} married (?P<y>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)(?: .*)?",
        ),
        (
            r"(?:who|whom) {be} {S} married to",
            r"(?:who|whom) did {S} marry",
        ),
    ),
    Frame(
        "marital_status",
        (
            r"{S} {be} (?P<y>(?:happily |newly |recently )?(?:married|single|engaged|divorced|widowed|separated)(?! to\b).*)",
            r"{S} {be} (?P<y>in a relationship.*|dating \w+)",
        ),
        (
            r"{be} {S} (?P<y>married|single|engaged|divorced|widowed|in a relationship|seeing anyone|seeing anybody)",
        ),
    ),
    Frame(
        "phone",
        (
            r"(?:you can |you may |please |feel free to )*(?:reach|call|text|phone|ring) me (?:at|on|under) (?P<y>[+\d(][\d ()./-]{4,}\d)",
        ),
        (
            r"(?:on |at )?(?:what|which) (?:phone )?number can (?:you|i|they) (?:reach|call|text) me(?: at| on)?",
            r"how can (?:you|people) (?:reach|call|phone) me",
        ),
    ),
    Frame(
        "email",
        (
            r"(?:you can |you may |please |feel free to )*(?:reach|email|e-mail|mail|write to|contact) me (?:at|under|on) (?P<y>\S+@\S+)",
        ),
        (
            r"(?:at )?(?:what|which) (?:e-?mail )?address can (?:you|i|they) (?:reach|write|mail) me(?: at)?",
        ),
    ),
    Frame(
        "nationality",
        (),
        (
            r"(?:what|which) nationality {be} {S}",
            r"(?:what|which) (?:passport|citizenship|nationality) {do} {S} (?:hold|have)",
            r"what country {be} {S} a citizen of",
        ),
    ),
    Frame(
        "religion",
        (),
        (
            r"(?:what|which) religion {be} {S}",
            r"(?:what|which) (?:religion|faith) {do} {S} (?:have|follow|belong to|practi[cs]e)",
        ),
    ),
    Frame("zodiac_sign", (), (r"(?:what|which) (?:star |zodiac )?sign {be} {S}",)),
    Frame(
        "blood_type",
        (),
        (
            r"(?:what|which) blood (?:type|group) {be} {S}",
            r"(?:what|which) blood (?:type|group) {do} {S} have",
        ),
    ),
    Frame(
        "health",
        (),
        (
            r"{do} {S} (?:have|suffer from) (?:any |a )?(?:medical |health |chronic )*(?:conditions?|illness(?:es)?|diseases?|issues?|problems?)",
            r"(?:what|which) (?:medical |health |chronic )*(?:conditions?|illness(?:es)?|diseases?|issues?|problems?) {do} {S} have",
        ),
    ),
)
