"""Adjectives that judge or tell a state: "my job is boring" names no job."""

import re

_JUDGEMENT = re.compile(
    r"^(?:(?:so|very|really|a bit|quite|too|pretty|not|extremely|rather|super|absolutely|totally|kind of|just|always|still|getting|now) )*(?:boring|stressful|great|nice|good|bad|hard|easy|awesome|slow|broken|fast|expensive|cheap|old|new|"
    r"long|important|amazing|terrible|dead|dirty|late|fine|ok|okay|full|empty|beautiful|ugly|difficult|fun|cool|awful|horrible|noisy|quiet|close|far|ready|done|ruined|gone|lost|missing|tight|wrong|right|"
    r"here|there|annoying|lovely|interesting|exhausting|unrealistic|crashing|working|down|up|running|approaching|coming up|charging|acting up)(?: .*)?$",
    re.IGNORECASE,
)


def is_judgement(value: str) -> bool:
    """Whether the value only judges or tells how things stand right now."""
    return bool(_JUDGEMENT.match(value))
