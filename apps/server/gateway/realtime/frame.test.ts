import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { PING_FRAME, pongFrame, textFrame } from './frame.ts';

describe('frames', () => {
  it('are read by a real client at every length class, in several bytes a character, and back to back', async () => {
    const texts = [
      '',
      'a',
      'x'.repeat(125),
      'x'.repeat(126),
      'é€😀'.repeat(40),
      'x'.repeat(65_535),
      'x'.repeat(65_536),
    ];
    const server = createServer();
    const wss = new WebSocketServer({ noServer: true, perMessageDeflate: false });
    server.on('upgrade', (request, socket: Duplex, head) => {
      wss.handleUpgrade(request, socket, head, () => {
        socket.write(
          Buffer.concat([...texts.map(textFrame), PING_FRAME, pongFrame(Buffer.from('p')), textFrame('end')]),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const heard: string[] = [];
    client.on('ping', (payload) => heard.push(`ping:${payload}`));
    client.on('pong', (payload) => heard.push(`pong:${payload}`));
    await new Promise<void>((resolve, reject) => {
      client.on('error', reject);
      client.on('message', (data) => {
        heard.push(data.toString());
        if (data.toString() === 'end') resolve();
      });
    });
    expect(heard).toEqual([...texts, 'ping:', 'pong:p', 'end']);
    client.terminate();
    server.close();
  });
});
