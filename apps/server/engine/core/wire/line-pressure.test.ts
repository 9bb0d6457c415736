import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AppliedCommand,
  type Committed,
  type CommittedBatch,
  type Engine,
  type EngineStatus,
  JournalError,
  type JournalErrorCode,
  type Submission,
} from '@candor/journal';
import type { Command } from '@candor/kernel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeCore } from '../../../../../tests/support/fake-core.ts';
import { eventually } from '../../../../../tests/support/patience.ts';
import { firstUserId, houseUserId, limitOrder, submission } from '../../../../../tools/workload/exchange.ts';
import { FrameReader } from '../../../base/frames/frames.ts';
import { liveQueries } from '../../../program/subjects/live-queries.ts';
import { connectCore, type RemoteCore } from './connect.ts';
import { fromCore, monotonicMs, readJson, toCore, WIRE_VERSION, writeJson } from './messages.ts';
import { FrameSender } from './sender.ts';
import { type ServedCore, type ServeTuning, serveCore } from './serve.ts';

const order = submission(firstUserId, limitOrder(1, 'buy', 900_000, 10));
const done: Committed = {
  seq: 5,
  timeMs: 1_000,
  outcome: { ok: false, code: 'UNKNOWN_SYMBOL' },
};

/** An engine whose results the test controls. */
class StubEngine {
  readonly calls: { first: boolean; submission: Submission; resolve: () => void }[] = [];
  refusal: Error | null = null;
  current: EngineStatus = {
    state: 'ready',
    reason: null,
    appliedSeq: 4,
    committedSeq: 4,
    epoch: 1,
    queuedCommands: 0,
    headHash: 'ab'.repeat(32),
    kernelVersion: 'stub',
  };
  private readonly committed = new Set<(batch: CommittedBatch) => void>();
  private readonly states = new Set<() => void>();

  submit = (given: Submission) => this.take(false, given);
  submitFirst = (given: Submission) => this.take(true, given);
  status = () => this.current;
  read = async (read: (view: never) => unknown) => {
    if (this.refusal !== null) throw this.refusal;
    return read({ mode: 'practice' } as never);
  };
  onCommitted = (listener: (batch: CommittedBatch) => void) => {
    this.committed.add(listener);
    return () => this.committed.delete(listener);
  };
  onState = (listener: () => void) => {
    this.states.add(listener);
    return () => this.states.delete(listener);
  };

  become(state: EngineStatus['state'], reason: string | null): void {
    this.current = { ...this.current, state, reason };
    for (const listener of this.states) listener();
  }

  commit(seq: number, hash = 'cd'.repeat(32), bodies: readonly Command[] = []): void {
    const commands = bodies.map((body, index): AppliedCommand => {
      const stamp = { seq: seq + index, timeMs: 1_000, userId: 0 };
      const envelope = { ...stamp, key: null, bodyHash: null, body };
      return { stamp, envelope, outcome: done.outcome, events: [] };
    });
    const lastSeq = seq + bodies.length - 1;
    for (const listener of this.committed) listener({ batchNo: seq, firstSeq: seq, lastSeq, hash, commands });
  }

  private take(first: boolean, given: Submission): Promise<Committed> {
    if (this.refusal !== null) return Promise.reject(this.refusal);
    return new Promise((resolve) => {
      this.calls.push({ first, submission: given, resolve: () => resolve(done) });
    });
  }
}

let folder: string;
let path: string;
let engine: StubEngine;
let served: ServedCore | null;
let lines: RemoteCore[];
let logged: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'line-'));
  path = join(folder, 'core.sock');
  engine = new StubEngine();
  served = null;
  lines = [];
  logged = [];
});

afterEach(async () => {
  await Promise.all(lines.map((line) => line.close()));
  await served?.close();
  await rm(folder, { recursive: true, force: true });
});

async function serve(tuning: Partial<ServeTuning> = {}): Promise<void> {
  served = await serveCore(engine as unknown as Engine, {
    path,
    houseUserId,
    tuning,
    queries: liveQueries,
    log: (line) => logged.push(line),
  });
}

