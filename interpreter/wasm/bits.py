"""How the expressions about bits are written: as one or more words, numbers of 64 bits, the first members in the first of them.

In: a writer and a set. Out: `each`, `there`, `count`, `first`, `last`, `has`, what is done with the set that bits stand for; `set_board`.
The boards lie in the state: as many words for each value of a variable as its kind needs, those of none before the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import reduce
from struct import pack

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.passes.masks import boards_of
from rulewright.interpreter.wasm.lookups import place_in_table
from rulewright.interpreter.wasm.words import WORD, in_words, words_for
from rulewright.interpreter.wasm.writer import Writer

OPERATORS = {"and": "(i64.and {} {})", "or": "(i64.or {} {})", "without": "(i64.and {} (i64.xor {} (i64.const -1)))"}
Words = list[str]
Made = tuple[str, Words]
"""Statements, and the words that can be used once they are done: each as often as one likes, and cheaply, if it is a name."""


def words_of(w: Writer, kind: int) -> int:
    """How many words the bits of a kind are."""
    return words_for(len(w.layout.by_kind[kind]))


def _values(names: Words) -> Words:
    return [f"(local.get {name})" for name in names]


def _set(names: Words, words: Words) -> str:
    return "".join(f"(local.set {name} {word})" for name, word in zip(names, words, strict=True))


def _any(words: Words) -> str:
    """Whether any word has bits, as a number of 32 bits."""
    together = reduce(lambda left, right: f"(i64.or {left} {right})", words)
    return f"(i64.ne {together} (i64.const 0))"


class _Bits:
    """Writes bits of so many words. known: boards that have been loaded already."""

    def __init__(self, w: Writer, size: int) -> None:
        self.w = w
        self.size = size
        self.known: dict[e.Expr, Words] = {}

    def whole(self, bits: e.Expr) -> Made:
        """All of them; a board that is asked for several times is loaded once."""
        before = ""
        for board, times in Counter(part for part in walk(bits) if isinstance(part, e.Board)).items():
            if times > 1:
                statements, self.known[board] = self.named(self.put(board))
                before += statements
        statements, words = self.put(bits)
        return before + statements, words

    def named(self, made: Made) -> Made:
        """The same with words that are names."""
        text, names = self.kept(made)
        return text, _values(names)

    def kept(self, made: Made) -> Made:
        """The same as the names of locals that hold the words."""
        text, words = made
        names = [self.w.fresh() for _ in words]
        return text + _set(names, words), names

    def put(self, bits: e.Expr) -> Made:
        """Some bits."""
        if bits in self.known:
            return "", self.known[bits]
        match bits:
            case e.Const(int(value)):
                return "", [f"(i64.const {word})" for word in in_words(value, self.size)]
            case e.Board(variable, value):
                return self._loaded(of_board(self.w, variable, self.w.value(value)), 0)
            case e.Lookup():
                return self._looked_up(bits)
            case e.Bits(operator, left, right):
                (first, a), (second, b) = self.put(left), self.put(right)
                return first + second, [OPERATORS[operator].format(*pair) for pair in zip(a, b, strict=True)]
            case e.Shift(of, by):
                text, words = self.put(of) if self.size == 1 else self.named(self.put(of))
                return text, self._moved(words, by)
            case e.Pick(condition, then, otherwise):
                name = self.w.fresh("i32")
                asked = f"(local.set {name} {self.w.truth(condition)})"
                (first, a), (second, b) = self.put(then), self.put(otherwise)
                return asked + first + second, [f"(select {x} {y} (local.get {name}))" for x, y in zip(a, b, strict=True)]
            case e.Flood():
                return self._flood(bits)
            case _:
                raise AssertionError(f"{type(bits).__name__} is no expression of bits")

    def _loaded(self, address: str, offset: int) -> Made:
        name = self.w.fresh("i32")
        words = [f"(i64.load offset={offset + 8 * place} (local.get {name}))" for place in range(self.size)]
        return f"(local.set {name} {address})", words

    def _looked_up(self, node: e.Lookup) -> Made:
        values = [word for value in node.values if isinstance(value, int) for word in in_words(value, self.size)]
        table = self.w.place(pack(f"<{len(values)}Q", *values))
        return self._loaded(f"(i32.mul {place_in_table(self.w, node)} (i32.const {8 * self.size}))", table)

    def _moved(self, words: Words, by: int) -> Words:
        """Words moved by so many members, the greater ones being later."""
        far, near = divmod(abs(by), WORD)
        there, back = ("shl", "shr_u") if by > 0 else ("shr_u", "shl")
        found = []
        for place in range(self.size):
            first, second = (place - far, place - far - 1) if by > 0 else (place + far, place + far + 1)
            word = f"(i64.{there} {words[first]} (i64.const {near}))" if 0 <= first < self.size else ""
            if near and 0 <= second < self.size:
                rest = f"(i64.{back} {words[second]} (i64.const {WORD - near}))"
                word = f"(i64.or {word} {rest})" if word else rest
            found.append(word or "(i64.const 0)")
        return found

    def _flood(self, node: e.Flood) -> Made:
        again = self.w.label()
        text, names = self.kept(self.put(node.of))
        found = _values(names)
        (first, left), (second, kept) = self.named(self.put(node.leaving)), self.named(self.put(node.within))
        leaving, going = self.named(("", [f"(i64.and {a} {b})" for a, b in zip(found, left, strict=True)]))
        more: list[str] = []
        for members, by in zip(node.members, node.by, strict=True):
            _, taken = self.put(e.Const(members))
            moved = self._moved([f"(i64.and {a} {b})" for a, b in zip(going, taken, strict=True)], by)
            more = [f"(i64.or {a} {b})" for a, b in zip(more, moved, strict=True)] if more else moved
        new = [f"(i64.and (i64.and {a} {b}) (i64.xor {c} (i64.const -1)))" for a, b, c in zip(more, kept, found, strict=True)]
        named, new = self.named(("", new))
        grown = _set(names, [f"(i64.or {a} {b})" for a, b in zip(found, new, strict=True)])
        return f"{text} {first} {second} (loop {again} {leaving} {named} {grown} (br_if {again} {_any(new)}))", found


def of_board(w: Writer, variable: int, value: str) -> str:
    """The address of the board of a value."""
    size = 8 * words_of(w, boards_of(w.layout)[variable].kind)
    return f"(i32.add (i32.mul (i32.wrap_i64 {value}) (i32.const {size})) (i32.const {w.memory.boards[variable]}))"


def set_board(w: Writer, variable: int, component: str, old: str, new: str) -> str:
    """Statements that take a member from the board of its old value, which is another than the new one, to that of the new."""
    kind = boards_of(w.layout)[variable].kind
    bit, at, place = w.fresh(), w.fresh("i32"), w.fresh()
    text = f"(local.set {place} {_less(component, w.layout.by_kind[kind][0])})"
    text += f"(local.set {bit} (i64.shl (i64.const 1) (local.get {place})))"
    word = f"(i32.shl (i32.wrap_i64 (i64.shr_u (local.get {place}) (i64.const 6))) (i32.const 3))"
    for value in (old, new):
        board = of_board(w, variable, value)
        text += f"(local.set {at} {board if words_of(w, kind) == 1 else f'(i32.add {board} {word})'})"
        text += f"(i64.store (local.get {at}) (i64.xor (i64.load (local.get {at})) (local.get {bit})))"
    return text


# ------------------------------------------------------------------------------------------------ sets


def _whole(w: Writer, node: e.Spots) -> Made:
    return _Bits(w, words_of(w, node.kind)).whole(node.bits)


def _named(w: Writer, node: e.Spots) -> Made:
    bits = _Bits(w, words_of(w, node.kind))
    return bits.named(bits.whole(node.bits))


def _least(w: Writer, node: e.Spots) -> int:
    return w.layout.by_kind[node.kind][0]


def _more(number: str, by: int) -> str:
    return f"(i64.add {number} (i64.const {by}))" if by else number


def _less(number: str, by: int) -> str:
    return f"(i64.sub {number} (i64.const {by}))" if by else number


def _after(statements: str, kind: str, value: str) -> str:
    return f"(block (result {kind}) {statements} {value})" if statements else value


def each(w: Writer, node: e.Spots, name: str, body: Callable[[], str]) -> str:
    """Statements that go through the members: word after word, in each from the least bit."""
    of = _Bits(w, words_of(w, node.kind))
    text, names = of.kept(of.whole(node.bits))
    out, again, base, low, bits = w.label(), w.label(), w.fresh(), _least(w, node), names[0]
    end, member = f"(br {out})", _more(f"(i64.ctz (local.get {bits}))", low)
    if len(names) > 1:
        text += f"(local.set {base} (i64.const {low}))"
        member = f"(i64.add (i64.ctz (local.get {bits})) (local.get {base}))"
        further = f"(local.tee {base} (i64.add (local.get {base}) (i64.const {WORD})))"
        turned = _set(names[:-1], _values(names[1:]))
        end = f"(br_if {out} (i64.ge_u {further} (i64.const {WORD * len(names) + low}))) {turned} (br {again})"
    rest = f"(local.set {bits} (i64.and (local.get {bits}) (i64.sub (local.get {bits}) (i64.const 1))))"
    return (
        f"{text} (block {out} (loop {again} (if (i64.eqz (local.get {bits})) (then {end}))"
        f"(local.set {name} {member}) {rest}\n{body()}\n(br {again})))"
    )


def there(w: Writer, node: e.Spots) -> str:
    """Whether there are members, as a number of 32 bits."""
    text, words = _whole(w, node)
    return _after(text, "i32", _any(words))


def count(w: Writer, node: e.Spots) -> str:
    """How many members there are."""
    text, words = _whole(w, node)
    total = f"(i64.popcnt {words[0]})"
    for word in words[1:]:
        total = f"(i64.add {total} (i64.popcnt {word}))"
    return _after(text, "i64", total)


def first(w: Writer, node: e.Spots) -> str:
    """The first one, or none."""
    text, words = _named(w, node)
    found = "(i64.const -1)"
    for place, word in reversed(list(enumerate(words))):
        member = _more(f"(i64.ctz {word})", WORD * place + _least(w, node))
        found = f"(select {member} {found} (i64.ne {word} (i64.const 0)))"
    return _after(text, "i64", found)


def last(w: Writer, node: e.Spots) -> str:
    """The last one, or none."""
    text, words = _named(w, node)
    found = "(i64.const -1)"
    for place, word in enumerate(words):
        member = f"(i64.sub (i64.const {WORD * place + WORD - 1 + _least(w, node)}) (i64.clz {word}))"
        found = f"(select {member} {found} (i64.ne {word} (i64.const 0)))"
    return _after(text, "i64", found)


def has(w: Writer, node: e.Spots, value: e.Expr) -> str:
    """Whether a value is a member, as a number of 32 bits."""
    low, size = _least(w, node), len(w.layout.by_kind[node.kind])
    place = w.fresh()
    before = f"(local.set {place} {_less(w.value(value), low)})"
    text, words = _whole(w, node)
    word = words[-1]
    for number, each_ in reversed(list(enumerate(words[:-1]))):
        word = f"(select {each_} {word} (i64.lt_u (local.get {place}) (i64.const {WORD * (number + 1)})))"
    bit = _after(text, "i32", f"(i32.wrap_i64 (i64.and (i64.const 1) (i64.shr_u {word} (local.get {place}))))")
    if w.spans.of(value).lies_in(low, low + size - 1):
        return _after(before, "i32", bit)
    inside = f"(i64.lt_u (local.get {place}) (i64.const {size}))"
    return _after(before, "i32", f"(if (result i32) {inside} (then {bit}) (else (i32.const 0)))")
