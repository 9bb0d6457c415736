import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inStep, useBus } from '../../../../tests/support/bus.ts';
import { eventually, PATIENCE_MS } from '../../../../tests/support/patience.ts';
import { FrameReader } from '../frames/frames.ts';
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
const bus = useBus();

describe('a bus over a socket', () => {
  it('carries what any process publishes to all matching subscribers of all', async () => {
    const [one, two] = [await bus.door(), await bus.door()];
    const heard: [string, string, unknown][] = [];
    const note = (who: string) => (message: unknown, subject: string) => heard.push([who, subject, message]);
    bus.hub.subscribe('a.*', note('hub'));
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
    bus.hub.publish('a.b', 2);
    await eventually(() => expect(heard).toHaveLength(8));
    for (const who of ['hub', 'one', 'one too', 'two'])
      expect(heard.filter(([by]) => by === who).map(([, , said]) => said)).toEqual([message, 2]);
  });

  it('sends a client nothing that it did not ask for', async () => {
    const { socket } = await bus.raw(
      encodeFrame(Kind.hello, WIRE_VERSION),
      encodeFrame(Kind.subscribe, 0, 0, 'mine.*'),
    );
    const read: Buffer[] = [];
    socket.on('data', (chunk) => read.push(chunk));
    const one = await bus.door();
    await inStep(one);
    one.publish('others.secret', 'x');
    bus.hub.publish('others.secret', 'x');
    bus.hub.publish('mine.now', 'y');
    const text = () => Buffer.concat(read).toString('latin1');
    await eventually(() => expect(text(), 'a subscriber to mine.* reads mine.now').toContain('mine.now'));
    expect(text()).not.toContain('others');
  });

  it('keeps the order of one publisher, also around its answers', async () => {
    const one = await bus.door();
    const heard: unknown[] = [];
    one.subscribe('n', (message) => heard.push(message));
    bus.hub.respond('last', () => {
      bus.hub.publish('n', 'before');
      return 'answer';
    });
    await inStep(one);
    for (let n = 0; n < 2_000; n++) bus.hub.publish('n', n);
    expect(await one.request('last', null, patient)).toBe('answer');
    expect(heard).toEqual([...Array.from({ length: 2_000 }, (_, n) => n), 'before']);
  });

  it('carries many messages together, each to those who asked for it, in order', async () => {
    const [one, two] = [await bus.door(), await bus.door()];
    const heard: [string, unknown][] = [];
    const note = (who: string) => (message: unknown, subject: string) =>
      heard.push([`${who} ${subject}`, message]);
    bus.hub.subscribe('a', note('hub'));
    one.subscribe('*', note('one'));
    two.subscribe('b', note('two'));
    await inStep(one, two);
    bus.hub.publish('a', 0);
    bus.hub.publishAll([
      ['a', 1],
      ['a', { n: 2n }],
      ['b', 3],
      ['nobody.hears', 4],
      ['a', 5],
    ]);
    bus.hub.publish('a', 6);
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
    const one = await bus.door();
    for (let look = 0; look < 3; look++) await inStep(one);
    const { socket } = await bus.raw(encodeFrame(Kind.hello, WIRE_VERSION));
    const [welcome, mark] = [await once(socket, 'data'), await once(socket, 'data')].map(
      ([chunk]) => chunk as Buffer,
    );
    expect([welcome![4], mark![4]]).toEqual([Kind.welcome, Kind.mark]);
  });

  it('marks its time less often for a client that is patient', async () => {
    const marks = async (isPatient: 0 | 1) => {
      const { socket } = await bus.raw(encodeFrame(Kind.hello, WIRE_VERSION, isPatient));
      let count = 0;
      const reader = new FrameReader(MAX_FRAME_BYTES);
      socket.on('data', (chunk: Buffer) => {
        reader.push(chunk, (kind) => {
          if (kind === Kind.mark) count += 1;
        });
      });
      return () => count;
    };
    const [often, seldom] = [await marks(0), await marks(1)];
    await eventually(() => expect(often()).toBeGreaterThanOrEqual(8));
    expect(seldom()).toBeGreaterThan(0);
    expect(seldom()).toBeLessThanOrEqual(often() / 2);
  });

  it('is not in step before the hub has taken a subscription in', async () => {
    await bus.hub.close();
    const asked = Promise.withResolvers<Socket>();
    // A hub that welcomes, answers the first ping, marks, and is slow to take in what comes then.
    const server = createServer((socket) => {
      socket.on('data', (chunk) => {
        if (chunk[4] === Kind.hello) socket.write(encodeFrame(Kind.pong, chunk.readUInt32LE(20)));
        else asked.resolve(socket);
      });
    });
    await new Promise<void>((resolve) => server.listen(bus.path, resolve));
    const one = await bus.door();
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
    bus.hub = await serveBus({ path: bus.path, onError: bus.onError });
  });

  it('stops sending at the end of the last subscription of a pattern', async () => {
    const one = await bus.door();
    const heard: string[] = [];
    const ends = ['x', 'y'].map((who) => one.subscribe('a', () => heard.push(who)));
    await inStep(one);
    bus.hub.publish('a', 1);
    await inStep(one);
    ends[0]!();
    ends[0]!();
    bus.hub.publish('a', 2);
    await inStep(one);
    ends[1]!();
    bus.hub.publish('a', 3);
    await inStep(one);
    expect(heard).toEqual(['x', 'y', 'y']);
  });

  it('leaves out what it cannot read, and goes on', async () => {
    const one = await bus.door();
    const heard: unknown[] = [];
    one.subscribe('a', (message) => heard.push(message));
    await inStep(one);
    const bad = encodeFrame(Kind.publish, 0, 0, 'a', Buffer.from('no message'));
    await bus.raw(encodeFrame(Kind.hello, WIRE_VERSION), bad);
    await eventually(() => expect(bus.errors).toHaveLength(1));
    bus.hub.publish('a', 1);
    await eventually(() => expect(heard).toEqual([1]));
  });
});

