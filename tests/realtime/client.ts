import { WebSocket } from 'ws';
import { PATIENCE_MS } from '../support/patience.ts';

/** A message as it came, before anything is known of it. */
export type Wire = Record<string, unknown>;

/** A WebSocket client that remembers all it got. */
export interface TestClient {
  readonly ws: WebSocket;
  readonly messages: Wire[];
  send(message: unknown): void;
  /** The first message from now or before that passes; each is handed out once. */
  next(test: (message: Wire) => boolean): Promise<Wire>;
  /** The close code. */
  readonly closed: Promise<number>;
}

/** Connects and answers heartbeats, unless `silent`. */
export async function connect(
  url: string,
  options: { readonly silent?: boolean; readonly headers?: Record<string, string> } = {},
): Promise<TestClient> {
  const ws = new WebSocket(url, { headers: options.headers ?? {}, autoPong: options.silent !== true });
  const messages: Wire[] = [];
  const taken = new Set<Wire>();
  const waiting = new Set<() => void>();
  const send = (message: unknown): void =>
    ws.send(typeof message === 'string' || message instanceof Buffer ? message : JSON.stringify(message));
  ws.on('message', (data) => {
    const message = JSON.parse(data.toString()) as Wire;
    if (message.type === 'ping' && options.silent !== true) send({ op: 'pong' });
    messages.push(message);
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((resolve) => ws.on('close', resolve));
  await new Promise((resolve, reject) => {
    ws.on('open', resolve);
    ws.on('error', reject);
  });

  return {
    ws,
    messages,
    send,
    closed,
    next: (test) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = messages.find((message) => !taken.has(message) && test(message));
          if (found === undefined) return;
          taken.add(found);
          waiting.delete(look);
          clearTimeout(timer);
          resolve(found);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`not among ${messages.length} messages: ${JSON.stringify(messages.slice(-5))}`));
        }, PATIENCE_MS);
        waiting.add(look);
        look();
      }),
  };
}

export const ofType = (type: string) => (message: Wire) => message.type === type;
export const ofChannel = (ch: string) => (message: Wire) => message.ch === ch;

/** Waits until `test` holds. */
export async function until(test: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const endMs = Date.now() + PATIENCE_MS;
  while (!(await test())) {
    if (Date.now() > endMs) throw new Error(`it did not come: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
