/* The drawing: puts on the stage what came with the page, else lays out what is open, and makes its parts focusable. */

const KINDS = {
  start: "start", step: "happens by itself", decision: "a player decides", sealed: "all decide, hidden until all have",
  menu: "a player chooses an action", chance: "chance", action: "action", effects: "effect of a component",
  window: "chance to speak up", law: "law", trigger: "trigger", loop: "goes round again", over: "is over",
  end: "end of the game", closed: "shut", stub: "stands elsewhere", phase: "phase", option: "option",
  windows: "windows", always: "always in effect", actions: "actions", event: "event", zone: "zone",
};

/** @param {string} kind */
function kindWords(kind) {
  return KINDS[kind] ?? kind.replaceAll("_", " ");
}

class Stage {
  /**
   * @param {HTMLElement} element @param {string[]} strings of the page
   * @param {{choose: (address: string) => void, toggle: (address: string) => void}} asked what a reader asks for
   */
  constructor(element, strings, asked) {
    this.element = element;
    this.strings = strings;
    this.asked = asked;
    this.parts = new Map(); // address -> element
    this.said = new Map(); // address -> what the page knows about the part
    this.arrows = [];
    this.shifts = new Map(); // element -> how far it is moved
    this.engine = null;
  }

  /**
   * Show a picture. Rejects when it cannot be laid out.
   * @param {Picture} picture as it is to be seen @param {Drawn|undefined} drawn its drawing, if there is one
   * @param {(address: string) => Part} known what is known about a part
   */
  async draw(picture, drawn, known) {
    if (!drawn) await this.ready();
    const solid = drawn ? null : new Sheet(picture, this.strings, (dot) => this.layOut(dot)).solid();
    this.picture = picture;
    this.parts = new Map();
    this.said = new Map();
    this.shifts = new Map();
    const svg = drawn ? this.unpacked(drawn, known) : this.adopt(solid, picture);
    svg.setAttribute("aria-label", `${picture.title}: ${picture.label}`);
    svg.setAttribute("preserveAspectRatio", "xMidYMin meet");
    this.element.querySelector("svg")?.remove();
    this.element.prepend(svg);
    return svg;
  }

  /** Once the layout engine can be asked. */
  async ready() {
    this.engine ??= await Viz.instance();
  }

