/* The DOT text of what is open, as visualizer/dot.py writes it for the page. */

const CROWD = 4;

/**
 * @param {Picture} picture @param {string[]} strings of the page @param {boolean} clusters whether frames are drawn
 * @returns {string}
 */
function dotText(picture, strings, clusters = true) {
  const names = namesOf(picture);
  const places = firstInLanes(picture);
  const leaps = leapsOf(picture);
  const lines = [...picture.head];
  const write = (parts, depth) => {
    for (const part of parts) {
      const place = places.has(part.address) ? `, sortv="${places.get(part.address)}"` : "";
      if (!part.parts) lines.push(`${names.get(part.address)} [${strings[part.dot]}${place}];`);
      else {
        if (clusters) lines.push(`subgraph "cluster_${quoted(part.address)}" {`, `graph [${strings[part.dot[depth]]}];`);
        write(part.parts, depth + 1);
        if (clusters) lines.push("}");
      }
    }
  };
  write(picture.parts, 0);
  picture.arrows.forEach((arrow, place) => {
    const down = leaps.has(place) ? `, minlen="${leaps.get(place)}"` : "";
    const look = `id="arrow-${place + 1}", ${strings[lookOf(arrow)]}${down}`;
    lines.push(`${names.get(arrow.source)} -> ${names.get(arrow.target)} [${look}];`);
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

/** The first box of each lane, with the place of the lane: the course of the game stands in front. */
function firstInLanes(picture) {
  const first = new Map(); // place in the row of lanes -> address
  for (const part of picture.parts) {
    const lane = part.parts ? picture.lanes.indexOf(part.kind) : -1;
    const key = lane < 0 ? "" : part.address;
    const [box] = part.parts ? boxesOf(part.parts) : [part];
    if (!first.has(key)) first.set(key, { lane, address: box.address });
  }
  const order = [...first.values()].sort((one, other) => one.lane - other.lane);
  return new Map(order.map(({ address }, place) => [address, place + 1]));
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

/** Which of the sixteen looks of an arrow is to be drawn: see `_looks` in page_data.py. */
function lookOf(arrow) {
  const { said = true, mixed = false } = arrow;
  return arrow.dot[(said ? 1 : 0) + (arrow.both ? 2 : 0) + (arrow.aside ? 4 : 0) + (mixed ? 8 : 0)];
}

function quoted(text) {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
}
