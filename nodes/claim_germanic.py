"""German and Dutch: how a claim of having saved something reads. See `nodes.tongue`."""

from nodes.tongue import Tongue, label, phrases, words

_DE_DONE = (
    r"(?:gespeichert|abgespeichert|gemerkt|vermerkt|notiert|eingetragen|aufgenommen|festgehalten|"
    r"hinterlegt|aktualisiert|gelöscht|vergessen|entfernt|ergänzt|angelegt|aufgeschrieben|abgelegt|erfasst|"
    r"verzeichnet|gesichert|mitgeschrieben|dokumentiert|registriert|hinzugefügt|behalten|eingeprägt|geändert)"
)
_DE_OPEN = (
    r"(?:ok(?:ay)?|alles klar|klar|gut|super|danke|verstanden|gerne|natürlich|erledigt|prima|"
    r"in ordnung|ja|so|hallo)"
)
GERMAN = Tongue(
    stems=words(
        rf"\w*{_DE_DONE}", r"merke?", "präge", "gedächtnis", "speicher", "notizen", "steht", "liegt", "dran", "versprochen", r"speichere?", r"notiere?", "vermerke", "behalte", "halte",
        r"vergesse", r"erinnern?", r"daran", "merken", "speichern", "notieren", "vermerken", "behalten",
    ),
    claims=phrases(
        rf"\b(?:ich|wir)\s+(?:habe?n?|hab)\b[^.;:]*?\b{_DE_DONE}\b",
        rf"\b(?:habe?n?|hab)\s+(?:ich|wir|es|das|mir)\b[^.;:]*?\b{_DE_DONE}\b",
        rf"^(?:{_DE_OPEN}[\s,:.!-]+)*(?:das\s+)?hab(?:e)?\s+ich\b[^.;:]*?\b{_DE_DONE}\b",
        r"\b(?:ich\s+)?(?:merke?|notiere?|behalte|präge)\s+(?:ich\s+)?(?:mir|es|das|dies|deinen?|ihren?)\b",
        r"\bich\s+(?:behalte|halte)\b[^.;:]*\b(?:kopf|hinterkopf|gedächtnis|erinnerung|fest)\b",
        r"\b(?:steht|liegt|ist)\s+(?:jetzt|nun)\s+(?:in\s+)?(?:meinem?|im|meinen)\s+(?:gedächtnis|speicher|notizen)\b",
        r"\bversprochen\b[^.]*\bvergesse\b",
        r"\bich\s+(?:speichere|vermerke|halte)\b(?!\s+(?:nichts|nur|erinnerungen))",
        r"\b(?:das|dies|es)\s+(?:merke|notiere|speichere|vermerke|behalte)\s+ich\b",
        r"\bich\s+werde\b[^.;:]*?\b(?:merken|speichern|notieren|vermerken|behalten|erinnern)\b",
        r"\b(?:ich\s+werde|werde\s+ich)\s+(?:daran|dran)\s+denken\b|\bich\s+denke?\s+d(?:a)?ran\b",
        rf"^(?:{_DE_OPEN}[\s,:.!-]+)*{label('wird', 'werden', 'ist', 'sind', 'hat', 'ich', 'er', 'sie', 'wurde')}"
        rf"{_DE_DONE}(?=\s*(?:[.!:,(]|$))",
        rf"[:(>-]\s*{_DE_DONE}\s*(?:[).!]|$)",
        r"\bich\s+(?:vergesse|werde)\b[^.;:]*?\bnicht\s*(?:vergessen)?\s*[.!]*\s*$",
        rf"\b(?:ist|sind|wurden?)\s+(?:(?:nun|jetzt|damit|hiermit|erfolgreich|für\s+\w+)\s+)*"
        rf"(?:[\w.]+\s+){{0,6}}?(?:{_DE_DONE})(?:\s+worden)?\s*(?:[.!,]|$)",
        rf"^(?:{_DE_OPEN}[\s,:.!-]+)*(?:ist\s+)?(?:gespeichert|notiert|gemerkt|vermerkt|aktualisiert|"
        r"gelöscht|vergessen|erfasst|aufgenommen|abgespeichert|festgehalten|eingetragen|hinterlegt)"
        r"(?:\s+(?:unter|als|in|im|dass)\b|\s*(?:[.!,:]|$))",
    ),
    denied=words(
        r"nicht", r"kein\w*", "nichts", "nie", "niemals", "weder", "ohne", r"leider nicht", "kann",
        "unmöglich",
    ),
    supposed=words(
        "wenn", "falls", "sobald", "soll", "sollte", "könnte", "würde", "möchtest", "möchten",
        "darf", "ob", "können", "kannst", "lass", "bevor", "nachdem", "sofern", "sagt", "sagte",
        "hätte", "damit ich", "dass ich",
    ),
    history=words(
        "bereits", "schon", "früher", "gestern", "damals", r"letzte[nrs]?", "zuletzt", "vor",
        r"am \d+\.?", "vorher", r"du hast", r"du hattest", r"sie haben", r"\d{4}-\d\d-\d\d",
    ),
    not_memory=words(
        r"datei(?:en)?", "code", r"funktion(?:en)?", "festplatte", "variable", "skript", "ordner",
        r"dokument\w*", "album", "text", "tabelle", "absatz", "konzert", r"fotos?", "platte", "cache", "klasse", "film", "lied", "sendung",
    ),
    denied_behind=words("nicht", "nichts"),
    present=words("habe", "hab", "ist", "sind", "wurde", "wurden", "werde"),
    content=words("dass", "weil"),
    forgets=words(r"vergesse\b.*\bnicht", r"nicht vergessen"),
    is_about_all=True,
)  # fmt: skip

