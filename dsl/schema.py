"""The shape of a rulebook, as data: which sections there are and which labels each form may have.

In: nothing. Out: `SECTIONS` and `FORMS`: label -> what it says, in the words that messages and the manual use. `read`
refuses a label that does not stand here, and offers the nearest that does.
"""

from __future__ import annotations

SECTIONS: dict[str, str] = {
    "rulebook": "the name of the game, one word",
    "title": "its name for people",
    "players": "how many can play: `3..6`",
    "rules": "the file with the rules of the printed game",
    "include": "files with more of the sections: `[board.yaml, actions.yaml]`",
    "lone options": "`ask` or `take`: what happens when a choice has a single option",
    "words": "words that a move can carry (`as draw`)",
    "options": "what is chosen before play",
    "kinds": "what kinds of things there are",
    "components": "the things themselves",
    "zones": "where they can lie",
    "state": "counters and variables",
    "define": "named formulas",
    "setup": "what happens once, before the first phase",
    "phases": "the course of the game",
    "actions": "what players can do",
    "laws": "what holds at every moment",
    "triggers": "what happens when something else happens",
    "windows": "moments at which others may speak up",
    "scoring": "the points of a player, by name",
    "end": "when the game is over and who wins",
    "invariants": "what must be true at every stop",
    "display": "how the table is shown at play: `ring: grid`",
    "scenarios": "the file with the scenarios",
}

# What a file that a rulebook includes may hold: sections that can be spread over several files.
IN_ANY_FILE = (
    "words", "options", "kinds", "components", "zones", "state", "define", "setup", "phases", "actions", "laws", "triggers",
    "windows", "scoring", "end", "invariants", "display",
)  # fmt: skip
REQUIRED = ("rulebook", "players", "components", "zones", "phases")

_COMMON = {"rules": "the rules of the printed game that it carries out", "title": "its name for people"}
_FLOW = {
    "if": "only when this holds",
    "each": "once for each of these players, who is `me`",
    "for": "once for each value: `{n: 1..6}`",
    "repeat": "`forever`, `4 times` or `until ...`",
    "opens": "windows that open at the start of each pass",
    "say": "a line of the log",
    "do": "what happens",
}
_ASKING = {
    "who": "the player who decides, who is `me` in this step",
    "ask": "the question",
    "choose": "what is chosen: `{card: hand}`",
    "legal": "what must hold for all that is chosen together",
    "menu": "the actions to choose from",
    "may": "a question that is answered with yes or no",
    "secret": "answers stay hidden until all have chosen (`until all have chosen`, or `yes`)",
    "else": "what happens when the answer is no",
}
_STEPS = {"steps": "its parts, in order", "endings": "the ways in which it can end early (`end round as ...`)"}

# What `add` and `wrap` of a variant do with a label: lists get members, conditions one more, blocks statements.
LISTS = ("menu", "offers", "opens", "endings", "during", "waits for", "rules", "of players", "words")
CONDITIONS = ("if", "legal", "whenever")
BLOCKS = ("do", "else")
FORMULAS = (*CONDITIONS, "who", "each", "is", "start", "copies", "winner", "repeat", "reserve")
# Sections whose entries are read in order at play: what comes first there matters.
ORDERED = ("setup", "phases", "steps", "laws", "triggers", "do", "else", "cases")

# Labels that say something only beside another: form -> label -> those of which one at least must stand with it.
_QUESTIONS = ("choose", "menu", "may", "ask")
_STEP_NEEDS = {
    "else": ("may",),
    "legal": ("choose",),
    "secret": ("each",),
    "who": (*_QUESTIONS, "do", "steps", "say"),
}
NEEDS: dict[str, dict[str, tuple[str, ...]]] = {
    "step": _STEP_NEEDS,
    "setup": _STEP_NEEDS,
    "action": {"legal": ("choose",), "ask": ("choose", "either")},
    "option": {"legal": ("choose",)},
    "zone": {"enter": ("order",)},
    "window": {"during": ("beside",), "opens when": ("beside",), "do": ("beside",)},
    "component": {"columns": ("table",)},
}

