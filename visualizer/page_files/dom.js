/* Making elements. Texts of rulebooks become text nodes, never markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @param {string} tag @param {Object<string, unknown>} attributes @param {...(Node|string)} children
 */
function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for a part of a drawing. */
function makeSvg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== "" && child !== null));
  return element;
}

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  return document.getElementById(id);
}

/** Say something to those who hear the page. @param {string} words */
function announce(words) {
  byId("said").textContent = words;
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");
