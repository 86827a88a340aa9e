/* Puts the page together: buttons, keys, and what is seen at first. */

const data = JSON.parse(byId("data").textContent);
const reader = new Reader(data);

const KEYS = {
  "/": () => byId("search").focus(),
  "?": () => byId("help").showModal(),
  "+": () => reader.camera.zoom(1.25),
  "=": () => reader.camera.zoom(1.25),
  "-": () => reader.camera.zoom(0.8),
  0: () => reader.camera.fit(),
  "[": () => reader.course.go(reader.course.at - 1),
  "]": () => reader.course.go(reader.course.at + 1),
  p: () => data.steps.length && reader.course.play(),
  e: () => openLevels(Infinity),
  c: () => openLevels(0),
  o: () => showOutline(byId("outline").hidden),
  l: () => reader.legend(),
  d: () => switchTheme(),
};
const ARROW_KEYS = { ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, -60], ArrowDown: [0, 60] };

function openLevels(place) {
  const levels = reader.levels();
  const chosen = Math.min(place, levels.length - 1);
  byId("levels").value = String(chosen);
  return reader.close(levels[chosen][1]);
}

/** What can be chosen to be shown of the picture in front. */
function fillLevels() {
  const levels = reader.levels();
  byId("levels").replaceChildren(...levels.map(([level], place) => make("option", { value: String(place) }, level)));
  const isShown = ([, shut]) => shut.length === reader.closed.size && shut.every((address) => reader.closed.has(address));
  byId("levels").value = String(levels.findLastIndex(isShown));
  for (const id of ["levels", "collapse-all", "expand-all"]) byId(id).disabled = !reader.frames().length;
}

function showOutline(shown) {
  byId("outline").hidden = !shown;
  byId("outline-open").setAttribute("aria-expanded", String(shown));
  reader.camera.apply();
}

function switchTheme() {
  const root = document.documentElement;
  const dark = (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  root.dataset.theme = dark ? "light" : "dark";
  reader.keep();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
  const { target } = event;
  if (event.key === "Escape") {
    if (!byId("panel").hidden) reader.leave();
    else if (!byId("outline").hidden) showOutline(false);
    return;
  }
  if (target.closest("input, select, textarea")) return;
  const arrow = ARROW_KEYS[event.key];
  if (arrow && !target.closest("#panel, #outline, #views")) reader.camera.pan(...arrow);
  else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  event.preventDefault();
}

function fillViews() {
  const views = byId("views");
  views.hidden = data.pictures.length < 2;
  views.append(...data.pictures.map((picture, place) => make("button", {
    type: "button", role: "tab", "aria-selected": "false", "aria-controls": "stage", onclick: () => reader.view(place),
  }, picture.label)));
  views.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (reader.place + step + data.pictures.length) % data.pictures.length;
    reader.view(next);
    views.children[next].focus();
    event.preventDefault();
  });
}

function listen() {
  const clicks = {
    "expand-all": () => openLevels(Infinity),
    "collapse-all": () => openLevels(0),
    "zoom-in": () => reader.camera.zoom(1.25),
    "zoom-out": () => reader.camera.zoom(0.8),
    fit: () => reader.camera.fit(),
    "outline-open": () => showOutline(byId("outline").hidden),
    "legend-open": () => reader.legend(),
    "notes-open": () => reader.panel.showNotes(reader.picture),
    "theme-switch": switchTheme,
    "help-open": () => byId("help").showModal(),
    "help-close": () => byId("help").close(),
    "alone-end": () => reader.alone(""),
  };
  for (const [id, does] of Object.entries(clicks)) byId(id).addEventListener("click", does);
  byId("levels").addEventListener("change", (event) => openLevels(Number(event.target.value)));
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => location.hash !== reader.link() && reader.follow(location.hash));
}

fillViews();
listen();
reader.follow(location.hash).then(() => document.body.classList.add("ready"));
