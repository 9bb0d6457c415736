import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import type { OutputSigner } from './bitcoin/protocol.ts';
import { isOutputAsk, type OutputAsk, performOutputs } from './bitcoin/serve.ts';
import {
  type Fees,
  type GasRequest,
  type Signed,
  type SignedRow,
  type Signer,
  SignerError,
  type SignerRefusal,
  type SignRequest,
  type SweepRequest,
} from './protocol.ts';

type Ask =
  | { readonly id: number; readonly what: 'hotAddress' }
  | { readonly id: number; readonly what: 'allowedKeys' }
  | { readonly id: number; readonly what: 'next'; readonly count: number }
  | { readonly id: number; readonly what: 'gasAddress' }
  | { readonly id: number; readonly what: 'sign'; readonly request: SignRequest }
  | { readonly id: number; readonly what: 'newestFees'; readonly withdrawalNo: number }
  | { readonly id: number; readonly what: 'signRow'; readonly requests: readonly SignRequest[] }
  | { readonly id: number; readonly what: 'signSweep'; readonly request: SweepRequest }
  | { readonly id: number; readonly what: 'signGas'; readonly request: GasRequest };

type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly refused: SignerRefusal; readonly message: string }
  | { readonly id: number; readonly failed: string };

/** A payment from outputs comes with the transactions that made its inputs. */
const MOST_LINE = 16_777_216;
const PATIENCE_MS = 30_000;
/** A connection that sends nothing for so long is closed: it may hold the half of a line. */
const IDLE_MS = 30_000;
/** A connection with more unread bytes of answers is closed: a sender that reads nothing fills no memory. */
const MOST_UNREAD_BYTES = 1 << 20;

/** Serves a signer on a Unix socket that only this user can open: one JSON object a line. */
export async function serveSigner(
  signer: Signer,
  path: string,
  {
    idleMs = IDLE_MS,
    outputs = null,
  }: { readonly idleMs?: number; readonly outputs?: OutputSigner | null } = {},
): Promise<() => Promise<void>> {
  await rm(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setTimeout(idleMs, () => socket.destroy());
    readLines(socket, (line) => {
      void answer(signer, outputs, line).then((text) => {
        if (socket.writableLength > MOST_UNREAD_BYTES) socket.destroy();
        else if (socket.writable) socket.write(`${text}\n`);
      });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  return async () => {
    for (const socket of open) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}

async function answer(signer: Signer, outputs: OutputSigner | null, line: string): Promise<string> {
  let id = 0;
  try {
    const ask = JSON.parse(line) as Ask | OutputAsk;
    id = ask.id;
    const value = await (isOutputAsk(ask) ? performOutputs(outputs, ask) : perform(signer, ask));
    return JSON.stringify({ id, value } satisfies Answer);
  } catch (error) {
    if (error instanceof SignerError)
      return JSON.stringify({ id, refused: error.code, message: error.message } satisfies Answer);
    return JSON.stringify({ id, failed: error instanceof Error ? error.message : 'failed' } satisfies Answer);
  }
}

function perform(signer: Signer, ask: Ask): Promise<unknown> {
  switch (ask.what) {
    case 'hotAddress':
      return signer.hotAddress();
    case 'allowedKeys':
      return signer.allowedKeys();
    case 'next':
      return signer.next(ask.count);
    case 'gasAddress':
      return signer.gasAddress();
    case 'sign':
      return signer.sign(ask.request);
    case 'newestFees':
      return signer.newestFees(ask.withdrawalNo);
    case 'signRow':
      return signer.signRow(ask.requests);
    case 'signSweep':
      return signer.signSweep(ask.request);
    case 'signGas':
      return signer.signGas(ask.request);
    default:
      throw new SignerError('REQUEST_INVALID', 'The signer does not do this');
  }
}

/** A signer behind a socket. Each call opens the connection that it needs; one that breaks fails it. */
export function connectSigner(path: string): Signer {
  const ask = <T>(what: Omit<Ask, 'id'> & object): Promise<T> => askSigner(path, what);
  return {
    hotAddress: () => ask<string>({ what: 'hotAddress' }),
    allowedKeys: () => ask({ what: 'allowedKeys' }),
    next: (count) => ask({ what: 'next', count } as never),
    gasAddress: () => ask<string>({ what: 'gasAddress' }),
    sign: (request) => ask<Signed>({ what: 'sign', request } as never),
    newestFees: (withdrawalNo) => ask<Fees | null>({ what: 'newestFees', withdrawalNo } as never),
    signRow: (requests) => ask<SignedRow>({ what: 'signRow', requests } as never),
    signSweep: (request) => ask<Signed>({ what: 'signSweep', request } as never),
    signGas: (request) => ask<Signed>({ what: 'signGas', request } as never),
  };
}

/** Asks the signer behind a socket. Throws SignerError where it refuses, Error where it is away. */
export async function askSigner<T>(path: string, what: object): Promise<T> {
  const socket = createConnection(path);
  try {
    const line = await new Promise<string>((resolve, reject) => {
      socket.setTimeout(PATIENCE_MS, () => reject(new Error('The signer does not answer')));
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('The signer is gone')));
      readLines(socket, resolve);
      socket.write(`${JSON.stringify({ id: 1, ...what })}\n`);
    });
    const answer = JSON.parse(line) as Answer;
    if ('refused' in answer) throw new SignerError(answer.refused, answer.message);
    if ('failed' in answer) throw new Error(`The signer failed: ${answer.failed}`);
    return answer.value as T;
  } finally {
    socket.destroy();
  }
}

function readLines(socket: Socket, take: (line: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    rest += chunk;
    if (rest.length > MOST_LINE) return void socket.destroy();
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      take(rest.slice(0, end));
      rest = rest.slice(end + 1);
    }
  });
}
