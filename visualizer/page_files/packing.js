/* Packs rectangles of different sizes onto a sheet that fits a page well, about in their order, as visualizer/packing.py does. */

const MOST_WIDTHS = 60;
const TOGETHER = 12;

/** @typedef {{places: number[][], width: number, height: number}} Packing the upper left corners, and the size of it all */

/** The packing that fits best on a page so many times as wide as it is high, as visualizer/packing.py finds it. */
function pack(sizes, gap, aspect) {
  const found = widthsOf(sizes, gap).map((width) => packed(sizes, gap, width));
  const worth = (each) => [hundredths(side(each, aspect)), hundredths(each.width * each.height)];
  return found.reduce((best, each) => {
    const [[here, area], [least, room]] = [worth(each), worth(best)];
    return here < least || (here === least && area < room) ? each : best;
  });
}

function widthsOf(sizes, gap) {
  const least = Math.max(0, ...sizes.map(({ width }) => width));
  const found = new Set([least]);
  for (const start of sizes.keys()) {
    let across = 0;
    for (const { width } of sizes.slice(start, start + TOGETHER)) {
      across += width + (across ? gap : 0);
      found.add(hundredths(across));
    }
  }
  const widths = [...found].filter((width) => width >= least).sort((one, other) => one - other);
  const every = Math.floor(widths.length / MOST_WIDTHS) + 1;
  return widths.filter((_, place) => place % every === 0);
}

/** Each rectangle as high up as there is room for it, and there as far to the left as can be. */
function packed(sizes, gap, width) {
  let line = [[0, 0]]; // the lower edge of what stands: from where on, how far down
  const places = sizes.map((size) => {
    const rooms = line.map(([left], number) => [left, Math.max(...line.slice(number)
      .filter(([start], place) => !place || start < left + size.width + gap).map(([, down]) => down))]);
    const [left, top] = rooms.filter(([start]) => start + size.width <= width + 0.01)
      .reduce((best, each) => (each[1] < best[1] || (each[1] === best[1] && each[0] < best[0]) ? each : best));
    const right = left + size.width + gap;
    const [, after] = line.filter(([start]) => start <= right).at(-1);
    line = [
      ...line.filter(([start]) => start < left), [left, top + size.height + gap], [right, after],
      ...line.filter(([start]) => start > right),
    ];
    return [left, top];
  });
  return {
    places,
    width: Math.max(0, ...places.map(([left], place) => left + sizes[place].width)),
    height: Math.max(0, ...places.map(([, top], place) => top + sizes[place].height)),
  };
}

/** The height of the smallest page of these proportions that a packing fits on. */
function side({ width, height }, aspect) {
  return Math.max(width / aspect, height);
}

function hundredths(value) {
  return Math.round(value * 100) / 100;
}
