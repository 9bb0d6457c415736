import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  connectSigner,
  openSigner,
  practiceWallet,
  type Signer,
  serveSigner,
} from '../../apps/signer/index.ts';
import { eventually } from '../support/patience.ts';

const IDLE_MS = 300;
const EMPTY_LINES = 20_000;
/** The answers to so many are far more than the signer keeps for a sender. */
const MOST_BATCHES = 300;

let folder: string;
let path: string;
let signer: Signer;
let stop: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signer-lines-'));
  path = join(folder, 'signer.sock');
  const keys = await practiceWallet(folder, 'a passphrase');
  signer = await openSigner({ folder, keys, policy: { isPractice: true, chains: [] }, now: Date.now });
});
afterEach(() => stop());
afterAll(() => rm(folder, { recursive: true, force: true }));

async function opened(): Promise<Socket> {
  const socket = createConnection(path);
  // it is reset by the server, which is what the tests wait for
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

test('half a line, and no line at all, hold no connection of the signer for ever', async () => {
  stop = await serveSigner(signer, path, { idleMs: IDLE_MS });
  const sockets = [await opened(), await opened()];
  sockets[0]!.write('{"id":1,"what":"hotA');
  await Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
  expect(await connectSigner(path).hotAddress()).toMatch(/^0x/);
});

test('a sender that reads no answers is cut off, and fills no memory of the signer', async () => {
  stop = await serveSigner(signer, path);
  const socket = await opened();
  socket.pause();
  let cut = false;
  socket.once('close', () => {
    cut = true;
  });
  for (let batch = 0; batch < MOST_BATCHES && !cut; batch++) {
    await new Promise((resolve) => socket.write('\n'.repeat(EMPTY_LINES), resolve));
    await breathe();
  }
  await eventually(() => expect(cut).toBe(true));
  expect(await connectSigner(path).hotAddress()).toMatch(/^0x/);
});
