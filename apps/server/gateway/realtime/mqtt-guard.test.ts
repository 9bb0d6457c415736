import fc from 'fast-check';
import mqttPacket from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { MqttPacketGuard } from './mqtt-guard.ts';

/** A SUBSCRIBE of one long topic. */
const packet = (topicBytes: number): Buffer =>
  mqttPacket.generate({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [{ topic: 't'.repeat(Math.max(1, topicBytes)), qos: 0 }],
  });
const ping = mqttPacket.generate({ cmd: 'pingreq' });
const free = () => true;

/** Feeds the bytes in chunks of the given sizes, repeated. */
function acceptsInChunks(guard: MqttPacketGuard, bytes: Buffer, sizes: readonly number[]): boolean {
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = sizes[n % sizes.length]!;
    if (guard.accept(bytes.subarray(at, at + size), free) !== 'taken') return false;
    at += size;
  }
  return true;
}

describe('MQTT packet guard', () => {
  it('accepts packets up to the limit and refuses longer ones, however they are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 }),
        (payloads, sizes) => {
          const packets = payloads.map(packet);
          const overhead = 5; // message id, topic length, QoS
          const allFit = payloads.every((bytes) => Math.max(1, bytes) + overhead <= 2_000);
          expect(acceptsInChunks(new MqttPacketGuard(2_000), Buffer.concat(packets), sizes)).toBe(allFit);
        },
      ),
    );
  });

  it('refuses a length of five bytes and an announced giant at its header', () => {
    const header = (maxPacketBytes: number, ...bytes: number[]) =>
      new MqttPacketGuard(maxPacketBytes).accept(Buffer.from(bytes), free);
    expect(header(2 ** 30, 0x82, 0x80, 0x80, 0x80, 0x80, 0x01)).toBe('malformed');
    expect(header(8_192, 0x82, 0xff, 0xff, 0x03)).toBe('malformed');
  });

  it('refuses every packet that a reader has no use for at its first byte', () => {
    const sends = Array.from({ length: 16 }, (_, type) => type).filter(
      (type) => new MqttPacketGuard(100).accept(Buffer.from([type << 4]), free) === 'taken',
    );
    expect(sends).toEqual([1, 8, 10, 12, 14]);
    expect(new MqttPacketGuard(100).accept(Buffer.from([3 << 4]), free)).toBe('publish');
    expect(new MqttPacketGuard(100).accept(Buffer.from([2 << 4]), free)).toBe('malformed');
  });

  it('follows packets without a body', () => {
    const guard = new MqttPacketGuard(10);
    expect(guard.accept(Buffer.concat([ping, ping, packet(5), ping]), free)).toBe('taken');
    expect(guard.accept(packet(50), free)).toBe('malformed');
  });

  it('charges each packet of a message, and a list of topics by its length', () => {
    const charged: number[] = [];
    const guard = new MqttPacketGuard(2_000);
    const note = (cost: number) => {
      charged.push(cost);
      return charged.length < 6;
    };
    const subscriptions = Array.from({ length: 100 }, () => ({ topic: 'a', qos: 0 as const }));
    const many = mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions });
    expect(guard.accept(Buffer.concat([ping, many, ping]), note)).toBe('taken');
    expect(charged).toEqual([1, 24 + 101, 1]);
    expect(guard.accept(Buffer.concat(Array(4_000).fill(ping)), note)).toBe('flood');
    expect(charged).toHaveLength(6);
  });
});
