// The record on the table: shared by reviewing and scoring, and still there after a reload.

import { bytesOf, get, post, upload } from "./api.js";
import { Game } from "./game.js";

const KEY = "kifu-record";
const PLACE = "kifu-place";
let current = null;
let archived = null;

/** Whether the server has an archive, asked once. */
export function hasArchive() {
  archived ||= get("sources").then(({ sources }) => sources.some((one) => one.kind === "archive")).catch(() => false);
  return archived;
}

function put(tree, text, origin) {
  current = new Game(tree, text, origin);
  remember();
  return current;
}

function remember() {
  keepTried(current);
  try {
    sessionStorage.removeItem(PLACE);
  } catch {
    // As below.
  }
}

/** Keep the record with the moves that were tried on it. */
export function keepTried(game) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ text: game.text, origin: game.origin, tried: game.tried }));
  } catch {
    // Too large to keep, or storage is off: the page works without it.
  }
}

/** Keep where the reader is. */
export function keepPlace(id) {
  try {
    sessionStorage.setItem(PLACE, String(id));
  } catch {
    // As above.
  }
}

export const keptPlace = () => Number(sessionStorage.getItem(PLACE) || 0);

function decode(bytes, encoding) {
  try {
    return new TextDecoder(encoding || "utf-8").decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/** Put a text on the table. */
export async function openText(text, name = "", number = 1) {
  return put(await post("records/parse", { record: text, name, number }), text, { name, number });
}

/** Put a file of the person's on the table, in whatever encoding it is. */
export async function openFile(file, number = 1) {
  const bytes = await file.arrayBuffer();
  const tree = await upload("records/upload", { name: file.name.slice(0, 100), number }, bytes);
  return put(tree, decode(bytes, tree.encoding), { name: file.name, number });
}

/** Put a game of the archive or a folder on the table. */
export async function openStored(source, id, number = 1) {
  const [tree, bytes] = await Promise.all([
    get("records/game", { source, id, number }),
    bytesOf("records/raw", { source, id }),
  ]);
  return put(tree, decode(bytes, tree.encoding), { source, id, number });
}

/** Another game of the same file. */
export const openNumber = (number) =>
  current.origin.source ? openStored(current.origin.source, current.origin.id, number) : openText(current.text, current.origin.name, number);

/** What was on the table before a reload, or a sample. */
export async function openSomething() {
  if (current) return current;
  const kept = JSON.parse(sessionStorage.getItem(KEY) || "null");
  const place = sessionStorage.getItem(PLACE);
  if (kept) {
    try {
      const { source, id, name, number } = kept.origin;
      const game = source ? await openStored(source, id, number) : await openText(kept.text, name, number);
      game.restore(kept.tried || []);
      keepTried(game);
      if (place) keepPlace(place);
      return game;
    } catch {
      sessionStorage.removeItem(KEY);
    }
  }
  return openStored("samples", "go-9x9.sgf");
}