  /** A drawing that came with the page. @param {Drawn} drawn @param {(address: string) => Part} known @returns {SVGSVGElement} */
  unpacked({ width, height, parts, arrows }, known) {
    const markup = [...parts, ...arrows].map(([, group]) => group).join("");
    const text = `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`;
    const groups = [...document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true).children];
    const [graph, svg] = blank(width, height);
    for (const [said] of parts) this.takePart(typeof said === "string" ? known(said) : said, groups.shift(), graph);
    this.arrows = [];
    for (const [arrow] of arrows) this.takeArrow(arrow, groups.shift(), graph);
    return svg;
  }

  /** @param {string} dot @returns {SVGSVGElement|null} */
  layOut(dot) {
    const result = this.engine.render(dot, { format: "svg" });
    if (result.status !== "success") return null;
    const parsed = new DOMParser().parseFromString(result.output, "image/svg+xml").documentElement;
    return document.importNode(parsed, true);
  }

  /** @param {Solid} solid @returns {SVGSVGElement} */
  adopt(solid, picture) {
    const [graph, svg] = blank(solid.width, solid.height);
    const groups = { node: new Map(), cluster: new Map(), edge: [] };
    for (const { group, x, y } of solid.groups) {
      const title = group.querySelector(":scope > title");
      const name = title.textContent;
      const kind = ["node", "cluster", "edge"].find((each) => group.classList.contains(each));
      group.setAttribute("transform", `translate(${hundredths(x)} ${hundredths(y)})`);
      this.shifts.set(group, { x, y });
      if (kind === "edge") groups.edge.push({ name, group });
      else groups[kind].set(name, group);
      for (const each of group.querySelectorAll("title")) each.remove();
      for (const link of group.querySelectorAll("a")) link.parentElement.replaceWith(...link.childNodes); // tooltips
    }
    this.takeParts(picture, picture.parts, groups, graph, { count: 0 });
    this.takeArrows(picture, groups.edge, graph);
    return svg;
  }

  /** In the order in which a reader comes to them, so that Tab goes through them so. */
  takeParts(picture, parts, groups, graph, number) {
    for (const part of parts) {
      const name = part.parts ? `cluster_${part.address}` : `n${(number.count += 1)}`;
      const group = (part.parts ? groups.cluster : groups.node).get(name);
      if (group) this.takePart(part, group, graph);
      if (part.parts) this.takeParts(picture, part.parts, groups, graph, number);
    }
  }

  takePart(part, group, graph) {
    group.classList.add("part", `is-${part.kind}`);
    if (part.change) group.classList.add(`change-${part.change}`);
    group.dataset.address = part.address;
    group.setAttribute("tabindex", "0");
    group.setAttribute("role", "button");
    group.setAttribute("aria-label", spoken(part));
    graph.append(group);
    this.parts.set(part.address, group);
    this.said.set(part.address, part);
    const folds = part.parts || part.kind === "closed";
    if (folds) {
      group.setAttribute("aria-expanded", String(Boolean(part.parts)));
      group.append(this.toggle(part, group));
    }
    group.addEventListener("click", (event) => {
      if (event.target.closest(".toggle")) this.asked.toggle(part.address);
      else this.asked.choose(part.address);
    });
    group.addEventListener("dblclick", () => folds && this.asked.toggle(part.address));
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.asked.choose(part.address);
      else if (event.key === " " && folds) this.asked.toggle(part.address);
      else if (event.key === " ") this.asked.choose(part.address);
      else return;
      event.preventDefault();
    });
  }

  /** The sign that shuts a frame or opens it. */
  toggle(part, group) {
    const shape = group.querySelector("path, polygon");
    const points = (shape.getAttribute("points") ?? shape.getAttribute("d")).match(/-?[\d.]+/g).map(Number);
    const x = Math.max(...points.filter((_, place) => place % 2 === 0));
    const y = Math.min(...points.filter((_, place) => place % 2 === 1));
    const sign = part.kind === "closed" ? "M-3.5,0H3.5M0,-3.5V3.5" : "M-3.5,0H3.5";
    // on the corner itself: further inside there may be words
    return makeSvg("g", { class: "toggle", transform: `translate(${x - 1} ${y + 1})`, "aria-hidden": "true" },
      makeSvg("circle", { r: 12, class: "reach" }), makeSvg("circle", { r: 7 }), makeSvg("path", { d: sign }));
  }

  /** Arrows come last, over the frames. */
  takeArrows(picture, edges, graph) {
    const groups = new Map(edges.map(({ group }) => [group.id, group]));
    this.arrows = [];
    picture.arrows.forEach((arrow, place) => {
      const group = groups.get(`arrow-${place + 1}`);
      if (group) this.takeArrow(arrow, group, graph);
    });
  }

  takeArrow(arrow, group, graph) {
    group.classList.add("arrow", `is-${arrow.kind}`);
    if (arrow.change) group.classList.add(`change-${arrow.change}`);
    group.setAttribute("aria-hidden", "true");
    graph.append(group);
    this.arrows.push({ arrow, group });
  }

  /** Where a part stands in the drawing. @param {string} address */
  boxOf(address) {
    const group = this.parts.get(address);
    if (!group) return null;
    const { x, y, width, height } = (group.querySelector("path, polygon, ellipse") ?? group).getBBox();
    const shift = this.shifts.get(group) ?? { x: 0, y: 0 };
    return { x: x + shift.x, y: y + shift.y, width, height };
  }

  /** Mark the parts of a set of addresses, and only those. @param {string} name of a class @param {Set<string>} addresses */
  mark(name, addresses) {
    for (const [address, group] of this.parts) group.classList.toggle(name, addresses.has(address));
  }

  /** Mark arrows. @param {string} name @param {(arrow: Arrow) => boolean} chosen */
  markArrows(name, chosen) {
    for (const { arrow, group } of this.arrows) group.classList.toggle(name, chosen(arrow));
  }
}

/** A drawing with nothing in it, and where its parts go. @returns {[SVGGElement, SVGSVGElement]} */
function blank(width, height) {
  const graph = makeSvg("g", { class: "graph" });
  return [graph, makeSvg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group" }, graph)];
}

/** What a part is called for those who hear it. @param {Part} part */
function spoken(part) {
  const said = part.lines.filter(([role]) => role !== "title" && role !== "rules").map(([, text]) => text);
  const rules = part.lines.filter(([role]) => role === "rules").map(([, text]) => `rules ${text}`);
  const change = part.change && part.change !== "same" ? [part.change] : [];
  const fold = part.parts ? ["open"] : part.kind === "closed" ? [`${part.count} parts inside`] : [];
  if (part.leads) return part.title;
  return [part.title, ...change, kindWords(part.kind), ...fold, ...said, ...rules].join(", ");
}
