import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { connectPacket, packetReader, pingPacket, subscribePacket } from './mqtt-packets.ts';

interface Parser {
  on(event: 'packet', listener: (packet: Readonly<Record<string, unknown>>) => void): void;
  parse(bytes: Buffer): void;
}
const mqttPacket = createRequire(import.meta.url)('mqtt-packet') as {
  parser(): Parser;
  generate(packet: object): Buffer;
};

/** Reads bytes as brokers do. */
function readByBroker(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const found: Readonly<Record<string, unknown>>[] = [];
  const parser = mqttPacket.parser();
  parser.on('packet', (packet) => found.push(packet));
  parser.parse(Buffer.from(bytes));
  expect(found).toHaveLength(1);
  return found[0]!;
}

it('writes what a broker reads', () => {
  const token = 'ü'.repeat(120);
  const connect = readByBroker(connectPacket('17', token, 5));
  expect(connect).toMatchObject({ cmd: 'connect', clean: true, keepalive: 5, username: '17', clientId: '' });
  expect(String(connect.password)).toBe(token);
  expect(readByBroker(subscribePacket('abc'))).toMatchObject({
    cmd: 'subscribe',
    subscriptions: [{ topic: 'abc', qos: 0 }],
  });
  expect(readByBroker(pingPacket())).toMatchObject({ cmd: 'pingreq' });
});

it('reads what a broker writes, in whichever pieces it comes', () => {
  const payload = JSON.stringify({ text: '測試'.repeat(200) });
  const bytes = Buffer.concat([
    mqttPacket.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }),
    mqttPacket.generate({ cmd: 'suback', messageId: 1, granted: [0] }),
    mqttPacket.generate({ cmd: 'publish', topic: 'abc', payload, qos: 0, retain: false, dup: false }),
    mqttPacket.generate({ cmd: 'pingresp' }),
  ]);
  const expected = [
    { type: 'connected', accepted: true },
    { type: 'subscribed', accepted: true },
    { type: 'message', topic: 'abc', payload },
    { type: 'pong' },
  ];
  for (const size of [1, 3, 7, 1_000_000]) {
    const read = packetReader();
    const found = [];
    for (let at = 0; at < bytes.length; at += size) found.push(...read(bytes.subarray(at, at + size)));
    expect(found, `in pieces of ${size}`).toEqual(expected);
  }
});

it('hears a refusal, and gives up on what is no packet', () => {
  const read = packetReader();
  const refused = mqttPacket.generate({ cmd: 'connack', returnCode: 4, sessionPresent: false });
  expect(read(refused)).toEqual([{ type: 'connected', accepted: false }]);
  expect(read(mqttPacket.generate({ cmd: 'suback', messageId: 1, granted: [128] }))).toEqual([
    { type: 'subscribed', accepted: false },
  ]);
  expect(() => packetReader()(Uint8Array.from([0x30, 0xff, 0xff, 0xff, 0xff, 0xff, 1]))).toThrow('malformed');
});
