import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface RpcRequest {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

interface RpcBlock {
  readonly number: string;
  readonly hash: string;
}

interface RpcReceipt {
  readonly transactionHash: string;
  readonly blockNumber: string;
  readonly logs: readonly { readonly topics: readonly string[] }[];
}

/**
 * The faults of a node. `lag` is so many blocks behind; `hide` leaves all logs out of receipts; `forge` adds a transfer
 * of a token to somebody; `refuse` says that every call would revert; `drop` denies every transaction.
 */
export type Trouble =
  | { readonly kind: 'none' }
  | { readonly kind: 'lag'; readonly blocks: number }
  | { readonly kind: 'hide' }
  | { readonly kind: 'forge'; readonly token: string; readonly to: string; readonly units: bigint }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'error' }
  | { readonly kind: 'limit' }
  | { readonly kind: 'limit-rpc' }
  | { readonly kind: 'hang' };

/** A node of a provider: it speaks JSON-RPC over HTTP, answers from a real node, and does wrong what it is told to. */
export interface NodeProxy {
  readonly url: string;
  trouble: Trouble;
  /** The real node that it answers from. */
  target: string;
  /** Requests so far. */
  asked(): number;
  /** Cuts the requests that a node which hangs has left without an answer, so that none fails later. */
  cutHanging(): void;
  close(): Promise<void>;
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** True for a call that would transfer a token. */
const isTransfer = (method: string, [call]: readonly unknown[]): boolean =>
  method === 'eth_call' && String((call as { readonly data?: string }).data).startsWith('0xa9059cbb');

const word = (hex: string) => `0x${hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')}`;

export async function openNodeProxy(target: string): Promise<NodeProxy> {
  let asked = 0;
  const hanging = new Set<ServerResponse>();
  const proxy = { target, trouble: { kind: 'none' } as Trouble };

  async function real<T>(method: string, params: readonly unknown[]): Promise<T> {
    const response = await fetch(proxy.target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result: T; error?: unknown };
    if (error !== undefined) throw error;
    return result;
  }

  /** The answer of a node that knows no block above this height. */
  async function behind(blocks: number, { method, params }: RpcRequest): Promise<unknown> {
    const head = Number((await real<RpcBlock>('eth_getBlockByNumber', ['latest', false])).number) - blocks;
    const at = `0x${Math.max(0, head).toString(16)}`;
    const isBeyond = (number: string) => Number(number) > head;
    const of = (value: unknown) => (value === 'latest' || value === 'pending' ? at : value);
    if (method === 'eth_blockNumber') return at;
    if (method === 'eth_getBlockByNumber' && params[0] !== 'latest' && isBeyond(String(params[0])))
      return null;
    const answer = await real<unknown>(method, params.map(of));
    if (method === 'eth_getBlockByHash' && answer !== null && isBeyond((answer as RpcBlock).number))
      return null;
    if (
      method === 'eth_getTransactionReceipt' &&
      answer !== null &&
      isBeyond((answer as RpcReceipt).blockNumber)
    )
      return null;
    if (method === 'eth_getBlockReceipts') {
      const block = await real<RpcBlock | null>('eth_getBlockByHash', [params[0], false]);
      return block === null || isBeyond(block.number) ? null : answer;
    }
    return answer;
  }

  async function answer(request: RpcRequest): Promise<unknown> {
    const { method, params } = request;
    const { trouble } = proxy;
    if (trouble.kind === 'lag') return behind(trouble.blocks, request);
    if (trouble.kind === 'refuse' && (method === 'eth_estimateGas' || isTransfer(method, params)))
      throw { code: 3, message: 'execution reverted', data: '0x' };
    if (trouble.kind === 'drop' && /Transaction(Receipt|ByHash)$/.test(method)) return null;
    const found = await real<unknown>(method, params);
    if (method !== 'eth_getBlockReceipts' || found === null) return found;
    const receipts = found as readonly RpcReceipt[];
    if (trouble.kind === 'hide') return receipts.map((receipt) => ({ ...receipt, logs: [] }));
    if (trouble.kind !== 'forge') return found;
    const forged = {
      address: trouble.token,
      topics: [TRANSFER, word('0x1'), word(trouble.to)],
      data: word(trouble.units.toString(16)),
    };
    return receipts.map((receipt) => ({ ...receipt, logs: [...receipt.logs, forged] }));
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    asked += 1;
    const request = (await json(incoming)) as RpcRequest;
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: request.id, ...body }));
    };
    switch (proxy.trouble.kind) {
      case 'hang':
        hanging.add(response);
        return;
      case 'error':
        return send(500, { error: { code: -32_603, message: 'internal error' } });
      case 'limit':
        return send(429, { error: { code: 429, message: 'Too Many Requests' } });
      case 'limit-rpc':
        return send(200, { error: { code: -32_005, message: 'daily request count exceeded' } });
      default:
        try {
          send(200, { result: await answer(request) });
        } catch (error) {
          const { code, message } = error as { code?: unknown; message?: string };
          send(200, {
            error: typeof code === 'number' ? error : { code: -32_603, message: message ?? 'failed' },
          });
        }
    }
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    cutHanging: () => {
      for (const response of hanging) response.destroy();
      hanging.clear();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
