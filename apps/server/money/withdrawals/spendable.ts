import type { ChainAsset } from '@candor/chains';
import { sql } from 'kysely';
import { walletAsserts } from './asserts.ts';
import type { PayerRoom } from './payer-room.ts';
import { toChain } from './units.ts';

/** Coins of the hot wallet that no signed payment will take. Amounts are base units of the chain. */
export interface Spendable {
  /** The chain's count of mined payments of the wallet. */
  readonly mined: number;
  /** True where amount and network fee of one more payment are there. */
  covers(asset: ChainAsset, amount: bigint, networkFee: bigint): boolean;
  /** Counts a payment that is about to be signed. @throws InvariantError where it is not covered */
  take(asset: ChainAsset, amount: bigint, networkFee: bigint): void;
  /** Frees what a payment took that is not signed. */
  putBack(asset: ChainAsset, amount: bigint, networkFee: bigint): void;
}

interface Bound {
  readonly coin: string;
  readonly asset_id: number;
  readonly amount: bigint;
  readonly most_fee: string;
}

/**
 * Reads the hot wallet's balances at the newest block, less all bound payments that this block does not hold. The count of
 * mined payments is read before the block: one that is mined in between counts twice for a moment, and never not at all.
 */
export async function readSpendable({
  adapter,
  catalogues,
  chain,
  db,
  hotAddress,
}: PayerRoom): Promise<Spendable> {
  const mined = await adapter.minedNonce(hotAddress);
  const { hash } = await adapter.head();
  const native = chain.assets.find(({ contract }) => contract === null);
  if (native === undefined) throw new Error(`${chain.key} has no coin of its own`);
  const left = new Map<string, bigint>();
  for (const asset of chain.assets) left.set(asset.code, await adapter.balanceAt(hotAddress, asset, hash));
  const take = (asset: ChainAsset, amount: bigint, networkFee: bigint): void => {
    left.set(asset.code, (left.get(asset.code) ?? 0n) - amount);
    left.set(native.code, (left.get(native.code) ?? 0n) - networkFee);
  };
  const { rows } = await sql<Bound>`
    select w.coin, w.asset_id, w.amount,
      coalesce(max(t.gas::numeric * t.max_fee::numeric), w.first_gas::numeric * w.first_max_fee::numeric) as most_fee
    from withdrawals.withdrawal w left join withdrawals.transaction t using (withdrawal_no)
    where w.chain = ${chain.key} and w.ended_at is null and w.nonce >= ${mined}
    group by w.withdrawal_no`.execute(db);
  for (const { coin, asset_id, amount, most_fee } of rows) {
    const asset = chain.assets.find(({ code }) => code === coin);
    if (asset === undefined) throw new Error(`${coin} is not listed on ${chain.key} any more`);
    const { scale } = catalogues.current().assetById(asset_id);
    take(asset, toChain(BigInt(amount), scale, asset.decimals), BigInt(most_fee));
  }
  const covers = (asset: ChainAsset, amount: bigint, networkFee: bigint): boolean => {
    const ofAsset = asset.code === native.code ? amount + networkFee : amount;
    return (left.get(asset.code) ?? 0n) >= ofAsset && (left.get(native.code) ?? 0n) >= networkFee;
  };
  return {
    mined,
    covers,
    take(asset, amount, networkFee) {
      walletAsserts.covers(amount >= 0n && covers(asset, amount, networkFee), asset.code, amount);
      take(asset, amount, networkFee);
    },
    putBack: (asset, amount, networkFee) => take(asset, -amount, -networkFee),
  };
}
