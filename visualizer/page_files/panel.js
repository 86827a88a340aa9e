/* The panel: what a node says, where it is written, which rules it carries out, and what it is connected with. */

const ARROWS = {
  next: ["goes on to", "comes after"], option: ["offers", "is offered by"], call: ["carries out", "is carried out by"],
  back: ["goes back to", "is come back to from"], opens: ["opens", "is opened by"], reacts: ["sets off", "is set off by"],
  ends: ["ends it: on to", "comes when this ends it"], over: ["ends the game", "is the end after"],
  does: ["makes happen", "happens by"], moves: ["moves components to", "gets components from"],
};

class Panel {
  /** @param {HTMLElement} element @param {object} data of the page @param {object} reader what a reader can ask for */
  constructor(element, data, reader) {
    this.element = element;
    this.data = data;
    this.reader = reader;
    byId("panel-close").addEventListener("click", () => reader.leave());
  }

  get body() {
    return byId("panel-body");
  }

  open(title, ...content) {
    byId("panel-title").textContent = title;
    this.body.replaceChildren(...content.filter(Boolean));
    this.body.scrollTop = 0;
    this.element.hidden = false;
  }

  close() {
    this.element.hidden = true;
  }

  /** Everything about a part. @param {Picture} picture whole @param {Part} part @param {Part} shown as it is in the drawing */
  showPart(picture, part, shown) {
    const detail = this.data.details[part.detail];
    const shut = shown?.kind === "closed" && shown.address === part.address;
    this.open(
      part.title,
      make("p", { class: "kind" }, kindWords(part.kind), part.change && part.change !== "same" ? this.change(part.change) : ""),
      part.parts ? this.frameButtons(part, shut) : null,
      this.lines(part),
      this.changes(detail),
      this.rules(detail, part),
      this.text(detail),
      this.scenarios(detail),
      this.neighbours(picture, part),
    );
  }

  change(change) {
    return make("span", { class: `tag change-${change}` }, `${this.data.signs[change]} ${change}`);
  }

  frameButtons(part, shut) {
    const button = (words, does) => make("button", { type: "button", onclick: does }, words);
    return make("p", { class: "buttons" },
      button(shut ? "Expand" : "Collapse", () => this.reader.toggle(part.address)),
      this.reader.aloneIn() === part.address
        ? button("Back to the whole picture", () => this.reader.alone(""))
        : button("Open alone", () => this.reader.alone(part.address)),
      button("Collapse all but this", () => this.reader.only(part.address)));
  }

  lines(part) {
    const said = part.lines.filter(([role, text]) => role !== "rules" && !(role === "title" && text === part.title));
    return said.length ? make("ul", { class: "said" }, ...said.map(([role, text]) => make("li", { class: `role-${role}` }, text))) : null;
  }

  changes(detail) {
    return this.section("What has changed", detail?.changes, (change) => make("li", {}, change));
  }

  rules(detail) {
    return this.section("Rules of the printed game", detail?.rules, (rule) => {
      const [section, text] = this.data.rules[rule] ?? ["", ""];
      return make("li", {}, this.ruleButton(rule), section ? make("span", { class: "where" }, section) : "", make("p", {}, text));
    });
  }

  ruleButton(rule) {
    return make("button", { type: "button", class: "rule", title: `Where ${rule} is carried out`, onclick: () => this.reader.rule(rule) }, rule);
  }

  text(detail) {
    if (!detail?.text.length) return null;
    const width = String(detail.line + detail.text.length).length;
    const lines = detail.text.map((line, place) => make("span", { class: "line" },
      make("span", { class: "number", "aria-hidden": "true" }, String(detail.line + place).padStart(width)), `${line}\n`));
    return make("section", {}, make("h3", {}, "As it is written"),
      make("p", { class: "where" }, `${detail.file}, line ${detail.line}`), make("pre", { tabindex: "0" }, make("code", {}, ...lines)));
  }

  scenarios(detail) {
    return this.section("Scenarios that test it", detail?.scenarios, ([name, place]) =>
      make("li", {}, name, make("span", { class: "where" }, place)));
  }

  neighbours(picture, part) {
    const inside = new Set((part.parts ? boxesOf(part.parts) : [part]).map((box) => box.address));
    const leaving = picture.ties.filter((arrow) => inside.has(arrow.source) && !inside.has(arrow.target));
    const coming = picture.ties.filter((arrow) => inside.has(arrow.target) && !inside.has(arrow.source));
    const row = (arrow, end, words) => make("li", {},
      make("span", { class: "how" }, `${words} `), this.nodeButton(end),
      arrow.labels.length ? make("span", { class: "guard" }, ` if ${arrow.labels.join(" or ")}`) : "",
      arrow.count ? make("span", { class: "guard" }, ` ${arrow.count}`) : "");
    const words = (arrow, way) => (ARROWS[arrow.kind] ?? ["leads to", "is led to by"])[way];
    const fragment = document.createDocumentFragment();
    fragment.append(...[
      this.section("Leads to", leaving, (arrow) => row(arrow, arrow.target, words(arrow, 0))),
      this.section("Comes from", coming, (arrow) => row(arrow, arrow.source, words(arrow, 1))),
    ].filter(Boolean));
    return fragment;
  }

  nodeButton(address) {
    return make("button", { type: "button", class: "node", onclick: () => this.reader.go(address) }, this.reader.titleOf(address));
  }

  /** A heading and a list; nothing when there is nothing to list. */
  section(title, items, row) {
    return items?.length ? make("section", {}, make("h3", {}, title), make("ul", {}, ...items.map(row))) : null;
  }

  /** A rule of the printed game, and the nodes of the picture that carry it out. */
  showRule(rule, parts) {
    const [section, text] = this.data.rules[rule] ?? ["", ""];
    this.open(rule, section ? make("p", { class: "kind" }, section) : null, make("p", { class: "rule-text" }, text),
      this.section("Carried out by", parts, (part) => make("li", {}, this.nodeButton(part.address), " ",
        make("span", { class: "how" }, kindWords(part.kind)))));
  }

  /** Where a small box leads. @param {string[]} addresses */
  showLeads(addresses) {
    this.open("Goes on elsewhere", make("ul", {}, ...addresses.map((address) => make("li", {}, this.nodeButton(address)))));
  }

  /** The list beside the picture. */
  showNotes(picture) {
    this.open("Beside the picture", make("ul", { class: "notes" }, ...picture.notes.map(([role, text, address]) =>
      make("li", { class: `role-${role}` }, address ? make("button", { type: "button", class: "node", onclick: () => this.reader.go(address) }, text) : text))));
  }

  /** What the shapes and lines stand for. @param {SVGSVGElement|null} drawing */
  showLegend(drawing) {
    drawing?.querySelector("polygon")?.remove(); // the ground
    this.open("Legend", drawing);
  }
}