async function line(
  role: 'door' | 'recorder' | 'house' | 'jobs' | 'console' = 'door',
  silentMs = 30_000,
  signal?: AbortSignal,
): Promise<RemoteCore> {
  const opened = await connectCore({
    path,
    role,
    silentMs,
    retryMs: 10,
    ...(signal === undefined ? {} : { signal }),
  });
  lines.push(opened);
  return opened;
}

describe('the line', () => {
  test('carries every error of the journal by its code', async () => {
    await serve();
    const door = await line();
    const codes: JournalErrorCode[] = [
      'NOT_READY',
      'OVERLOADED',
      'TOO_LATE',
      'NOT_COMMITTED',
      'OUTCOME_UNKNOWN',
    ] as const;
    for (const code of codes) {
      engine.refusal = new JournalError(code, `It is ${code}.`);
      const error = await door.submit(order).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(JournalError);
      expect(error).toMatchObject({ code, message: `It is ${code}.` });
      await expect(door.ask('journalMode')).rejects.toMatchObject({ code });
    }
  });

  test('hands on all that a submission says', async () => {
    await serve();
    const house = await line('house');
    const given: Submission = {
      ...submission(houseUserId, { type: 'massQuote', symbolId: 1, expiresTickNo: 99, levels: [] }, 'a key'),
      notAfterMs: 1_700_000_000_123,
    };
    const placed = house.submit(given);
    await eventually(() => expect(engine.calls).toHaveLength(1));
    // The bytes of quotes in a row depend on the stamp, so they cannot be reused.
    expect(engine.calls[0]?.submission).toEqual({ ...given, packed: null });
    engine.calls[0]?.resolve();
    await placed;
  });

  test('tells the jobs of batches with the next status or answer', async () => {
    await serve({ beatMs: 60_000 });
    const [door, patient] = [await line(), await line('jobs')];
    const heard: Record<string, number[]> = { door: [], patient: [] };
    door.onCommitted(({ batchNo }) => heard.door?.push(batchNo));
    patient.onCommitted(({ batchNo }) => heard.patient?.push(batchNo));
    // the first one comes with a status, which was due
    engine.commit(4);
    await eventually(() => expect(heard).toEqual({ door: [4], patient: [4] }));
    for (const batchNo of [5, 6, 7]) engine.commit(batchNo);
    await eventually(() => expect(heard.door).toEqual([4, 5, 6, 7]));
    // an answer to the door shows that the core has written all that does not wait
    await door.ask('journalMode');
    expect(heard.patient).toEqual([4]);
    await patient.ask('journalMode');
    expect(heard.patient).toEqual([4, 5, 6, 7]);

    engine.commit(8);
    engine.become('ready', 'a status');
    await eventually(() => expect(heard.patient).toEqual([4, 5, 6, 7, 8]));
  });

  test('tells the console of acts at once, and of ticks and quotes alone with the next status or answer', async () => {
    await serve({ beatMs: 60_000 });
    const [door, console] = [await line(), await line('console')];
    const heard: number[] = [];
    console.onCommitted(({ batchNo }) => heard.push(batchNo));
    const tick: Command = { type: 'indexTick', tickNo: 1, quotes: [] };
    const quotes: Command = { type: 'massQuote', symbolId: 1, levels: [] };
    // the first one comes with a status, which was due
    engine.commit(4, undefined, [tick]);
    await eventually(() => expect(heard).toEqual([4]));
    engine.commit(5, undefined, [tick]);
    engine.commit(6, undefined, [quotes, { ...quotes, type: 'perpetualMassQuote' }]);
    await door.ask('journalMode');
    expect(heard).toEqual([4]);
    engine.commit(8, undefined, [tick, { type: 'tick' }]);
    await eventually(() => expect(heard).toEqual([4, 5, 6, 8]));
    engine.commit(10, undefined, [quotes]);
    await console.ask('journalMode');
    expect(heard).toEqual([4, 5, 6, 8, 10]);
  });

  test('lets the recorder’s ticks go first', async () => {
    await serve();
    const recorder = await line('recorder');
    const door = await line('door');
    const answers = [
      door.submit(order),
      recorder.submit(submission(0, { type: 'indexTick', tickNo: 1, quotes: [] })),
    ];
    await eventually(() => expect(engine.calls).toHaveLength(2));
    for (const call of engine.calls) {
      expect(call.first).toBe(call.submission.body.type === 'indexTick');
      call.resolve();
    }
    expect(await Promise.all(answers)).toEqual([done, done]);
  });

  test('lets users wait for the ticks of a downtime', async () => {
    await serve({ ticksFirstMs: 3_600_000 });
    const recorder = await line('recorder');
    const door = await line('door');
    const house = await line('house');
    const tick = submission(0, { type: 'indexTick', tickNo: 1, quotes: [] });
    const types = () => engine.calls.map((call) => call.submission.body.type);
    const downtime = async () => {
      engine.calls.length = 0;
      const ordered = door.submit(order);
      // The house's commands are not delayed: it lists a market before the market has any price.
      const listed = house.submit(submission(0, { type: 'setFees', makerPpm: 1, takerPpm: 1 }));
      await eventually(() => expect(types()).toEqual(['setFees']));
      expect(await door.ask('journalMode')).toBe('practice');
      expect(types()).toEqual(['setFees']);
      const ticked = recorder.submit(tick);
      await eventually(() => expect(types()).toEqual(['setFees', 'indexTick', 'placeOrder']));
      for (const call of engine.calls) call.resolve();
      await Promise.all([ordered, listed, ticked]);
    };
    await downtime();
    engine.become('recovering', 'PostgreSQL is gone');
    engine.become('ready', null);
    await downtime();
    // Later orders do not wait.
    engine.calls.length = 0;
    const placed = door.submit(order);
    await eventually(() => expect(types()).toEqual(['placeOrder']));
    engine.calls[0]?.resolve();
    await placed;
  });

  test('lets users wait no longer than it should for a recorder that does not come', async () => {
    await serve({ ticksFirstMs: 50 });
    const door = await line('door');
    const placed = door.submit(order);
    await eventually(() => expect(engine.calls).toHaveLength(1));
    engine.calls[0]?.resolve();
    expect(await placed).toEqual(done);
  });

  test('says at once how the journal is', async () => {
    await serve({ beatMs: 3_600_000 });
    const door = await line();
    engine.become('recovering', 'PostgreSQL is gone');
    await eventually(() =>
      expect(door.status()).toMatchObject({ state: 'recovering', reason: 'PostgreSQL is gone' }),
    );
    engine.become('ready', null);
    await eventually(() => expect(door.status()).toMatchObject({ state: 'ready', reason: null }));
    engine.commit(9);
    await eventually(() =>
      expect(door.status()).toMatchObject({ committedSeq: 8, headHash: 'cd'.repeat(32) }),
    );
  });

  test('refuses what is too much in time, and takes more when there is room', async () => {
    await serve({ maxInFlight: 3 });
    const door = await line();
    const placed = [door.submit(order), door.submit(order), door.submit(order)];
    await expect(door.submit(order)).rejects.toMatchObject({ code: 'OVERLOADED' });
    await expect(door.ask('journalMode')).rejects.toMatchObject({ code: 'OVERLOADED' });
    await eventually(() => expect(engine.calls).toHaveLength(3));
    for (const call of engine.calls) call.resolve();
    await Promise.all(placed);
    expect(await door.ask('journalMode')).toBe('practice');
  });

  test('cuts off who does not read, and serves the others', async () => {
    await serve({ maxUnreadBytes: 50_000, beatMs: 3_600_000 });
    const door = await line();
    const slow = await line();
    const socket = (slow as unknown as { socket: Socket }).socket;
    socket.pause();
    let heard = 0;
    door.onCommitted(() => heard++);
    const cut = () => logged.some((words) => words.includes('reads too slowly'));
    let seq = 5;
    while (!cut()) {
      for (let batch = 0; batch < 100; batch++) engine.commit(++seq);
      await eventually(() => expect(heard).toBe(seq - 5));
    }
    expect(served?.roles()).toHaveLength(1);
    const placed = door.submit(order);
    await eventually(() => expect(engine.calls).toHaveLength(1));
    engine.calls[0]?.resolve();
    expect(await placed).toEqual(done);
  });

  test('cuts off who does not say who it is', async () => {
    await serve({ helloMs: 20 });
    const socket = connect(path);
    await new Promise((resolve) => socket.on('close', resolve));
    expect(logged.join()).toContain('did not say in time');
  });
});

