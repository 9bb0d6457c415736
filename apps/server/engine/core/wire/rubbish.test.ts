import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ByteWriter, type Command, encodeUnstamped } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CoreStage } from '../../../../../tests/support/core-line.ts';
import { eventually } from '../../../../../tests/support/patience.ts';
import { firstUserId, houseUserId, limitOrder, submission } from '../../../../../tools/workload/exchange.ts';
import { Random } from '../../../../../tools/workload/random.ts';
import { FrameReader, FrameWriter } from '../../../base/frames/frames.ts';
import type { LineError } from './line-error.ts';
import { fromCore, readError, toCore, WIRE_VERSION, writeAsk, writeJson, writeSubmit } from './messages.ts';
import type { LineRole } from './roles.ts';

let stage: CoreStage;

beforeAll(async () => {
  stage = await CoreStage.open();
});

afterAll(() => stage.close());

/** A client of the core that sends arbitrary data. */
class Stranger {
  readonly socket: Socket;
  readonly heard: { kind: number; body: Buffer }[] = [];
  readonly closed: Promise<unknown>;

  constructor() {
    this.socket = connect(stage.path);
    const reader = new FrameReader(1 << 24);
    this.socket.on('data', (chunk) =>
      reader.push(chunk, (kind, body) => this.heard.push({ kind, body: Buffer.from(body) })),
    );
    this.socket.on('error', () => {});
    this.closed = once(this.socket, 'close');
  }

  say(kind: number, body: Uint8Array): this {
    const writer = new FrameWriter();
    writer.frame(kind, body);
    this.socket.write(writer.take());
    return this;
  }

  hello(role: LineRole): this {
    return this.say(toCore.hello, writeJson({ wire: WIRE_VERSION, role, events: false }));
  }

  /** Waits for a frame of this kind. */
  hear(kind: number): Promise<Buffer> {
    return eventually(() => {
      const frame = this.heard.find((one) => one.kind === kind);
      if (frame === undefined) throw new Error(`nothing of kind ${kind} yet`);
      return frame.body;
    });
  }
}

const order = submission(firstUserId, limitOrder(1, 'buy', 900_000, 10));

/** Verifies that the core still serves another process. */
async function coreGoesOn(): Promise<void> {
  const door = await stage.connect('door');
  const { outcome } = await door.submit(order);
  expect(outcome.ok).toBe(true);
  expect(stage.engine.status().state).toBe('ready');
  await door.close();
}

describe('rubbish', () => {
  const kinds: Record<string, (stranger: Stranger) => void> = {
    'bytes that are nothing': ({ socket }) => socket.write(Buffer.alloc(64, 0xff)),
    'a web request': ({ socket }) => socket.write('GET / HTTP/1.1\r\nhost: core\r\n\r\n'),
    'a frame of no length': ({ socket }) => socket.write(Buffer.alloc(8)),
    'an act before the hello': (stranger) => stranger.say(toCore.submit, writeSubmit(1, order)),
    'a hello that is no text': (stranger) => stranger.say(toCore.hello, Buffer.from([0xff, 0])),
    'a hello that says nothing': (stranger) => stranger.say(toCore.hello, Buffer.from('null')),
    'a hello of no known role': (stranger) =>
      stranger.say(toCore.hello, Buffer.from(`{"wire":${WIRE_VERSION},"role":"king"}`)),
    'a second hello': (stranger) => stranger.hello('door').hello('recorder'),
    'a kind that is none': (stranger) => stranger.hello('door').say(77, Buffer.from('?')),
    'a frame as long as memory': (stranger) => {
      stranger.hello('door').socket.write(Buffer.from([0xff, 0xff, 0xff, 0x7f, toCore.submit]));
    },
    'a command of no known code': (stranger) =>
      stranger.hello('door').say(toCore.submit, Buffer.from([1, 0, 30, 1, 2, 3])),
    'a command that ends early': (stranger) =>
      stranger.hello('door').say(toCore.submit, writeSubmit(1, order).subarray(0, -2)),
    'a command with more behind it': (stranger) =>
      stranger.hello('door').say(toCore.submit, Buffer.concat([writeSubmit(1, order), Buffer.from([0])])),
    'a command that claims its number': (stranger) => {
      const bytes = Buffer.from(encodeUnstamped(order));
      bytes[0] = (bytes[0] as number) | 64;
      stranger.hello('door').say(toCore.submit, Buffer.concat([Buffer.from([1, 0]), bytes]));
    },
    'a question without a name': (stranger) => stranger.hello('door').say(toCore.ask, Buffer.from([1])),
  };

  for (const [name, say] of Object.entries(kinds))
    test(`cuts off who sends ${name}`, async () => {
      const stranger = new Stranger();
      say(stranger);
      await stranger.closed;
      await coreGoesOn();
    });

  test('of any kind leaves the core as it is', async () => {
    const journaled = stage.engine.status().committedSeq;
    const command = Buffer.from(writeSubmit(5, order));
    const question = writeAsk(6, 'journalMode', []);
    for (let seed = 1; seed <= 150; seed++) {
      const random = new Random(seed);
      const stranger = new Stranger();
      if (random.chance(0.8)) stranger.hello(random.pick<LineRole>(['door', 'console', 'history']));
      for (let frames = random.int(1, 6); frames > 0; frames--) {
        const body = Buffer.from(random.pick([command, question]));
        for (let flips = random.int(0, 5); flips > 0; flips--)
          body[random.int(0, body.length - 1)] = random.int(0, 255);
        const cut = body.subarray(0, random.chance(0.2) ? random.int(0, body.length) : body.length);
        stranger.say(random.pick([toCore.submit, toCore.ask, random.int(0, 255)]), cut);
      }
      if (random.chance(0.3)) stranger.socket.write(Buffer.from([random.int(0, 255), 0, 0]));
      stranger.socket.end();
      await stranger.closed;
    }
    await coreGoesOn();
    // A changed byte may turn the order into another order of a user; no other command can have entered.
    for await (const { commands } of stage.engine.replay(journaled))
      for (const { envelope } of commands) {
        expect(envelope.userId).toBeGreaterThan(0);
        expect(envelope.userId).not.toBe(houseUserId);
      }
  });
});

