import fc from 'fast-check';
import mqttPacket from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { MqttPacketGuard } from './mqtt-guard.ts';

const publish = (payloadBytes: number): Buffer =>
  mqttPacket.generate({
    cmd: 'publish',
    topic: 't',
    payload: Buffer.alloc(payloadBytes),
    qos: 0,
    dup: false,
    retain: false,
  });

/** Feeds the bytes in chunks of the given sizes, repeated. */
function acceptsInChunks(guard: MqttPacketGuard, bytes: Buffer, sizes: readonly number[]): boolean {
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = sizes[n % sizes.length]!;
    if (!guard.accept(bytes.subarray(at, at + size))) return false;
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
          const packets = payloads.map(publish);
          const overhead = 3; // topic length and topic
          const allFit = payloads.every((bytes) => bytes + overhead <= 2_000);
          expect(acceptsInChunks(new MqttPacketGuard(2_000), Buffer.concat(packets), sizes)).toBe(allFit);
        },
      ),
    );
  });

  it('refuses a length of five bytes and an announced giant at its header', () => {
    expect(new MqttPacketGuard(2 ** 30).accept(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]))).toBe(
      false,
    );
    expect(new MqttPacketGuard(8_192).accept(Buffer.from([0x30, 0xff, 0xff, 0x03]))).toBe(false);
  });

  it('follows packets without a body', () => {
    const guard = new MqttPacketGuard(10);
    const ping = mqttPacket.generate({ cmd: 'pingreq' });
    expect(guard.accept(Buffer.concat([ping, ping, publish(5), ping]))).toBe(true);
    expect(guard.accept(publish(50))).toBe(false);
  });
});