_NL_DONE = (
    r"(?:opgeslagen|onthouden|genoteerd|bewaard|vastgelegd|bijgewerkt|verwijderd|vergeten|gewist|"
    r"toegevoegd|opgeschreven|geregistreerd|aangepast|vermeld|gememoriseerd|aangevuld)"
)
_NL_OPEN = (
    r"(?:ok(?:é|e|ay)?|prima|goed|begrepen|bedankt|zeker|natuurlijk|klaar|gelukt|top|ja|dank je|"
    r"geregeld|graag)"
)
DUTCH = Tongue(
    stems=words(
        _NL_DONE, "eraan", "er aan", "daaraan", "gedachten", "achterhoofd", "rekening", "geheugen", "notities", "bij",
        "schrijf", "noteren", "onthouden", "opschrijven", "staat", "zit", "niet", "nooit", r"onthoud", r"noteer", r"bewaar", "sla", "vergeet", "opslaan", "bewaren",
    ),
    claims=phrases(
        rf"\b(?:ik|we)\s+heb(?:ben)?\b[^.;:]*?\b{_NL_DONE}\b",
        rf"\bheb\s+(?:ik|het)\b[^.;:]*?\b{_NL_DONE}\b",
        r"\bik\s+(?:zal|ga)\b[^.;:]*?\b(?:onthouden|noteren|opslaan|bewaren|opschrijven)\b",
        r"\bik\s+(?:onthoud|noteer|bewaar)\b",
        r"\bik\s+(?:zal|ga)\s+(?:er\s*aan|daaraan)\s+denken\b|\bik\s+denk\s+er\s*aan\b",
        r"\bik\s+(?:hou|houd|zal)\b[^.;:]*\b(?:in\s+gedachten|in\s+mijn\s+achterhoofd|rekening\s+mee|bij\s*$)",
        r"\b(?:staat|zit)\s+(?:nu\s+)?(?:in\s+mijn\s+(?:geheugen|notities)|genoteerd|opgeslagen)\b",
        r"\bik\s+schrijf\b[^.;:]*\bop\b",
        rf"^(?:{_NL_OPEN}[\s,:.!-]+)*{label('is', 'zijn', 'wordt', 'worden', 'heeft', 'ik', 'hij', 'zij', 'werd')}"
        rf"{_NL_DONE}(?=\s*(?:[.!:,(]|$))",
        rf"[:(>-]\s*{_NL_DONE}\s*(?:[).!]|$)",
        r"\bik\s+sla\b[^.;:]*?\bop\b",
        r"\b(?:dat|dit|het)\s+(?:onthoud|noteer|bewaar)\s+ik\b",
        r"\bik\s+(?:zal|vergeet)\b[^.;:]*?\b(?:niet|nooit)\b(?:\s+vergeten)?",
        rf"\b(?:is|zijn|werd|werden)\s+(?:[\w.]+\s+){{0,6}}?{_NL_DONE}\s*(?:[.!,]|$|in\b|als\b|voor\b|onder\b)",
        rf"^(?:{_NL_OPEN}[\s,:.!-]+)*(?:genoteerd|opgeslagen|onthouden|bijgewerkt|verwijderd|vergeten|bewaard|toegevoegd|vastgelegd)"
        r"(?=\s+(?:als|onder|in)\b|\s*(?:[.!,:]|$))",
    ),
    denied=words("niet", r"geen", "niets", "nooit", "zonder", "kan", "helaas niet", "noch"),
    supposed=words(
        "als", "wanneer", "zodra", "zou", "zal ik", "wil je", "kun je", "kunt", "mag", "indien",
        "of ik", "moet", "laat", "voordat", "nadat", "zegt", "zei", "kunnen", "dat ik",
    ),
    history=words(
        "al", "reeds", "eerder", "gisteren", "vorige", "toen", "destijds", "je hebt", "u hebt",
        "jij hebt", r"\d{4}-\d\d-\d\d", "geleden",
    ),
    not_memory=words(
        "bestand", "bestanden", "code", "functie", "schijf", "variabele", "script", "map",
        "document", "tekst", "tabel", "alinea", "album", "klasse", "film", "lied",
    ),
    denied_behind=words("niet", "niets"),
    present=words("heb", "hebben", "is", "zijn", "zal"),
    content=words("dat"),
    forgets=words(r"vergeet\b.*\b(?:niet|nooit)", r"(?:niet|nooit) vergeten"),
    is_about_all=True,
)  # fmt: skip
