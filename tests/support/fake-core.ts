import { createServer, type Server, type Socket } from 'node:net';
import { FrameReader } from '../../apps/server/base/frames/frames.ts';
import { readJson, toCore } from '../../apps/server/engine/core/wire/messages.ts';
import { FrameSender } from '../../apps/server/engine/core/wire/sender.ts';

/** A core that welcomes every process and sends what a test chooses. */
export class FakeCore {
  readonly senders: FrameSender[] = [];
  readonly sockets: Socket[] = [];
  readonly hellos: unknown[] = [];
  private readonly path: string;
  private readonly server: Server;

  constructor(path: string, welcome: (sender: FrameSender) => void) {
    this.path = path;
    this.server = createServer((socket) => {
      const sender = new FrameSender(socket);
      this.senders.push(sender);
      this.sockets.push(socket);
      const reader = new FrameReader(1 << 20);
      socket.on('error', () => {});
      socket.on('data', (chunk) =>
        reader.push(chunk, (kind, body) => {
          if (kind !== toCore.hello) return;
          this.hellos.push(readJson(body));
          welcome(sender);
        }),
      );
    });
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.server.listen(this.path, resolve));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