describe('a core that is heard', () => {
  const status: EngineStatus = new StubEngine().current;
  const welcome = (sender: FrameSender) =>
    sender.send(fromCore.welcome, writeJson({ status, saidMs: monotonicMs(), maxInFlight: 5 }));

  test('late counts as lost until it is heard in time again', async () => {
    const core = new FakeCore(path, welcome);
    await core.listen();
    const door = await line('door', 200);
    const states: string[] = [];
    door.onState((state) => states.push(state));
    const why = () => door.status().reason;
    await eventually(() => expect(why()).toContain('not been heard'));
    expect(door.status().state).toBe('recovering');
    // A status that waited in the socket while this process was stopped is not fresh.
    core.senders[0]?.send(fromCore.status, writeJson({ status, saidMs: monotonicMs() - 3_600_000 }));
    await eventually(() => expect(why()).toMatch(/for 36\d\d s/));
    expect(states).not.toContain('back');
    core.senders[0]?.send(fromCore.status, writeJson({ status, saidMs: monotonicMs() + 3_600_000 }));
    await eventually(() => expect(states.at(-1)).toBe('back'));
    expect(door.status().state).toBe('ready');
    await core.close();
  });

  test('talking rubbish is left and found again', async () => {
    const core = new FakeCore(path, welcome);
    await core.listen();
    const door = await line();
    const states: string[] = [];
    door.onState((state) => states.push(state));
    core.senders[0]?.send(99, Buffer.from('?'));
    await eventually(() => expect(states).toEqual(['lost', 'back']));
    core.sockets[1]?.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 1]));
    await eventually(() => expect(states).toEqual(['lost', 'back', 'lost', 'back']));
    await core.close();
  });

  test('speaking another version is an error that says so', async () => {
    const message = 'The core speaks version 99 of the line, and this process version 1.';
    const core = new FakeCore(path, (sender) => {
      sender.send(fromCore.refused, writeJson({ code: 'WIRE_VERSION', message }));
      setImmediate(() => core.sockets.at(-1)?.end());
    });
    await core.listen();
    await expect(line()).rejects.toMatchObject({ code: 'WIRE_VERSION', message });
    expect(core.hellos).toEqual([{ wire: WIRE_VERSION, role: 'door', events: true }]);
    await core.close();
  });

  test('refuses a process of another version', async () => {
    await serve();
    const socket = connect(path);
    const sender = new FrameSender(socket);
    const heard: { kind: number; said: unknown }[] = [];
    const reader = new FrameReader(1 << 20);
    socket.on('data', (chunk) =>
      reader.push(chunk, (kind, body) => heard.push({ kind, said: readJson(body) })),
    );
    const closed = new Promise((resolve) => socket.on('close', resolve));
    sender.send(toCore.hello, Buffer.from('{"wire":99,"role":"a role of tomorrow"}'));
    await closed;
    expect(heard).toMatchObject([{ kind: fromCore.refused, said: { code: 'WIRE_VERSION' } }]);
  });

  test('outlives connections that it cannot accept', async () => {
    await serve();
    const { server } = served as unknown as { readonly server: Server };
    for (const message of ['accept EMFILE', 'accept ENFILE']) server.emit('error', new Error(message));
    expect(logged).toEqual([
      'a connection was not accepted: accept EMFILE',
      'a connection was not accepted: accept ENFILE',
    ]);
    expect((await line()).status().state).toBe('ready');
  });
});
