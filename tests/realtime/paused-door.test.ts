import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endWithMe } from '../support/end-with-me.ts';
import { bid, CHANNEL } from './book.ts';
import { connect, ofChannel, ofType, type TestClient, type Wire } from './client.ts';
import { openStage, type Stage, tokenOf } from './stage.ts';

/** The core counts as silent after this time. The door is stopped for longer, which stands for a minute. */
const SILENT_MS = 1_000;

let stage: Stage;
let door: ChildProcess;
let port: number;

beforeAll(async () => {
  stage = await openStage({ overLine: true });
  door = fork(join(import.meta.dirname, 'paused-door.ts'), [stage.line!.path, String(SILENT_MS)]);
  endWithMe(door);
  [port] = (await once(door, 'message')) as [number];
});

afterAll(async () => {
  door.kill('SIGKILL');
  await stage.stop();
});

const rest = (ticks: number) => stage.submit(1000, bid(ticks));
const get = () => fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
const since = ({ messages }: TestClient, count: number): Wire[] => messages.slice(count);

it('a door that was stopped and goes on gives nothing old out as live, whatever it reads first', async () => {
  const channel = CHANNEL;
  await rest(4_900_000);
  const reader = await connect(`ws://127.0.0.1:${port}/ws/public`);
  const owner = await connect(`ws://127.0.0.1:${port}/ws/coin/1000`);
  reader.send({ op: 'subscribe', channels: [channel] });
  owner.send({ op: 'auth', token: tokenOf(1000) });
  await Promise.all([reader.next(ofChannel(channel)), owner.next(ofType('snapshot'))]);
  expect((await get()).status).toBe(200);
  door.kill('SIGSTOP');
  let seq = 0;
  for (let n = 1; n <= 30; n++) ({ seq } = await rest(4_900_000 + n));
  // messages that clients send meanwhile wait in the sockets, and may be read before the core's messages
  const late = await connectLater();
  const asked = get();
  await sleep(3 * SILENT_MS);
  // all earlier messages have arrived by now
  const counts = [reader.messages.length, owner.messages.length] as const;
  door.kill('SIGCONT');
  const response = await asked;
  if (response.status === 200) expect(((await response.json()) as { u: number }).u).toBe(seq);
  else expect(response.status).toBe(503);
  await late();
  const current = (message: Wire) => message.ch === channel && Number(message.u) >= seq;
  await reader.next(current);
  await owner.next(({ type, seq: at }) => type === 'snapshot' && Number(at) >= seq);
  const [beat] = since(reader, counts[0]).filter(ofType('ping'));
  expect(beat).toMatchObject({ seq: 0, marketT: 0 });
  const [book] = since(reader, counts[0]).filter(ofChannel(channel));
  expect(book).toMatchObject({ type: 'snapshot', u: seq });
  const [account] = since(owner, counts[1]).filter(({ type }) => type !== 'ping' && type !== 'pong');
  expect(account).toMatchObject({ type: 'snapshot', seq });
});

/** Opens a socket to the stopped door; its messages are checked once the door continues. */
async function connectLater(): Promise<() => Promise<void>> {
  const opening = connect(`ws://127.0.0.1:${port}/ws/late`);
  return async () => {
    const client = await opening;
    client.send({ op: 'subscribe', channels: [CHANNEL] });
    const { u } = await client.next(ofChannel(CHANNEL));
    expect(Number(u)).toBeGreaterThanOrEqual(stage.engine.status().committedSeq);
    client.ws.terminate();
  };
}
