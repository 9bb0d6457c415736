import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, PATIENCE_MS } from '../../../tests/support/patience.ts';
import {
  encodeFrame,
  encodeMark,
  encodeMessage,
  Kind,
  MAX_FRAME_BYTES,
  machineMs,
  WIRE_VERSION,
} from './frames.ts';
import { BusError, type ConnectedBus, connectBus, type ServedBus, serveBus } from './index.ts';

const patient = { timeoutMs: PATIENCE_MS };

let folder: string;
let path: string;
let hub: ServedBus;
let errors: string[];
const clients: ConnectedBus[] = [];
const sockets: Socket[] = [];
const onError = (error: unknown) => void errors.push((error as Error).message);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bus-'));
  path = join(folder, 'bus.sock');
  errors = [];
  hub = await serveBus({ path, onError });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const socket of sockets.splice(0)) socket.destroy();
  await hub.close();
  await rm(folder, { recursive: true });
});

async function door(): Promise<ConnectedBus> {
  const client = await connectBus({ path, onError });
  clients.push(client);
  return client;
}

/** Fails with these words if the promise is not settled while a test waits for anything. */
async function inTime<Value>(awaited: Promise<Value>, words: string): Promise<Value> {
  const late = sleep(PATIENCE_MS, null, { ref: false }).then(() => Promise.reject(new Error(words)));
  late.catch(() => {});
  return Promise.race([awaited, late]);
}

/** Connects to the hub as a client that sends raw frames. */
async function raw(...frames: Buffer[]): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const socket = connect(path);
  sockets.push(socket);
  socket.on('error', () => {});
  const closed = inTime(once(socket, 'close'), 'the hub did not close the connection');
  await inTime(once(socket, 'connect'), 'the hub did not accept the connection');
  for (const frame of frames) socket.write(frame);
  closed.catch(() => {});
  return { socket, closed };
}

/** Resolves when everything published earlier, by any process, has arrived at these clients. */
async function inStep(...all: ConnectedBus[]): Promise<void> {
  const sinceMs = performance.now();
  for (const client of all)
    await eventually(() => expect(client.behindMs()).toBeLessThan(performance.now() - sinceMs));
}

