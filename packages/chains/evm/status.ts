import { numberToHex } from 'viem';
import { ChainError } from '../chain-error.ts';
import type { OwnTransaction, TransactionStatus } from '../port.ts';
import type { AskNode } from './node.ts';
import type { RpcReceipt } from './transfers.ts';

interface RpcHead {
  readonly number: string;
}

/**
 * Reads the state of one of our transactions. Its receipt counts only under a block that the node's present chain holds
 * at that height. Without one, a nonce used at the depth of finality means that another hash took it.
 */
export async function statusOf(
  ask: AskNode,
  { hash, from, nonce }: OwnTransaction,
  finalAfter: number,
): Promise<TransactionStatus> {
  const receipt = await ask<RpcReceipt | null>('eth_getTransactionReceipt', [hash]);
  const head = await ask<RpcHead>('eth_getBlockByNumber', ['latest', false]);
  if (receipt !== null) {
    if (receipt.transactionHash !== hash)
      throw new ChainError('NODE_INCONSISTENT', 'The node answers with the receipt of another transaction');
    const block = await ask<{ hash: string } | null>('eth_getBlockByNumber', [receipt.blockNumber, false]);
    if (block?.hash === receipt.blockHash) return included(receipt, Number(head.number));
    return { state: 'pending' };
  }
  const used = await nonceAt(ask, from, Number(head.number) - finalAfter + 1);
  // Read again: it may have been mined between the two questions.
  if (used > nonce && (await ask('eth_getTransactionReceipt', [hash])) === null) return { state: 'replaced' };
  const pending = await ask<unknown>('eth_getTransactionByHash', [hash]);
  return { state: pending === null ? 'unknown' : 'pending' };
}

/** The transactions of an address up to a block; 0 where the node has no state of it any more and so proves nothing. */
async function nonceAt(ask: AskNode, address: string, block: number): Promise<number> {
  if (block < 0) return 0;
  try {
    return Number(await ask<string>('eth_getTransactionCount', [address, numberToHex(block)]));
  } catch (error) {
    if (error instanceof ChainError && error.code === 'NODE_REFUSED') return 0;
    throw error;
  }
}

function included(receipt: RpcReceipt, head: number): TransactionStatus {
  const number = Number(receipt.blockNumber);
  return {
    state: 'included',
    block: { number, hash: receipt.blockHash },
    confirmations: Math.max(1, head - number + 1),
    succeeded: receipt.status === '0x1',
    feePaid: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
  };
}
