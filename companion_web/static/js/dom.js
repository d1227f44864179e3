// Small helpers to make elements. No markup from strings: what people typed stays text.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: `h("button.row-button", { "data-key": "x" }, "text", child)`. */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  return dress(element, attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

function dress(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The seat whose marble a token is drawn as; `none` when nobody knows. */
export const seatOf = (token) => (document.getElementById(`d-${token[0]}`) ? token[0] : "none");

/** A seat's flat disc. */
export function disc(colour) {
  if (!colour) return null;
  return svg("svg", { class: "disc", viewBox: "-24 -24 48 48", "aria-hidden": "true" },
    svg("use", { href: `#d-${seatOf(colour)}` }));
}

const ICONS = {
  ask: ["0 0 40 40", "M14 15a6 6 0 1 1 8.5 5.5Q20 21.7 20 25M20 31v.2"],
  undo: ["0 0 20 20", "M7 3 3 7l4 4M3 7h8.5a5 5 0 0 1 0 10H8"],
  redo: ["0 0 20 20", "M13 3l4 4-4 4M17 7H8.5a5 5 0 0 0 0 10H12"],
  plug: ["0 0 40 40", "M14 6v8M26 6v8M10 14h20v5a10 10 0 0 1-20 0zM20 29v6"],
};

export function icon(name) {
  const [box, path] = ICONS[name];
  return svg("svg", { class: name, viewBox: box, "aria-hidden": "true" }, svg("path", { d: path }));
}

/**
 * Put new children into `parent`. What it shows already stays: a button under a pressing finger
 * must not be exchanged for its twin. The focus stays on the control of the same `data-key`.
 */
export function refill(parent, children) {
  const fresh = children.filter(Boolean);
  const text = fresh.map((child) => child.outerHTML).join("");
  if (parent.filledWith === text) return;
  parent.filledWith = text;
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.closest("[data-key]")?.dataset.key;
  const list = parent.querySelector(".all-moves");
  const scrolled = list ? list.scrollTop : 0;
  settle(parent, fresh);
  const again = parent.querySelector(".all-moves");
  if (again && again !== list) again.scrollTop = scrolled;
  if (!focused || focused === document.activeElement) return;
  // What stays but stands elsewhere now has lost the focus on its way.
  const twin = focused.isConnected ? focused : key && parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (twin) twin.focus({ preventScroll: true });
  // The pressed control is gone: the keyboard's focus stays where it was.
  else if (parent.hasAttribute("tabindex")) parent.focus({ preventScroll: true });
}

/** Give `parent` these children, and leave in place each old one that looks just like its successor. */
function settle(parent, fresh) {
  const old = [...parent.childNodes];
  const take = (fits) => {
    const at = old.findIndex(fits);
    return at < 0 ? null : old.splice(at, 1)[0];
  };
  const wanted = fresh.map((child) => take((one) => one.isEqualNode(child)) ?? child);
  wanted.forEach((child, i) => {
    if (child.parentNode === parent) return;
    const box = take((one) => holds(one, child));
    if (!box) return;
    settle(box, [...child.childNodes]);
    wanted[i] = box;
  });
  old.forEach((one) => one.remove());
  wanted.forEach((child, i) => {
    if (parent.childNodes[i] !== child) parent.insertBefore(child, parent.childNodes[i] ?? null);
  });
}

/** Whether both are the same box, which only holds other things now. A control is no box. */
const holds = (one, child) => one.nodeType === 1 && child.children?.length > 0 && !one.matches("button, a, select, label, svg")
  && one.cloneNode(false).isEqualNode(child.cloneNode(false));

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
