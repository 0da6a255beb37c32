"""Names of well-known places: two of one sort exclude each other as a home, a city and its country do not."""

CITIES = frozenset(
    """
    aachen aarhus abidjan accra adelaide algiers alicante almaty amman amsterdam ankara antalya antwerp athens
    atlanta auckland austin baghdad baku baltimore bamako bangalore bangkok barcelona bari basel bath beijing
    beirut belfast belgrade bergen berlin bern bielefeld bilbao birmingham bochum bogota bologna bonn bordeaux
    boston bratislava braunschweig bremen brighton brisbane bristol brno bruges brussels bucharest budapest
    buffalo busan cairo calgary cambridge canberra cannes caracas cardiff casablanca charlotte chemnitz chengdu
    chennai chicago cincinnati cleveland cologne columbus copenhagen cordoba cork dakar dallas damascus darmstadt
    delhi denver detroit dhaka doha dortmund dresden dubai dublin duesseldorf duisburg dundee durban dusseldorf
    düsseldorf edinburgh edmonton eindhoven erfurt essen florence frankfurt freiburg fukuoka galway gdansk geneva
    genoa ghent glasgow göttingen gothenburg granada graz grenoble groningen guadalajara guangzhou haarlem hague
    haifa halifax hamburg hannover hanoi hanover havana heidelberg helsinki honolulu houston hyderabad
    indianapolis innsbruck istanbul jakarta jena jerusalem johannesburg kampala karachi karlsruhe kassel kathmandu
    kiel kiev kigali kingston klagenfurt konstanz krakow kyiv kyoto lagos lahore lausanne leeds leicester leiden
    leipzig liege lille lima limerick linz lisbon liverpool ljubljana london lucerne lugano luxembourg lviv lyon
    madrid mainz malaga malmo malmö manchester manila mannheim marrakesh marseille melbourne memphis miami milan
    milwaukee minneapolis minsk monaco montevideo montpellier montreal moscow mumbai munich munster münster nagoya
    nairobi nantes naples nashville newcastle nice nicosia nottingham nuremberg nürnberg oakland odessa omaha
    oporto orlando osaka oslo ottawa oxford padua palermo paris perth philadelphia phoenix pisa pittsburgh plymouth
    porto portland potsdam poznan prague pretoria quebec quito reading regensburg reims rennes reykjavik riga rio
    riyadh rome rostock rotterdam salvador salzburg santiago sapporo sarajevo seattle seoul seville shanghai
    sheffield shenzhen siena singapore skopje sofia southampton split stavanger stockholm strasbourg stuttgart
    sydney taipei tallinn tampere tangier tbilisi tehran thessaloniki tirana tokyo toledo toronto toulouse trieste
    trondheim tucson tunis turin turku uppsala utrecht valencia valletta vancouver venice verona vienna vilnius
    warsaw washington wellington winnipeg wroclaw wuppertal würzburg york zagreb zaragoza zurich zürich
    """.split()
) | {
    "new york", "new york city", "los angeles", "san francisco", "san diego", "san jose", "las vegas", "new orleans",
    "salt lake city", "st louis", "kansas city", "mexico city", "buenos aires", "rio de janeiro", "sao paulo",
    "são paulo", "hong kong", "kuala lumpur", "ho chi minh city", "cape town", "addis ababa", "abu dhabi",
    "tel aviv", "new delhi", "the hague", "den haag", "st petersburg", "saint petersburg", "la paz", "san juan",
}  # fmt: skip

COUNTRIES = frozenset(
    """
    albania algeria argentina armenia australia austria azerbaijan bangladesh belgium bolivia bosnia brazil
    bulgaria cambodia cameroon canada chile china colombia croatia cuba cyprus czechia denmark ecuador egypt
    england estonia ethiopia finland france georgia germany ghana greece guatemala hungary iceland india
    indonesia iran iraq ireland israel italy jamaica japan jordan kazakhstan kenya kosovo kuwait latvia lebanon
    lithuania macedonia malaysia malta mexico moldova mongolia montenegro morocco nepal netherlands nicaragua
    nigeria norway pakistan panama paraguay peru philippines poland portugal qatar romania russia rwanda scotland
    senegal serbia slovakia slovenia somalia spain sudan sweden switzerland syria taiwan tanzania thailand tunisia
    turkey uganda ukraine uruguay venezuela vietnam wales yemen zambia zimbabwe usa uk
    """.split()
) | {
    "the netherlands", "the uk", "the usa", "the us", "new zealand", "south africa", "south korea", "north macedonia",
    "costa rica", "saudi arabia", "sri lanka", "the united states", "the united kingdom", "northern ireland",
    "the philippines", "el salvador", "the czech republic",
}  # fmt: skip


def sort_of_place(name: str) -> str | None:
    """`city`, `country`, or None for what is not known here."""
    known = name.casefold().strip()
    if known in CITIES:
        return "city"
    return "country" if known in COUNTRIES else None
