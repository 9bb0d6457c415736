import { type ChainAsset, ChainError, type FeeEstimate } from '@candor/chains';
import { idOf } from '../../base/database/index.ts';
import { waitFor } from './clock.ts';
import { type PayerRoom, releaseUnsigned } from './payer-room.ts';
import type { StoredWithdrawal } from './rows.ts';
import { MOST_GAS_TIMES, termsOf } from './terms.ts';
import { toChain } from './units.ts';

/** A payment in base units of the chain. */
export interface ChainAmount {
  readonly asset: ChainAsset;
  readonly amount: bigint;
}

/** Throws Error for an asset that is not listed any more. */
export function amountOf(
  { catalogues, chain }: Pick<PayerRoom, 'catalogues' | 'chain'>,
  { asset_id, amount, coin }: StoredWithdrawal,
): ChainAmount {
  const asset = chain.assets.find(({ code }) => code === coin);
  if (asset === undefined) throw new Error(`${coin} is not listed on ${chain.key} any more`);
  const { scale } = catalogues.current().assetById(asset_id);
  return { asset, amount: toChain(BigInt(amount), scale, asset.decimals) };
}

/** The most gas that a payment may take; undefined for a coin without published terms. */
export function mostGasOf({ coin }: StoredWithdrawal): bigint | undefined {
  const published = termsOf(coin)?.gas;
  return published === undefined ? undefined : MOST_GAS_TIMES * published;
}

/** True for what a node says of a payment, and not of itself. */
export const isOfPayment = (error: unknown): boolean =>
  error instanceof ChainError && (error.code === 'WOULD_FAIL' || error.code === 'NODE_REFUSED');

/** Notes that the newest block refuses a payment: that ends nothing, for the next one may take it. */
export async function noteRefused(
  { db, alarm }: Pick<PayerRoom, 'db' | 'alarm'>,
  { withdrawal_no, reason }: StoredWithdrawal,
  why: string,
): Promise<void> {
  if (reason === 'refusedNow') return;
  alarm(`Withdrawal ${withdrawal_no} is tried again, for its payment is refused now: ${why}`);
  await db.transaction().execute((trx) => waitFor(trx, idOf(withdrawal_no), 'refusedNow'));
}

/**
 * Ends a withdrawal that the newest block refuses where a final block refuses it as well, although the hot wallet's coins were
 * there. No node's moment decides then: what a final block says, all nodes say for ever. Returns false where it goes on.
 */
export async function endRefused(
  room: PayerRoom,
  withdrawal: StoredWithdrawal,
  fee: FeeEstimate,
): Promise<boolean> {
  const { adapter, chain, hotAddress } = room;
  const number = await adapter.finalNumber();
  const block = number === null ? null : await adapter.blockAt(number);
  if (block === null) return false;
  const { asset, amount } = amountOf(room, withdrawal);
  const mostGas = mostGasOf(withdrawal);
  const networkFee = (mostGas ?? 0n) * fee.maxFeePerGas;
  for (const held of chain.assets) {
    const needed = (held.code === asset.code ? amount : 0n) + (held.contract === null ? networkFee : 0n);
    if (needed > 0n && (await adapter.balanceAt(hotAddress, held, block.hash)) < needed) return false;
  }
  const payment = { from: hotAddress, to: withdrawal.address, asset, amount };
  const check = await adapter.checkPayment(
    mostGas === undefined ? payment : { ...payment, mostGas },
    block.hash,
  );
  if (check === 'accepted') return false;
  const reason = check === 'gas' ? 'gas' : asset.contract === null ? 'address' : 'token';
  return releaseUnsigned(room, idOf(withdrawal.withdrawal_no), reason);
}
