/**
 * A process of WebSocket clients for the fan-out bench: opens sockets by hand (a real client would spend more than the
 * server that is measured), counts what comes, and measures how old each chunk's first message is.
 */
import { connect, type Socket } from 'node:net';
import process from 'node:process';

export type ToSink =
  | { readonly op: 'open'; readonly port: number; readonly count: number; readonly hello: string | null }
  | { readonly op: 'stall'; readonly count: number }
  | { readonly op: 'ages' };

export type FromSink =
  | { readonly type: 'opened' }
  | { readonly type: 'bytes'; readonly bytes: number }
  | { readonly type: 'ages'; readonly ages: readonly number[]; readonly closed: number };

/** A message carries its sending time in microseconds of the monotonic clock behind this marker, 16 digits. */
export const TIME_MARKER = '"t":"';

const HANDSHAKE =
  'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

const sockets: Socket[] = [];
let bytes = 0;
let closed = 0;
let ages: number[] = [];

const tell = (message: FromSink): void => {
  if (process.connected) process.send?.(message, () => {});
};

/** A masked text frame of fewer than 65,536 bytes, with the mask 0. */
function clientFrame(text: string): Buffer {
  const { length } = text;
  const header = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([...header, 0, 0, 0, 0]), Buffer.from(text)]);
}

function open(port: number, hello: string | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET /ws/sink HTTP/1.1\r\n${HANDSHAKE}`));
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once('data', (head) => {
      if (!head.toString('latin1').startsWith('HTTP/1.1 101')) reject(new Error(head.toString('latin1')));
      if (hello !== null) socket.write(clientFrame(hello));
      socket.on('data', receive);
      socket.off('error', reject);
      socket.on('error', () => {});
      socket.on('close', () => {
        closed += 1;
      });
      sockets.push(socket);
      resolve();
    });
  });
}

function receive(chunk: Buffer): void {
  bytes += chunk.length;
  const at = chunk.indexOf(TIME_MARKER);
  if (at < 0 || at + TIME_MARKER.length + 16 > chunk.length) return;
  const sentUs = Number(chunk.toString('latin1', at + TIME_MARKER.length, at + TIME_MARKER.length + 16));
  ages.push(Number(process.hrtime.bigint() / 1000n) - sentUs);
}

process.on('message', async (message: ToSink) => {
  if (message.op === 'open') {
    for (let n = 0; n < message.count; n++) await open(message.port, message.hello);
    tell({ type: 'opened' });
  } else if (message.op === 'stall') {
    for (const socket of sockets.slice(0, message.count)) socket.pause();
  } else {
    tell({ type: 'ages', ages, closed });
    ages = [];
  }
});
process.on('disconnect', () => process.exit());
setInterval(() => tell({ type: 'bytes', bytes }), 20);
