"""French, Spanish, Italian, Portuguese: how a claim of having saved something reads.

Contractions may have been spelled out by the English rules; these languages are not touched by it.
"""

from nodes.tongue import Tongue, label, phrases, words

_FR_DONE = (
    r"(?:enregistrée?s?|sauvegardée?s?|notée?s?|mémorisée?s?|retenue?s?|mise?s? à jour|stockée?s?|"
    r"consignée?s?|oubliée?s?|supprimée?s?|effacée?s?|ajoutée?s?|conservée?s?|gardée?s?)"
)
_FR_OPEN = (
    r"(?:d'accord|ok(?:ay)?|très bien|bien sûr|bien|c'est fait|parfait|merci|compris|entendu|oui|"
    r"voilà|super|pas de problème|fait)"
)
FRENCH = Tongue(
    stems=words(
        rf"(?:bien |en )?{_FR_DONE}", r"retiens", r"retiendrai", r"note", "noterai", "mémorise",
        "viens", "souviendrai", "rappellerai", "penserai", "compte", "pris", "prends", "prendrai", "tête", "garder", "garde", "garderai", "oublierai", "enregistre", "mémoriserai", "vais",
        "enregistrerai",
    ),
    claims=phrases(
        rf"\b(?:j'ai|je\s+l'ai|je\s+les\s+ai|je\s+vous\s+l'ai|nous\s+avons|je\s+viens)\b[^.;:]*?\b{_FR_DONE}",
        r"\bje\s+(?:viens\s+d(?:e\s+|'))(?:\w+\s+)?(?:enregistrer|noter|sauvegarder|mémoriser|ajouter|retenir|mettre\s+à\s+jour)\b",
        r"\bje\s+(?:le\s+|la\s+|les\s+|l'|m'en\s+|me\s+)?(?:retiens|note|mémorise|enregistre|"
        r"retiendrai|noterai|mémoriserai|enregistrerai|souviendrai|garde|garderai)\b"
        r"(?!\s+(?:toujours\s+)?(?:que\s+vous\s+avez|seulement|uniquement))",
        r"\bje\s+(?:vais|m'en\s+vais)\s+(?:le\s+|la\s+|les\s+|l'|m'en\s+|me\s+|en\s+)?(?:retenir|noter|"
        r"mémoriser|enregistrer|sauvegarder|souvenir|garder|prendre\s+note)\b",
        r"\bje\s+(?:prends|prendrai)\s+(?:bonne\s+)?note\b|\bj'ai\s+(?:bien\s+)?pris\s+(?:bonne\s+)?note\b",
        r"\bje\s+(?:\w+\s+)?(?:garde|garderai|vais\s+garder)\b[^.;:]*\b(?:en\s+tête|en\s+mémoire|à\s+l'esprit)\b",
        r"\bj'en\s+(?:prends|prendrai)\s+(?:bonne\s+)?note\b|\bj'y\s+penserai\b|\bje\s+m'en\s+rappellerai\b",
        r"\bje\s+(?:\w+\s+)?tiendrai\s+compte\b|\bj'en\s+tiendrai\s+compte\b|\bje\s+me\s+(?:souviendrai|rappellerai)\b",
        rf"^(?:{_FR_OPEN}[\s,:.!-]+)*{label('est', 'sont', 'a', 'ont', 'été', 'je', 'il', 'elle')}{_FR_DONE}(?=\s*(?:[.!:,(]|$))",
        rf"[:(>-]\s*{_FR_DONE}\s*(?:[).!]|$)",
        r"\bje\s+(?:ne\s+(?:l'|les\s+|vous\s+)?|n')oublierai\s+(?:pas|jamais)\b",
        rf"\b(?:c'est|cela\s+(?:est|a\s+été)|est|sont|(?:a|ont)\s+(?:\w+\s+)?été)\s+(?:[\w']+\s+){{0,3}}?{_FR_DONE}"
        r"(?=\s*(?:[.!,]|$|dans\b|en\b|sous\b|pour\b|comme\b|avec\s+succès\b|correctement\b|à\s+jour\b))",
        rf"^(?:{_FR_OPEN}[\s,:.!-]+)*(?:c'est\s+|bien\s+)*(?:noté|enregistré|mémorisé|sauvegardé|retenu)e?s?"
        r"(?:\s+(?:sous|dans|comme)\b|\s*(?:[.!,:]|$))",
    ),
    denied=words(
        r"n'(?:ai|est|a|ont|avons|y)", "ne", "pas", "rien", "jamais", r"aucune?", "sans", "impossible",
    ),
    supposed=words(
        "si", "quand", "dès", "voulez", "veux", "voudrais", "souhaitez", "pourrais", "puis-je",
        "dois-je", "peux", "lorsque", "avant", "après", "dit", "dites", "pouvez", "aurais", "faut",
        "que j'ai", "veut dire", "signifie",
    ),
    history=words(
        "déjà", "hier", "auparavant", "précédemment", "dernière", "dernier", r"vous (?:m')?avez",
        r"tu (?:m')?as", "autrefois", r"il y a", r"\d{4}-\d\d-\d\d", r"vous m'aviez",
    ),
    not_memory=words(
        r"fichiers?", "code", r"fonctions?", "disque", "variable", "script", "dossier", "album", "film", "disque",
        r"documents?", "texte", "tableau", "classe", r"(?:quelques|plusieurs|deux|trois) \w+",
    ),
    denied_behind=words("pas encore"),
    present=words(r"j'ai", "est", "sont", "a été", "je", "vais"),
    content=words("que"),
    forgets=words(r"oublierai\s+(?:pas|jamais)"),
    is_about_all=True,
)  # fmt: skip

