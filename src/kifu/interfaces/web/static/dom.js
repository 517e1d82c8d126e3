// Making elements. Text always goes in as text: nothing here can turn a record's words into HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    else if (name === "text") element.textContent = value;
    else if (name === "value") element.value = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: el("button", { class: "small", text: "Go", on: { click } }, ...children). */
export const el = (tag, props = {}, ...children) => fill(document.createElement(tag), props, children);

/** An SVG element. */
export const svg = (tag, props = {}, ...children) => fill(document.createElementNS(SVG, tag), props, children);

/** A button with words on it. */
export const button = (text, click, props = {}) => el("button", { type: "button", text, on: { click }, ...props });

/** A labelled form field. */
export const field = (label, control, props = {}) =>
  el("label", { class: "field", ...props }, el("span", { text: label }), control);

/** A select of [value, text] pairs. */
export function select(pairs, value, change) {
  const made = el(
    "select",
    { on: change ? { change: () => change(made.value) } : {} },
    pairs.map(([key, text]) => el("option", { value: key, text })),
  );
  made.value = value;
  return made;
}

/** A switch that stays pressed. */
export function toggle(text, pressed, change, props = {}) {
  const made = button(text, () => {
    const now = made.getAttribute("aria-pressed") !== "true";
    made.setAttribute("aria-pressed", now);
    change(now);
  }, { class: "chip", "aria-pressed": String(pressed), ...props });
  return made;
}

/** A panel with a heading. */
export const panel = (title, ...children) => el("section", { class: "panel" }, el("h2", { text: title }), children);

/** Say something for a few seconds; errors stay longer. */
export function notice(text, kind = "said") {
  const shown = el("p", { class: `notice ${kind}`, text });
  document.getElementById("notices").append(shown);
  setTimeout(() => shown.remove(), kind === "error" ? 9000 : 4000);
}

/** Save text as a file of the person's. */
export function save(name, data, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([data], { type }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** Call only after things have been quiet for a while. */
export function quiet(milliseconds, action) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), milliseconds);
  };
}
