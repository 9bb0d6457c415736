/**
 * Hints of conversations to 2,000 clients, each on a topic of its own: what a second of the broker's processor delivers,
 * against a bare aedes in the same run. Every hint is waited for: one that is lost ends the bench.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type Broker, startOurs, startPeer, topicOf } from './chat-fanout/brokers.ts';
import type { FromReaders, OpenReaders } from './chat-fanout/readers.ts';
import type { BenchRow } from './row.ts';

const CLIENTS = 2_000;
const FIRST_USER = 1_000;
/** Hints of one turn of the loop: a door hears them from the bus in such lots. */
const HINTS_A_LOT = 200;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

interface Group {
  readonly broker: Broker;
  readonly readers: ChildProcess;
  received: number;
}

async function startGroup(broker: Broker): Promise<Group> {
  const readers = fork(join(import.meta.dirname, 'chat-fanout', 'readers.ts'));
  const group: Group = { broker, readers, received: 0 };
  const topics = Array.from({ length: CLIENTS }, (_, at) => topicOf(FIRST_USER + at));
  await new Promise<void>((resolve, reject) => {
    readers.on('message', (message: FromReaders) => {
      if (message.type === 'opened') resolve();
      else group.received = message.count;
    });
    readers.once('exit', (code) => reject(new Error(`the readers ended with ${code}`)));
    readers.send({ port: broker.port, topics, from: FIRST_USER } satisfies OpenReaders);
  });
  return group;
}

/** Hints that a second of this process delivers, all of them received. */
async function throughput(group: Group, hints: number): Promise<number> {
  const expected = group.received + hints;
  const before = process.cpuUsage();
  for (let sent = 0; sent < hints; sent += HINTS_A_LOT) {
    for (let at = sent; at < sent + HINTS_A_LOT; at += 1)
      group.broker.publish({
        topic: topicOf(FIRST_USER + (at % CLIENTS)),
        message: { type: 'chat', t: 1, event: 'message', chatId: at, number: 7, own: false },
      });
    await new Promise((resolve) => setImmediate(resolve));
  }
  const untilMs = Date.now() + 60_000;
  while (group.received < expected) {
    if (Date.now() > untilMs) throw new Error(`${expected - group.received} hints were lost`);
    await pause(5);
  }
  const { user, system } = process.cpuUsage(before);
  return (hints * 1e6) / (user + system);
}

/** All rows; `quick` for a trial. */
export async function run(quick = false): Promise<BenchRow[]> {
  const [ours, peer] = [await startGroup(await startOurs()), await startGroup(await startPeer())];
  const hints = quick ? 10_000 : 40_000;
  const figures = { ours: [] as number[], peer: [] as number[], ratio: [] as number[] };
  for (let turn = 0; turn < 12; turn += 1) {
    const order = turn % 2 === 0 ? [ours, peer] : [peer, ours];
    const now = new Map<Group, number>();
    for (const group of order) now.set(group, await throughput(group, hints));
    if (turn < 2) continue; // while code is compiled
    const [own, bare] = [now.get(ours) as number, now.get(peer) as number];
    figures.ours.push(own);
    figures.peer.push(bare);
    figures.ratio.push(own / bare);
  }
  for (const { broker, readers } of [ours, peer]) {
    readers.removeAllListeners('exit');
    readers.disconnect();
    broker.close();
  }
  return [
    {
      name: 'chat-fanout',
      ours: Math.round(median(figures.ours)),
      peer: Math.round(median(figures.peer)),
      ratio: Number(median(figures.ratio).toFixed(2)),
      unit: 'hints/CPU s',
      note: `hints of conversations to ${CLIENTS} clients, each on its own topic, all received; peer: a bare aedes; median of 10 alternating turns`,
    },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
  process.exit();
}