_ES_DONE = (
    r"(?:guardad[oa]s?|anotad[oa]s?|memorizad[oa]s?|registrad[oa]s?|almacenad[oa]s?|apuntad[oa]s?|"
    r"actualizad[oa]s?|recordad[oa]s?|olvidad[oa]s?|borrad[oa]s?|eliminad[oa]s?|añadid[oa]s?|grabad[oa]s?)"
)
_ES_OPEN = (
    r"(?:vale|ok(?:ay)?|de acuerdo|claro|perfecto|listo|hecho|entendido|gracias|muy bien|bien|sí|"
    r"por supuesto|genial)"
)
SPANISH = Tongue(
    stems=words(
        _ES_DONE, "acordaré", "olvidará", "tomado", "tomé", "presente", "mente", "recordaré", "anotaré", "guardaré", "guardo", "anoto", "apunto", "tendré",
        "olvidaré", "guardé", "anoté", "registré", "tomo", r"recordar\w*", r"guardar\w*", r"anotar\w*",
        "memorizaré", "apunté", "actualicé", "memorizar", "borré", "eliminé",
    ),
    claims=phrases(
        rf"\b(?:he|hemos|se\s+han?)\s+(?:\w+\s+)?{_ES_DONE}\b",
        r"(?<!\bno )\b(?:(?:lo|la|los|las|me\s+lo|yo|ya)\s+)*(?:guardé|anoté|registré|apunté|actualicé|borré|eliminé)\b",
        r"\b(?:(?:lo|la|los|las|me\s+lo|te\s+lo)\s+)?(?:recordaré|anotaré|guardaré|memorizaré|apuntaré)\b",
        r"\b(?:lo|la|los|las)\s+(?:guardo|anoto|apunto)\b|\btomo\s+nota\b|\blo\s+tendré\s+en\s+cuenta\b|"
        r"\btendré\s+(?:eso|esto)?\s*en\s+cuenta\b",
        r"\bvoy\s+a\s+(?:recordar|guardar|anotar|memorizar|apuntar)(?:lo|la|los|las)?\b",
        r"\b(?:no|nunca)\s+(?:(?:lo|la|me|te|los|las)\s+)*olvidaré\b|\bno\s+se\s+me\s+olvidará\b",
        r"\b(?:me|lo)\s+acordaré\b|\b(?:he\s+)?(?:tomado|tomé)\s+nota\b|\blo\s+tengo\s+(?:anotado|guardado|apuntado|registrado)\b",
        r"\b(?:lo\s+)?tendré\b[^.;:]*\b(?:presente|en\s+mente|en\s+cuenta)\b",
        rf"^(?:¡?{_ES_OPEN}[\s,:.!-]+)*¡?{label('ha', 'han', 'está', 'es', 'fue', 'sido', 'se', 'él', 'ella')}{_ES_DONE}(?=\s*(?:[.!:,(]|$))",
        rf"[:(>-]\s*{_ES_DONE}\s*(?:[).!]|$)",
        rf"\b(?:ha|han)\s+sido\s+{_ES_DONE}\b",
        rf"\b(?:está|están|queda|quedan|quedó|quedaron)\s+(?:[\w.]+\s+)?{_ES_DONE}\b",
        rf"^(?:¡?{_ES_OPEN}[\s,:.!-]+)*¡?(?:anotado|guardado|apuntado|registrado|actualizado|memorizado)"
        r"(?:\s+(?:en|como|bajo)\b|\s*(?:[.!,:]|$))",
    ),
    denied=words("no", "nada", "nunca", r"ning[uú]n\w*", "sin", "tampoco", "imposible"),
    supposed=words(
        "si", "cuando", "quieres", "quiere", "desea", "deseas", "podría", "puedo", "puedes", "debo",
        "debería", "antes", "después", "dice", "dijo", "dices", "habría", "hubiera", "que he",
    ),
    history=words(
        "ya está", "ya estaba", "ayer", "antes", "anteriormente", "pasad[oa]", "última vez", "dijiste", "pediste",
        r"\d{4}-\d\d-\d\d", "hace", "has",
    ),
    not_memory=words(
        r"archivos?", "código", r"funci[oó]n(?:es)?", "disco", "variable", "script", "carpeta",
        "álbum", "texto", "tabla", "película", r"documentos?", "clase", r"ficheros?",
    ),
    present=words("he", "está", "queda", "ha", "han"),
    content=words("que"),
    forgets=words(r"(?:no|nunca)\s+l[oa]\s+olvidaré"),
    is_about_all=True,
)  # fmt: skip

