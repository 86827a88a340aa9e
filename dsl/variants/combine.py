"""Works variants into the rulebook they are variants of.

In: a path of a rulebook or variant, and more variants by name or path. Out: `Combined`: one document, the files it came
from, and what was removed. Reported here: unmet `needs`, `conflicts`, and two variants that touch one place without
saying which comes first.
"""

from __future__ import annotations

import os
from collections.abc import Sequence as Listed
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.dsl.diagnostics import Label, Problems, Rule
from rulewright.dsl.document import Entry, Mapping, Node, Scalar, compose
from rulewright.dsl.fields import WRONG_SHAPE
from rulewright.dsl.include import Document, put_together
from rulewright.dsl.options import chosen_value
from rulewright.dsl.source import Source, Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.text_files import read_source
from rulewright.dsl.variants.operations import Carrier
from rulewright.dsl.variants.places import NO_ORDER, Touch
from rulewright.dsl.variants.plain import plain
from rulewright.dsl.variants.variant import Variant, is_variant, read_variant

NO_VARIANT = Rule("RW152", "no-such-variant")
UNMET_NEED = Rule("RW153", "unmet-need")
CONFLICT = Rule("RW154", "conflicting-variants")
OTHER_BASE = Rule("RW156", "other-rulebook")
DEEPEST = 30


@dataclass(frozen=True, slots=True)
class Combined:
    """A rulebook with its variants worked in. options: what the variants choose, by name; touches: for messages.

    changes: what a scenario has otherwise, as text, which stands in none of the files.
    """

    root: Mapping
    source: Source
    included: tuple[Source, ...] = ()
    variants: tuple[Variant, ...] = ()
    options: dict[str, Entry] = field(default_factory=dict)
    touches: tuple[Touch, ...] = ()
    changes: tuple[str, ...] = ()


def combine(path: Path, names: Listed[str], chosen: dict[str, Entry], problems: Problems) -> Combined | None:
    """The rulebook of a path with variants; None when a file cannot be read.

    names: variants by name or path, or Flag options of the rulebook, which are then chosen. chosen: options that the user
    chooses, which go before what variants choose; the needs of variants are held against them.
    """
    found = _base(path, problems, DEEPEST)
    if found is None:
        return None
    base, variants = found
    root, source = base.root, base.source
    flags = _flags(root)
    on: dict[str, Entry] = {}
    for name in names:
        if name in flags:
            on[name] = chosen_value(name, True)
            continue
        for variant in _named(name, source, flags, problems):
            if all(each.source.path != variant.source.path for each in variants):
                variants.append(variant)
    if not variants:
        return Combined(root, source, base.included, options=on)
    ordered = _in_order(variants, problems)
    options: dict[str, Entry] = {}
    for variant in ordered:
        options |= {entry.key.text: entry for entry in variant.options}
    options |= on
    _check_needs(ordered, root, options | chosen, problems)
    _check_names(ordered, (source.path or Path()).parent, flags, problems)
    root = plain(root, problems)
    carriers = list[Carrier]()
    for variant in ordered:
        gone = tuple(each for carrier in carriers for each in carrier.touches if each.whole)
        carrier = Carrier(root, problems, gone)
        carrier.carry_out(variant.operations)
        root = carrier.root
        carriers.append(carrier)
    _check_order(ordered, [carrier.touches for carrier in carriers], problems)
    touches = tuple(each for carrier in carriers for each in carrier.touches)
    return Combined(root, source, base.included, tuple(ordered), options, touches)


# ------------------------------------------------------------------------------------------------ reading the files


def compose_file(path: Path, problems: Problems, asked_at: Span | None = None) -> tuple[Mapping, Source] | None:
    """The sections of a rulebook or variant file, or None when it is neither."""
    source = read_source(path, problems, asked_at)
    root = None if source is None else compose(source, problems)
    if source is None or root is None:
        return None
    if isinstance(root, Mapping):
        return root, source
    refuse_shape(root, problems)
    return None


def refuse_shape(root: Node, problems: Problems) -> None:
    """Report a file that has no sections."""
    hint = "begin with `rulebook: my_game` and `players: 2..4`"
    problems.report(WRONG_SHAPE, root.span, "a rulebook is a list of sections", hint=hint)


