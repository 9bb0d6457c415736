import { ChainError, type ChainErrorCode } from '../chain-error.ts';
import { fromHex } from './bytes.ts';
import type { AskBitcoinNode } from './node.ts';
import { refusalCode } from './node.ts';
import { readTransaction } from './raw.ts';

const DECODE_FAILED = -22;
const ALREADY_KNOWN = -27;

/** The words of Bitcoin Core's rules of relay. Each says why the pool does not take it now, and nothing of the past. */
const REFUSALS: readonly (readonly [RegExp, ChainErrorCode])[] = [
  [/too-long-mempool-chain|too many unconfirmed|exceeds descendant|cluster/i, 'CHAIN_TOO_LONG'],
  [/tx-size|too-large/i, 'TOO_LARGE'],
  [/min relay fee|mempool min fee|insufficient fee|rejecting replacement|replacement-/i, 'UNDERPRICED'],
  // Inputs that are unknown or spent: also what a transaction gets whose own outputs are spent already.
  [/missingorspent|missing-inputs|txn-mempool-conflict|bad-txns-spends-conflicting/i, 'INPUTS_USED'],
  [/script-verify|bad-txns|non-bip68|version|dust|scriptpubkey|non-final/i, 'MALFORMED'],
];

/**
 * Sends a signed transaction. Returns its id, also if the node has it already. Throws ChainError; INPUTS_USED does not mean
 * that it failed: a confirmed transaction whose outputs are spent is refused so too.
 */
export async function broadcastBitcoin(ask: AskBitcoinNode, raw: string): Promise<string> {
  const hash = idOf(raw);
  try {
    await ask<string>('sendrawtransaction', [raw]);
    return hash;
  } catch (error) {
    const code = refusalCode(error);
    if (code === null) throw error;
    const words = (error as ChainError).message;
    if (
      code === ALREADY_KNOWN ||
      /already-in-mempool|already in (block chain|utxo set)|txn-already-known/i.test(words)
    )
      return hash;
    const known = REFUSALS.find(([pattern]) => pattern.test(words))?.[1];
    const as = code === DECODE_FAILED ? 'MALFORMED' : (known ?? 'NODE_REFUSED');
    throw new ChainError(as, words, { cause: error });
  }
}

function idOf(raw: string): string {
  try {
    return readTransaction(fromHex(raw)).hash;
  } catch (cause) {
    throw new ChainError('MALFORMED', 'The bytes are no transaction', { cause });
  }
}
