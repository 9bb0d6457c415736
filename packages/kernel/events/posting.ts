import type { Amount } from '@candor/money';
import type { Posting } from '../events.ts';

/** Makes one side of an entry as an event has it. */
export function posting(account: number, assetId: number, amount: bigint, balance: bigint): Posting {
  return { account, assetId, amount: amount as Amount, balance: balance as Amount };
}