def _base(
    path: Path, problems: Problems, deepest: int, asked_at: Span | None = None
) -> tuple[Document, list[Variant]] | None:
    """The rulebook at the bottom of a path, and the variants above it, the lowest first."""
    found = compose_file(path, problems, asked_at)
    if found is None:
        return None
    root, source = found
    if not is_variant(root):
        whole = put_together(root, source, problems)
        return None if whole is None else (whole, [])
    variant = read_variant(root, source, problems)
    if variant is None:
        return None
    if deepest == 0:
        problems.report(OTHER_BASE, variant.of.span, "these variants are variants of one another, without a rulebook")
        return None
    below = path.parent / variant.of.text
    below = below / "game.yaml" if _is_folder(below) else below
    lower = _base(below, problems, deepest - 1, variant.of.span)
    if lower is None:
        return None
    above = tuple(each.name for each in lower[1])  # a variant of a variant comes after it
    return lower[0], [*lower[1], replace(variant, after=(*variant.after, *above))]


def _flags(root: Mapping) -> list[str]:
    """The options of a rulebook that are yes or no."""
    section = root.get("options")
    found = []
    for entry in section.entries if isinstance(section, Mapping) else ():
        type_ = entry.value.get("type") if isinstance(entry.value, Mapping) else None
        if isinstance(type_, Scalar) and type_.text == "Flag":
            found.append(entry.key.text)
    return found


def _named(name: str, base: Source, flags: list[str], problems: Problems) -> list[Variant]:
    """The variant that a name means, after those it is a variant of: a file, one beside the rulebook or in `variants`."""
    asked = Source("with", name).whole()
    folder = (base.path or Path()).parent
    places = [Path(name), folder / f"{name}.yaml", folder / "variants" / f"{name}.yaml"]
    path = next((each for each in places if each.suffix in (".yaml", ".yml") and _is_file(each)), None)
    path = path or next((each for each in variant_files(folder) if _named_in(each) == name), None)
    if path is None:
        known = [*flags, *variant_names(folder)]
        hint = did_you_mean(name, known) or (f"there are {', '.join(known)}" if known else None)
        problems.report(NO_VARIANT, asked, f"the rulebook has no variant or option `{name}`", hint=hint)
        return []
    found = _base(path, problems, DEEPEST, asked)
    if found is None:
        return []
    lowest, variants = found[0].source, found[1]
    if not variants:
        problems.report(NO_VARIANT, asked, f"`{path}` is no variant", hint="a variant begins with `variant: name`")
    elif lowest.path is None or base.path is None or lowest.path.resolve() != base.path.resolve():
        message = f"`{variants[-1].name.text}` is a variant of `{variants[-1].of.text}`, not of `{base.name}`"
        problems.report(OTHER_BASE, variants[-1].of.span, message)
        return []
    return variants


def variant_files(folder: Path) -> list[Path]:
    """The variant files beside a rulebook and in its `variants` folder, found by their first words."""
    found = []
    for path in sorted([*folder.glob("*.yaml"), *folder.glob("variants/*.yaml")]):
        if _is_file(path) and _named_in(path):
            found.append(path)
    return found


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _is_file(path: Path) -> bool:
    """Whether there is such a file that can be read; a name that no file can have is none."""
    try:
        return path.is_file() and os.access(path, os.R_OK)
    except (OSError, ValueError):
        return False


def _named_in(path: Path) -> str:
    """The name that a variant file gives itself within its first lines; nothing for other files."""
    with path.open(encoding="utf-8", errors="replace") as file:
        lines = [line for _, line in zip(range(60), file, strict=False)]
    return next((line.partition(":")[2].partition("#")[0].strip() for line in lines if line.startswith("variant:")), "")


def variant_names(folder: Path) -> list[str]:
    """What the variants of a rulebook's folder are called."""
    return [path.stem for path in variant_files(folder)]


# ------------------------------------------------------------------------------------------------ order and needs


def _before(variant: Variant) -> set[str]:
    return {each.text for each in (*variant.after, *variant.needs)}


def _in_order(variants: list[Variant], problems: Problems) -> list[Variant]:
    """The variants in an order that their `after` and `needs` allow, otherwise as they were given."""
    left, ordered = list(variants), list[Variant]()
    while left:
        names = {each.name.text for each in left}
        free = [each for each in left if not _before(each) & (names - {each.name.text})]
        if not free:
            circle = ", ".join(sorted(names))
            problems.report(NO_ORDER, left[0].name.span, f"{circle} each want to come after another of them")
            return [*ordered, *left]
        ordered.append(free[0])
        left.remove(free[0])
    return ordered


