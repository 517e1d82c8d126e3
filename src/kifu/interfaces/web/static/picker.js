// Opening a record: a file that is dropped or picked, text that is pasted, a game of the archive or of a folder.

import { get } from "./api.js";
import { button, el, field, notice, quiet, select } from "./dom.js";
import { T } from "./texts.js";
import { openFile, openStored, openText } from "./session.js";

const PAGE = 50;

/** A dialog to choose from; `opened(game, move)` is called with what was opened. */
export function picker(opened) {
  const dialog = el("dialog", { class: "picker", "aria-label": T.picker.title });
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const open = async (promise) => {
    try {
      const game = await promise;
      close();
      opened(game);
    } catch (error) {
      notice(error.message, "error");
    }
  };
  const file = el("input", { type: "file", accept: ".sgf,.pdn,.txt", on: { change: () => file.files[0] && open(openFile(file.files[0])) } });
  const text = el("textarea", { rows: 4, placeholder: T.picker.pasteHere, "aria-label": T.picker.paste, spellcheck: "false" });
  dialog.append(
    el("header", {}, el("h2", { text: T.picker.title }), button(T.close, close, { class: "small" })),
    el("div", { class: "picker-own" }, field(T.picker.file, file), field(T.picker.paste, text), button(T.picker.openText, () => open(openText(text.value)), { class: "main" })),
    stored(open),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function stored(open) {
  const box = el("section", { class: "stored" });
  const list = el("div", { class: "stored-list", role: "list" });
  const more = button(T.picker.more, () => load(true), { hidden: true });
  const player = el("input", { type: "search", placeholder: T.picker.search, "aria-label": T.picker.search, on: { input: quiet(250, () => load(false)) } });
  let next = 0;
  let asked = 0;
  const source = select([], "", () => load(false));
  const load = async (further) => {
    const mine = (asked += 1);
    try {
      const answer = await get("records", { source: source.value, after: further ? next : 0, limit: PAGE, player: player.value && `*${player.value}*` });
      if (mine !== asked) return;
      if (!further) list.replaceChildren();
      list.append(...answer.games.map((game) => el("div", { role: "listitem" }, button(T.picker.game(game), () => open(openStored(source.value, game.id)), { class: "link" }))));
      if (!list.childElementCount) list.append(el("p", { class: "quiet", text: T.picker.none }));
      next = answer.next;
      more.hidden = next === null;
    } catch (error) {
      list.replaceChildren(el("p", { class: "quiet", text: error.message }));
    }
  };
  get("sources").then(({ sources }) => {
    source.replaceChildren(...sources.map((one) => el("option", { value: one.name, text: T.picker.source(one) })));
    if (sources.length) load(false);
  }).catch((error) => notice(error.message, "error"));
  box.append(el("div", { class: "row" }, field(T.picker.stored, source), field(T.picker.player, player)), list, more);
  return box;
}

/** Open whatever is dropped on or pasted into the page; returns what stops it. */
export function openDropped(opened) {
  const handle = async (promise) => {
    try {
      opened(await promise);
    } catch (error) {
      notice(error.message, "error");
    }
  };
  const over = (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  };
  const away = () => document.body.classList.remove("dropping");
  const drop = (event) => {
    event.preventDefault();
    away();
    const file = event.dataTransfer.files[0];
    const text = event.dataTransfer.getData("text/plain");
    if (file) handle(openFile(file));
    else if (text) handle(openText(text));
  };
  const paste = (event) => {
    if (event.target.closest?.("input, textarea, dialog")) return;
    const text = event.clipboardData.getData("text/plain");
    if (/^\s*\(\s*;|\[\w+\s+"|^\s*1\./.test(text)) handle(openText(text));
  };
  const events = { dragover: over, dragleave: away, drop, paste };
  for (const [name, handler] of Object.entries(events)) document.addEventListener(name, handler);
  return () => {
    for (const [name, handler] of Object.entries(events)) document.removeEventListener(name, handler);
  };
}
