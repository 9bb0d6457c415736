import { type EntryKind, type WalletFacts, walletFacts } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { entryKinds } from '../../codes.ts';

/** One line of a user's wallet: what moved, why, and what was there afterwards, holds included. */
export interface BillRecord {
  readonly userId: number;
  readonly seq: number;
  readonly line: number;
  readonly wallet: WalletFacts;
  readonly assetId: number;
  readonly kind: EntryKind;
  readonly amount: Amount;
  readonly balance: Amount;
  readonly tradeId: number;
  readonly orderId: number;
  readonly timeMs: number;
}

/** `pg` gives 64-bit integers as decimal strings. */
type Int8 = string;

interface BillRow {
  readonly user_id: Int8;
  readonly seq: Int8;
  readonly line: number;
  readonly wallet: Int8;
  readonly asset_id: number;
  readonly kind: number;
  readonly amount: Int8;
  readonly balance: Int8;
  readonly trade_id: Int8;
  readonly order_id: Int8;
  readonly time_ms: Int8;
}

export function toBill(row: BillRow): BillRecord {
  return {
    userId: Number(row.user_id),
    seq: Number(row.seq),
    line: row.line,
    wallet: walletFacts(Number(row.wallet)),
    assetId: row.asset_id,
    kind: entryKinds.word(row.kind),
    amount: BigInt(row.amount) as Amount,
    balance: BigInt(row.balance) as Amount,
    tradeId: Number(row.trade_id),
    orderId: Number(row.order_id),
    timeMs: Number(row.time_ms),
  };
}
