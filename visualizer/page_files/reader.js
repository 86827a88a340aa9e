/* The reader: what is open, chosen and seen, and what happens when that changes. */

class Reader {
  /** @param {object} data of the page: pictures, strings, details, rules, steps */
  constructor(data) {
    this.data = data;
    this.place = 0;
    this.shut = data.pictures.map(() => new Set());
    this.opened = data.pictures.map(() => "");
    this.node = "";
    this.step = null;
    this.walked = [];
    this.hits = new Set();
    this.stage = new Stage(byId("stage"), data.strings, {
      choose: (address) => this.choose(address),
      toggle: (address) => this.toggle(address),
    });
    this.camera = new Camera(byId("stage"), () => this.keep());
    this.panel = new Panel(byId("panel"), data, this);
    this.outline = new Outline(byId("outline-list"), this);
    this.search = new Search(byId("search"), data, this);
    this.course = new Course(byId("course"), data.steps, this);
    this.index = data.pictures.map(indexed);
  }

  get picture() {
    return this.data.pictures[this.place];
  }

  get closed() {
    return this.shut[this.place];
  }

  aloneIn() {
    return this.opened[this.place];
  }

  titleOf(address) {
    return this.index[this.place].get(address)?.part.title ?? address;
  }

  /** As it is to be drawn. @returns {Picture} */
  visible() {
    const whole = this.aloneIn() ? alone(this.picture, this.aloneIn()) : this.picture;
    return collapse(whole, this.closed);
  }

  /** The drawing of just that, if one came with the page. @returns {Drawn|undefined} */
  drawn() {
    return this.picture.drawn.find(({ shut, alone: opened }) =>
      opened === this.aloneIn() && shut.length === this.closed.size && shut.every((address) => this.closed.has(address)));
  }

  /** A part as it is seen: shut or open. @param {string} address @returns {Part} */
  known(address) {
    const { part } = this.index[this.place].get(address);
    return part.parts && this.closed.has(address) ? { ...part, kind: "closed", parts: undefined } : part;
  }

  /** What stands for a node in the drawing: itself, or the outermost shut frame around it. */
  shownAs(address) {
    const entry = this.index[this.place].get(address);
    const frames = (entry?.around ?? []).filter((frame) => this.stage.parts.has(frame));
    if (this.stage.parts.has(address)) return address;
    return frames.find((frame) => this.closed.has(frame)) ?? "";
  }

  // ------------------------------------------------------------------------------------ drawing

  /** Draw what is open. @param {string} [held] a part that is to stay where it is on the screen */
  async draw(held = "") {
    const before = this.cornerOf(held);
    const turn = (this.turn = (this.turn ?? 0) + 1);
    document.body.setAttribute("aria-busy", "true");
    await painted();
    try {
      if (turn !== this.turn) return;
      const svg = await this.stage.draw(this.visible(), this.drawn(), (address) => this.known(address));
      this.camera.take(svg);
      byId("trouble").hidden = true;
    } catch (error) {
      byId("trouble").hidden = false;
      byId("trouble").textContent = `${error.message}. The outline has all of its parts.`;
    } finally {
      if (turn === this.turn) document.body.setAttribute("aria-busy", "false");
    }
    const after = this.cornerOf(held);
    if (before && after) this.camera.hold(after.point, before.onStage);
    else this.camera.begin(this.stage.boxOf(boxesOf(this.visible().parts)[0]?.address));
    this.mark();
    this.keep();
  }

  cornerOf(address) {
    const box = address && this.stage.boxOf(this.shownAs(address));
    return box ? { point: box, onStage: this.camera.onStage(box) } : null;
  }

  mark() {
    const shown = (addresses) => new Set([...addresses].map((address) => this.shownAs(address)));
    const chosen = shown([this.node]);
    this.stage.mark("chosen", chosen);
    this.stage.mark("found", shown(this.hits));
    this.stage.markArrows("near", (arrow) => chosen.has(arrow.source) || chosen.has(arrow.target));
    this.outline.mark(this.node, this.hits);
    this.markPath(shown);
    byId("alone-note").hidden = !this.aloneIn();
    byId("alone-title").textContent = this.aloneIn() ? this.titleOf(this.aloneIn()) : "";
  }

