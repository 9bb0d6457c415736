import type { Amount } from '@candor/money';
import type { Catalogue } from '../catalogue/index.ts';
import { amountText } from './format.ts';

/** A movement of a pool as the read model keeps it. */
interface PoolEntry<Kind extends string> {
  readonly timeMs: number;
  readonly assetId: number;
  readonly kind: Kind;
  readonly amount: Amount;
  readonly balance: Amount;
  readonly reason: string;
  readonly seq: number;
}

/** A movement of a pool as everybody reads it. */
export function poolEntryRowOf<Kind extends string>(catalogue: Catalogue, entry: PoolEntry<Kind>) {
  const { assetId, kind, reason, seq, timeMs } = entry;
  return {
    time: timeMs,
    coin: catalogue.assetById(assetId).code,
    kind,
    amount: amountText(catalogue, assetId, entry.amount),
    balance: amountText(catalogue, assetId, entry.balance),
    reason,
    seq,
  };
}
