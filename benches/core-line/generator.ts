/** Sends prepared orders to a core as a door does; the machine's second CPU core is left to the database. */
import { connect } from 'node:net';
import process from 'node:process';
import { FrameReader, FrameWriter } from '../../apps/server/base/frames/frames.ts';
import {
  fromCore,
  readAnswer,
  toCore,
  WIRE_VERSION,
  writeJson,
  writeSubmit,
} from '../../apps/server/engine/core/wire/messages.ts';
import { firstUserId, limitOrder } from '../../tools/workload/exchange.ts';
import { Random } from '../../tools/workload/random.ts';
import type { Flood, FloodResult } from './messages.ts';

const [path = '', users = '0'] = process.argv.slice(2);
const random = new Random(1);
const bodyHash = 'ab'.repeat(32);
let made = 0;

/** Every buy crosses every sell, so the book stays small. Each order has a key, like the orders of a page. */
function nextOrder(): Buffer {
  made += 1;
  const side = random.chance(0.5) ? 'buy' : 'sell';
  const price = 5_000_000 + (side === 'buy' ? 5 : 0) + random.int(0, 4);
  const key = `order:k:t${Date.now().toString(36)}-${made.toString(36).padStart(32, '0')}`;
  const userId = firstUserId + (made % Number(users));
  const body = limitOrder(1, side, price, 100 * random.int(1, 9));
  const writer = new FrameWriter();
  writer.frame(toCore.submit, writeSubmit(made, { userId, key, bodyHash, body }));
  return Buffer.from(writer.take());
}

const socket = connect(path);
const reader = new FrameReader(1 << 28);
let onFrame: (kind: number, body: Buffer) => void = () => {};
let onTurn = () => {};
socket.on('data', (chunk) => {
  reader.push(chunk, (kind, body) => onFrame(kind, body));
  onTurn();
});
const hello = new FrameWriter();
hello.frame(toCore.hello, writeJson({ wire: WIRE_VERSION, role: 'door', events: true }));
socket.write(hello.take());

function flood({ orders, inFlight, perTurn }: Flood): Promise<FloodResult> {
  const first = made + 1;
  const frames = Array.from({ length: orders }, nextOrder);
  const sentMs = new Float64Array(orders);
  const tookMs = new Float64Array(orders);
  let next = 0;
  let answered = 0;
  let due = 0;
  let sending = false;
  const send = () => {
    const count = Math.min(due, perTurn);
    const sent = frames.slice(next, next + count);
    due -= count;
    sending = due > 0 && sent.length > 0;
    if (sent.length === 0) return;
    sentMs.fill(performance.now(), next, next + sent.length);
    next += sent.length;
    socket.write(Buffer.concat(sent));
    if (sending) setImmediate(send);
  };
  return new Promise((resolve, reject) => {
    let before = 0;
    onFrame = (kind, body) => {
      if (kind === fromCore.error) return reject(new Error(`refused: ${body.toString('latin1')}`));
      if (kind !== fromCore.answer) return;
      const { requestNo, committed } = readAnswer(body);
      if (!committed.outcome.ok) return reject(new Error(committed.outcome.code));
      tookMs[requestNo - first] = performance.now() - (sentMs[requestNo - first] as number);
      answered += 1;
    };
    const startMs = performance.now();
    onTurn = () => {
      due += answered - before;
      before = answered;
      if (!sending) send();
      if (answered < orders) return;
      const seconds = (performance.now() - startMs) / 1_000;
      tookMs.sort();
      const at = (part: number) => tookMs[Math.floor(part * orders)] as number;
      resolve({ perSecond: orders / seconds, p50Ms: at(0.5), p99Ms: at(0.99) });
    };
    due = inFlight;
    send();
  });
}

process.on('message', (asked: Flood) => {
  flood(asked).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      throw error;
    },
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
