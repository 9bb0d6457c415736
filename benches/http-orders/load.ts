/**
 * Sends orders over keep-alive connections, each the next when the last was answered, or at a given rate whatever is
 * answered. A process of its own.
 */
import { connect, type Socket } from 'node:net';
import process from 'node:process';

export interface LoadRequest {
  readonly port: number;
  readonly connections: number;
  readonly tokens: readonly string[];
  readonly seconds: number;
  /** Orders a second, each counted from when it was due; null sends as fast as they are answered. */
  readonly perSecond: number | null;
  /** The body of every order, in place of orders that cross one another. */
  readonly order?: string;
  /** The local ports of the connections. They select a door if several listen on one port. */
  readonly localPorts?: readonly number[];
}

export interface LoadResult {
  readonly accepted: number;
  readonly refused: number;
  readonly firstRefusal: string | null;
  /** All answers, those of the warm-up too. */
  readonly answered: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The processor time of this process, including the warm-up. */
  readonly cpuUs: number;
}

let orders = 0;
let state = 0x9e3779b9;

/** A seeded xorshift: whole numbers below `limit`. */
function random(limit: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % limit;
}

/** Every buy crosses every sell, so that what rests is only the walk of their balance and the book stays small. */
function crossingOrder(): string {
  const side = random(2) === 0 ? 'buy' : 'sell';
  const price = `50000.0${side === 'buy' ? 5 + random(5) : random(5)}`;
  const quantity = `0.00${1 + random(9)}`;
  return `{"symbol":"BTCUSDT","side":"${side}","type":"limit","price":"${price}","quantity":"${quantity}"}`;
}

/** Returns a request's text up to its idempotency key. */
function headOf(token: string): string {
  return `POST /api/currency/order/submit HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\nauthorization: ${token}\r\nsatoken: ${token}\r\nlang: en\r\nlanguage: en\r\nidempotency-key: `;
}

function nextRequest(head: string, body: string): string {
  orders += 1;
  const key = `t${Date.now().toString(36)}-${orders.toString(36).padStart(32, '0')}`;
  return `${head}${key}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

interface Counts {
  answered: number;
  accepted: number;
  refused: number;
  firstRefusal: string | null;
  readonly latenciesMs: number[];
}

interface Schedule {
  /** Lets a free connection send its next order, now or later, with the moment that it was due. */
  whenDue(send: (dueMs: number) => void): void;
}

/** Each connection always has its next order due. */
const always: Schedule = { whenDue: (send) => send(performance.now()) };

/** Makes so many orders due a second over all connections; those that find none free wait, and their time runs. */
function atRate(perSecond: number, untilMs: number): Schedule {
  const startMs = performance.now();
  const free: ((dueMs: number) => void)[] = [];
  const waiting: number[] = [];
  let made = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    if (nowMs >= untilMs) clearInterval(timer);
    for (; made < ((nowMs - startMs) / 1000) * perSecond; made += 1) {
      const send = free.shift();
      if (send === undefined) waiting.push(nowMs);
      else send(nowMs);
    }
  }, 1);
  return {
    whenDue(send) {
      const dueMs = waiting.shift();
      if (dueMs === undefined) free.push(send);
      else send(dueMs);
    },
  };
}

/** A connection whose bytes come without the parts of a stream: the load takes as little of the cores as it can. */
interface Line {
  readonly socket: Socket;
  /** Takes what the server sent. */
  onBytes: (text: string) => void;
}

/** All connections read into it; each one's bytes are taken before the next one reads. */
const readBytes = Buffer.alloc(65_536);

function openLine(port: number, localPort: number | undefined): Promise<Line> {
  return new Promise((resolve, reject) => {
    const place = { port, host: '127.0.0.1', ...(localPort === undefined ? {} : { localPort }) };
    const onread = {
      buffer: readBytes,
      callback(count: number) {
        line.onBytes(readBytes.toString('latin1', 0, count));
        return true;
      },
    };
    const socket = connect({ ...place, onread, noDelay: true }, () => resolve(line)).once('error', reject);
    const line: Line = { socket, onBytes: () => {} };
  });
}

/** One connection until `untilMs`; latencies and counts only from `fromMs` on. */
function drive(
  line: Line,
  token: string,
  schedule: Schedule,
  nextOrder: () => string,
  fromMs: number,
  untilMs: number,
  counts: Counts,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { socket } = line;
    const head = headOf(token);
    let received = '';
    let sentMs = 0;
    const send = (dueMs: number) => {
      sentMs = dueMs;
      socket.write(nextRequest(head, nextOrder()), 'latin1');
    };
    const sendNext = (nowMs: number) => {
      if (nowMs >= untilMs) resolve();
      else schedule.whenDue(send);
    };
    setTimeout(resolve, untilMs + 1_000 - performance.now());
    socket.on('error', reject);
    line.onBytes = (text) => {
      received = received === '' ? text : received + text;
      const bodyAt = received.indexOf('\r\n\r\n') + 4;
      if (bodyAt < 4) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
      if (received.length < bodyAt + length) return;
      const doneMs = performance.now();
      counts.answered += 1;
      if (doneMs >= fromMs && doneMs < untilMs) {
        if (received.startsWith('{"code":200', bodyAt)) counts.accepted += 1;
        else {
          counts.refused += 1;
          counts.firstRefusal ??= received.slice(bodyAt);
        }
        counts.latenciesMs.push(doneMs - sentMs);
      }
      received = '';
      sendNext(doneMs);
    };
    sendNext(performance.now());
  });
}

process.on('message', async (request: LoadRequest) => {
  const { port, connections, tokens, seconds, perSecond, order, localPorts } = request;
  const counts: Counts = { answered: 0, accepted: 0, refused: 0, firstRefusal: null, latenciesMs: [] };
  const lines = await Promise.all(
    Array.from({ length: connections }, (_, at) => openLine(port, localPorts?.[at])),
  );
  const cpuBefore = process.cpuUsage();
  const fromMs = performance.now() + 1_000;
  const untilMs = fromMs + seconds * 1000;
  const schedule = perSecond === null ? always : atRate(perSecond, untilMs);
  const nextOrder = order === undefined ? crossingOrder : () => order;
  await Promise.all(
    lines.map((line, at) =>
      drive(
        line,
        tokens[at % Math.max(1, tokens.length)] ?? '',
        schedule,
        nextOrder,
        fromMs,
        untilMs,
        counts,
      ),
    ),
  );
  for (const { socket } of lines) socket.destroy();
  const sorted = counts.latenciesMs.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  const { answered, accepted, refused, firstRefusal } = counts;
  const { user, system } = process.cpuUsage(cpuBefore);
  process.send?.({
    answered,
    accepted,
    refused,
    firstRefusal,
    seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    cpuUs: user + system,
  } satisfies LoadResult);
});
process.on('disconnect', () => process.exit());
