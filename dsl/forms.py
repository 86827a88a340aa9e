"""The statements by example, and what other languages say instead: data for messages.

Every example can be read as it stands; the tests try each.
"""

# Each statement: its form, and an example.
FORMS = {
    "choose": ("choose <name> from <set>", "choose c from hand"),
    "move": ("move <what> to <zone>", "move top(deck) to hand"),
    "swap": ("swap <one> with <other>", "swap mine with theirs"),
    "pass": ("pass <zone> to <direction>", "pass hand to left"),
    "shuffle": ("shuffle <zone>", "shuffle deck"),
    "reveal": ("reveal <what>", "reveal hand"),
    "hide": ("hide <what>", "hide hand"),
    "show": ("show <what> to <player>", "show deck to me"),
    "set": ("set <variable> to <value>", "set total to 0"),
    "gain": ("gain <number> <counter>", "gain 1 mass"),
    "lose": ("lose <number> <counter>", "lose 1 mass"),
    "pay": ("pay <number> <counter>", "pay 1 mass"),
    "let": ("let <name> be <value>", "let best be highest(hand by worth)"),
    "do": ("do <action>", "do discard"),
    "open": ("open <window>", "open speak"),
    "end": ("end <phase>", "end round"),
    "say": ('say "<text>"', 'say "{me} passes"'),
    "stop": ("stop", "stop"),
    "if": ("if <condition>: <statements>", "if no(deck): stop"),
    "for": ("for <name> in <set>: <statements>", "for p in players clockwise from me: shuffle p.deck"),
    "repeat": ("repeat <number> times: <statements>", "repeat 3 times: do draw"),
    "may": ('may "<question>": <statements>', 'may "Reveal it?": reveal hand'),
    "together": ("together: <statements>", "together: shuffle deck"),
}
# What can stand behind `may`, with a block.
MAY_FORMS = {
    "do": "may do discard: gain 1 mass", "choose": "may choose c from hand: move c to pool",
    "pay": "may pay 1 mass: gain 2 vp",
}
EVENT_FORMS = {
    "move": "move Card c to pool", "reveal": "reveal Card c", "hide": "hide Card c", "set": "set anchor to none",
    "gain": "gain mass", "lose": "lose mass", "pay": "pay mass", "shuffle": "shuffle deck", "do": "do seek by p",
    "begin": "begin turn", "end": "end turn",
}
PLACE_FORMS = {
    "formula": "count(hand)", "repetition": "4 times", "price": "2 mass + 1 energy", "event": "move Card c to pool",
    "audience": "owner unless spinning", "type_words": "0..3", "signature": "has_set(Int n)", "name": "hand",
    "names": "mass, energy", "address": "round.turn",
}
_WHOLE = "a rulebook is written in sections, not in functions"
_ELSEWHERE = "write an action under `actions:`, a formula under `define:`"
# Statements of other languages for which there is none: what to say, and what to do instead.
NO_FORM: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("def", "function", "func", "fn", "sub", "class", "lambda", "method"), (_WHOLE, _ELSEWHERE)),
    **dict.fromkeys(("import", "include", "using", "require", "export"), ("nothing is imported", "leave the line out")),
    **dict.fromkeys(("try", "catch", "except", "finally", "throw", "raise", "assert"),
                    ("a rule does not go wrong: of what cannot be done, as much is done as can be",
                     "ask before with `if`; what must always hold stands under `invariants:`")),
    **dict.fromkeys(("switch", "case", "match"),
                    ("cases are told apart with `if`", "write `if no(deck): stop`, then `else if`")),
    "return": ("statements give nothing back; a value stands under `define:`", "to leave the action write `stop`"),
    "next": ("whose turn is next is said by the `each` of a phase", "to end this turn write `end turn`"),
    "wait": ("nobody waits: what others may do in between is a window", "for example `open speak`"),
    "null": ("where nothing happens, nothing is written", "leave the line out"),
    "nothing": ("where nothing happens, nothing is written", "leave the line out"),
    "goto": ("the order of steps is the order of `phases:`", "to leave a phase write `end turn`"),
    "go": ("the order of steps is the order of `phases:`", "to leave a phase write `end turn`"),
}
# Types that other languages have: what to say of them, and what to write.
TYPES: dict[str, tuple[str, str]] = {}
TYPES.update(dict.fromkeys(
    ("int", "integer", "number", "num", "float", "double", "counter", "numeric", "Integer", "Number", "Float"),
    ("a number that is kept has bounds", "write a range such as `0..99`"),
))
TYPES.update(dict.fromkeys(
    ("bool", "boolean", "flag", "Bool", "Boolean", "yes", "no", "yesno", "true", "false"),
    ("yes or no is a `Flag`", "write `Flag`"),
))
TYPES.update(dict.fromkeys(
    ("string", "str", "text", "String", "Text", "Str", "char", "enum", "Enum", "word"),
    ("there is no type for texts: what can be one of a few words is a list kind",
     "declare one, such as `kinds: {Sort: [gold, smoke]}`, and write `Sort`"),
))
TYPES.update(dict.fromkeys(
    ("None", "null", "Null", "nil", "void", "none"),
    ("`none` is no type: it stands behind one that may be missing", "write `Player or none`"),
))
TYPES.update(dict.fromkeys(("players", "Players", "seat", "user"), ("a player is a `Player`", "write `Player`")))
TYPES.update(dict.fromkeys(("die", "dice", "d6", "Dice", "Die"), ("what a die shows is a range", "write `1..6`")))

# What other languages and rulebooks say, and how it is said here.
FOREIGN = {
    "while": "repeat until no(deck): do draw", "loop": "repeat 3 times: do draw",
    "foreach": "for p in players clockwise from me: shuffle p.deck", "draw": "move top(deck) to hand",
    "deal": "for p in players clockwise from me: move top(deck) to p.hand",
    "discard": "move card to pool", "put": "move card to pool",
    "take": "move card to hand", "place": "move card to pool", "give": "move card to target.hand",
    "play": "move card to pool", "add": "gain 1 mass", "increase": "gain 1 mass",
    "increment": "gain 1 mass", "remove": "lose 1 mass", "decrease": "lose 1 mass", "reduce": "lose 1 mass",
    "subtract": "lose 1 mass", "spend": "pay 1 mass", "roll": "choose n from 1..6 at random", "flip": "reveal card",
    "turn": "reveal card", "ask": 'may "Reveal it?": reveal hand', "select": "choose c from hand",
    "pick": "choose c from hand", "skip": "stop", "break": "end round", "exit": "stop", "quit": "end round",
    "print": 'say "{me} passes"', "tell": 'say "{me} passes"', "log": 'say "{me} passes"',
    "var": "let best be top(deck)", "call": "do discard", "run": "do discard", "perform": "do discard",
    "resolve": "do discard", "exchange": "swap mine with theirs", "trade": "swap mine with theirs",
    "win": "end game won by me", "finish": "end round", "mix": "shuffle deck", "unless": "if not spinning: stop",
    "when": "if no(deck): stop", "until": "repeat until no(deck): do draw",
    "each": "for p in players clockwise from me: shuffle p.deck",
    "every": "for p in players clockwise from me: shuffle p.deck",
    "assign": "set total to 0", "simultaneously": "together: shuffle deck",
    "optionally": 'may "Reveal it?": reveal hand',
}
# Those words of FOREIGN that can not well be the name of an action.
NO_ACTIONS = frozenset({
    "add", "assign", "break", "each", "every", "exit", "foreach", "loop", "optionally", "print", "return",
    "simultaneously", "unless", "until", "var", "when", "while",
})
