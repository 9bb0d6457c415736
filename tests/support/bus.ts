import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect } from 'vitest';
import { type ConnectedBus, connectBus, type ServedBus, serveBus } from '../../apps/server/base/bus/index.ts';
import { eventually, PATIENCE_MS } from './patience.ts';

/** A hub of its own for each test of a file, with those that connect to it. */
export interface BusStage {
  /** Folder of the hub's socket. */
  readonly folder: string;
  readonly path: string;
  /** The hub; a test that closes it may serve another one at the same path. */
  hub: ServedBus;
  /** Reports of the hub and the doors. */
  readonly errors: string[];
  readonly onError: (error: unknown) => void;
  /** Connects another process's bus. */
  door(): Promise<ConnectedBus>;
  /** Connects to the hub as a client that sends raw frames. */
  raw(...frames: Buffer[]): Promise<{ socket: Socket; closed: Promise<unknown> }>;
}

/** Serves a hub before each test of the file and takes it down after it. */
export function useBus(): BusStage {
  let folder = '';
  let hub: ServedBus | null = null;
  const errors: string[] = [];
  const clients: ConnectedBus[] = [];
  const sockets: Socket[] = [];
  const onError = (error: unknown) => void errors.push((error as Error).message);
  const path = () => join(folder, 'bus.sock');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bus-'));
    errors.length = 0;
    hub = await serveBus({ path: path(), onError });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    for (const socket of sockets.splice(0)) socket.destroy();
    await hub?.close();
    await rm(folder, { recursive: true });
  });

  return {
    get folder() {
      return folder;
    },
    get path() {
      return path();
    },
    get hub() {
      if (hub === null) throw new Error('no test is running');
      return hub;
    },
    set hub(served) {
      hub = served;
    },
    errors,
    onError,
    async door() {
      const client = await connectBus({ path: path(), onError });
      clients.push(client);
      return client;
    },
    async raw(...frames) {
      const socket = connect(path());
      sockets.push(socket);
      socket.on('error', () => {});
      const closed = inTime(once(socket, 'close'), 'the hub did not close the connection');
      await inTime(once(socket, 'connect'), 'the hub did not accept the connection');
      for (const frame of frames) socket.write(frame);
      closed.catch(() => {});
      return { socket, closed };
    },
  };
}

/** Resolves when everything published earlier, by any process, has arrived at these clients. */
export async function inStep(...all: ConnectedBus[]): Promise<void> {
  const sinceMs = performance.now();
  for (const client of all)
    await eventually(() => {
      // first: a pause between the two readings must not look like news
      const sinceThenMs = performance.now() - sinceMs;
      expect(client.behindMs()).toBeLessThan(sinceThenMs);
    });
}

/** Fails with these words if the promise is not settled while a test waits for anything. */
async function inTime<Value>(awaited: Promise<Value>, words: string): Promise<Value> {
  const late = sleep(PATIENCE_MS, null, { ref: false }).then(() => Promise.reject(new Error(words)));
  late.catch(() => {});
  return Promise.race([awaited, late]);
}