  markPath(shown) {
    this.stage.mark("here", shown(this.step?.nodes ?? []));
    this.stage.mark("walked", shown(this.walked.flatMap((step) => step.nodes)));
    const key = (edge) => JSON.stringify(edge);
    const here = new Set((this.step?.edges ?? []).map(key));
    const walked = new Set(this.walked.flatMap((step) => step.edges).map(key));
    const taken = (set) => (arrow) => arrow.of.some((tie) => set.has(key(tie)));
    this.stage.markArrows("here", taken(here));
    this.stage.markArrows("walked", taken(walked));
    byId("stage").classList.toggle("stepping", Boolean(this.step));
  }

  // ------------------------------------------------------------------------------------ asked by people

  /** Another picture. @param {number} place */
  async view(place) {
    this.place = place;
    this.node = "";
    this.panel.close();
    for (const [number, tab] of [...byId("views").children].entries()) {
      tab.setAttribute("aria-selected", String(number === place));
      tab.tabIndex = number === place ? 0 : -1;
    }
    byId("notes-open").hidden = !this.picture.notes.length;
    this.outline.fill(this.picture);
    this.search.take(this.picture, [...this.index[place].values()].map(({ part }) => part));
    fillLevels();
    await this.draw();
  }

  /** Shut a frame, or open it. @param {string} address */
  async toggle(address) {
    if (this.closed.has(address)) this.closed.delete(address);
    else this.closed.add(address);
    announce(`${this.titleOf(address)} is ${this.closed.has(address) ? "shut" : "open"}`);
    await this.redraw(address);
  }

  async redraw(address) {
    const focused = document.activeElement?.closest?.(".part")?.dataset.address;
    await this.draw(address);
    if (focused) this.stage.parts.get(this.shownAs(focused))?.focus({ preventScroll: true });
    if (this.node) this.showNode();
  }

  /** One frame alone; with "" all of them again. @param {string} address */
  async alone(address) {
    this.opened[this.place] = address;
    this.closed.delete(address);
    await this.draw();
    if (this.node) this.showNode();
  }

  /** Shut these frames and no others. @param {Iterable<string>} addresses */
  async close(addresses) {
    this.shut[this.place] = new Set(addresses);
    await this.draw();
    if (this.node) this.showNode();
  }

  /** All frames of the picture, by their addresses. @returns {string[]} */
  frames() {
    return [...this.index[this.place].values()].filter(({ part }) => part.parts).map(({ part }) => part.address);
  }

  /** Shut all frames but one, those around it, and those inside it. @param {string} address */
  async only(address) {
    const index = this.index[this.place];
    const kept = new Set([address, ...(index.get(address)?.around ?? [])]);
    const frames = [...index.values()].filter(({ part, around }) => part.parts && !kept.has(part.address) && !around.includes(address));
    this.shut[this.place] = new Set(frames.map(({ part }) => part.address));
    await this.redraw(address);
    this.look(address);
  }

  /** The levels that differ in this picture, from the fewest boxes to all. @returns {[string, string[]][]} */
  levels() {
    const differing = new Map(this.picture.levels.map(([level, shut]) => [JSON.stringify(shut), [level, shut]]));
    return [["top only", this.frames()], ...differing.values()];
  }

  /** Choose a node that is in the drawing. @param {string} address */
  choose(address) {
    const leads = this.stage.said.get(address)?.leads;
    if (leads?.length === 1) return void this.go(leads[0]);
    if (leads) return this.panel.showLeads(leads);
    this.node = address;
    this.showNode();
    this.mark();
    this.look(address);
    this.keep();
  }

  showNode() {
    const entry = this.index[this.place].get(this.node);
    if (!entry) return;
    this.panel.showPart(this.picture, entry.part, this.stage.said.get(this.node));
  }

