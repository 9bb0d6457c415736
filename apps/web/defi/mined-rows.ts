import type { MiningRewardRow } from '@candor/api';

const isSome = (amount: string) => /[1-9]/.test(amount);

/** A node as far as its coins go. */
interface Node {
  /** The coin that is locked and paid; null before the first terms. */
  readonly coin: string | null;
  readonly held: string;
  readonly accrued: string;
  readonly rewards: readonly Pick<MiningRewardRow, 'coin' | 'amount'>[];
}

/** A user's coins of one kind in DeFi mining; decimals. */
export interface MinedRow {
  readonly coin: string;
  readonly held: string;
  readonly accrued: string;
  /** Claimed, and neither converted nor withdrawn. */
  readonly rewards: string;
}

/** Returns a user's coins in DeFi mining, that which is locked first; none of a coin of which there is nothing. */
export function minedRows({ coin, held, accrued, rewards }: Node): readonly MinedRow[] {
  const claimed = (code: string) => rewards.find((reward) => reward.coin === code)?.amount ?? '0';
  const mined = coin === null ? [] : [{ coin, held, accrued, rewards: claimed(coin) }];
  const others = rewards
    .filter((reward) => reward.coin !== coin)
    .map((reward) => ({ coin: reward.coin, held: '0', accrued: '0', rewards: reward.amount }));
  return [...mined, ...others].filter((row) => [row.held, row.accrued, row.rewards].some(isSome));
}
