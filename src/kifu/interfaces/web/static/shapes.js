// What a board is drawn with: small functions from a place to an SVG element. Colours stand in style/board.css.

import { svg } from "./dom.js";

const round = (value) => Math.round(value * 1000) / 1000;

/** Gradients that stones are filled with. */
export function definitions() {
  const gradient = (id, stops) => svg(
    "radialGradient", { id, cx: 0.36, cy: 0.32, r: 0.75 },
    stops.map(([offset, name]) => svg("stop", { offset, class: name })),
  );
  return svg(
    "defs", {},
    gradient("black-stone", [[0, "black-light"], [1, "black-dark"]]),
    gradient("white-stone", [[0, "white-light"], [0.75, "white-mid"], [1, "white-dark"]]),
    svg("marker", { id: "arrow-tip", viewBox: "0 0 4 4", refX: 2.4, refY: 2, markerWidth: 3, markerHeight: 3, orient: "auto-start-reverse" },
      svg("path", { d: "M0 0L4 2L0 4z", class: "arrow-head" })),
  );
}

/** Wood, lines and letters; or squares. */
export function ground(geometry, margin) {
  const { size } = geometry;
  const far = size - 1;
  const group = svg("g", { class: "ground" });
  group.append(svg("rect", { class: "wood", x: -margin, y: -margin, width: far + 2 * margin, height: far + 2 * margin, rx: 0.2 }));
  if (geometry.game === "draughts") {
    for (const [square, [x, y]] of geometry.points) {
      group.append(svg("rect", { class: "square", x: x - 0.5, y: y - 0.5, width: 1, height: 1 }));
      group.append(svg("text", { class: "square-number", x: x - 0.47, y: y - 0.34, text: square }));
    }
    group.append(svg("rect", { class: "edge", x: -0.5, y: -0.5, width: 8, height: 8 }));
    return group;
  }
  const lines = [];
  for (let i = 0; i < size; i += 1) lines.push(`M0 ${i}H${far}M${i} 0V${far}`);
  group.append(svg("path", { class: "lines", d: lines.join("") }));
  group.append(svg("rect", { class: "edge", x: 0, y: 0, width: far, height: far }));
  for (const star of geometry.stars) {
    const [x, y] = geometry.points.get(star);
    group.append(svg("circle", { class: "star", cx: x, cy: y, r: 0.1 }));
  }
  const tall = 0.14 + 0.0135 * size;
  const off = margin - 0.06 - 0.56 * tall;
  const letter = (x, y, text) => group.append(svg("text", { class: "coordinate", "font-size": tall, x, y, text }));
  geometry.columns.forEach((text, x) => [-off, far + off].forEach((y) => letter(x, y, text)));
  geometry.rows.forEach((text, y) => [-off, far + off].forEach((x) => letter(x, y, text)));
  return group;
}

/** A stone, a man, or a king (capital letter). */
export function piece([x, y], kind) {
  const colour = kind.toLowerCase() === "b" ? "black" : "white";
  const group = svg("g", { class: `piece ${colour}` }, svg("circle", { class: "stone", cx: x, cy: y, r: 0.47 }));
  if (kind === kind.toUpperCase()) {
    const d = `M${x - 0.24} ${y + 0.16}L${x - 0.28} ${y - 0.16}L${x - 0.11} ${y}L${x} ${y - 0.24}L${x + 0.11} ${y}L${x + 0.28} ${y - 0.16}L${x + 0.24} ${y + 0.16}z`;
    group.append(svg("path", { class: "crown", d }));
  }
  return group;
}

/** Whose point it is: a square, larger the surer. */
export function heat([x, y], value) {
  const side = round(Math.min(1, Math.abs(value)) * 0.42);
  if (side < 0.05) return null;
  return svg("rect", { class: `heat ${value > 0 ? "black" : "white"}`, x: x - side / 2, y: y - side / 2, width: side, height: side });
}

/** The status of a stone's block, as a ring. */
export const tint = ([x, y], kind) => svg("circle", { class: `tint ${kind}`, cx: x, cy: y, r: 0.41 });

/** The move before. */
export const last = ([x, y], on) => svg("circle", { class: `last on-${on || "wood"}`, cx: x, cy: y, r: 0.2 });

/** A mark of a record or of a count. */
export function mark([x, y], kind, on) {
  const props = { class: `mark ${kind} on-${on || "wood"}` };
  if (kind === "triangle") return svg("path", { ...props, d: `M${x} ${y - 0.28}L${x + 0.25} ${y + 0.16}H${x - 0.25}z` });
  if (kind === "circle") return svg("circle", { ...props, cx: x, cy: y, r: 0.22 });
  if (kind === "cross" || kind === "dead") {
    const arm = kind === "dead" ? 0.27 : 0.2;
    return svg("path", { ...props, d: `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}` });
  }
  const half = kind === "black" || kind === "white" ? 0.16 : 0.2;
  return svg("rect", { ...props, x: x - half, y: y - half, width: 2 * half, height: 2 * half });
}

/** A letter or number. */
export function label([x, y], text, on) {
  const shown = [...text].slice(0, 4).join("");
  return svg("text", { class: `label on-${on || "wood"} long-${Math.min(4, [...shown].length)}`, x, y, text: shown });
}

/** A move that could be played: the stronger, the fuller. */
export function ghost([x, y], { colour, text, strength = 1, kind = "" }) {
  return svg(
    "g", { class: `ghost ${kind}` },
    svg("circle", { class: `ghost-disc ${colour || ""}`, cx: x, cy: y, r: 0.44, "fill-opacity": round(0.35 + 0.6 * strength) }),
    svg("text", { class: `ghost-text long-${Math.min(4, [...text].length)}`, x, y, text }),
  );
}

/** From here to there. */
export function arrow([x1, y1], [x2, y2], kind = "") {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  return svg("line", {
    class: `arrow ${kind}`, "marker-end": "url(#arrow-tip)",
    x1: round(x1 + 0.3 * ux), y1: round(y1 + 0.3 * uy), x2: round(x2 - 0.15 * ux), y2: round(y2 - 0.15 * uy),
  });
}

/** Where something may be put or taken up. */
export const target = ([x, y]) => svg("circle", { class: "target", cx: x, cy: y, r: 0.49 });

/** The piece that was taken up. */
export const chosen = ([x, y]) => svg("circle", { class: "chosen", cx: x, cy: y, r: 0.49 });

/** Where the keyboard is. */
export const cursor = ([x, y]) => svg("rect", { class: "cursor", x: x - 0.48, y: y - 0.48, width: 0.96, height: 0.96, rx: 0.12 });