def _check_needs(variants: list[Variant], root: Mapping, chosen: dict[str, Entry], problems: Problems) -> None:
    names = {each.name.text for each in variants}
    flags = _flags(root)
    for variant in variants:
        for need in variant.needs:
            if need.text == variant.name.text:
                problems.report(UNMET_NEED, need.span, f"`{need.text}` cannot need itself", hint="delete it")
            elif need.text in flags:
                if not _is_on(need.text, root, chosen):
                    hint = f"choose it: `--with {need.text}`, or `options: {{{need.text}: yes}}` in the variant"
                    message = f"`{variant.name.text}` needs the option `{need.text}`, which is off"
                    problems.report(UNMET_NEED, need.span, message, hint=hint)
            elif need.text not in names:
                message = f"`{variant.name.text}` needs `{need.text}`, which is not there"
                hint = did_you_mean(need.text, [*flags, *names - {variant.name.text}]) or f"add it: `--with {need.text}`"
                problems.report(UNMET_NEED, need.span, message, hint=hint)
        for other in variant.conflicts:
            if other.text in names or (other.text in flags and _is_on(other.text, root, chosen)):
                message = f"`{variant.name.text}` cannot be combined with `{other.text}`"
                problems.report(CONFLICT, other.span, message, hint="leave one of them out")


def _check_names(variants: list[Variant], folder: Path, flags: list[str], problems: Problems) -> None:
    """Every variant named in `after` and `conflicts` is one that there is, whether or not it is worked in."""
    files = variant_files(folder)
    known = {*flags} | {each.name.text for each in variants} | {path.stem for path in files} | {_named_in(path) for path in files}
    for variant in variants:
        for other in (*variant.after, *variant.conflicts):
            if other.text not in known and other.span.source is variant.source:
                hint = did_you_mean(other.text, sorted(known - {variant.name.text}))
                problems.report(NO_VARIANT, other.span, f"there is no variant `{other.text}` beside the rulebook", hint=hint)


def _is_on(flag: str, root: Mapping, chosen: dict[str, Entry]) -> bool:
    section = root.get("options")
    declared = section.get(flag) if isinstance(section, Mapping) else None
    default = declared.get("default") if isinstance(declared, Mapping) else None
    value = chosen[flag].value if flag in chosen else default
    return isinstance(value, Scalar) and value.text == "yes"


def _check_order(variants: list[Variant], touches: list[list[Touch]], problems: Problems) -> None:
    """Report what two variants touch, when they do not say which comes first and it makes a difference."""
    for later, second in enumerate(variants):
        for earlier in range(later):
            first = variants[earlier]
            excluded = {each.text for each in (*first.conflicts, *second.conflicts)}
            if first.name.text in _above(second, variants) or excluded & {first.name.text, second.name.text}:
                continue
            clashes = [
                (a.operation.address.span, b.operation.address.span, b.address)
                for a in touches[earlier]
                for b in touches[later]
                if _clash(a, b)
            ] + [
                (a.key.span, b.key.span, f"options.{b.key.text}")
                for a in first.options
                for b in second.options
                if a.key.text == b.key.text and a.value.span.text != b.value.span.text
            ]
            if clashes:
                here, there, address = clashes[0]
                message = f"`{first.name.text}` and `{second.name.text}` both change `{address}`"
                hint = f"say which comes first: `after: [{first.name.text}]` in `{second.name.text}`, or the other way round"
                labels = (Label(here, f"`{first.name.text}` does it here"),)
                problems.report(NO_ORDER, there, message, labels=labels, hint=hint)


def _above(variant: Variant, variants: list[Variant]) -> set[str]:
    """The names of all variants that are declared to come before one."""
    by_name = {each.name.text: each for each in variants}
    found, todo = set[str](), [variant]
    while todo:
        for name in _before(todo.pop()) - found:
            found.add(name)
            todo += [by_name[name]] if name in by_name else []
    return found


def _clash(one: Touch, other: Touch) -> bool:
    if one.address == other.address:
        return not (one.free and other.free)
    above, below = sorted((one, other), key=lambda each: len(each.address))
    return above.whole and below.address.startswith(f"{above.address}.")
