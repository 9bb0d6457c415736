import { ChainError } from '../chain-error.ts';
import type { OwnSpend, TransactionStatus } from '../port.ts';
import { fromHex } from './bytes.ts';
import { type AskBitcoinNode, refusalCode } from './node.ts';
import { outpointKey, type RawBlock, readTransaction } from './raw.ts';
import { NOT_FOUND } from './room.ts';

interface RpcTransaction {
  readonly txid: string;
  readonly blockhash?: string;
}

interface Room {
  readonly ask: AskBitcoinNode;
  readonly block: (hash: string) => Promise<RawBlock | null>;
}

/**
 * Reads the state of one of our transactions. A block counts only while the node's present chain holds it. A transaction
 * that nobody knows is replaced once one of its inputs was spent by another `finalAfter` blocks ago: until then it may come
 * back, whatever a pool has forgotten.
 */
export async function statusOfBitcoin(
  { ask, block }: Room,
  { hash, raw, fee }: OwnSpend,
  finalAfter: number,
): Promise<TransactionStatus> {
  const found = await find(ask, hash);
  if (found?.blockhash !== undefined) {
    const header = await ask<{ hash: string; height: number; confirmations: number }>('getblockheader', [
      found.blockhash,
    ]);
    // Above its block another chain stands: it waits in the pool, or comes back into it.
    if (header.confirmations < 1) return { state: 'pending' };
    return {
      state: 'included',
      block: { number: header.height, hash: header.hash },
      confirmations: header.confirmations,
      succeeded: true,
      feePaid: fee,
    };
  }
  const known = found === null ? 'unknown' : 'pending';
  for (const input of readTransaction(fromHex(raw)).inputs) {
    const isThere = await ask<object | null>('gettxout', [input.hash, input.index, false]);
    if (isThere !== null) continue;
    // An output of a transaction that is in no block is not there either: nothing spent it.
    if ((await find(ask, input.hash))?.blockhash === undefined) continue;
    if (await isSpentLately({ ask, block }, outpointKey(input), finalAfter)) return { state: known };
    // Read again: it may have been mined between the two questions.
    if ((await find(ask, hash))?.blockhash !== undefined) return { state: 'pending' };
    return { state: 'replaced' };
  }
  return { state: known };
}

async function find(ask: AskBitcoinNode, hash: string): Promise<RpcTransaction | null> {
  try {
    const found = await ask<RpcTransaction>('getrawtransaction', [hash, 1]);
    if (found.txid !== hash)
      throw new ChainError('NODE_INCONSISTENT', 'The node answers with another transaction');
    return found;
  } catch (error) {
    if (refusalCode(error) === NOT_FOUND) return null;
    throw error;
  }
}

/** True if a block that is not final yet spends the output. */
async function isSpentLately({ ask, block }: Room, outpoint: string, finalAfter: number): Promise<boolean> {
  let hash = await ask<string>('getbestblockhash', []);
  for (let depth = 1; depth < finalAfter; depth++) {
    const read = await block(hash);
    if (read === null) return true;
    if (read.transactions.some(({ inputs }) => inputs.some((input) => outpointKey(input) === outpoint)))
      return true;
    hash = read.parentHash;
  }
  return false;
}
