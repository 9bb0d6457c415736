/** A bare server of sockets: answers the first message of each with one of the asked length. */
import process from 'node:process';
import { WebSocketServer } from 'ws';

process.once('message', ({ length }: { readonly length: number }) => {
  const head = '{"type":"snapshot","filler":"';
  const answer = `${head}${'x'.repeat(Math.max(0, length - head.length - 2))}"}`;
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' }, () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : 0);
  });
  server.on('connection', (socket) => socket.once('message', () => socket.send(answer)));
});
process.once('disconnect', () => process.exit());
