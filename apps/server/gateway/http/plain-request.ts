import { isAscii } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { BODY_LIMIT_BYTES } from './body-limit.ts';

/** A request that can be read in one way only. */
export interface PlainRequest {
  /** The target of the request line, without a query. */
  readonly path: string;
  /** By names in lower case, as Node gives them. */
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The time that Node's server keeps an idle connection, which it announces in each answer. */
export const KEEP_ALIVE_SECONDS = 5;

const METHOD = 'POST ';
const VERSION = ' HTTP/1.1\r\n';
const BETWEEN = '\r\n\r\n';
const MAX_HEAD_BYTES = 4_096;
const NAMES_KEPT = 256;
const SPACE = 0x20;

const pathPattern = /^\/[\w./-]*$/;
const lengthPattern = /^[1-9]\d{0,4}$/;
const namePattern = /^[A-Za-z0-9-]{1,64}$/;
/** Control characters, a CR or LF without the other among them. */
const unusual = /[^ -~]/;
const jsonTypes: ReadonlySet<unknown> = new Set([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
]);

/** Headers that change how a message is framed or what happens to its connection. */
const special: ReadonlySet<string> = new Set([
  'transfer-encoding',
  'te',
  'trailer',
  'expect',
  'upgrade',
  'proxy-connection',
  'content-encoding',
]);

/** Names in lower case by their spelling; null for a name that is not plain. A client uses the same few all the time. */
const names = new Map<string, string | null>();

function nameOf(spelled: string): string | null {
  const known = names.get(spelled);
  if (known !== undefined) return known;
  const lower = spelled.toLowerCase();
  const name = namePattern.test(spelled) && !special.has(lower) && !(lower in {}) ? lower : null;
  if (names.size < NAMES_KEPT) names.set(spelled, name);
  return name;
}

/** A line of a head with the CRLF at its end. */
interface Line {
  readonly text: string;
  readonly name: string;
  readonly value: string;
}

/** A longer first request is not remembered: its text stays as long as its connection. */
const MOST_REMEMBERED_BYTES = 2_048;

/** Reads the plain requests of one connection. */
export class PlainReader {
  /** The first head. Most senders repeat all but a few of its lines, which are compared faster than read. */
  #known: readonly Line[] = [];

  /**
   * Reads bytes that are exactly one POST with a JSON body of ASCII characters and a head without anything unusual: each
   * header once, one space before its value, a length of plain digits that ends where the bytes end, and nothing that
   * changes the framing. Returns null for all else, which Node's own parser is to judge.
   */
  read(bytes: Buffer): PlainRequest | null {
    if (bytes.length > MAX_HEAD_BYTES + BODY_LIMIT_BYTES || !isAscii(bytes)) return null;
    const text = bytes.toString('latin1');
    if (!text.startsWith(METHOD)) return null;
    const headEnd = text.indexOf(BETWEEN);
    if (headEnd < 0 || headEnd > MAX_HEAD_BYTES) return null;
    const pathEnd = text.indexOf(' ', METHOD.length);
    if (!text.startsWith(VERSION, pathEnd)) return null;
    const path = text.slice(METHOD.length, pathEnd);
    if (!pathPattern.test(path)) return null;
    const headers = this.#readHeaders(text, pathEnd + VERSION.length, headEnd);
    if (headers === null) return null;
    const bodyAt = headEnd + BETWEEN.length;
    const { 'content-length': length = '', host = '', connection } = headers;
    if (!lengthPattern.test(length) || Number(length) !== bytes.length - bodyAt) return null;
    if (Number(length) > BODY_LIMIT_BYTES) return null;
    if (host === '' || !jsonTypes.has(headers['content-type'])) return null;
    if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return null;
    return { path, headers, body: text.slice(bodyAt) };
  }

  /** The headers between two places of a head; null where one is unusual or comes twice. */
  #readHeaders(text: string, from: number, to: number): Record<string, string> | null {
    const known = this.#known;
    const first: Line[] | null = known.length === 0 && text.length <= MOST_REMEMBERED_BYTES ? [] : null;
    const headers: Record<string, string> = {};
    for (let at = from, index = 0; at < to; index += 1) {
      const expected = known[index];
      const repeats = expected !== undefined && text.startsWith(expected.text, at);
      const line = repeats ? expected : readLine(text, at, to);
      if (line === null || headers[line.name] !== undefined) return null;
      headers[line.name] = line.value;
      first?.push(line);
      at += line.text.length;
    }
    if (first !== null) this.#known = first;
    return headers;
  }
}

/** The line that begins at a place of a head; null where it is unusual. */
function readLine(text: string, at: number, to: number): Line | null {
  const colon = text.indexOf(':', at);
  let end = text.indexOf('\r\n', at);
  if (end > to) end = to;
  if (colon < 0 || colon + 2 >= end || text.charCodeAt(colon + 1) !== SPACE) return null;
  if (text.charCodeAt(colon + 2) === SPACE || text.charCodeAt(end - 1) === SPACE) return null;
  const name = nameOf(text.slice(at, colon));
  const value = text.slice(colon + 2, end);
  if (name === null || unusual.test(value)) return null;
  return { text: text.slice(at, end + 2), name, value };
}
