// Asking the server (docs/http.md). Errors are problem documents and become Problem.

import { T } from "./texts.js";

const BASE = "/api/v1/";

export class Problem extends Error {
  constructor(status, detail, field) {
    super(detail);
    this.status = status;
    this.field = field;
  }
}

async function problemOf(answer) {
  try {
    const said = await answer.json();
    return new Problem(answer.status, said.detail || said.title, said.field);
  } catch {
    return new Problem(answer.status, T.errors.status(answer.status));
  }
}

async function ask(method, path, { query, body, bytes, signal } = {}) {
  const address = new URL(BASE + path, location.href);
  for (const [name, value] of Object.entries(query || {})) {
    if (value !== undefined && value !== null && value !== "") address.searchParams.set(name, value);
  }
  const request = { method, signal };
  if (bytes !== undefined) request.body = bytes;
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { "content-type": "application/json" };
  }
  let answer;
  try {
    answer = await fetch(address, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, T.errors.away);
  }
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

export const get = async (path, query, signal) => (await ask("GET", path, { query, signal })).json();
export const post = async (path, body, signal) => (await ask("POST", path, { body, signal })).json();
export const remove = (path) => ask("DELETE", path);
export const bytesOf = async (path, query) => (await ask("GET", path, { query })).arrayBuffer();
export const upload = async (path, query, bytes) => (await ask("POST", path, { query, bytes })).json();

/** Lines of JSON as they come. */
export async function* lines(path, body, signal) {
  const answer = await ask("POST", path, { body, signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) if (part) yield JSON.parse(part);
  }
  if (rest.trim()) yield JSON.parse(rest);
}

/** Whether an error only says that nobody waits any more. */
export const isAbort = (error) => error.name === "AbortError";
