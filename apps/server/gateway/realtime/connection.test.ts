import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type ClientSocket, Connection } from './connection.ts';
import { createCounters } from './counters.ts';
import { DEFAULT_SETTINGS } from './settings.ts';

/** A connection on a socket that notes what each of its packets held. */
function open() {
  const packets: string[][] = [];
  const socket = new Duplex({
    highWaterMark: 8,
    read() {},
    write(chunk: Buffer, _encoding, done) {
      packets.push([chunk.toString()]);
      done();
    },
    writev(chunks, done) {
      packets.push(chunks.map(({ chunk }) => String(chunk)));
      done();
    },
  });
  const ws = Object.assign(new EventEmitter(), { readyState: WebSocket.OPEN, connection: null });
  const connection = new Connection(
    ws as unknown as ClientSocket,
    socket,
    {
      limits: DEFAULT_SETTINGS,
      counters: createCounters(),
      refused() {},
      now: Date.now,
      allowance: { take: () => 'admitted', takeBytes: () => true } as never,
      onError(error) {
        throw error;
      },
    },
    { onMessage() {}, onMalformed() {}, onRateLimited() {}, onDrain() {}, onClose() {} },
  );
  return { connection, packets };
}

it('sends what is written together in one turn in one packet, in order', async () => {
  const { connection, packets } = open();
  connection.writeTogether(Buffer.from('ab'));
  await null;
  connection.writeTogether(Buffer.from('cd'));
  expect(packets).toEqual([]);
  await nextTurn();
  connection.writeTogether(Buffer.from('ef'));
  await nextTurn();
  expect(packets).toEqual([['ab', 'cd'], ['ef']]);
});

it('takes nothing more than the socket has room for, also before the packet leaves', async () => {
  const { connection, packets } = open();
  const taken = ['12345678', 'more'].map((text) => connection.writeTogether(Buffer.from(text)));
  expect(taken).toEqual([true, false]);
  await nextTurn();
  expect(packets.flat()).toEqual(['12345678']);
  expect(connection.writeTogether(Buffer.from('more'))).toBe(true);
});
