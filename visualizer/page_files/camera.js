/* What part of the drawing is seen: panning, zooming, fitting. */

const NEAREST = 4;
const FARTHEST = 0.05;
const READABLE = 0.75;

class Camera {
  /** @param {HTMLElement} stage where the drawing stands @param {() => void} moved told after each move */
  constructor(stage, moved) {
    this.stage = stage;
    this.moved = moved;
    this.svg = null;
    this.bounds = { x: 0, y: 0, width: 1, height: 1 };
    this.x = this.y = 0;
    this.scale = 1;
    this.drag = null;
    this.pointers = new Map();
    this.listen();
  }

  /** Look at another drawing. @param {SVGSVGElement} svg */
  take(svg) {
    const { x, y, width, height } = svg.viewBox.baseVal;
    this.svg = svg;
    this.bounds = { x, y, width, height };
    svg.removeAttribute("width");
    svg.removeAttribute("height");
  }

  get size() {
    return { width: this.stage.clientWidth || 1, height: this.stage.clientHeight || 1 };
  }

  /** The scale at which all can be seen. */
  fitting() {
    const { width, height } = this.size;
    return Math.min(width / this.bounds.width, height / this.bounds.height, 1.4);
  }

  fit() {
    this.scale = this.fitting();
    this.centre(this.bounds.x + this.bounds.width / 2, this.bounds.y + this.bounds.height / 2);
  }

  /** At first: all of it, or when that is too small to read, where it begins. @param {DOMRect|null} first */
  begin(first) {
    if (this.fitting() >= READABLE) return this.fit();
    this.scale = READABLE;
    const { bounds } = this;
    const along = (start, length, room, middle) => (length <= room ? start - (room - length) / 2
      : Math.min(start + length - room, Math.max(start, middle - room / 2)));
    const room = { width: this.size.width / this.scale, height: this.size.height / this.scale };
    this.x = along(bounds.x, bounds.width, room.width, first ? first.x + first.width / 2 : bounds.x);
    this.y = along(bounds.y, bounds.height, room.height, first ? first.y + room.height * 0.4 : bounds.y);
    return this.apply();
  }

  centre(x, y) {
    const { width, height } = this.size;
    this.x = x - width / this.scale / 2;
    this.y = y - height / this.scale / 2;
    this.apply();
  }

  /** Zoom about a point of the stage. */
  zoom(factor, atX = this.size.width / 2, atY = this.size.height / 2) {
    const scale = Math.min(NEAREST, Math.max(Math.min(FARTHEST, this.fitting()), this.scale * factor));
    this.x += atX / this.scale - atX / scale;
    this.y += atY / this.scale - atY / scale;
    this.scale = scale;
    this.apply();
  }

  pan(right, down) {
    this.x += right / this.scale;
    this.y += down / this.scale;
    this.apply();
  }

  /** How much of the stage's foot a panel covers: on a small screen it lies over it. */
  covered() {
    const panel = byId("panel").getBoundingClientRect();
    const { left, bottom } = this.stage.getBoundingClientRect();
    return panel.height && panel.left <= left ? Math.max(0, bottom - panel.top) : 0;
  }

  /** Bring a rectangle of the drawing into view, moving no more than needed. */
  show(box) {
    const margin = 24 / this.scale;
    const width = this.size.width / this.scale;
    const height = (this.size.height - this.covered()) / this.scale;
    const into = (from, length, start, room) => {
      if (length + 2 * margin > room || from < start + margin) return from - margin;
      return from + length > start + room - margin ? from + length - room + margin : start;
    };
    const x = into(box.x, box.width, this.x, width);
    const y = into(box.y, box.height, this.y, height);
    this.glide(x, y);
  }

  /** Move there, in a few frames unless the reader wants it calm. */
  glide(x, y) {
    cancelAnimationFrame(this.gliding);
    const from = { x: this.x, y: this.y };
    const start = performance.now();
    const step = (now) => {
      const part = calm.matches ? 1 : Math.min(1, (now - start) / 180);
      const eased = 1 - (1 - part) ** 3;
      this.x = from.x + (x - from.x) * eased;
      this.y = from.y + (y - from.y) * eased;
      this.apply();
      if (part < 1) this.gliding = requestAnimationFrame(step);
    };
    if (x !== this.x || y !== this.y) step(calm.matches ? start + 180 : start);
  }

  /** Where a point of the drawing is on the stage. */
  onStage(point) {
    return { x: (point.x - this.x) * this.scale, y: (point.y - this.y) * this.scale };
  }

  /** Move so that a point of the drawing is at a point of the stage. */
  hold(point, at) {
    this.x = point.x - at.x / this.scale;
    this.y = point.y - at.y / this.scale;
    this.apply();
  }

  apply() {
    if (!this.svg) return;
    const { width, height } = this.size;
    this.svg.setAttribute("viewBox", `${this.x} ${this.y} ${width / this.scale} ${height / this.scale}`);
    this.moved();
  }

  /** For paper: all of it. */
  whole() {
    const { x, y, width, height } = this.bounds;
    this.svg?.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }

  listen() {
    const { stage } = this;
    const place = (event) => {
      const corner = stage.getBoundingClientRect();
      return { x: event.clientX - corner.left, y: event.clientY - corner.top };
    };
    stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      const { x, y } = place(event);
      const lines = event.deltaMode === 1 ? 16 : 1;
      this.zoom(Math.exp(-event.deltaY * lines * 0.0015), x, y);
    }, { passive: false });
    stage.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.target.closest("button, a, .toggle")) return;
      this.pointers.set(event.pointerId, place(event));
      this.drag = { moved: 0 };
    });
    stage.addEventListener("pointermove", (event) => this.follow(event, place(event)));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      stage.addEventListener(name, (event) => {
        this.pointers.delete(event.pointerId);
        stage.classList.remove("dragged");
      });
    }
    stage.addEventListener("click", (event) => {
      if (this.drag?.moved > 5) event.stopPropagation();
      this.drag = null;
    }, true);
    addEventListener("resize", () => this.apply());
    addEventListener("beforeprint", () => this.whole());
    addEventListener("afterprint", () => this.apply());
  }

  follow(event, at) {
    const before = this.pointers.get(event.pointerId);
    if (!before || !this.drag) return;
    this.pointers.set(event.pointerId, at);
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const length = (point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      this.zoom(length(at) / length(before), other.x, other.y);
      this.drag.moved += 10;
      return;
    }
    this.drag.moved += Math.abs(at.x - before.x) + Math.abs(at.y - before.y);
    if (this.drag.moved > 5) this.stage.classList.add("dragged");
    this.pan(before.x - at.x, before.y - at.y);
  }
}