  /** Go to a node wherever it is; what hides it opens. @param {string} address */
  async go(address, { focus = true } = {}) {
    const entry = this.index[this.place].get(address);
    if (!entry) return;
    const outside = this.aloneIn() && address !== this.aloneIn() && !entry.around.includes(this.aloneIn()) && !this.stage.parts.has(address);
    if (outside) this.opened[this.place] = "";
    const hiding = entry.around.filter((frame) => this.closed.has(frame));
    for (const frame of hiding) this.closed.delete(frame);
    if (outside || hiding.length) await this.draw(hiding[0] ?? "");
    this.choose(address);
    if (focus) this.stage.parts.get(address)?.focus({ preventScroll: true });
    announce(this.titleOf(address));
  }

  look(address) {
    const box = this.stage.boxOf(this.shownAs(address));
    if (box) this.camera.show(box);
  }

  /** Where a rule of the printed game is carried out. @param {string} rule */
  rule(rule) {
    const parts = [...this.index[this.place].values()].map(({ part }) => part)
      .filter((part) => this.data.details[part.detail]?.rules.includes(rule));
    this.panel.showRule(rule, parts);
    this.found(new Set(parts.map((part) => part.address)));
  }

  found(addresses) {
    this.hits = addresses;
    if (this.stage.picture) this.mark();
  }

  stepped(step, before) {
    this.step = step;
    this.walked = before;
    this.mark();
    const last = step.nodes.at(-1);
    if (last) this.look(last);
    this.keep();
  }

  leave() {
    const chosen = this.stage.parts.get(this.shownAs(this.node));
    this.panel.close();
    this.node = "";
    this.mark();
    this.keep();
    chosen?.focus({ preventScroll: true });
  }

  async legend() {
    await this.stage.ready();
    this.panel.showLegend(this.stage.layOut(this.picture.legend));
  }

  // ------------------------------------------------------------------------------------ links

  keep() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => keepLink(this.link()), 150);
  }

  link() {
    return linkOf({
      view: this.picture.view, shut: [...this.closed], alone: this.aloneIn(), node: this.node, step: this.course.at,
      seen: [this.camera.x, this.camera.y, this.camera.scale], theme: document.documentElement.dataset.theme ?? "",
    });
  }

  /** What is seen at first. @returns {Seen} */
  first() {
    const [picture] = this.data.pictures;
    const [, shut] = picture.levels.find(([level]) => level === this.data.level) ?? ["", []];
    return { ...seenOf(""), view: picture.view, shut, alone: this.data.opened };
  }

  /** Show what a link says, as far as this page has it. @param {string} text */
  async follow(text) {
    const seen = text ? seenOf(text) : this.first();
    const place = Math.max(0, this.data.pictures.findIndex((picture) => picture.view === seen.view));
    const index = this.index[place];
    const isFrame = (address) => Boolean(index.get(address)?.part.parts);
    this.shut[place] = new Set(seen.shut.filter(isFrame));
    this.opened[place] = isFrame(seen.alone) ? seen.alone : "";
    if (seen.theme) document.documentElement.dataset.theme = seen.theme;
    await this.view(place);
    if (index.has(seen.node) && this.shownAs(seen.node)) this.choose(seen.node);
    if (seen.step >= 0) this.course.go(seen.step);
    if (seen.seen) {
      [this.camera.x, this.camera.y, this.camera.scale] = seen.seen;
      this.camera.apply();
    }
  }
}

/** Each part of a picture by its address, small boxes that only lead on left out, with the frames around it, the outer ones in front. @param {Picture} picture */
function indexed(picture) {
  const index = new Map();
  const take = (parts, around) => {
    for (const part of parts) {
      if (part.leads) continue;
      index.set(part.address, { part, around });
      if (part.parts) take(part.parts, [...around, part.address]);
    }
  };
  take(picture.parts, []);
  return index;
}

/** Once what was last done can be seen; a page in the background does not wait for it. */
function painted() {
  return new Promise((done) => {
    setTimeout(done, 60);
    requestAnimationFrame(() => requestAnimationFrame(done));
  });
}