_IT_DONE = (
    r"(?:salvat[oaie]|memorizzat[oaie]|annotat[oaie]|registrat[oaie]|segnat[oaie]|aggiornat[oaie]|"
    r"dimenticat[oaie]|cancellat[oaie]|eliminat[oaie]|aggiunt[oaie]|appuntat[oaie]|preso nota)"
)
_IT_OPEN = (
    r"(?:ok(?:ay)?|va bene|certo|perfetto|fatto|capito|grazie|bene|sì|d'accordo|ottimo|certamente|"
    r"nessun problema)"
)
ITALIAN = Tongue(
    stems=words(
        _IT_DONE, "preso", "penserò", "ricorderò", "annoterò", "salverò", "memorizzerò", "dimenticherò", "terrò",
        "salvo", "annoto", "memorizzo", "segno", "prendo", "ricordare", "salvare", "annotare",
    ),
    claims=phrases(
        rf"\b(?:ho|l'ho|li\s+ho|le\s+ho|me\s+lo\s+sono|abbiamo)\s+(?:\w+\s+)?{_IT_DONE}\b",
        r"\b(?:(?:lo|la|li|me\s+lo|me\s+ne|mi)\s+)?(?:ricorderò|annoterò|salverò|memorizzerò|segnerò)\b",
        r"\b(?:lo|la|li)\s+(?:salvo|annoto|memorizzo|segno)\b|\bprendo\s+nota\b|\b(?:ne\s+)?terrò\s+"
        r"(?:(?:questo|a)\s+)?(?:conto|presente|mente)\b|\blo\s+terrò\s+(?:a\s+mente|presente)\b",
        r"\bnon\s+(?:(?:lo|la|me\s+lo|me\s+ne)\s+)?dimenticherò\b",
        r"\b(?:ho\s+)?preso\s+nota\b|\bterrò\b[^.;:]*\b(?:a\s+mente|presente|conto)\b|\bci\s+penserò\s+io\b",
        rf"^(?:{_IT_OPEN}[\s,:.!-]+)*{label('è', 'sono', 'ha', 'stato', 'stata', 'viene', 'si', 'lui', 'lei')}{_IT_DONE}(?=\s*(?:[.!:,(]|$))",
        rf"[:(>-]\s*{_IT_DONE}\s*(?:[).!]|$)",
        rf"\b(?:è|sono)\s+(?:(?:stat[oaie]|ora|stata|adesso)\s+)*{_IT_DONE}(?=\s*(?:[.!,]|$|in\b|nella\b|nei\b|come\b|con\b|per\b|\w+mente\b))",
        rf"^(?:{_IT_OPEN}[\s,:.!-]+)*(?:annotato|salvato|memorizzato|registrato|segnato|aggiornato)"
        r"(?:\s+(?:in|come|nella|sotto)\b|\s*(?:[.!,:]|$))",
    ),
    denied=words("non", "nulla", "niente", "mai", r"nessun\w*", "senza", "impossibile"),
    supposed=words(
        "se", "quando", "vuoi", "vuole", "posso", "potrei", "devo", "dovrei", "prima", "dopo",
        "dice", "detto", "puoi", "può", "avrei", "appena", "che ho",
    ),
    history=words(
        "già", "ieri", "prima", "precedentemente", "scors[oa]", "ultima volta", "mi hai", "fa",
        "in passato", r"\d{4}-\d\d-\d\d",
    ),
    not_memory=words(
        "file", "codice", r"funzion[ei]", "disco", "variabile", "script", "cartella", "album", "film",
        r"document[oi]", "testo", "tabella", "classe",
    ),
    present=words("ho", "l'ho", "è", "sono"),
    content=words("che"),
    forgets=words(r"non\s+(?:lo|la|me\s+lo|me\s+ne)\s+dimenticherò"),
    is_about_all=True,
)  # fmt: skip

