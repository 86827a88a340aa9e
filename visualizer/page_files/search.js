/* The search: titles, words, ids of rules, texts of rules, and the author's own lines. */

class Search {
  /** @param {HTMLInputElement} field @param {object} data of the page @param {object} reader what a reader can ask for */
  constructor(field, data, reader) {
    this.field = field;
    this.data = data;
    this.reader = reader;
    this.texts = new Map();
    this.found = [];
    this.at = -1;
    field.addEventListener("input", () => this.look());
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.next(event.shiftKey ? -1 : 1);
      else if (event.key === "Escape") this.leave();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** @param {Picture} picture whole @param {Part[]} parts all of it, as a reader comes to them */
  take(picture, parts) {
    this.texts = new Map(parts.map((part) => [part.address, this.textOf(part)]));
    this.look();
  }

  textOf(part) {
    const detail = this.data.details[part.detail];
    const rules = (detail?.rules ?? []).flatMap((rule) => [rule, ...(this.data.rules[rule] ?? [])]);
    const written = part.parts ? [] : detail?.text ?? [];
    return [part.title, part.address, ...part.lines.map(([, text]) => text), ...rules, ...written].join("\n").toLowerCase();
  }

  look() {
    const words = this.field.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.found = words.length
      ? [...this.texts].filter(([, text]) => words.every((word) => text.includes(word))).map(([address]) => address)
      : [];
    this.at = -1;
    this.tell();
    this.reader.found(new Set(this.found));
  }

  next(step) {
    if (!this.found.length) return;
    this.at = this.at < 0 && step < 0 ? this.found.length - 1 : (this.at + step + this.found.length) % this.found.length;
    this.tell();
    this.reader.go(this.found[this.at], { focus: false });
  }

  tell() {
    const total = this.found.length;
    const words = this.at >= 0 ? `${this.at + 1} of ${total}` : total ? `${total} found` : "nothing found";
    byId("search-count").textContent = this.field.value.trim() ? words : "";
  }

  leave() {
    if (this.field.value) {
      this.field.value = "";
      this.look();
    } else this.field.blur();
  }
}
