import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { MqttStream } from './mqtt-stream.ts';

/** A WebSocket that keeps what it sends. */
class Kept extends EventEmitter {
  readonly sent: string[] = [];
  readyState: number = WebSocket.OPEN;
  send(chunk: Buffer, done: () => void): void {
    this.sent.push(chunk.toString());
    done();
  }
  terminate(): void {
    this.readyState = WebSocket.CLOSED;
  }
}

test('what was written before a stop is not sent after it', () => {
  const ws = new Kept();
  const stream = new MqttStream(
    ws as unknown as WebSocket,
    () => {},
    () => true,
  );
  let isFresh = true;
  stream.write('refused or taken');
  stream.sendOnlyWhile(() => isFresh);
  stream.write('news');
  stream.cork();
  stream.write('taken before the stop');
  isFresh = false;
  stream.uncork();
  expect(ws.sent).toEqual(['refused or taken', 'news']);
  expect([stream.destroyed, ws.readyState]).toEqual([true, WebSocket.CLOSED]);
});

test('the pieces of a packet are one message', () => {
  const ws = new Kept();
  const stream = new MqttStream(
    ws as unknown as WebSocket,
    () => {},
    () => true,
  );
  stream.cork();
  for (const piece of ['head', ' and', ' text']) stream.write(piece);
  stream.uncork();
  stream.write('the next');
  expect(ws.sent).toEqual(['head and text', 'the next']);
});
