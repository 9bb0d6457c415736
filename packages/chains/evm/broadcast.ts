import { ChainError, type ChainErrorCode } from '../chain-error.ts';
import type { AskNode } from './node.ts';

/** The words of geth, erigon, reth, nethermind, besu and anvil, which share no codes. */
const REFUSALS: readonly (readonly [RegExp, ChainErrorCode])[] = [
  [/nonce (is )?too low|invalid nonce|old nonce|nonce_too_low/i, 'NONCE_USED'],
  [/underpriced|fee too low|fee cap.*less than|less than block base fee|base fee exceeds/i, 'UNDERPRICED'],
  [/insufficient (funds|balance)/i, 'FUNDS_MISSING'],
  [/rlp|invalid sender|malformed|decode|wrong chain|invalid chain ?id/i, 'MALFORMED'],
];
const KNOWN = /already (known|imported|exists)|known transaction|already in (the )?mempool/i;

/**
 * Sends a signed transaction. Returns its hash, also if the node or the chain has it already. Throws ChainError, with
 * NODE_REFUSED for words that are none of the known ones.
 */
export async function broadcastRaw(ask: AskNode, rawTransaction: string, hash: string): Promise<string> {
  try {
    await ask<string>('eth_sendRawTransaction', [rawTransaction]);
    return hash;
  } catch (error) {
    if (!(error instanceof ChainError) || error.code !== 'NODE_REFUSED') throw error;
    if (KNOWN.test(error.message)) return hash;
    // A mined transaction is refused for its nonce, which is then used by itself.
    if ((await ask<unknown>('eth_getTransactionByHash', [hash])) !== null) return hash;
    const code = REFUSALS.find(([words]) => words.test(error.message))?.[1] ?? 'NODE_REFUSED';
    throw new ChainError(code, error.message, { cause: error });
  }
}
