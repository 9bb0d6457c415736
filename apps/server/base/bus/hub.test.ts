import { describe, expect, it } from 'vitest';
import { inStep, useBus } from '../../../../tests/support/bus.ts';
import { eventually, PATIENCE_MS } from '../../../../tests/support/patience.ts';
import { encodeFrame, encodeMessage, Kind, MAX_FRAME_BYTES, WIRE_VERSION } from './frames.ts';
import { serveBus } from './index.ts';

const patient = { timeoutMs: PATIENCE_MS };
const bus = useBus();

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
    const one = await bus.door();
    bus.hub.subscribe('own', () => {});
    const { closed } = await bus.raw(...rubbish[name]!);
    await closed;
    await eventually(() => expect(bus.errors.join()).toMatch(/cut off: it sent rubbish/));
    bus.hub.respond('well', () => true);
    expect(await one.request('well', null, patient)).toBe(true);
  });

  it('tells a client of another version, and hears nothing of it', async () => {
    let heard = 0;
    bus.hub.subscribe('a', () => heard++);
    const publish = encodeFrame(Kind.publish, 0, 0, 'a', encodeMessage(1));
    const { socket } = await bus.raw(encodeFrame(Kind.hello, WIRE_VERSION + 1), publish);
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    expect([answer[4], answer.readUInt32LE(5)]).toEqual([Kind.refused, WIRE_VERSION]);
    expect(heard).toBe(0);
  });

  it('cuts off a reader that leaves too much unread, and no other', async () => {
    await bus.hub.close();
    bus.hub = await serveBus({ path: bus.path, onError: bus.onError, maxUnreadBytes: 1_000_000 });
    const one = await bus.door();
    const { socket } = await bus.raw(head, encodeFrame(Kind.subscribe, 0, 0, 'a'));
    socket.pause();
    let heard = 0;
    one.subscribe('a', () => heard++);
    await inStep(one);
    // few large messages: one that reads nothing for five seconds is cut off for that
    for (let n = 1; bus.errors.length === 0; n++) {
      bus.hub.publish('a', Buffer.alloc(200_000));
      await eventually(() => expect(heard).toBe(n));
    }
    expect(bus.errors.join()).toMatch(/it reads too slowly/);
    bus.hub.publish('a', 'last');
    await inStep(one);
    expect(bus.errors).toHaveLength(1);
  });

  it('cuts off a reader that reads nothing for long', async () => {
    const { socket } = await bus.raw(head, encodeFrame(Kind.subscribe, 0, 0, 'a'));
    socket.pause();
    const one = await bus.door();
    await inStep(one);
    bus.hub.publish('a', Buffer.alloc(5_000_000));
    await eventually(() => expect(bus.errors.join()).toMatch(/it does not read/));
  });
});
