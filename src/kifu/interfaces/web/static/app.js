// The page: its head, and one view at a time, chosen by the part of the address behind #.

import { el, notice } from "./dom.js";
import { T } from "./texts.js";

const VIEWS = {
  review: () => import("./review.js"),
  score: () => import("./score.js"),
  openings: () => import("./openings.js"),
  play: () => import("./play.js"),
  training: () => import("./training.js"),
};
const THEME = "kifu-theme";
let shown = null;
let turn = 0;

function head() {
  const links = Object.keys(VIEWS).map((name) => el("a", { href: `#${name}`, text: T.views[name], data: { view: name } }));
  const theme = el("button", { type: "button", class: "theme", "aria-label": T.theme, text: "◐", on: { click: switchTheme } });
  document.getElementById("head").replaceChildren(
    el("a", { class: "skip", href: "#view", text: T.skip, on: { click: (event) => { event.preventDefault(); document.getElementById("view").focus(); } } }),
    el("a", { class: "brand", href: "#review" }, el("img", { src: "icon.svg", alt: "" }), "Kifu"),
    el("nav", { "aria-label": T.views.all }, links),
    theme,
  );
}

function switchTheme() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  setTheme(dark ? "light" : "dark");
}

function setTheme(name) {
  if (name) document.documentElement.dataset.theme = name;
  localStorage.setItem(THEME, name || "");
}

async function route() {
  const mine = (turn += 1);
  const [name, query] = location.hash.slice(1).split("?");
  const view = VIEWS[name] ? name : "review";
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  shown?.close?.();
  shown = null;
  const host = el("div", { class: `view ${view}` });
  document.getElementById("view").replaceChildren(host);
  document.title = T.pageTitle(T.views[view]);
  try {
    const made = await (await VIEWS[view]()).show(host, Object.fromEntries(new URLSearchParams(query || "")));
    if (mine === turn) shown = made;
    else made?.close?.();
  } catch (error) {
    notice(error.message, "error");
    throw error;
  }
}

setTheme(localStorage.getItem(THEME));
head();
window.addEventListener("hashchange", route);
route();
