/**
 * Fan-out of 211-byte messages to sockets in other processes, against a loop of bare `ws.send` in the same run; and
 * what stalled readers cost the others.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type FanoutServer, startOurs, startPeer } from './fanout/servers.ts';
import { TIME_MARKER } from './fanout/sink.ts';
import { type Sinks, startSinks } from './fanout/sinks.ts';
import type { BenchRow } from './row.ts';

const MESSAGE_BYTES = 211;
const FRAME_HEADER_BYTES = 4;
/** Messages of one 100 ms flush on a trading page: ten tickers, the book, trades, a candle and some. */
const MESSAGES_A_FLUSH = 16;
/** Many more for the stall, so that the system's own buffers are full soon. */
const MESSAGES_A_STALLED_FLUSH = 64;
const SINK_PROCESSES = 2;
const TURN_MS = 2_500;
const MAX_BUFFERED_BYTES = 1_048_576;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const nowUs = (): string => String(process.hrtime.bigint() / 1000n).padStart(16, '0');

/** One message as the wire has it, with its sending time. */
function message(): string {
  const head = `{"ch":"detail:BTCUSDT",${TIME_MARKER}${nowUs()}","data":"`;
  return `${head}${'x'.repeat(MESSAGE_BYTES - head.length - 2)}"}`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Messages that a second of the server's CPU sends: `rounds` flushes of `perFlush` messages, each received before the
 * next. CPU and not the clock, because the receivers share the machine.
 */
async function throughput(
  server: FanoutServer,
  sinks: Sinks,
  sockets: number,
  perFlush: number,
  rounds: number,
): Promise<number> {
  let cpuUs = 0;
  let expected = sinks.bytes();
  for (let n = 0; n < rounds; n++) {
    const messages = Array.from({ length: perFlush }, message);
    expected += sockets * perFlush * (MESSAGE_BYTES + FRAME_HEADER_BYTES);
    const before = process.cpuUsage();
    server.send(messages);
    await new Promise((resolve) => setImmediate(resolve));
    const { user, system } = process.cpuUsage(before);
    cpuUs += user + system;
    while (sinks.bytes() < expected) await pause(5);
  }
  return (rounds * perFlush * sockets * 1e6) / cpuUs;
}

/** Throws unless every socket gets every message whole. */
async function checkDelivery(server: FanoutServer, sinks: Sinks, sockets: number): Promise<void> {
  const before = sinks.bytes();
  server.send(Array.from({ length: MESSAGES_A_FLUSH }, message));
  await pause(1_000);
  const received = sinks.bytes() - before;
  const expected = sockets * MESSAGES_A_FLUSH * (MESSAGE_BYTES + FRAME_HEADER_BYTES);
  if (received !== expected) throw new Error(`${received} bytes arrived of ${expected}`);
}

async function fanout(sockets: number): Promise<BenchRow[]> {
  const [ours, peer, sinks] = [
    await startOurs(MESSAGES_A_FLUSH),
    await startPeer(),
    startSinks(SINK_PROCESSES),
  ];
  await sinks.open(ours.port, sockets, ours.hello);
  await sinks.open(peer.port, sockets, null);
  await pause(500);
  const rows: BenchRow[] = [];
  await checkDelivery(ours, sinks, sockets);
  for (const perFlush of [MESSAGES_A_FLUSH, 1]) {
    const rounds = Math.max(4, Math.floor(60_000 / sockets / perFlush));
    const figures = { ours: [] as number[], peer: [] as number[], ratio: [] as number[] };
    for (let turn = 0; turn < 12; turn++) {
      const order = turn % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const);
      const turnFigures = { ours: 0, peer: 0 };
      for (const who of order) {
        turnFigures[who] = await throughput(who === 'ours' ? ours : peer, sinks, sockets, perFlush, rounds);
      }
      if (turn < 2) continue; // while code is compiled
      figures.ours.push(turnFigures.ours);
      figures.peer.push(turnFigures.peer);
      figures.ratio.push(turnFigures.ours / turnFigures.peer);
    }
    const single = perFlush === 1;
    rows.push({
      name: single ? `fanout-${sockets}-single` : `fanout-${sockets}`,
      ours: Math.round(median(figures.ours)),
      peer: Math.round(median(figures.peer)),
      ratio: Number(median(figures.ratio).toFixed(2)),
      unit: 'messages/CPU s',
      note: `${MESSAGE_BYTES}-byte messages, ${single ? 'one at a time' : `${perFlush} in one flush, as the product sends them`}, to ${sockets} sockets in ${SINK_PROCESSES} other processes; peer: loop of ws.send; median of 10 alternating turns`,
    });
  }
  ours.close();
  peer.close();
  sinks.close();
  return rows;
}

