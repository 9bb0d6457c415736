import { ChainError } from '../chain-error.ts';
import type { ChainCall } from '../port.ts';
import type { AskNode } from './node.ts';
import type { RpcReceipt, RpcTransaction } from './transfers.ts';

interface RpcCall extends RpcTransaction {
  readonly type: string;
  readonly chainId?: string | null;
  readonly authorizationList?: readonly unknown[];
}

/** Legacy, with an access list, and with a dynamic fee. */
const CALLS: ReadonlySet<string> = new Set(['0x0', '0x1', '0x2']);
const DELEGATING = '0x4';

/** Reads a transaction of anybody, whole. Its receipt counts only under a block of the node's present chain. */
export async function readCall(ask: AskNode, hash: string): Promise<ChainCall | null> {
  const found = await ask<RpcCall | null>('eth_getTransactionByHash', [hash]);
  if (found === null) return null;
  if (found.hash.toLowerCase() !== hash.toLowerCase())
    throw new ChainError('NODE_INCONSISTENT', 'The node answers with another transaction');
  const isDelegating = found.type === DELEGATING || (found.authorizationList?.length ?? 0) > 0;
  const other = CALLS.has(found.type) ? 'call' : 'other';
  return {
    hash: found.hash,
    from: found.from,
    to: found.to,
    value: BigInt(found.value),
    data: found.input,
    kind: isDelegating ? 'delegating' : other,
    chainId: found.chainId == null ? null : Number(found.chainId),
    included: await included(ask, found.hash),
  };
}

async function included(ask: AskNode, hash: string): Promise<ChainCall['included']> {
  const receipt = await ask<RpcReceipt | null>('eth_getTransactionReceipt', [hash]);
  if (receipt === null) return null;
  if (receipt.transactionHash !== hash)
    throw new ChainError('NODE_INCONSISTENT', 'The node answers with the receipt of another transaction');
  const head = await ask<{ readonly number: string }>('eth_getBlockByNumber', ['latest', false]);
  const block = await ask<{ hash: string } | null>('eth_getBlockByNumber', [receipt.blockNumber, false]);
  if (block?.hash !== receipt.blockHash) return null;
  const number = Number(receipt.blockNumber);
  return {
    block: { number, hash: receipt.blockHash },
    confirmations: Math.max(1, Number(head.number) - number + 1),
    succeeded: receipt.status === '0x1',
    logs: receipt.logs.map(({ address, topics, data }) => ({ contract: address, topics, data })),
  };
}