FORMS: dict[str, dict[str, str]] = {
    "step": _COMMON | _FLOW | _ASKING | _STEPS,
    "setup": _COMMON | _FLOW | _ASKING | _STEPS,
    "action": _COMMON
    | {
        "label": "what the option is called in a menu",
        "ask": "the question, when the action is carried out by `do`",
        "if": "only when this holds",
        "cost": "what must be paid: `1 energy + 2 mass`",
        "takes": "what it is given: `{card: Card}`",
        "choose": "what is chosen with it: `{card: hand}`",
        "legal": "what must hold for all that is chosen together",
        "say": "a line of the log",
        "do": "what happens",
        "steps": "its parts, in order",
        "either": "its halves, one of which is chosen",
    },
    "option": _COMMON
    | {
        "label": "what the option is called",
        "if": "only when this holds",
        "cost": "what must be paid",
        "choose": "what is chosen with it",
        "legal": "what must hold for all that is chosen together",
        "say": "a line of the log",
        "do": "what happens",
        "steps": "its parts, in order",
    },
    "parameter": {
        "type": "`0..9`, `Flag`, a kind, `set of Card`",
        "default": "what it is when it is left out",
    },
    "law": _COMMON
    | {
        "whenever": "the condition that makes it apply",
        "each": "looked at for each of these players, who is `me`",
        "for": "looked at for each value: `{n: 1..6}`",
        "during": "only while this phase or action is under way",
        "waits for": "not while this phase or action is under way",
        "say": "a line of the log",
        "do": "what happens",
        "steps": "its parts, in order",
    },
    "trigger": _COMMON
    | {
        "after": "the event that sets it off, once it has happened",
        "before": "the event that sets it off, just before it happens",
        "instead of": "the event that it replaces",
        "may": "the question, when it is optional",
        "each": "it stands for each of these players, who is `me`",
        "if": "only when this holds",
        "during": "only while this phase or action is under way",
        "waits for": "not while this phase or action is under way",
        "say": "a line of the log",
        "do": "what happens",
        "steps": "its parts, in order",
    },
    "window": _COMMON
    | {
        "who": "the player who may speak up",
        "each": "the players who may speak up, in this order",
        "if": "only those for whom this holds are asked",
        "secret": "`yes`: nobody else sees that somebody is asked",
        "beside": "`every question`: what it offers stands beside whatever `who` is asked",
        "during": "only while this phase or action is under way",
        "opens when": "when opened, it asks as often as this holds",
        "do": "what happens each time before `who` is asked",
        "ask": "the question",
        "offers": "the actions to choose from, beside waiting",
    },
    "zone": {
        "holds": "the kind of component that lies there",
        "per": "`Player` or a kind: one such zone for each",
        "order": "`set`, `row` or `stack`",
        "face": "`up`, `down` or `keep`: how what enters lies there",
        "size": "how many fit",
        "enter": "`top` or `bottom` (`left`, `right`): where what enters goes",
        "seen by": "who sees what lies face down: `owner`, `others`, `all`, `nobody`",
        "counted by": "who sees how many there are; `all` unless said otherwise",
        "rules": "the rules of the printed game that it carries out",
    },
    "state": {
        "type": "`0..9`, `Flag`, `Player or none`, a kind",
        "per": "`Player`, a kind or a range: one for each",
        "start": "its first value",
        "resets": "the phase at whose beginning it starts anew",
        "reserve": "so much of it cannot be spent by `pay` and `cost`",
        "seen by": "`all` (unless said otherwise), `owner` or `nobody`",
        "rules": "the rules of the printed game that it carries out",
    },
    "game option": {
        "type": "`Flag`, `1..9`, a list kind, or a list of words: `[before, after]`",
        "default": "what it is when nothing else is chosen",
        "text": "what it means, for people",
        "rules": "the rules of the printed game that it carries out",
    },
    "option table": {
        "table": "a CSV file of the rulebook, one line for each option: a number and its name",
        "columns": "which column of the table is the `name`, the `default` and the `text` of the options",
        "rows": "the same in place: a list of `{name: ..., default: ...}`",
        "rules": "the rules of the printed game that it carries out",
    },
    "field": {
        "type": "`0..9`, `Flag`, a kind, `Effect`, `Condition`, `Number`",
        "per": "a list kind: one value for each of its members",
        "takes": "what the rule text in its cells is given: `{here: Planet}`",
        "opens": "windows that open before each statement of an effect",
        "start": "its first value, which makes it a mark that can change",
        "resets": "the phase at whose beginning it starts anew",
    },
    "component": {
        "make": "the kind",
        "for": "one for each value: `{n: 1..13}`",
        "copies": "how many of each; a number, or one for each player count",
        "per": "`Player`: one for each player",
        "name": "what it is called: `\"{suit} {n}\"`",
        "start": "the zone where it lies at first",
        "if": "only when this holds",
        "rows": "one row for each component",
        "table": "a CSV file beside the rulebook or in a folder there, one line for each component",
        "columns": "which column of the table is which property",
        "rules": "the rules of the printed game that it carries out",
    },
    "formula": {
        "is": "the value",
        "cases": "conditions and values; the first condition that holds counts",
        "rules": "the rules of the printed game that it carries out",
    },
    "end": {
        "after": "the phase after which this is looked at",
        "if": "the condition",
        "winner": "who wins: a player or a set of players",
        "rules": "the rules of the printed game that it carries out",
    },
    "display": {
        "as": "how it is shown: a zone as `row`, `list`, `grid`, `track`, `count` or `hidden`, a counter as `number`, `track` or `hidden`",
        "title": "what it is called there",
        "columns": "of a grid: the zones and marks of each component, in order",
        "with": "the printed properties that stand behind the names of its components",
        "to": "the last space of the track",
    },
    "variant": {
        "variant": "the name of the variant, one word",
        "title": "its name for people",
        "of": "the file that it changes: `game.yaml`",
        "needs": "options or other variants without which it makes no sense",
        "conflicts": "variants that it cannot be combined with",
        "after": "variants that are worked in before it when both are there",
        "options": "values of the rulebook's options: `{vortex: yes}`",
        "set": "new values: `{players: 3..6}`",
        "add": "what comes to it, at the end",
        "add before": "what comes to it, before what stands at an address",
        "add after": "what comes to it, after what stands at an address",
        "replace": "what is written anew",
        "remove": "a list of addresses: what goes",
        "wrap": "what is put around something; `original` stands for what was there",
        "rules": "the file with the rules that it adds",
        "scenarios": "the file with its scenarios",
    },
    "rules": {"texts": "the file with the rules", "of players": "the rules that `players` carries out"},
    "rule text": {
        "id": "what it is cited by: `CHA-012`",
        "section": "the section of the printed rules that it stands in",
        "text": "the rule, in your own words",
        "reading": "how it is to be understood, where the printed rules leave that open",
    },
    "scenario": {
        "scenario": "what it shows",
        "rules": "the rules that it tests",
        "players": "how many play",
        "options": "values of the rulebook's options other than the defaults: `{wild_cards: yes}`",
        "set": "what is otherwise than in the rulebook, by its address, as in a variant: `{components.gold.copies: 1}`",
        "replace": "nodes or values of the rulebook written anew, as in a variant",
        "add": "what the rulebook has beside its own, as in a variant",
        "seed": "the seed of all chance in it",
        "chance": "what chance brings, in order",
        "at": "the address where it begins; without it, a new game",
        "given": "what lies where and what counters say at first",
        "choices": "what the players choose, in order: `{A: seek 7 B}`",
        "offered": "options that can be chosen now",
        "refused": "options that cannot be chosen now",
        "asks": "who is to decide what, at the end",
        "expect": "what lies where and what counters say at the end",
        "check": "formulas that hold at the end",
        "order": "what is carried out in this order, of the nodes that are named: `[draw, play x2]`",
        "views": "what a player sees at the end",
        "over": "who has won; `nobody` for nobody",
        "error": "the code of the error that play ends with",
    },
}
