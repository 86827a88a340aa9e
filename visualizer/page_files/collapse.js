/* Smaller pictures of a picture, as visualizer/collapse.py makes them. */

/**
 * A box or a frame as page_data.py writes it. Frames have `parts`, and `dot` for each depth at which they may stand.
 * @typedef {{address: string, kind: string, title: string, lines: string[][], dot: number|number[], parts?: Part[],
 *   shut?: number, stub?: number[], count?: number, detail?: string, change: string, leads?: string[]}} Part
 * A small box that says where an arrow goes on has its ends in `leads`.
 * @typedef {{kind: string, source: string, target: string, words: string, labels: string[], count: string}} Tie
 * @typedef {Tie & {dot: number[], both: boolean, aside: boolean, change: string, heat: number|null, of: string[][]}} Arrow
 * `of`: the ties that it stands for: source, target, kind.
 * @typedef {{view: string, title: string, label: string, head: string[], lanes: string[], levels: [string, string[]][],
 *   parts: Part[], arrows: Arrow[], ties: Tie[], lane: string[], below: string[][], notes: string[][], legend: string,
 *   drawn: Drawn[]}} Picture
 * What page_drawn.py has laid out: each part (its address, or a small box) and each arrow with its SVG.
 * @typedef {{shut: string[], alone: string, width: number, height: number, parts: [string|Part, string][],
 *   arrows: [Arrow, string][]}} Drawn
 */

const AHEAD = new Set(["option", "call", "opens"]);

/** All boxes of some parts, as a reader comes to them. @param {Part[]} parts @returns {Part[]} */
function boxesOf(parts) {
  return parts.flatMap((part) => (part.parts ? boxesOf(part.parts) : [part]));
}

/** All frames of some parts, each before those inside it. @param {Part[]} parts @returns {Part[]} */
function framesOf(parts) {
  return parts.flatMap((part) => (part.parts ? [part, ...framesOf(part.parts)] : []));
}

/** The picture with some frames shut. @param {Picture} picture @param {Set<string>} closed @returns {Picture} */
function collapse(picture, closed) {
  const standsFor = new Map();
  const led = (address) => standsFor.get(address) ?? address;
  const parts = shutInside(picture.parts, closed, standsFor);
  return {
    ...picture,
    parts,
    arrows: ledArrows(picture.arrows, led),
    lane: [...new Set(picture.lane.map(led))],
    below: distinctPairs(picture.below.map((pair) => pair.map(led)).filter(([upper, lower]) => upper !== lower)),
  };
}

/** One frame with what is inside, and its neighbours outside. @param {Picture} picture @param {string} address */
function alone(picture, address) {
  const opened = framesOf(picture.parts).find((frame) => frame.address === address);
  const inside = new Set(boxesOf(opened.parts).map((box) => box.address));
  const arrows = picture.arrows.filter((arrow) => inside.has(arrow.source) || inside.has(arrow.target));
  const near = new Set(arrows.flatMap((arrow) => [arrow.source, arrow.target]).filter((end) => !inside.has(end)));
  const homes = homesOf(picture, opened);
  const parts = [];
  for (const box of boxesOf(picture.parts)) {
    if (near.has(box.address)) parts.push(stubOf(box, homes.has(box.address)));
    else if (inside.has(box.address) && !parts.includes(opened)) parts.push(opened);
  }
  return {
    ...picture,
    parts,
    arrows,
    lane: picture.lane.filter((each) => inside.has(each)),
    below: picture.below.filter((pair) => pair.every((each) => inside.has(each))),
  };
}

function stubOf(box, hasHome) {
  return box.lines.length ? { ...box, kind: "stub", dot: box.stub[hasHome ? 1 : 0] } : box;
}

function homesOf(picture, opened) {
  const around = framesOf(picture.parts).filter((frame) => !framesOf([frame]).includes(opened));
  return new Set(around.flatMap((frame) => boxesOf(frame.parts).map((box) => box.address)));
}

function shutInside(parts, closed, standsFor) {
  return parts.map((part) => {
    if (!part.parts) return part;
    if (!closed.has(part.address)) return { ...part, parts: shutInside(part.parts, closed, standsFor) };
    for (const box of boxesOf(part.parts)) standsFor.set(box.address, part.address);
    return { ...part, kind: "closed", dot: part.shut, parts: undefined };
  });
}

/** Arrows led to what stands for their ends; each with the variant of its look that is to be drawn. */
function ledArrows(arrows, led) {
  const groups = new Map();
  for (const arrow of arrows) {
    const source = led(arrow.source);
    const target = led(arrow.target);
    if (source === target && !(arrow.source === source && arrow.target === target)) continue;
    const key = JSON.stringify([arrow.kind, source, target]);
    if (!groups.has(key)) groups.set(key, { kind: arrow.kind, source, target, all: [] });
    groups.get(key).all.push(arrow);
  }
  const backKey = (group) => JSON.stringify(["back", group.target, group.source]);
  const twoWay = [...groups.values()].filter((group) => AHEAD.has(group.kind) && groups.has(backKey(group)));
  const dropped = new Set(twoWay.map(backKey));
  return [...groups].filter(([key]) => !dropped.has(key)).map(([, group]) => merged(group, twoWay.includes(group)));
}

function merged({ source, target, all }, twoWay) {
  const heat = (arrow) => arrow.heat ?? -1;
  const first = all.reduce((best, arrow) => (heat(arrow) > heat(best) ? arrow : best));
  const says = (arrow) => JSON.stringify([arrow.words, arrow.labels, arrow.count]);
  const said = all.every((arrow) => says(arrow) === says(first));
  return {
    ...first,
    source,
    target,
    words: said ? first.words : "",
    labels: said ? first.labels : [],
    count: said ? first.count : "",
    both: twoWay || all.some((arrow) => arrow.both),
    aside: all.every((arrow) => arrow.aside),
    change: all.every((arrow) => arrow.change === first.change) ? first.change : "changed",
    said,
    mixed: !all.every((arrow) => arrow.change === first.change),
    of: all.flatMap((arrow) => arrow.of),
  };
}

function distinctPairs(pairs) {
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}