/** Flushes at the product's pace for `ms`, and what the sockets that read saw of it. */
async function steady(server: FanoutServer, ms: number): Promise<number> {
  let maxBufferedBytes = 0;
  const endMs = Date.now() + ms;
  for (let at = Date.now(); at < endMs; at += 100) {
    server.send(Array.from({ length: MESSAGES_A_STALLED_FLUSH }, message));
    await pause(Math.max(0, at + 100 - Date.now()));
    maxBufferedBytes = Math.max(maxBufferedBytes, server.maxBufferedBytes());
  }
  return maxBufferedBytes;
}

/** A server of ours with its readers; of them `stalledSockets` stop reading at once. */
async function startGroup(sockets: number, stalledSockets: number) {
  const [server, sinks] = [await startOurs(MESSAGES_A_STALLED_FLUSH), startSinks(SINK_PROCESSES)];
  await sinks.open(server.port, sockets, server.hello);
  sinks.stall(stalledSockets);
  await steady(server, TURN_MS);
  await sinks.takeAges();
  return { server, sinks, p99s: [] as number[], maxBufferedBytes: 0 };
}

/** Two groups by turns, one with stalled sockets and one without, so that a busy machine is as busy for both. */
async function stalled(sockets: number, stalledSockets: number, seconds: number): Promise<BenchRow[]> {
  const ours = await startGroup(sockets, stalledSockets);
  const peer = await startGroup(sockets, 0);
  for (let ms = 0; ms < seconds * 1000; ms += TURN_MS) {
    for (const group of [ours, peer]) {
      group.maxBufferedBytes = Math.max(group.maxBufferedBytes, await steady(group.server, TURN_MS));
      const { ages, closed } = await group.sinks.takeAges();
      if (closed > 0) throw new Error(`${closed} sockets were closed`);
      group.p99s.push(percentile(ages, 0.99) / 1000);
    }
  }
  for (const { server, sinks } of [ours, peer]) {
    server.close();
    sinks.close();
  }
  const { maxBufferedBytes } = ours;
  const [oursP99, peerP99] = [median(ours.p99s), median(peer.p99s)];
  const what = `${stalledSockets} of ${sockets} sockets stalled for ${seconds} s of sending, ${MESSAGES_A_STALLED_FLUSH} messages each 100 ms`;
  return [
    {
      name: 'fanout-stalled',
      ours: Number(oursP99.toFixed(2)),
      peer: Number(peerP99.toFixed(2)),
      ratio: Number(((1.1 * peerP99) / oursP99).toFixed(2)),
      unit: 'ms p99',
      note: `${what}; age of messages at the others; peer: the same without a stall, by turns of ${TURN_MS / 1000} s, medians of the turns; ratio: 1.1 × peer / ours`,
    },
    {
      name: 'fanout-stalled-memory',
      ours: maxBufferedBytes,
      peer: MAX_BUFFERED_BYTES,
      ratio: Number((MAX_BUFFERED_BYTES / Math.max(1, maxBufferedBytes)).toFixed(2)),
      unit: 'bytes',
      note: `${what}; the most that waited in one socket; peer: the limit`,
    },
  ];
}

/** All rows; `quick` shortens the stall for a trial. */
export async function run(quick = false): Promise<BenchRow[]> {
  return [
    ...(await fanout(1_000)),
    ...(await fanout(5_000)),
    ...(await stalled(1_000, 100, quick ? 10 : 60)),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
  process.exit();
}