describe('a bus over a socket', () => {
  it('carries what any process publishes to all matching subscribers of all', async () => {
    const [one, two] = [await door(), await door()];
    const heard: [string, string, unknown][] = [];
    const note = (who: string) => (message: unknown, subject: string) => heard.push([who, subject, message]);
    hub.subscribe('a.*', note('hub'));
    one.subscribe('a.b', note('one'));
    one.subscribe('a.>', note('one too'));
    two.subscribe('a.b', note('two'));
    await inStep(one, two);
    const message = { n: 2n ** 70n, map: new Map([[1, new Uint8Array([7])]]), none: null };
    one.publish('a.b', message);
    expect(heard).toEqual([
      ['one', 'a.b', message],
      ['one too', 'a.b', message],
    ]);
    await eventually(() => expect(heard).toHaveLength(4));
    hub.publish('a.b', 2);
    await eventually(() => expect(heard).toHaveLength(8));
    for (const who of ['hub', 'one', 'one too', 'two'])
      expect(heard.filter(([by]) => by === who).map(([, , said]) => said)).toEqual([message, 2]);
  });

  it('sends a client nothing that it did not ask for', async () => {
    const { socket } = await raw(
      encodeFrame(Kind.hello, WIRE_VERSION),
      encodeFrame(Kind.subscribe, 0, 0, 'mine.*'),
    );
    const read: Buffer[] = [];
    socket.on('data', (chunk) => read.push(chunk));
    const one = await door();
    await inStep(one);
    one.publish('others.secret', 'x');
    hub.publish('others.secret', 'x');
    hub.publish('mine.now', 'y');
    const text = () => Buffer.concat(read).toString('latin1');
    await eventually(() => expect(text(), 'a subscriber to mine.* reads mine.now').toContain('mine.now'));
    expect(text()).not.toContain('others');
  });

  it('keeps the order of one publisher, also around its answers', async () => {
    const one = await door();
    const heard: unknown[] = [];
    one.subscribe('n', (message) => heard.push(message));
    hub.respond('last', () => {
      hub.publish('n', 'before');
      return 'answer';
    });
    await inStep(one);
    for (let n = 0; n < 2_000; n++) hub.publish('n', n);
    expect(await one.request('last', null, patient)).toBe('answer');
    expect(heard).toEqual([...Array.from({ length: 2_000 }, (_, n) => n), 'before']);
  });

  it('carries many messages together, each to those who asked for it, in order', async () => {
    const [one, two] = [await door(), await door()];
    const heard: [string, unknown][] = [];
    const note = (who: string) => (message: unknown, subject: string) =>
      heard.push([`${who} ${subject}`, message]);
    hub.subscribe('a', note('hub'));
    one.subscribe('*', note('one'));
    two.subscribe('b', note('two'));
    await inStep(one, two);
    hub.publish('a', 0);
    hub.publishAll([
      ['a', 1],
      ['a', { n: 2n }],
      ['b', 3],
      ['nobody.hears', 4],
      ['a', 5],
    ]);
    hub.publish('a', 6);
    await inStep(one, two);
    const of = (who: string) =>
      heard.filter(([name]) => name.startsWith(who)).map(([name, message]) => [name.slice(4), message]);
    const toAll = [
      ['a', 0],
      ['a', 1],
      ['a', { n: 2n }],
      ['b', 3],
      ['a', 5],
      ['a', 6],
    ];
    expect(of('one')).toEqual(toAll);
    expect(of('two')).toEqual([['b', 3]]);
    expect(of('hub')).toEqual(toAll.filter(([subject]) => subject === 'a'));
  });

  it('is in step with its hub while nothing is published', async () => {
    const one = await door();
    for (let look = 0; look < 3; look++) await inStep(one);
    const { socket } = await raw(encodeFrame(Kind.hello, WIRE_VERSION));
    const [welcome, mark] = [await once(socket, 'data'), await once(socket, 'data')].map(
      ([chunk]) => chunk as Buffer,
    );
    expect([welcome![4], mark![4]]).toEqual([Kind.welcome, Kind.mark]);
  });

  it('is not in step before the hub has taken a subscription in', async () => {
    await hub.close();
    const asked = Promise.withResolvers<Socket>();
    // A hub that welcomes, answers the first ping, marks, and is slow to take in what comes then.
    const server = createServer((socket) => {
      socket.on('data', (chunk) => {
        if (chunk[4] === Kind.hello) socket.write(encodeFrame(Kind.pong, chunk.readUInt32LE(20)));
        else asked.resolve(socket);
      });
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const one = await door();
    one.subscribe('a', () => {});
    const sinceMs = machineMs();
    const socket = await asked.promise;
    let heard = false;
    one.subscribe('b', () => {
      heard = true;
    });
    socket.write(encodeMark(machineMs() + 1_000));
    socket.write(encodeFrame(Kind.publish, 0, 0, 'b', encodeMessage(1)));
    await eventually(() => expect(heard).toBe(true));
    expect(machineMs() - one.behindMs()).toBeLessThan(sinceMs);
    one.close();
    socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    hub = await serveBus({ path, onError });
  });

  it('stops sending at the end of the last subscription of a pattern', async () => {
    const one = await door();
    const heard: string[] = [];
    const ends = ['x', 'y'].map((who) => one.subscribe('a', () => heard.push(who)));
    await inStep(one);
    hub.publish('a', 1);
    await inStep(one);
    ends[0]!();
    ends[0]!();
    hub.publish('a', 2);
    await inStep(one);
    ends[1]!();
    hub.publish('a', 3);
    await inStep(one);
    expect(heard).toEqual(['x', 'y', 'y']);
  });

  it('leaves out what it cannot read, and goes on', async () => {
    const one = await door();
    const heard: unknown[] = [];
    one.subscribe('a', (message) => heard.push(message));
    await inStep(one);
    const bad = encodeFrame(Kind.publish, 0, 0, 'a', Buffer.from('no message'));
    await raw(encodeFrame(Kind.hello, WIRE_VERSION), bad);
    await eventually(() => expect(errors).toHaveLength(1));
    hub.publish('a', 1);
    await eventually(() => expect(heard).toEqual([1]));
  });
});

describe('requests over a socket', () => {
  it('are answered by the one responder, wherever it is', async () => {
    const [one, two] = [await door(), await door()];
    hub.respond('of.hub', (n) => (n as bigint) * 2n);
    one.respond('of.one', async (n) => (n as bigint) * 3n);
    await inStep(one);
    expect(await two.request('of.hub', 5n, patient)).toBe(10n);
    expect(await two.request('of.one', 5n, patient)).toBe(15n);
    expect(await hub.request('of.one', 5n, patient)).toBe(15n);
    expect(await hub.request('of.hub', 5n, patient)).toBe(10n);
    expect(await one.request('of.one', 5n, patient)).toBe(15n);
  });

  it('fail with a code: nobody, in time, the line, the responder', async () => {
    const [one, two] = [await door(), await door()];
    const code = (subject: string, timeoutMs = PATIENCE_MS, from: ConnectedBus | ServedBus = two) =>
      from.request(subject, 1, { timeoutMs }).then(
        () => 'answered',
        (error) => `${error instanceof BusError ? error.code : error} ${error.message}`,
      );
    one.respond('never', () => new Promise(() => {}));
    one.respond('throws', () => {
      throw new RangeError('its own words');
    });
    await inStep(one);
    for (const from of [two, hub]) {
      expect(await code('nobody', PATIENCE_MS, from)).toBe('NOBODY_ANSWERS nobody answers nobody');
      expect(await code('never', 20, from)).toBe('TIMED_OUT never was not answered in time');
      expect(await code('throws', PATIENCE_MS, from)).toBe('FAILED its own words');
    }
    const waiting = [code('never'), code('never', PATIENCE_MS, hub)];
    await inStep(two);
    one.close();
    for (const lost of await Promise.all(waiting)) expect(lost).toMatch(/^LOST /);
    await eventually(async () => expect(await code('never')).toMatch(/^NOBODY_ANSWERS/));
    const asked = code('of.hub');
    hub.respond('of.hub', () => new Promise(() => {}));
    await hub.close();
    expect(await asked).toMatch(/^(LOST|NOBODY_ANSWERS) /);
    await eventually(async () => expect(await code('of.hub')).toMatch(/^LOST /));
    hub = await serveBus({ path, onError });
  });

  it('bring a large state from the hub, which takes none so large itself', async () => {
    const one = await door();
    const large = Buffer.alloc(MAX_FRAME_BYTES + 1, 7);
    hub.respond('state', () => large);
    const state = await one.request('state', null, patient);
    expect(large.equals(state as Buffer)).toBe(true);
    await expect(one.request('state', large, patient)).rejects.toMatchObject({ code: 'LOST' });
    expect(errors.join()).toMatch(/it sent rubbish: a frame of/);
  });

  it('go to another process when it takes the subject over', async () => {
    const [one, two] = [await door(), await door()];
    const end = one.respond('a', () => 'one');
    await inStep(one);
    expect(await hub.request('a', null, patient)).toBe('one');
    two.respond('a', () => 'two');
    await inStep(two);
    expect(await hub.request('a', null, patient)).toBe('two');
    end();
    await inStep(one);
    expect(await hub.request('a', null, patient)).toBe('two');
  });
});

describe('a bus that is lost', () => {
  it('is back by itself, with subscriptions and responders', async () => {
    const one = await door();
    const heard: unknown[] = [];
    const states: string[] = [];
    one.onState((state) => states.push(state));
    one.subscribe('a', (message) => heard.push(message));
    one.respond('b', () => 'still here');
    await hub.close();
    await eventually(() => expect(states).toEqual(['lost']));
    expect(one.behindMs()).toBe(Number.POSITIVE_INFINITY);
    one.publish('a', 'to itself');
    hub = await serveBus({ path, onError });
    await eventually(() => expect(states).toEqual(['lost', 'back']));
    expect(one.behindMs()).toBeLessThan(PATIENCE_MS);
    hub.publish('a', 'again');
    expect(await hub.request('b', null, patient)).toBe('still here');
    expect(heard).toEqual(['to itself', 'again']);
  });

  it('is what a hub is that no longer answers, although its line stands', async () => {
    await hub.close();
    const mute: Socket[] = [];
    let answering = true;
    const server = createServer((socket) => {
      mute.push(socket);
      // The client's frames: a hello (15 bytes), then pings (15 bytes each).
      socket.on('data', (chunk) => {
        for (let at = 0; answering && at < chunk.length; at += 15)
          if (chunk[at + 4] === Kind.ping) socket.write(encodeFrame(Kind.pong, chunk.readUInt32LE(at + 5)));
      });
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const one = await door();
    const states: string[] = [];
    one.onState((state) => states.push(state));
    answering = false;
    const behindMs = one.behindMs();
    await eventually(() => expect(one.behindMs()).toBeGreaterThan(behindMs + 500));
    await eventually(() => expect(states).toEqual(['lost']));
    one.close();
    for (const socket of mute) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    hub = await serveBus({ path, onError });
  });

  it('is told at the start when nobody serves it, or another version', async () => {
    const nobody = connectBus({ path: join(folder, 'none.sock'), onError, timeoutMs: 50 });
    await expect(nobody).rejects.toMatchObject({ code: 'UNREACHABLE' });
    const other = createServer((socket) => {
      socket.resume().write(encodeFrame(Kind.refused, WIRE_VERSION + 1));
    });
    const otherPath = join(folder, 'other.sock');
    await new Promise<void>((resolve) => other.listen(otherPath, resolve));
    await expect(connectBus({ path: otherPath, onError })).rejects.toMatchObject({ code: 'OTHER_VERSION' });
    await new Promise((resolve) => other.close(resolve));
    await expect(serveBus({ path: `/tmp/${'x'.repeat(110)}`, onError })).rejects.toThrow(RangeError);
  });
});

describe('the hub', () => {
  const head = encodeFrame(Kind.hello, WIRE_VERSION);
  const rubbish: Record<string, Buffer[]> = {
    'no hello': [encodeFrame(Kind.subscribe, 0, 0, 'a')],
    'random bytes': [Buffer.alloc(64, 0xa5)],
    'a frame too long': [head, Buffer.from(Uint32Array.of(MAX_FRAME_BYTES + 1).buffer)],
    'a frame too short': [head, Buffer.from(Uint32Array.of(3).buffer)],
    'a subject beyond its frame': [head, Buffer.from('0b0000000600000000000000000900', 'hex')],
    'an unknown kind': [head, encodeFrame(99 as never)],
    'a malformed subject': [head, encodeFrame(Kind.publish, 0, 0, 'a..b', encodeMessage(1))],
    'a malformed pattern': [head, encodeFrame(Kind.subscribe, 0, 0, '>.a')],
    'a message that is none, for a room of its own': [
      head,
      encodeFrame(Kind.publish, 0, 0, 'own', Buffer.from('?')),
    ],
  };

  it.each(Object.keys(rubbish))('cuts off who sends %s, and goes on', async (name) => {
    const one = await door();
    hub.subscribe('own', () => {});
    const { closed } = await raw(...rubbish[name]!);
    await closed;
    await eventually(() => expect(errors.join()).toMatch(/cut off: it sent rubbish/));
    hub.respond('well', () => true);
    expect(await one.request('well', null, patient)).toBe(true);
  });

  it('tells a client of another version, and hears nothing of it', async () => {
    let heard = 0;
    hub.subscribe('a', () => heard++);
    const publish = encodeFrame(Kind.publish, 0, 0, 'a', encodeMessage(1));
    const { socket } = await raw(encodeFrame(Kind.hello, WIRE_VERSION + 1), publish);
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    expect([answer[4], answer.readUInt32LE(5)]).toEqual([Kind.refused, WIRE_VERSION]);
    expect(heard).toBe(0);
  });

  it('cuts off a reader that leaves too much unread, and no other', async () => {
    await hub.close();
    hub = await serveBus({ path, onError, maxUnreadBytes: 1_000_000 });
    const one = await door();
    const { socket } = await raw(head, encodeFrame(Kind.subscribe, 0, 0, 'a'));
    socket.pause();
    let heard = 0;
    one.subscribe('a', () => heard++);
    await inStep(one);
    const closed = eventually(() => expect(errors.join()).toMatch(/it reads too slowly/));
    for (let n = 1; !errors.join().includes('slowly'); n++) {
      hub.publish('a', Buffer.alloc(10_000));
      await eventually(() => expect(heard).toBe(n));
    }
    await closed;
    hub.publish('a', 'last');
    await inStep(one);
    expect(errors).toHaveLength(1);
  });

  it('cuts off a reader that reads nothing for long', async () => {
    const { socket } = await raw(head, encodeFrame(Kind.subscribe, 0, 0, 'a'));
    socket.pause();
    const one = await door();
    await inStep(one);
    hub.publish('a', Buffer.alloc(5_000_000));
    await eventually(() => expect(errors.join()).toMatch(/it does not read/));
  });
});
