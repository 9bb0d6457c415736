import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../../tests/property/random.ts';
import { PlainReader } from './plain-request.ts';

const body = '{"symbol":"BTCUSDT"}';
const lines = [
  'POST /api/order HTTP/1.1',
  'Host: candor.test',
  'content-type: application/json',
  'Authorization: token-1',
  'idempotency-key: t1-2',
  `Content-Length: ${body.length}`,
];
const requestOf = (head: readonly string[], rest = body) => `${head.join('\r\n')}\r\n\r\n${rest}`;
const plain = requestOf(lines);
const read = (text: string, reader = new PlainReader()) => reader.read(Buffer.from(text, 'latin1'));
/** The request with a line in place of the one that begins alike, or behind all others. */
function withLine(line: string): string {
  const name = line.split(/[:\s]/)[0]?.toLowerCase() ?? '';
  const at = lines.findIndex((each) => each.toLowerCase().startsWith(`${name}:`));
  return requestOf(at < 0 ? [...lines, line] : lines.with(at, line));
}

describe('a plain request', () => {
  it('is read with its headers by their names in lower case', () => {
    expect(read(plain)).toEqual({
      path: '/api/order',
      headers: {
        host: 'candor.test',
        'content-type': 'application/json',
        authorization: 'token-1',
        'idempotency-key': 't1-2',
        'content-length': '20',
      },
      body,
    });
  });

  it.each([
    ['nothing', ''],
    ['half of it', plain.slice(0, -1)],
    ['more than it', `${plain} `],
    ['two at once', plain + plain],
    ['its head alone', plain.slice(0, -body.length)],
    ['another method', plain.replace('POST', 'GET')],
    ['a method in lower case', plain.replace('POST', 'post')],
    ['another version', plain.replace('HTTP/1.1', 'HTTP/1.0')],
    ['an empty line before it', `\r\n${plain}`],
    ['two spaces behind the method', plain.replace('POST ', 'POST  ')],
    ['lines that end with LF', plain.replaceAll('\r\n', '\n')],
    ['one line that ends with LF', plain.replace('token-1\r\n', 'token-1\n')],
    ['a CR within a value', withLine('authorization: to\rken')],
    ['a NUL within a value', withLine('authorization: to\0ken')],
    ['a folded line', withLine('authorization: token\r\n more')],
    ['a space before the colon', withLine('x-a : 1')],
    ['no space behind it', withLine('authorization:token-1')],
    ['two spaces behind it', withLine('authorization:  token-1')],
    ['a tab behind it', withLine('authorization: \ttoken-1')],
    ['a space behind the value', withLine('authorization: token-1 ')],
    ['no value', withLine('authorization:')],
    ['a line without a colon', withLine('authorization')],
    ['a header twice', withLine('host: a\r\nhost: b')],
    ['a header twice in two spellings', withLine('host: a\r\nHOST: a')],
    ['two lengths', withLine('content-length: 20\r\nContent-Length: 20')],
    ['a name of an object’s own', withLine('constructor: 1')],
    ['a prototype', withLine('__proto__: 1')],
    ['a name with an underscore', withLine('content_length: 1')],
    ['no host', requestOf(lines.filter((line) => !line.startsWith('Host')))],
    ['no length', requestOf(lines.slice(0, -1))],
    ['a length of zero', requestOf([...lines.slice(0, -1), 'content-length: 0'], '')],
    ['a length with a sign', withLine('content-length: +20')],
    ['a length with a zero before it', withLine('content-length: 020')],
    ['a length in hex', withLine('content-length: 0x14')],
    ['a list of lengths', withLine('content-length: 20, 20')],
    ['a chunked body', withLine('transfer-encoding: chunked')],
    ['trailers', withLine('trailer: x')],
    ['an expectation', withLine('expect: 100-continue')],
    ['an upgrade', withLine('upgrade: websocket')],
    ['a connection to close', withLine('connection: close')],
    ['a form', withLine('content-type: multipart/form-data')],
    ['no type', requestOf(lines.filter((line) => !line.startsWith('content-type')))],
    ['an encoded body', withLine('content-encoding: gzip')],
    ['a body beyond ASCII', requestOf([...lines.slice(0, -1), 'content-length: 4'], '"\xe4"x')],
    ['a head that is too long', withLine(`x-a: ${'a'.repeat(5_000)}`)],
    [
      'a body that is too long',
      requestOf([...lines.slice(0, -1), 'content-length: 16385'], ' '.repeat(16_385)),
    ],
  ])('is not %s', (_, text) => {
    expect(read(text)).toBeNull();
  });
});

describe('a connection that sent a plain request before', () => {
  it.each([
    ['the same request', plain],
    ['another value', withLine('authorization: token-2')],
    ['a value that goes on', withLine('authorization: token-1a')],
    ['a line more at its end', withLine('x-a: 1')],
    ['a line more at its start', requestOf([lines[0]!, 'x-a: 1', ...lines.slice(1)])],
    ['its lines in another order', requestOf([lines[0]!, ...lines.slice(1).toReversed()])],
    ['a line less', requestOf(lines.filter((line) => !line.startsWith('idempotency')))],
    ['a line twice', requestOf([...lines, lines[3]!])],
    ['another body', requestOf(lines.with(5, 'Content-Length: 2'), '{}')],
    ['a body that is longer than said', `${plain}}`],
  ])('is read like any other when it sends %s', (_, text) => {
    const reader = new PlainReader();
    expect(read(plain, reader)).not.toBeNull();
    expect(read(text, reader)).toEqual(read(text));
    expect(read(plain, reader)).toEqual(read(plain));
  });
});

describe('Node’s own parser', () => {
  let server: Server;
  let seen: { url: string; headers: IncomingMessage['headers']; body: string }[];
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      seen.push({ url: request.url ?? '', headers: request.headers, body: await textOf(request) });
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  /** The requests that it finds in these bytes. */
  async function parsed(text: string) {
    seen = [];
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    socket.end(Buffer.from(text, 'latin1'));
    socket.resume();
    await once(socket, 'close');
    return seen;
  }

  it('finds the same one request in whatever is taken for plain', async () => {
    const pieces = [
      '\r',
      '\n',
      '\r\n',
      ' ',
      '\t',
      ':',
      '\0',
      ',',
      'a',
      '0',
      '20',
      'chunked',
      '\xff',
      '%',
      '/',
    ];
    const random = new Random(7);
    let taken = 0;
    const reader = new PlainReader();
    read(plain, reader);
    for (let turn = 0; turn < 3_000; turn += 1) {
      const at = random.between(0, plain.length);
      const text = plain.slice(0, at) + random.pick(pieces) + plain.slice(at + random.between(0, 2));
      const request = read(text);
      expect(read(text, reader), JSON.stringify(text)).toEqual(request);
      if (request === null) continue;
      taken += 1;
      expect(await parsed(text), JSON.stringify(text)).toEqual([
        { url: request.path, headers: request.headers, body: request.body },
      ]);
    }
    expect(taken).toBeGreaterThan(50);
  });
});