describe('requests over a socket', () => {
  it('are answered by the one responder, wherever it is', async () => {
    const [one, two] = [await bus.door(), await bus.door()];
    bus.hub.respond('of.hub', (n) => (n as bigint) * 2n);
    one.respond('of.one', async (n) => (n as bigint) * 3n);
    await inStep(one);
    expect(await two.request('of.hub', 5n, patient)).toBe(10n);
    expect(await two.request('of.one', 5n, patient)).toBe(15n);
    expect(await bus.hub.request('of.one', 5n, patient)).toBe(15n);
    expect(await bus.hub.request('of.hub', 5n, patient)).toBe(10n);
    expect(await one.request('of.one', 5n, patient)).toBe(15n);
  });

  it('fail with a code: nobody, in time, the line, the responder', async () => {
    const [one, two] = [await bus.door(), await bus.door()];
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
    for (const from of [two, bus.hub]) {
      expect(await code('nobody', PATIENCE_MS, from)).toBe('NOBODY_ANSWERS nobody answers nobody');
      expect(await code('never', 20, from)).toBe('TIMED_OUT never was not answered in time');
      expect(await code('throws', PATIENCE_MS, from)).toBe('FAILED its own words');
    }
    const waiting = [code('never'), code('never', PATIENCE_MS, bus.hub)];
    await inStep(two);
    one.close();
    for (const lost of await Promise.all(waiting)) expect(lost).toMatch(/^LOST /);
    await eventually(async () => expect(await code('never')).toMatch(/^NOBODY_ANSWERS/));
    const asked = code('of.hub');
    bus.hub.respond('of.hub', () => new Promise(() => {}));
    await bus.hub.close();
    expect(await asked).toMatch(/^(LOST|NOBODY_ANSWERS) /);
    await eventually(async () => expect(await code('of.hub')).toMatch(/^LOST /));
    bus.hub = await serveBus({ path: bus.path, onError: bus.onError });
  });

  it('bring a large state from the hub, which takes none so large itself', async () => {
    const one = await bus.door();
    const large = Buffer.alloc(MAX_FRAME_BYTES + 1, 7);
    bus.hub.respond('state', () => large);
    const state = await one.request('state', null, patient);
    expect(large.equals(state as Buffer)).toBe(true);
    await expect(one.request('state', large, patient)).rejects.toMatchObject({ code: 'LOST' });
    expect(bus.errors.join()).toMatch(/it sent rubbish: a frame of/i);
  });

  it('go to another process when it takes the subject over', async () => {
    const [one, two] = [await bus.door(), await bus.door()];
    const end = one.respond('a', () => 'one');
    await inStep(one);
    expect(await bus.hub.request('a', null, patient)).toBe('one');
    two.respond('a', () => 'two');
    await inStep(two);
    expect(await bus.hub.request('a', null, patient)).toBe('two');
    end();
    await inStep(one);
    expect(await bus.hub.request('a', null, patient)).toBe('two');
  });
});

describe('a bus that is lost', () => {
  it('is back by itself, with subscriptions and responders', async () => {
    const one = await bus.door();
    const heard: unknown[] = [];
    const states: string[] = [];
    one.onState((state) => states.push(state));
    one.subscribe('a', (message) => heard.push(message));
    one.respond('b', () => 'still here');
    await bus.hub.close();
    await eventually(() => expect(states).toEqual(['lost']));
    expect(one.behindMs()).toBe(Number.POSITIVE_INFINITY);
    one.publish('a', 'to itself');
    bus.hub = await serveBus({ path: bus.path, onError: bus.onError });
    await eventually(() => expect(states).toEqual(['lost', 'back']));
    expect(one.behindMs()).toBeLessThan(PATIENCE_MS);
    bus.hub.publish('a', 'again');
    expect(await bus.hub.request('b', null, patient)).toBe('still here');
    expect(heard).toEqual(['to itself', 'again']);
  });

  it('is what a hub is that no longer answers, although its line stands', async () => {
    await bus.hub.close();
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
    await new Promise<void>((resolve) => server.listen(bus.path, resolve));
    const one = await bus.door();
    const states: string[] = [];
    one.onState((state) => states.push(state));
    answering = false;
    const behindMs = one.behindMs();
    await eventually(() => expect(one.behindMs()).toBeGreaterThan(behindMs + 500));
    await eventually(() => expect(states).toEqual(['lost']));
    one.close();
    for (const socket of mute) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    bus.hub = await serveBus({ path: bus.path, onError: bus.onError });
  });

  it('is told at the start when nobody serves it, or another version', async () => {
    const nobody = connectBus({ path: join(bus.folder, 'none.sock'), onError: bus.onError, timeoutMs: 50 });
    await expect(nobody).rejects.toMatchObject({ code: 'UNREACHABLE' });
    const other = createServer((socket) => {
      socket.resume().write(encodeFrame(Kind.refused, WIRE_VERSION + 1));
    });
    const otherPath = join(bus.folder, 'other.sock');
    await new Promise<void>((resolve) => other.listen(otherPath, resolve));
    await expect(connectBus({ path: otherPath, onError: bus.onError })).rejects.toMatchObject({
      code: 'OTHER_VERSION',
    });
    await new Promise((resolve) => other.close(resolve));
    await expect(serveBus({ path: `/tmp/${'x'.repeat(110)}`, onError: bus.onError })).rejects.toThrow(
      RangeError,
    );
  });
});
