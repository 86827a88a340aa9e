/* The outline: every node of the picture as a list, for those who would rather read than look. */

class Outline {
  /** @param {HTMLElement} element @param {object} reader what a reader can ask for */
  constructor(element, reader) {
    this.element = element;
    this.reader = reader;
    this.buttons = new Map();
  }

  /** @param {Picture} picture whole */
  fill(picture) {
    this.buttons = new Map();
    this.element.replaceChildren(this.list(picture.parts));
  }

  list(parts) {
    return make("ul", {}, ...parts.filter((part) => !part.leads).map((part) => {
      const button = make("button", { type: "button", class: `entry is-${part.kind}`, onclick: () => this.reader.go(part.address) },
        make("span", { class: "name" }, part.title), make("span", { class: "what" }, kindWords(part.kind)));
      this.buttons.set(part.address, button);
      return make("li", {}, button, part.parts ? this.list(part.parts) : "");
    }));
  }

  /** Show which node is chosen, and which the search has found. @param {string} chosen @param {Set<string>} found */
  mark(chosen, found) {
    for (const [address, button] of this.buttons) {
      if (address === chosen) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      button.classList.toggle("found", found.has(address));
    }
    this.buttons.get(chosen)?.scrollIntoView({ block: "nearest" });
  }
}
