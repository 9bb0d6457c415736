import { MAX_CHANNELS_PER_MESSAGE } from '@candor/api';
import { WebSocket } from 'ws';
import { filled, pieces, shapes } from './bodies.ts';

/** The largest message that the sockets take. */
const MESSAGE_BYTES = 8_192;
/** Room for the message around a value. */
const ROOM_BYTES = 100;
/** Copies of the same message in one go. */
const BURST = 64;
/** A socket that neither answers nor closes was sent nothing to answer. */
const PATIENCE_MS = 2_000;

/** Holds how one socket is opened, and the messages sent to it at once. */
export interface WorstSocket {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocol?: string;
  readonly messages: readonly (string | Uint8Array)[];
  /** A message that is answered after all of those. */
  readonly last: string | Uint8Array;
}

const PING = JSON.stringify({ op: 'ping' });

function* texts(makes: (value: string) => string): Generator<string> {
  for (const piece of pieces) yield makes(JSON.stringify(filled(piece, MESSAGE_BYTES - ROOM_BYTES)));
  for (const shape of shapes(MESSAGE_BYTES - ROOM_BYTES)) yield makes(shape);
}

/** Lists of channels: those that there are, each way that they are written, and those that there are not. */
function* subscriptions(symbols: readonly string[]): Generator<readonly string[]> {
  const there = symbols.flatMap((symbol) => [
    `depth:${symbol}`,
    `trade:${symbol}`,
    `index:${symbol}`,
    ...['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'].map((interval) => `kline:${symbol}:${interval}`),
  ]);
  yield [...there, 'tickers', 'states'].slice(0, MAX_CHANNELS_PER_MESSAGE);
  const depths = symbols.map((symbol) => `depth:${symbol}`);
  yield Array.from(
    { length: MAX_CHANNELS_PER_MESSAGE },
    (_, at) => depths[at % depths.length] ?? 'depth:BTCUSDT',
  );
  for (const piece of [...pieces, 'depth:', ':', 'kline:a:'])
    yield Array.from(
      { length: MAX_CHANNELS_PER_MESSAGE },
      (_, at) => `${piece.repeat(64)}`.slice(0, 60) + at,
    );
}

/** The market's socket: each kind of message as large as it may be, and many of them at once. */
export function* worstOfMarket(symbols: readonly string[]): Generator<WorstSocket> {
  const path = '/ws/bench';
  for (const text of texts((value) => value)) yield { path, messages: Array(BURST).fill(text), last: PING };
  for (const field of ['op', 'channels', 'extra'])
    for (const text of texts((value) => `{"op":"subscribe","channels":["tickers"],"${field}":${value}}`))
      yield { path, messages: Array(BURST).fill(text), last: PING };
  for (const channels of subscriptions(symbols)) {
    const there = JSON.stringify({ op: 'subscribe', channels });
    const gone = JSON.stringify({ op: 'unsubscribe', channels });
    yield { path, messages: Array.from({ length: BURST }, () => [there, gone]).flat(), last: PING };
  }
  yield { path, messages: Array(10 * BURST).fill(PING), last: PING };
}

/** A user's own socket, before and after its token. */
export function* worstOfOwner(userId: number, token: string): Generator<WorstSocket> {
  const path = `/ws/coin/${userId}`;
  const auth = JSON.stringify({ op: 'auth', token });
  for (const text of texts((value) => value)) {
    yield { path, messages: Array(BURST).fill(text), last: PING };
    yield { path, messages: [auth, ...Array(BURST).fill(text)], last: PING };
  }
  for (const piece of pieces) {
    const wrong = JSON.stringify({ op: 'auth', token: filled(piece, 4_096).slice(0, 4_096) });
    yield { path, messages: Array(BURST).fill(wrong), last: PING };
  }
  yield { path, messages: Array(BURST).fill(auth), last: PING };
}

/** Heads of an upgrade that take all the room. */
export function* worstUpgrades(): Generator<WorstSocket> {
  for (const path of ['/ws/bench', '/ws/coin/1', '/mqtt'])
    for (const name of [
      'cookie',
      'origin',
      'x-forwarded-for',
      'sec-websocket-protocol',
      'sec-websocket-extensions',
    ])
      for (const piece of ['a', ',', 'a,', ' ', '; ', 'a; b=c, ', '"', '::', '1.']) {
        const value = piece.repeat(Math.floor(14_000 / piece.length));
        yield { path, headers: { [name]: `a${value}a` }, messages: [], last: PING };
      }
}

/** An MQTT packet of a type and flags with its body. */
function packet(type: number, body: Uint8Array): Uint8Array {
  const length: number[] = [];
  for (let left = body.length, isFirst = true; left > 0 || isFirst; isFirst = false) {
    length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    left >>= 7;
  }
  return Buffer.concat([Buffer.from([type, ...length]), body]);
}

const text = (value: string): Uint8Array => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
};

function connectPacket(userName: string | null, password: string | null): Uint8Array {
  const flags = 0x02 | (userName === null ? 0 : 0x80) | (password === null ? 0 : 0x40);
  const parts = [text('MQTT'), Buffer.from([4, flags, 0, 60]), text('')];
  if (userName !== null) parts.push(text(userName));
  if (password !== null) parts.push(text(password));
  return packet(0x10, Buffer.concat(parts));
}

/** The broker's socket: names and passwords, topics as many and as deep as they may be. */
export function* worstOfMqtt(userId: number, token: string): Generator<WorstSocket> {
  const [path, protocol] = ['/mqtt', 'mqtt'];
  const last = packet(0xc0, Buffer.alloc(0));
  const largest = MESSAGE_BYTES - ROOM_BYTES;
  for (const piece of pieces) {
    const value = filled(piece, largest / 2).slice(0, largest / 4);
    yield { path, protocol, messages: [connectPacket(value, value)], last };
  }
  for (const opening of [connectPacket(null, null), connectPacket(String(userId), token)])
    for (const topic of ['a', '/', '#', '+', '+/+/', 'a/'.repeat(1_000), '/'.repeat(2_000), '$SYS/']) {
      const entry = Buffer.concat([text(topic), Buffer.from([0])]);
      const count = Math.max(1, Math.floor(largest / entry.length));
      const topics = Array.from({ length: count }, () => entry);
      const subscribe = packet(0x82, Buffer.concat([Buffer.from([0, 1]), ...topics]));
      yield { path, protocol, messages: [opening, ...Array(8).fill(subscribe)], last };
    }
}

/** Opens the socket, sends all of it at once, and resolves when the last message is answered or the socket is closed. */
export function sendSocket(
  url: string,
  { path, headers, protocol, messages, last }: WorstSocket,
): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(
      `${url.replace(/^http/, 'ws')}${path}`,
      protocol === undefined ? [] : [protocol],
      {
        headers: headers ?? {},
        perMessageDeflate: false,
      },
    );
    const late = setTimeout(() => socket.terminate(), PATIENCE_MS);
    const end = (): void => {
      clearTimeout(late);
      socket.terminate();
      resolve();
    };
    socket.on('open', () => {
      for (const message of messages) socket.send(message);
      socket.send(last);
    });
    socket.on('message', (data: Buffer, isBinary) => {
      const isAnswer = isBinary ? data[0] === 0xd0 : data.includes('"pong"');
      if (isAnswer) end();
    });
    socket.on('close', end);
    socket.on('error', () => end());
  });
}
