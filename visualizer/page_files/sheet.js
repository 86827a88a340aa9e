/* A picture of pieces that are laid out each by itself and packed on one sheet, as visualizer/sheet.py does it. Nothing is
   tidied here: arrows and words stay where Graphviz puts them. What is seen at first and at each level came tidied. */

const GAP = 26;
const INSIDE = 18;
const EDGE = 24;
const ASPECT = 1.5;
const ASPECTS = [0.4, 0.8, 1.3, 2.0, 3.2];
const FRAME_MARGINS = [24, 52];
const SMALL = 0.12;
const LOOSE = 3;
const PAD = 25.2; // what Graphviz leaves around a drawing, in points: `pad` in the head of a file

/**
 * Something that has its places: groups of a drawing, each with how far it is moved.
 * @typedef {{width: number, height: number, groups: {group: SVGGElement, x: number, y: number}[]}} Solid
 * A frame whose pieces may stand in one way or another. @typedef {{frame: Part, depth: number, inside: Solid[]}} Loose
 */

class Sheet {
  /** @param {Picture} picture @param {string[]} strings @param {(dot: string) => SVGSVGElement|null} layOut */
  constructor(picture, strings, layOut) {
    this.strings = strings;
    this.layOut = layOut;
    this.picture = { ...picture, names: namesOf(picture), numbers: new Map(picture.arrows.map((arrow, place) => [arrow, place + 1])) };
  }

  /** @returns {Solid} with room around it */
  solid() {
    const items = largeFirst([...this.items(this.picture, 0)]);
    const loose = items.filter((item) => item.frame).length;
    let ways = [Array(loose).fill(ASPECT)];
    if (loose <= LOOSE) ways = ways[0].reduce((begun) => begun.flatMap((way) => ASPECTS.map((aspect) => [...way, aspect])), [[]]);
    const heights = ways.map((way) => this.height(items, way));
    const chosen = [...ways[heights.indexOf(Math.min(...heights))]];
    const solids = items.map((item) => (item.frame ? this.framed(item, chosen.shift()) : item));
    const packing = pack(solids, GAP, ASPECT);
    return {
      width: packing.width + 2 * EDGE,
      height: packing.height + 2 * EDGE,
      groups: solids.flatMap((solid, place) => at(solid, EDGE + packing.places[place][0], EDGE + packing.places[place][1])),
    };
  }

  /** How high a page all would need when frames are packed in these ways. */
  height(items, way) {
    const aspects = [...way];
    const packing = pack(items.map((item) => {
      if (!item.frame) return item;
      const inner = pack(item.inside, INSIDE, aspects.shift());
      return { width: inner.width + FRAME_MARGINS[0], height: inner.height + FRAME_MARGINS[1] };
    }), GAP, ASPECT);
    return hundredths(side(packing, ASPECT));
  }

  /** The pieces of a picture, each laid out. @returns {Generator<Solid|Loose>} */
  * items(picture, depth) {
    for (const parts of piecesOf(picture)) {
      const piece = aloneIn(picture, parts);
      const [only] = parts;
      const within = parts.length === 1 && only.parts ? aloneIn(picture, only.parts) : null;
      if (within && piecesOf(within).length > 1) {
        const inside = [...this.items(within, depth + 1)].map((item) => (item.frame ? this.framed(item, ASPECT) : item));
        yield { frame: only, depth, inside: largeFirst(inside) };
      } else {
        yield this.laidOut((clusters) => dotText({ ...piece, depth }, this.strings, clusters));
      }
    }
  }

  /** @param {(clusters: boolean) => string} dot @returns {Solid} */
  laidOut(dot) {
    const svg = this.layOut(dot(true)) ?? this.layOut(dot(false));
    if (!svg) throw new Error("Graphviz cannot lay this picture out");
    const { width, height } = svg.viewBox.baseVal;
    const graph = svg.querySelector("g.graph");
    const [, x, y] = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(graph.getAttribute("transform")) ?? [0, 0, 0];
    const groups = [...graph.querySelectorAll("g.node, g.cluster, g.edge")];
    return {
      width: width - 2 * PAD,
      height: height - 2 * PAD,
      groups: groups.map((group) => ({ group, x: Number(x) - PAD, y: Number(y) - PAD })),
    };
  }

  /** A frame around its packed pieces. @param {Loose} loose @returns {Solid} */
  framed({ frame, depth, inside }, aspect) {
    const packing = pack(inside, INSIDE, aspect);
    const size = `width="${(packing.width / 72).toFixed(4)}", height="${(packing.height / 72).toFixed(4)}"`;
    const solid = this.laidOut(() => [
      ...this.picture.head, `subgraph "cluster_${quoted(frame.address)}" {`, `graph [${this.strings[frame.dot[depth]]}];`,
      `content [shape=box, fixedsize=true, label="", ${size}];`, "}", "}",
    ].join("\n"));
    const content = solid.groups.find(({ group }) => group.classList.contains("node"));
    const points = content.group.querySelector("polygon").getAttribute("points").match(/-?[\d.]+/g).map(Number);
    const left = content.x + Math.min(...points.filter((_, place) => place % 2 === 0));
    const top = content.y + Math.min(...points.filter((_, place) => place % 2 === 1));
    const held = inside.flatMap((each, place) => at(each, left + packing.places[place][0], top + packing.places[place][1]));
    return { ...solid, groups: [...solid.groups.filter((each) => each !== content), ...held] };
  }
}

/** The groups of something, with its upper left corner there. @param {Solid} solid */
function at(solid, left, top) {
  return solid.groups.map(({ group, x, y }) => ({ group, x: x + left, y: y + top }));
}

/** What is small fits in where there is room left; else the order stays. */
function largeFirst(items) {
  const room = (item) => (item.frame ? item.inside.reduce((sum, each) => sum + room(each), 0) : item.width * item.height);
  const small = SMALL * Math.max(0, ...items.map(room));
  return [...items.filter((item) => room(item) >= small), ...items.filter((item) => room(item) < small)];
}

/** The parts of a picture, those that arrows connect in one group. @param {Picture} picture @returns {Part[][]} */
function piecesOf({ parts, arrows }) {
  const partOf = new Map(parts.flatMap((part, place) => boxesOf([part]).map((box) => [box.address, place])));
  const first = parts.map((_, place) => place);
  const root = (place) => (first[place] === place ? place : root(first[place]));
  for (const { source, target } of arrows) {
    const [one, other] = [root(partOf.get(source)), root(partOf.get(target))].sort((left, right) => left - right);
    first[other] = one;
  }
  const groups = new Map(parts.map((_, place) => [root(place), []]));
  parts.forEach((part, place) => groups.get(root(place)).push(part));
  return [...groups.values()];
}

/** A picture of nothing but some parts that no arrow connects with others. @param {Picture} picture @param {Part[]} parts */
function aloneIn(picture, parts) {
  const inside = new Set(boxesOf(parts).map((box) => box.address));
  return {
    ...picture,
    parts,
    arrows: picture.arrows.filter((arrow) => inside.has(arrow.source)),
    below: picture.below.filter((pair) => pair.every((address) => inside.has(address))),
    lane: [],
  };
}
