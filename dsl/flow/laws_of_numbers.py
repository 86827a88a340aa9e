"""Laws about numbers: what refers to something refers to something there is, and there are as many as there should be.

In: a flow. Out: the places that break a law. `TABLES` are the laws that all others take for granted.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.law import Found, Law, at, entries, place
from rulewright.dsl.flow.shape import is_node, parts, references, walk
from rulewright.dsl.types import EffectType, FormulaType, Type, strip

WORDS: Mapping[type, Mapping[str, frozenset[str]]] = {
    ir.Dimension: {"what": frozenset({"players", "enum", "kind", "range"})},
    ir.Audience: {"who": frozenset({"owner", "others", "all", "nobody"})},
    ir.ZoneSpec: {
        "order": frozenset({"stack", "row", "set"}),
        "face": frozenset({"up", "down", "keep"}),
        "enter": frozenset({"top", "bottom"}),
    },
    ir.DisplaySpec: {"way": frozenset({"", "row", "list", "grid", "track", "count", "number", "hidden"})},
    ir.Move: {"place": frozenset({"enter", "top", "bottom"})},
    ir.Happen: {"verb": frozenset({"begin", "end", "do", "shuffle"})},
    ir.Choice: {"secrecy": frozenset({"open", "asked", "sealed"}), "forced": frozenset({"ask", "take"})},
    ir.Procedure: {"kind": frozenset({"main", "settle", "action", "law", "trigger", "window", "beside", "effect"})},
    e.Arithmetic: {"operator": frozenset({"+", "-", "*", "/", "mod", "min", "max"})},
    e.Compare: {"operator": frozenset({"is", "is not", "<", "<=", ">", ">="})},
    e.Combine: {"operator": frozenset({"+", "-"})},
    e.Fold: {"operator": frozenset({"sum", "max", "min"})},
    e.Best: {"operator": frozenset({"highest", "lowest"})},
    e.Bits: {"operator": frozenset({"and", "or", "without"})},
}


def numbers_are_in_range(flow: Flow) -> Found:
    """A number that refers to an entry of a table is that of an entry."""
    spots: list[tuple[str, str, object]] = [("flow", "Flow", flow)]
    for where, entry in entries(flow):
        spots.extend((where, type(node).__name__, node) for node in walk(entry))
    for where, name, node in spots:
        for field, table, number in references(node):
            size = len(getattr(flow, table))
            if not 0 <= number < size:
                yield where, f"{field} of {name} is {number}; there are {size} {table}"


def dimensions_are_in_range(flow: Flow) -> Found:
    """The enum or kind of a dimension is one of the flow; a range is not empty."""
    for where, entry in entries(flow):
        for node in walk(entry):
            if isinstance(node, ir.Dimension):
                size = {"enum": len(flow.enums), "kind": len(flow.kinds)}.get(node.what)
                if size is not None and not 0 <= node.number < size:
                    yield where, f"there is no {node.what} {node.number}"
                if node.what == "range" and node.number < 1:
                    yield where, "the range of a dimension is empty"


def blocks_are_dense(flow: Flow) -> Found:
    """A block stands at its own number."""
    for number, block in enumerate(flow.blocks):
        if block.number != number:
            yield place(flow, "blocks", number), f"the block here has number {block.number}"


def words_are_known(flow: Flow) -> Found:
    """Where a field takes one of a few words, it has one of them."""
    for where, entry in entries(flow):
        for node in walk(entry):
            for field, known in WORDS.get(type(node), {}).items():
                word = getattr(node, field)
                if word not in known:
                    yield where, f"{field} of {type(node).__name__} is `{word}`"


def indices_match_dimensions(flow: Flow) -> Found:
    """A variable is used with one index for each of its dimensions."""
    for where, entry in entries(flow):
        for node in walk(entry):
            if isinstance(node, e.StateVar | ir.SetState | ir.Change):
                variable = flow.variables[node.variable]
                if len(node.index) != len(variable.per):
                    yield where, f"`{variable.name}` has {len(variable.per)} dimensions, not {len(node.index)}"
            if isinstance(node, ir.SetState | ir.Change):
                for watch in node.watches:
                    if len(watch.index) != len(node.index):
                        yield where, f"a watch has {len(watch.index)} temps for {len(node.index)} indices"


def owners_match_zones(flow: Flow) -> Found:
    """A zone that there are many of is used with an owner, a shared one without; only players pass zones around."""
    for where, entry in entries(flow):
        for node in walk(entry):
            if isinstance(node, e.Contents | e.LiesIn | ir.Move | ir.Shuffle):
                zone = flow.zones[node.zone]
                if node.owner is not None and zone.per is None:
                    yield where, f"zone `{zone.name}` is shared and has no owner"
                if node.owner is None and zone.per is not None and not isinstance(node, e.LiesIn):
                    yield where, f"whose zone `{zone.name}` is meant?"
            if isinstance(node, ir.PassAround):
                per = flow.zones[node.zone].per
                if per is None or per.what != "players":
                    yield where, f"zone `{flow.zones[node.zone].name}` cannot be passed around"


def keys_match_fields(flow: Flow) -> Found:
    """A field with one value for each member of an enum is used with a key, any other without."""
    for where, entry in entries(flow):
        for node in walk(entry):
            if isinstance(node, e.Field) and (node.key is None) != (flow.fields[node.field].per is None):
                name = flow.fields[node.field].name
                yield where, f"field `{name}` {'needs a' if node.key is None else 'has no'} key"


def functions_get_their_arguments(flow: Flow) -> Found:
    """A function is applied to as many values as it has parameters; that of a score has one, the player."""
    for where, entry in entries(flow):
        for node in walk(entry):
            if isinstance(node, e.Apply):
                function = flow.functions[node.function]
                if len(node.arguments) != len(function.parameters):
                    yield where, f"`{function.name}` takes {len(function.parameters)} values, not {len(node.arguments)}"
            if isinstance(node, ir.ScoreSpec) and len(flow.functions[node.function].parameters) != 1:
                yield where, "the function of a score takes the player and nothing else"


def procedures_get_their_arguments(flow: Flow) -> Found:
    """A procedure is called with a value for each parameter; an effect that an expression finds takes `me` and its own."""
    for block in flow.blocks:
        match block.exit:
            case ir.Call(procedure=int(number), arguments=arguments):
                wanted = flow.procedures[number].parameters
                if len(arguments) != wanted:
                    name = flow.procedures[number].address
                    yield at(flow, block), f"`{name}` takes {wanted} values, not {len(arguments)}"
            case ir.Call(procedure=found, arguments=arguments):
                counts = _effect_values(flow, block, found)
                if len(arguments) not in counts:
                    count = " or ".join(map(str, sorted(counts)))
                    yield at(flow, block), f"an effect takes {count} value{'s' * (counts != {1})}, not {len(arguments)}"
            case _:
                pass
        for node in walk(block.ops):
            if isinstance(node, ir.Watch) and len(node.give) != flow.procedures[node.procedure].parameters:
                name, wanted = flow.procedures[node.procedure].address, flow.procedures[node.procedure].parameters
                yield at(flow, block), f"`{name}` takes {wanted} values, not {len(node.give)}"


def _effect_values(flow: Flow, block: ir.Block, effect: object) -> set[int]:
    """How many values the effect that an expression finds is given."""
    match effect:
        case e.Field(field=number):
            types: tuple[Type, ...] = (flow.fields[number].type,)
        case e.Local(slot=number):
            types = (flow.procedures[block.procedure].types[number],)
        case _:
            types = tuple(each.type for each in flow.fields)
    effects = [each for each in map(strip, types) if isinstance(each, EffectType)] or [EffectType()]
    return {1 + len(each.takes) for each in effects}


def watches_call_triggers(flow: Flow) -> Found:
    """What becomes due by an event is a trigger; main and the settle procedure are never called."""
    for block in flow.blocks:
        if isinstance(block.exit, ir.Call) and block.exit.procedure in (flow.main, flow.settle):
            yield at(flow, block), f"calls `{flow.procedures[block.exit.procedure].address}`"
        for node in walk(block.ops):
            if isinstance(node, ir.Watch) and flow.procedures[node.procedure].kind != "trigger":
                yield at(flow, block), f"`{flow.procedures[node.procedure].address}` is no trigger"


def components_are_whole(flow: Flow) -> Found:
    """A component has a value for each field of its kind, and starts in a zone that holds its kind, with its owner."""
    for number, component in enumerate(flow.components):
        where = place(flow, "components", number)
        kind, zone = flow.kinds[component.kind], flow.zones[component.start]
        if len(component.values) != len(kind.fields):
            yield where, f"{kind.name} has {len(kind.fields)} fields, not {len(component.values)}"
        for field, value in zip(kind.fields, component.values, strict=False):
            spec = flow.fields[field]
            size = 0 if spec.per is None else len(flow.enums[spec.per].values)
            if isinstance(value, tuple) != (spec.per is not None) or (isinstance(value, tuple) and len(value) != size):
                yield where, f"the value of `{spec.name}` has the wrong form"
        if zone.holds != component.kind:
            yield where, f"zone `{zone.name}` does not hold {kind.name}s"
        if (component.owner is None) != (zone.per is None):
            yield where, f"zone `{zone.name}` {'is shared' if zone.per is None else 'needs an owner'}"
        if not set(component.seats) <= set(range(flow.players[0], flow.players[1] + 1)):
            yield where, "it exists at player counts that the game has not"


def fields_belong_to_their_kind(flow: Flow) -> Found:
    """A kind lists just the fields that are of this kind."""
    for number, kind in enumerate(flow.kinds):
        own = {field for field, spec in enumerate(flow.fields) if spec.kind == number}
        if set(kind.fields) != own or len(kind.fields) != len(own):
            yield place(flow, "kinds", number), "its fields are not those that name it as their kind"


def effects_are_procedures(flow: Flow) -> Found:
    """A field of effects holds procedures of effects, which take `me` and what the field says, or none."""
    effects = {number: each.parameters for number, each in enumerate(flow.procedures) if each.kind == "effect"}
    for number, component in enumerate(flow.components):
        for field, value in zip(flow.kinds[component.kind].fields, component.values, strict=False):
            type_ = strip(flow.fields[field].type)
            if not isinstance(type_, EffectType):
                continue
            for each in value if isinstance(value, tuple) else (value,):
                if each != e.NONE and effects.get(each) != 1 + len(type_.takes):
                    yield place(flow, "components", number), f"{each} is no effect"


def formulas_are_functions(flow: Flow) -> Found:
    """A field of formulas holds functions, or none."""
    for number, component in enumerate(flow.components):
        for field, value in zip(flow.kinds[component.kind].fields, component.values, strict=False):
            if isinstance(flow.fields[field].type, FormulaType) and value not in range(e.NONE, len(flow.functions)):
                yield place(flow, "components", number), f"{value} is no function"


def variables_start_in_bounds(flow: Flow) -> Found:
    """A variable starts with a value between its bounds."""
    for number, variable in enumerate(flow.variables):
        if not variable.low <= variable.start <= variable.high:
            text = f"starts with {variable.start}, outside of {variable.low}..{variable.high}"
            yield place(flow, "variables", number), text


def somebody_plays(flow: Flow) -> Found:
    """There is at least one player, and the greatest count is not below the least."""
    low, high = flow.players
    if not 1 <= low <= high:
        yield "flow", f"it is for {low} to {high} players"


def scopes_form_a_tree(flow: Flow) -> Found:
    """The first scope has no parent, every other one a parent that stands before it."""
    for number, scope in enumerate(flow.scopes):
        if scope.parent >= number or (scope.parent < 0) != (number == 0):
            yield place(flow, "scopes", number), f"its parent is {scope.parent}"


def steps_are_small(flow: Flow) -> Found:
    """Holds go up or down by 1; round the table it goes clockwise (1) or not (-1); a face is 0, 1 or None."""
    for where, entry in entries(flow):
        for node in walk(entry):
            if isinstance(node, ir.Hold) and node.by not in (1, -1):
                yield where, f"a hold by {node.by}"
            if isinstance(node, e.Around) and node.step not in (1, -1):
                yield where, f"round the table by {node.step}"
            if isinstance(node, ir.Move) and node.face not in (0, 1, None):
                yield where, f"face {node.face}"


def parts_are_nodes(flow: Flow) -> Found:
    """Nothing stands in a flow that is neither a number, a text, a tuple nor a class of the flow's own."""
    for where, entry in entries(flow):
        for node in walk(entry):
            for field, value in parts(node):
                plain = value is None or isinstance(value, int | str | tuple)
                if not plain and not is_node(value) and field != "span":
                    yield where, f"{field} of {type(node).__name__} is {type(value).__name__}"


TABLES: tuple[Law, ...] = (parts_are_nodes, numbers_are_in_range, dimensions_are_in_range, blocks_are_dense)
NUMBERS: tuple[Law, ...] = (
    words_are_known,
    indices_match_dimensions,
    owners_match_zones,
    keys_match_fields,
    functions_get_their_arguments,
    procedures_get_their_arguments,
    watches_call_triggers,
    components_are_whole,
    fields_belong_to_their_kind,
    effects_are_procedures,
    formulas_are_functions,
    variables_start_in_bounds,
    somebody_plays,
    scopes_form_a_tree,
    steps_are_small,
)
