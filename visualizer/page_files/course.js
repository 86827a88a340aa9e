/* A game, stepped through: which way it took, who decided what, and what the log said. */

class Course {
  /** @param {HTMLElement} element @param {object[]} steps @param {object} reader what a reader can ask for */
  constructor(element, steps, reader) {
    this.element = element;
    this.steps = steps;
    this.reader = reader;
    this.at = -1;
    this.playing = 0;
    this.slider = byId("step-slider");
    element.hidden = !steps.length;
    if (!steps.length) return;
    byId("step-title").textContent = `A game, step by step`;
    this.slider.max = String(steps.length - 1);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    byId("step-back").addEventListener("click", () => this.go(this.at - 1));
    byId("step-on").addEventListener("click", () => this.go(this.at + 1));
    byId("step-play").addEventListener("click", () => this.play());
  }

  /** Go to a step; before the first and after the last nothing happens. @param {number} place */
  go(place) {
    if (!this.steps.length) return;
    this.at = Math.min(this.steps.length - 1, Math.max(0, place));
    const step = this.steps[this.at];
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", `step ${this.at + 1} of ${this.steps.length}: ${step.title}`);
    byId("step-count").textContent = `${this.at + 1} / ${this.steps.length}`;
    byId("step-title").textContent = step.who ? `${step.who}: ${step.title}` : "The game begins";
    byId("step-log").replaceChildren(...step.log.map((line) => make("li", {}, line)));
    this.reader.stepped(step, this.steps.slice(0, this.at));
  }

  play() {
    if (this.playing) return this.stop();
    if (this.at >= this.steps.length - 1) this.at = -1;
    const on = () => {
      this.go(this.at + 1);
      if (this.at >= this.steps.length - 1) this.stop();
    };
    this.playing = setInterval(on, 1200);
    this.sayPlaying();
    return on();
  }

  stop() {
    clearInterval(this.playing);
    this.playing = 0;
    this.sayPlaying();
  }

  sayPlaying() {
    const button = byId("step-play");
    button.setAttribute("aria-pressed", String(Boolean(this.playing)));
    button.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    button.textContent = this.playing ? "❚❚" : "▶";
  }
}