describe('a question that makes no sense', () => {
  const refused = async (body: Uint8Array): Promise<LineError> => {
    const stranger = new Stranger().hello('door').say(toCore.ask, body);
    const { requestNo, error } = readError(await stranger.hear(fromCore.error));
    expect(requestNo).toBe(9);
    stranger.socket.destroy();
    return error as LineError;
  };

  test('is answered with an error', async () => {
    for (const name of ['', 'nothing', 'toString', '__proto__', 'constructor'])
      expect(await refused(writeAsk(9, name, []))).toMatchObject({ code: 'UNKNOWN_QUERY' });
  });

  test('is answered with an error when its arguments are none', async () => {
    const writer = new ByteWriter();
    writer.count(9);
    writer.text('journalMode');
    writer.raw(Buffer.alloc(9_000, 7));
    expect(await refused(writer.finish())).toMatchObject({ code: 'QUERY_FAILED' });
    const nested = new ByteWriter();
    nested.count(9);
    nested.text('journalMode');
    for (let depth = 0; depth < 7_000; depth++) {
      nested.byte(7);
      nested.count(1);
    }
    expect(await refused(nested.finish())).toMatchObject({ code: 'QUERY_FAILED' });
    await coreGoesOn();
  });
});

describe('a process that oversteps its role', () => {
  const tick: Command = { type: 'indexTick', tickNo: 1, quotes: [] };
  const cases: [string, LineRole, number, Command][] = [
    ['a tick by a door', 'door', 0, tick],
    ['a tick in a user’s name', 'door', firstUserId, tick],
    ['the system’s act by a door', 'door', 0, limitOrder(1, 'buy', 1, 1)],
    ['the house’s order by a door', 'door', houseUserId, limitOrder(1, 'buy', 900_000, 10)],
    ['the house’s quotes by a door', 'door', houseUserId, { type: 'massQuote', symbolId: 1, levels: [] }],
    ['a tick by the house', 'house', 0, tick],
    ['an order of a user by the house', 'house', firstUserId, limitOrder(1, 'buy', 900_000, 10)],
    ['an order by the recorder', 'recorder', firstUserId, limitOrder(1, 'buy', 900_000, 10)],
    ['an order by the console', 'console', firstUserId, limitOrder(1, 'buy', 900_000, 10)],
    ['a state of a symbol by the console', 'console', 0, { type: 'tick' }],
    ['an order by history', 'history', firstUserId, limitOrder(1, 'buy', 900_000, 10)],
  ];

  for (const [name, role, userId, body] of cases)
    test(`is refused: ${name}`, async () => {
      const line = await stage.connect(role);
      const before = stage.engine.status().appliedSeq;
      await expect(line.submit(submission(userId, body))).rejects.toMatchObject({ code: 'NOT_PERMITTED' });
      expect(stage.engine.status().appliedSeq).toBe(before);
      // The connection stays open: the process gets the error and may send what its role allows.
      expect(await line.ask('journalMode')).toBe('practice');
    });
});
