/* The DOT text of what is open, as visualizer/dot.py writes it for the page. */

const CROWD = 4;
const RANKS = 2;

/**
 * A piece of a picture has the `names` of boxes and the `numbers` of arrows in the whole, and the `depth` it stands at.
 * @param {Picture} picture @param {string[]} strings of the page @param {boolean} clusters whether frames are drawn
 * @returns {string}
 */
function dotText(picture, strings, clusters = true) {
  const names = picture.names ?? namesOf(picture);
  const places = placesOf(picture);
  const leaps = leapsOf(picture);
  const loops = loopsOf(picture);
  const lines = [...picture.head];
  const write = (parts, depth) => {
    for (const part of parts) {
      if (!part.parts) {
        lines.push(`${names.get(part.address)} [${strings[part.dot]}, sortv="${places.get(part.address)}"];`);
      } else {
        if (clusters) lines.push(`subgraph "cluster_${quoted(part.address)}" {`, `graph [${strings[part.dot[depth]]}];`);
        write(part.parts, depth + 1);
        if (clusters) lines.push("}");
      }
    }
  };
  write(picture.parts, picture.depth ?? 0);
  picture.arrows.forEach((arrow, place) => {
    const down = leaps.has(place) ? `, minlen="${RANKS * leaps.get(place)}"` : "";
    const look = `id="arrow-${picture.numbers?.get(arrow) ?? place + 1}", ${strings[lookOf(arrow)]}${down}`;
    const [source, target] = [names.get(arrow.source), names.get(arrow.target)];
    if (loops.has(place)) lines.push(`${target} -> ${source} [${turned(look, arrow.both)}];`);
    else lines.push(`${source} -> ${target} [${look}];`);
  });
  picture.lane.slice(1).forEach((address, place) => {
    lines.push(`${names.get(picture.lane[place])} -> ${names.get(address)} [style=invis, weight=8];`);
  });
  for (const [upper, lower] of picture.below) {
    lines.push(`${names.get(upper)} -> ${names.get(lower)} [style=invis, weight=0];`);
  }
  return [...lines, "}"].join("\n");
}

/** What each box is called, by its address. @param {Picture} picture */
function namesOf(picture) {
  return new Map(boxesOf(picture.parts).map((box, place) => [box.address, `n${place + 1}`]));
}

/** The place of each box among what stands side by side: the course of the game comes first, then each lane. */
function placesOf(picture) {
  const placed = picture.parts.map((part) => [boxesOf([part]), part.parts ? picture.lanes.indexOf(part.kind) : -1]);
  return new Map(placed.flatMap(([boxes, lane]) => boxes.map((box) => [box.address, lane < 0 ? 1 : lane + 2])));
}

/** How many rows arrows go down, where more than one: a crowd of targets stands in a few rows. */
function leapsOf(picture) {
  const crowds = new Map();
  picture.arrows.forEach(({ kind, source, target, aside }, place) => {
    if (!["option", "call"].includes(kind) || aside || source === target) return;
    if (!crowds.has(source)) crowds.set(source, []);
    crowds.get(source).push(place);
  });
  const leaps = new Map();
  for (const crowd of crowds.values()) {
    const rows = Math.round(Math.sqrt(crowd.length));
    if (crowd.length <= CROWD) continue;
    crowd.forEach((number, place) => place % rows && leaps.set(number, 1 + (place % rows)));
  }
  return leaps;
}

/** Arrows aside that lead back up to where what leads on led down from. @param {Picture} picture */
function loopsOf(picture) {
  const onward = new Map();
  for (const { source, target, aside } of picture.arrows) {
    if (!aside) onward.set(source, [...(onward.get(source) ?? []), target]);
  }
  const reached = (start) => {
    const found = new Set([start]);
    for (const address of found) for (const next of onward.get(address) ?? []) found.add(next);
    return found;
  };
  const places = [...picture.arrows.keys()];
  return new Set(places.filter((place) => {
    const { source, target, aside } = picture.arrows[place];
    return aside && reached(target).has(source);
  }));
}

/** The look of an arrow that is laid out as one that leads down: that routes it best. */
function turned(look, both) {
  const free = look.replace(', constraint="false"', "");
  const light = /, weight="\d+"/.test(free) ? free.replace(/, weight="\d+"/, ', weight="1"') : `${free}, weight="1"`;
  return both ? light : `${light}, dir="back"`;
}

/** Which of the sixteen looks of an arrow is to be drawn: see `_looks` in page_data.py. */
function lookOf(arrow) {
  const { said = true, mixed = false } = arrow;
  return arrow.dot[(said ? 1 : 0) + (arrow.both ? 2 : 0) + (arrow.aside ? 4 : 0) + (mixed ? 8 : 0)];
}

function quoted(text) {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
}
