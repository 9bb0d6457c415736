/**
 * Measures how many private sockets a second sign in at a door of the running program, and what memory each takes,
 * against a bare `ws` server in a process of its own that answers one message of the same length.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Calls, createClient, routes } from '@candor/api';
import { WebSocket } from 'ws';
import { endAll, processesOf, startProgram, untilReady } from '../tests/support/program.ts';
import { median } from './http-orders/running.ts';
import type { BenchRow } from './row.ts';

const SOCKETS = 2_000;
/** Maximum number of sockets of a user; each user comes from an address of its own. */
const SOCKETS_PER_USER = 10;
const CONNECTING_AT_ONCE = 20;
const PASSWORD = 'correct-horse-9';
/** After this a process has freed what it needed for the moment. */
const SETTLE_MS = 10_000;
/** Turns whose rates count. The one before them warms all three processes up, and its memory counts. */
const TURNS = 3;
/** Least rate, in parts of the bare server's. */
const LEAST_RATE = 0.5;
/** Most memory of a socket in times of the bare server's. */
const MOST_MEMORY = 2;

interface Holder {
  readonly url: string;
  readonly token: string;
  readonly address: string;
}

/** Resident memory of a process, in bytes. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
}

/** Signs one socket in. Resolves with the length of its first message. */
function signIn({ url, token, address }: Holder, sockets: WebSocket[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers: { 'x-forwarded-for': address } });
    sockets.push(socket);
    socket.on('open', () => socket.send(JSON.stringify({ op: 'auth', token })));
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.includes('"type":"snapshot"')) resolve(data.length);
      if (text.includes('"type":"error"')) reject(new Error(text));
      if (text.includes('"type":"ping"')) socket.send('{"op":"pong"}');
    });
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`the socket was closed with ${code}`)));
  });
}

/** Signs all in, so many at once. Returns sockets a second, bytes a socket and the length of the first message. */
async function measure(holders: readonly Holder[], pid: number) {
  const sockets: WebSocket[] = [];
  const before = await residentBytes(pid);
  const startMs = performance.now();
  let next = 0;
  let length = 0;
  const one = async () => {
    for (let at = next++; at < holders.length; at = next++)
      length = await signIn(holders[at] as Holder, sockets);
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, one));
  const perSecond = (holders.length * 1_000) / (performance.now() - startMs);
  await sleep(SETTLE_MS);
  const bytes = ((await residentBytes(pid)) - before) / holders.length;
  for (const socket of sockets) socket.terminate();
  return { perSecond, bytes, length };
}

/** Users, each with a session, at addresses of their own. */
async function openUsers(url: string, count: number): Promise<Holder[]> {
  const users: Holder[] = [];
  for (let index = 0; index < count; index += 1) {
    const address = `198.51.${100 + (index >> 8)}.${index & 255}`;
    const client = createClient<Calls>(routes, {
      baseUrl: url,
      head: 'v1',
      token: () => null,
      language: () => 'en',
      actWindowMs: 60_000,
      fetch: (input, init) =>
        fetch(input, { ...init, headers: { ...init?.headers, 'x-forwarded-for': address } }),
    });
    const body = {
      type: 'account',
      account: `socket_${index}`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    } as const;
    const { satoken, userId } = await client.call('register', { body });
    users.push({ url: `${url.replace('http', 'ws')}/ws/coin/${userId}`, token: satoken, address });
  }
  return users;
}

/** The rows `private-sockets` and `private-sockets-memory`. */
export async function run(quick = false): Promise<BenchRow[]> {
  const count = quick ? SOCKETS / 10 : SOCKETS;
  const program = await startProgram({
    env: { TRUSTED_PROXIES: '127.0.0.0/8,::1', REGISTRATIONS_PER_HOUR: '100000' },
  });
  const bare = fork(join(import.meta.dirname, 'identity', 'bare-sockets.ts'));
  try {
    const { url } = await program.ready();
    await untilReady(url);
    const users = await openUsers(url, count / SOCKETS_PER_USER);
    const holders = users.flatMap((user) => Array.from({ length: SOCKETS_PER_USER }, () => user));
    const door = (await processesOf(program.dataDir)).get('door') ?? 0;
    const ours = await measure(holders, door);
    bare.send({ length: ours.length });
    const [port] = (await once(bare, 'message')) as [number];
    const atPeer = holders.map((holder) => ({ ...holder, url: `ws://127.0.0.1:${port}` }));
    const peer = await measure(atPeer, bare.pid ?? 0);
    const turns: { readonly ours: number; readonly peer: number }[] = [];
    for (let turn = 0; turn < (quick ? 1 : TURNS); turn += 1) {
      // each turn takes longer than a door remembers a session
      const { perSecond } = await measure(holders, door);
      turns.push({ ours: perSecond, peer: (await measure(atPeer, bare.pid ?? 0)).perSecond });
    }
    const rate = (side: 'ours' | 'peer') => Math.round(median(turns.map((turn) => turn[side])));
    const what = `${count} sockets of ${users.length} users, ${CONNECTING_AT_ONCE} connecting at once; peer: ws alone that answers ${ours.length} bytes`;
    const kib = (bytes: number) => Number((bytes / 1_024).toFixed(1));
    return [
      {
        name: 'private-sockets',
        ours: rate('ours'),
        peer: rate('peer'),
        ratio: Number(median(turns.map((turn) => turn.ours / turn.peer)).toFixed(2)),
        unit: 'sockets/s',
        note: `connected, signed in and sent their state; ${what}; medians of ${turns.length} alternating turns after one that warms up, the ratio within each; target ${LEAST_RATE}`,
      },
      {
        name: 'private-sockets-memory',
        ours: kib(ours.bytes),
        peer: kib(peer.bytes),
        unit: 'KiB a socket',
        ratio: Number(((MOST_MEMORY * peer.bytes) / ours.bytes).toFixed(2)),
        note: `resident memory of the door, ${SETTLE_MS / 1_000} s after the last; ${what}; ratio: ${MOST_MEMORY} x peer / ours`,
      },
    ];
  } finally {
    bare.disconnect();
    await endAll(program.dataDir);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
}
