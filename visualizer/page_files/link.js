/* What is seen as the end of the page's address, so that it can be sent as a link. */

/**
 * @typedef {{view: string, shut: string[]|null, alone: string, node: string, step: number, seen: number[], theme: string}} Seen
 */

/** @param {Seen} seen @returns {string} */
function linkOf({ view, shut, alone: opened, node, step, seen, theme }) {
  const link = new URLSearchParams({ view });
  if (shut.length) for (const address of shut) link.append("shut", address);
  if (opened) link.set("alone", opened);
  if (node) link.set("node", node);
  if (step >= 0) link.set("step", String(step + 1));
  if (seen) link.set("seen", seen.map((number) => Math.round(number * 1000) / 1000).join(" "));
  if (theme) link.set("theme", theme);
  return `#${link}`;
}

/** @param {string} text @returns {Seen} */
function seenOf(text) {
  const link = new URLSearchParams(text.replace(/^#/, ""));
  const numbers = (link.get("seen") ?? "").split(" ").map(Number);
  const step = Number(link.get("step"));
  const theme = link.get("theme") ?? "";
  return {
    view: link.get("view") ?? "",
    shut: link.getAll("shut"),
    alone: link.get("alone") ?? "",
    node: link.get("node") ?? "",
    step: Number.isInteger(step) && step > 0 ? step - 1 : -1,
    seen: numbers.length === 3 && numbers.every(Number.isFinite) && numbers[2] > 0 ? numbers : null,
    theme: ["light", "dark"].includes(theme) ? theme : "",
  };
}

/** Put a link where the page's address is, without a new entry in the history. @param {string} link */
function keepLink(link) {
  if (link !== location.hash) history.replaceState(null, "", link);
}
