"""Talk that needs no memory: greetings, thanks, questions about the assistant, and its limits."""

import re

HELP = (
    "I am Mnemon's offline model: no language model, but I remember what you tell me and find it again. "
    'Try "Please remember my preferred language is Elixir." and later "What language do I prefer?", '
    '"Note that the server restarts at 5.", "What did I say about the server?". '
    "For free conversation install Ollama, run `ollama serve` and `ollama pull <model>`, and start again."
)
CANNOT = (
    "I cannot do that: I am Mnemon's offline model, which only remembers what you tell it and finds it again. "
    "For everything else use a real language model: install Ollama, run `ollama serve`, then `ollama pull <model>`."
)
FORGET_HELP = (
    "I have no tool for forgetting, so nothing was removed. You can do it yourself: type `/forget` in the chat, "
    "or run `mnemon memories list` and `mnemon memories forget ID`."
)
REMINDER_HELP = "I cannot remind you by myself at a set time; ask me about it when you need it."
EMPTY = "There was nothing to answer. Tell me something to remember, or ask me about something you told me."

ALL_RIGHT = "All right."
TASTELESS = "I am a program and have no tastes or opinions of my own. Tell me yours, and I can keep them for you."

_TALK: tuple[tuple[str, str], ...] = (
    (
        r"(?:hi|hello|hey|hiya|howdy|yo|good (?:morning|evening|afternoon|day)|greetings|hi there|hello there|hey there|hallo|hola|bonjour|moin|salut|hej|ciao|servus|ahoy|sup|hi again|hello again)(?:[ ,]+(?:mnemon|there|again|friend|everyone|all|buddy|assistant))*",
        "Hello! Tell me something to remember, or ask me about something you told me before.",
    ),
    (
        r"(?:how are you(?: doing)?(?: today)?|how is it going|how do you do|what is up|how are things|are you (?:ok|okay|well|there|awake)|you there)",
        "I am here and working. Tell me something to remember, or ask me about something you told me before.",
    ),
    (
        r"(?:(?:many |ok |okay |great |cool |perfect |oh |alright )*(?:thanks|thank you|thank u|cheers|much appreciated|appreciate it|ty|thx|merci|danke|gracias|tack)(?: (?:a lot|so much|very much|again|mnemon|for (?:that|this|the help|your help|helping|everything)))*)",
        "You are welcome.",
    ),
    (
        r"(?:bye(?:[ -]bye)?|goodbye|good ?night|see you(?: (?:later|soon|tomorrow))?|see ya|cya|later|ciao|farewell|that is all(?: for (?:now|today))?|i am (?:done|off)|quit|exit|have a (?:nice|good) (?:day|evening|one|weekend))(?: (?:mnemon|for now))?",
        "Goodbye. What you asked me to keep stays in memory.",
    ),
    (
        r"(?:ok(?:ay)?|alright|all right|cool|nice|great|fine|good|perfect|awesome|wow|sure|yes|yeah|yep|no|nope|nah|i see|got it|understood|right|indeed|exactly|correct|hm+|aha|oh|ah|lol|haha|ha|interesting|sounds good|no problem|no worries|never ?mind|no thanks|nothing|that is (?:right|correct|great|fine|good|it|ok|okay)|well done|good job|good|very good|amazing|stop|continue|go on|test|testing|ping)",
        ALL_RIGHT,
    ),
    (
        r"(?:help(?: me)?|what can (?:you|i) (?:do|ask|say)(?: (?:for me|here|you|to you))?|what (?:do|can) you (?:actually )?do|who are you|what are you|what is your (?:name|job|purpose)|how (?:do|does|can) (?:you|this|it|i use you|i use this) work|how (?:do|can) i use (?:you|this|it)|are you (?:an? )?(?:ai|bot|robot|human|llm|language model|chatgpt|chat ?bot|real|person|machine|offline|online|assistant)|"
        r"what (?:model|llm|ai) are you|introduce yourself|tell me about yourself|what is (?:mnemon|this)|what is your purpose|(?:can|could) you help(?: me)?|i need (?:your )?help|which model are you(?: using)?|usage|commands?|what are your (?:commands|features|abilities|limits|limitations)|do you have (?:a )?memory|can you remember things|how does your memory work)",
        HELP,
    ),
)
_CAPABLE = re.compile(
    r"^(?:(?:please|can you|could you|would you|will you|i want you to|i need you to|i would like you to|help me(?: to)?|let us|now|hey|ok|and|then|i want to|i would like to|are you able to|try to|go ahead and) )*"
    r"(?:write|compose|draft|translate|calculate|compute|solve|draw|paint|play|sing|open|send|order|generate|create|code|program|debug|fix|refactor|google|browse|download|upload|install|run|execute|"
    r"tell (?:me|us) (?:an? )?(?:joke|story|riddle|poem)|explain|summari[sz]e|convert|rewrite|proofread|paraphrase|improve|design|build me|make me|give me (?:an? |some |ideas|advice|tips|recommendation)|suggest|recommend|"
    r"brainstorm|compare|analy[sz]e|describe|define|spell|count|sort|plan|book|buy|call|email|text|schedule|turn (?:on|off)|search the (?:web|internet)|look up .* online|teach me|show me how|imagine|roleplay|act as|pretend|continue the|finish the|list (?:the |some |five |ten |\d+ )|check the weather|predict|guess|rate|review|simulate|chat with me|talk to me)\b",
    re.IGNORECASE,
)


_TASTES = r"(?:do|would|can|did) you (?:like|love|prefer|hate|enjoy|want|feel|dream|sleep|eat|drink|think about|believe|have (?:a |any )?(?:favorites?|feelings|opinions?|emotions|friends|family|hobby|hobbies|pets?))\b.*|(?:what|which|who|how) (?:is|are) your (?:favorite|preferred|opinion|age|hobby|hobbies|birthday)\b.*|how old are you|where (?:are|do) you (?:from|live|come from)"


def reply(text: str) -> str | None:
    """The answer to plain small talk or a question about the assistant, else None."""
    body = re.sub(r"[^\w' -]+$", "", text.strip(" .!?,;:)(")).strip()
    body = re.sub(r"[,.!]+", "", body)
    if re.fullmatch(_TASTES, body, re.IGNORECASE):
        return TASTELESS
    for pattern, answer in _TALK:
        if re.fullmatch(pattern, body, re.IGNORECASE):
            return answer
    return None


def is_command(text: str) -> bool:
    """Whether the sentence orders something that this model cannot do."""
    return bool(_CAPABLE.match(text.strip()))
