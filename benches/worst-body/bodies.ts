import { type Call, type CallName, calls, type OperatorCalls, operatorCalls } from '@candor/api';
import { BODY_LIMIT_BYTES } from '../../apps/server/gateway/http/body-limit.ts';
import { UPLOAD_LIMIT_BYTES } from '../../apps/server/gateway/http/forms.ts';
import { FORM_TYPE, hostileForms } from '../../tests/api/support/hostile-forms.ts';
import type { RawInput } from '../../tests/api/support/raw-input.ts';
import { sampleInput } from '../../tests/api/support/sample-input.ts';
import { validInputs } from '../../tests/api/support/valid-input.ts';

/** A request to a call, as it is sent. */
export interface WorstRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Node takes a head of 16 KB. */
const HEAD_BYTES = 15_000;
const ROOM_BYTES = 600;

/** Pieces that parsers, expressions and comparisons of texts find hard, repeated to the largest text. */
export const pieces = [
  'a',
  '0',
  '1.',
  ' ',
  '-',
  '\u00e4',
  '\ud83d\ude00\u200d',
  '%25',
  '{',
  '"',
  'a@',
  'a.',
  '0x',
  '\t a',
];

export const filled = (piece: string, bytes: number): string =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(JSON.stringify(piece).slice(1, -1)))));

/** Values that take a whole body: deep, wide, and many. */
export function shapes(bytes: number): readonly string[] {
  const depth = Math.floor(bytes / 2) - 1;
  return [
    '['.repeat(depth) + ']'.repeat(depth),
    `${'{"a":'.repeat(Math.floor(bytes / 6))}1${'}'.repeat(Math.floor(bytes / 6))}`,
    `[${'1,'.repeat(depth)}1]`,
    `[${'{},'.repeat(Math.floor(bytes / 3) - 1)}{}]`,
    `{${Array.from({ length: Math.floor(bytes / 11) }, (_, at) => `"f${at}":1`).join(',')}}`,
    `"${'\\u0041'.repeat(Math.floor(bytes / 6))}"`,
    '9'.repeat(bytes),
  ];
}

const pathOf = (call: Call, params: Readonly<Record<string, string>> = {}): string =>
  call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'head' ? 'v1' : encodeURIComponent(params[name] ?? 'x'),
  );

function* bodiesOf(fields: Readonly<Record<string, unknown>>): Generator<string> {
  for (const name of [...Object.keys(fields), 'extra']) {
    const { [name]: _, ...others } = fields;
    const rest = JSON.stringify(others).slice(1, -1);
    const bytes = BODY_LIMIT_BYTES - ROOM_BYTES - Buffer.byteLength(rest);
    const with_ = (value: string) => `{${rest === '' ? '' : `${rest},`}${JSON.stringify(name)}:${value}}`;
    for (const piece of pieces) yield with_(JSON.stringify(filled(piece, bytes)));
    for (const shape of shapes(bytes)) yield with_(shape);
  }
  yield* shapes(BODY_LIMIT_BYTES - ROOM_BYTES);
}

function* queriesOf(fields: Readonly<Record<string, string>>): Generator<string> {
  for (const name of [...Object.keys(fields), '_'])
    for (const piece of pieces) {
      const value = encodeURIComponent(filled(piece, HEAD_BYTES / 3)).slice(0, HEAD_BYTES - ROOM_BYTES);
      yield `${new URLSearchParams({ ...fields, [name]: '' })}&${name}=${value.replace(/%\w?$/, '')}`;
    }
  yield 'a&'.repeat(HEAD_BYTES / 2);
  yield 'a=1&'.repeat(HEAD_BYTES / 4);
}

/** Requests to a call of the customers that each take all the room that a stranger has: in body, query, head and form. */
export const worstRequests = (name: CallName, token: string): Iterable<WorstRequest> =>
  worstOf(calls[name], validInputs[name], token);

/** The same of a call of the console. */
export const worstOperatorRequests = (name: keyof OperatorCalls, token: string): Iterable<WorstRequest> =>
  worstOf(operatorCalls[name], sampleInput(operatorCalls[name]), token);

function* worstOf(
  call: Call,
  { params, query = {}, body }: RawInput,
  token: string,
): Generator<WorstRequest> {
  const { method } = call;
  const path = pathOf(call, params);
  const asked = new URLSearchParams(query).toString();
  const plain = { method, path: asked === '' ? path : `${path}?${asked}`, body: null };
  const signed = { authorization: token };
  if (call.upload) {
    for (const form of Object.values(hostileForms(UPLOAD_LIMIT_BYTES)))
      yield { ...plain, headers: { ...signed, 'content-type': FORM_TYPE }, body: form };
    return;
  }
  const json = { ...signed, 'content-type': 'application/json' };
  if (method === 'POST')
    for (const text of bodiesOf(body ?? {})) yield { ...plain, headers: json, body: text };
  for (const text of queriesOf(query))
    yield { method, path: `${path}?${text}`, headers: json, body: method === 'POST' ? '{}' : null };
}

/** Heads that take all the room, for one call: every call reads the same ones. */
export function* worstHeads(token: string): Generator<WorstRequest> {
  const call = { method: 'POST', path: '/api/user/getInfo', body: '{}' };
  const signed = { authorization: token, 'content-type': 'application/json' };
  const names = [
    'cookie',
    'authorization',
    'satoken',
    'lang',
    'language',
    'idempotency-key',
    'accept-encoding',
  ];
  const ours = [
    'x-forwarded-for',
    'request-time',
    'content-type',
    'x-api-key',
    'sec-fetch-site',
    'if-none-match',
  ];
  for (const name of [...names, ...ours])
    for (const piece of ['a', ' ', '; ', 'a=b; ', ',', '1.', '::', 'gzip;q=0,', '-', 'a ']) {
      const value = piece.repeat(Math.floor(HEAD_BYTES / piece.length) - 40);
      yield { ...call, headers: { ...signed, [name]: `a${value}a` } };
    }
}