_PT_DONE = (
    r"(?:salv[oa]s?|guardad[oa]s?|anotad[oa]s?|regist(?:r)?ad[oa]s?|memorizad[oa]s?|armazenad[oa]s?|"
    r"atualizad[oa]s?|gravad[oa]s?|esquecid[oa]s?|apagad[oa]s?|adicionad[oa]s?|removid[oa]s?)"
)
_PT_OPEN = (
    r"(?:ok(?:ay)?|certo|claro|perfeito|pronto|feito|entendido|entendi|obrigad[oa]|muito bem|bem|sim|"
    r"tudo bem|ótimo|combinado)"
)
PORTUGUESE = Tongue(
    stems=words(
        _PT_DONE, "terei", "manterei", "irei", "tomado", "salvei", "guardei", "anotei", "registrei", "registei", "memorizei", "atualizei",
        "lembrarei", "anotarei", "guardarei", "esquecerei", "vou", "lembrar", "tomei", "gravei",
        "apaguei", "removi", "salvarei", "tomo",
    ),
    claims=phrases(
        r"\b(?:eu\s+)?(?:já\s+)?(?:salvei|guardei|anotei|registrei|registei|memorizei|atualizei|gravei|"
        r"apaguei|removi|esqueci)\b",
        r"\b(?:tomei|tomo)\s+nota\b|\bvou\s+(?:me\s+)?(?:lembrar|guardar|salvar|anotar|memorizar|registrar|"
        r"registar)(?:-(?:me|lo|la))?\b|\b(?:me\s+)?(?:lembrarei|anotarei|guardarei|salvarei)\b|"
        r"\blembrar-me-ei\b|\bvou\s+ter\s+isso\s+em\s+(?:conta|mente)\b",
        r"\bnão\s+(?:me\s+|vou\s+(?:me\s+)?)?(?:esquecerei|esquecer)\b|\b(?:vou|irei)\s+(?:\w+\s+)?lembrar\b",
        r"\b(?:terei|vou\s+ter|vou\s+manter|manterei)\b[^.;:]*\b(?:em\s+mente|em\s+conta|na\s+memória)\b|\btomado\s+nota\b",
        rf"^(?:{_PT_OPEN}[\s,:.!-]+)*{label('foi', 'foram', 'está', 'é', 'se', 'ele', 'ela', 'sido')}{_PT_DONE}(?=\s*(?:[.!:,(]|$))",
        rf"[:(>-]\s*{_PT_DONE}\s*(?:[).!]|$)",
        rf"\b(?:foi|foram|está|estão|ficou|ficaram)\s+(?:\w+\s+)?{_PT_DONE}\b",
        rf"^(?:{_PT_OPEN}[\s,:.!-]+)*(?:anotado|guardado|salvo|registrado|registado|memorizado|atualizado)"
        r"(?:\s+(?:em|como|na)\b|\s*(?:[.!,:]|$))",
    ),
    denied=words("não", "nada", "nunca", r"nenhum\w*", "sem", "impossível", "jamais"),
    supposed=words(
        "se", "quando", "quer", "queres", "deseja", "posso", "poderia", "devo", "deveria", "antes",
        "depois", "disse", "diz", "pode", "podes", "teria", "gostaria", "que eu",
    ),
    history=words(
        "já está", "já estava", "ontem", "anteriormente", "passad[oa]", "última vez", "você (?:me )?disse", "atrás",
        "você pediu", r"\d{4}-\d\d-\d\d", "antes",
    ),
    not_memory=words(
        r"arquivos?", r"ficheiros?", "código", r"funç(?:ão|ões)", "disco", r"variável", "script",
        "pasta", "álbum", "texto", "tabela", "filme", r"documentos?", "classe",
    ),
    present=words("foi", "está", "ficou", "foram"),
    content=words("que"),
    forgets=words(r"não\s+(?:me\s+|vou\s+(?:me\s+)?)?esquecer\w*"),
    is_about_all=True,
)  # fmt: skip
