"""What a rulebook declares, numbered: the tables that every name is looked up in.

In: nothing. Out: `Tables`, filled by `declare` and only read afterwards (`lower` adds the functions and procedures it
makes). Numbers are places in the tuples of the flow that will be made; no pass after `lower` compares names.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.dsl.book import Book, ComponentForm, DefineForm, Node, OptionForm, StateForm, ZoneForm
from rulewright.dsl.flow.ir import ComponentSpec, Dimension, EnumSpec, FieldSpec, KindSpec
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import Expression, Name
from rulewright.dsl.types import Type

DIRECTIONS = EnumSpec("Direction", ("left", "right"))


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """A property of a kind: a printed field, or a mark (then `variable` is its number)."""

    number: int
    type: Type
    per: int | None
    variable: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """A zone: its number, what it holds and what there is one of it for."""

    number: int
    holds: str
    per: Dimension | None
    form: ZoneForm


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """A variable: its number, the type of its value, what there is one of it for, and whether rules may set it."""

    number: int
    type: Type
    per: tuple[Dimension, ...]
    span: Span
    form: StateForm | None


@dataclass(slots=True)
class OptionInfo:
    """An option of the game: its type, and its value once `lower` has worked it out."""

    form: OptionForm
    type: Type
    value: int = 0


@dataclass(frozen=True, slots=True)
class CellFormula:
    """A formula in the cells of a property, once for all cells that say the same. name: of the first component with it."""

    name: Name
    formula: Expression


@dataclass(slots=True)
class CellFormulas:
    """The formulas in the cells of a property. number: of the property's field; formulas: by what tells one cell from
    another; first: the function of the first of them, the others come behind it; asks: one that looks at `me`."""

    number: int
    wanted: Type
    formulas: dict[str, CellFormula] = field(default_factory=dict)
    first: int = 0
    asks: CellFormula | None = None


@dataclass(slots=True)
class DefinitionInfo:
    """A definition: elaborated when first used; `busy` while that goes on, to find circles.

    cells: of a property whose cells are formulas.
    """

    form: DefineForm
    owner: Type | None
    parameters: tuple[tuple[str, Type], ...]
    function: int | None = None
    type: Type | None = None
    busy: bool = False
    cells: CellFormulas | None = None


@dataclass(slots=True)
class Tables:
    """Every declared thing by name."""

    book: Book
    enums: dict[str, int] = field(default_factory=dict)
    enum_specs: list[EnumSpec] = field(default_factory=list)
    values: dict[str, list[tuple[int, int]]] = field(default_factory=dict)  # enum value -> (enum, place)
    kinds: dict[str, int] = field(default_factory=dict)
    kind_specs: list[KindSpec] = field(default_factory=list)
    fields: dict[tuple[str, str], FieldInfo] = field(default_factory=dict)
    field_specs: list[FieldSpec] = field(default_factory=list)
    zones: dict[str, ZoneInfo] = field(default_factory=dict)
    options: dict[str, OptionInfo] = field(default_factory=dict)
    variables: dict[str, VariableInfo] = field(default_factory=dict)
    variable_count: int = 0
    reserves: dict[int, DefinitionInfo] = field(default_factory=dict)  # variable -> how much of it cannot be spent
    definitions: dict[tuple[str | None, str], DefinitionInfo] = field(default_factory=dict)
    scores: dict[str, DefinitionInfo] = field(default_factory=dict)
    actions: dict[str, Node] = field(default_factory=dict)
    windows: dict[str, Node] = field(default_factory=dict)
    phases: dict[str, list[Node]] = field(default_factory=dict)
    words: dict[str, int] = field(default_factory=dict)
    components: list[ComponentSpec] = field(default_factory=list)
    component_forms: list[ComponentForm] = field(default_factory=list)
    spans: dict[str, Span] = field(default_factory=dict)  # global name -> where it is declared
