import type { FeeEstimate } from '@candor/chains';
import { usdtValue, valuingSymbols } from '../../engine/values/index.ts';
import type { PayerRoom, PaymentRoom } from './payer-room.ts';
import type { Prices } from './prices.ts';
import { FEE_HOLDS_MS, termsOf } from './terms.ts';
import { toLedgerUp } from './units.ts';

/** Reads the price of gas and writes the fee of each coin by it. Null where there is none that can be trusted. */
export async function estimateFees(
  room: PayerRoom,
  prices: Prices<FeeEstimate>,
): Promise<FeeEstimate | null> {
  const estimate = await prices.read();
  if (estimate !== null) await writeFees(room, estimate.maxFeePerGas);
  return estimate;
}

/**
 * Writes the fee of each coin at cost: what a payment takes times the network's price, in the coin itself, rounded up to a
 * unit that the chain can hold. A coin whose index is stale keeps its last fee, which grows too old to be charged.
 */
export async function writeFees(room: PaymentRoom, price: bigint): Promise<void> {
  const { catalogues, chain, core } = room;
  const catalogue = catalogues.current();
  const native = chain.assets.find(({ contract }) => contract === null);
  const coin = catalogue.assets.find(({ code }) => code === native?.code);
  if (native === undefined || coin === undefined)
    throw new Error(`${chain.key} has no coin of its own in the ledger`);
  const { prices } = await core.ask('withdrawable', 0, [], valuingSymbols(catalogue, [coin]));
  for (const listed of chain.assets) {
    const asset = catalogue.assets.find(({ code }) => code === listed.code);
    const terms = termsOf(listed.code);
    if (asset === undefined || terms === null) continue;
    const inNative = toLedgerUp(terms.gas * price, native.decimals, coin.scale);
    const cost = listed.contract === null ? inNative : usdtValue(catalogue, coin, inNative, prices);
    if (cost === null) continue;
    const step = 10n ** BigInt(Math.max(0, asset.scale - listed.decimals));
    const fee = ((cost + step - 1n) / step) * step;
    await writeFee(room, listed.code, fee);
  }
}

/** Replaces the fee of a coin at most once in FEE_HOLDS_MS: a fee that moved with each tick could not be accepted. */
async function writeFee({ chain, db, now }: PaymentRoom, coin: string, fee: bigint): Promise<void> {
  const at = new Date(now());
  const before = await db
    .selectFrom('withdrawals.network')
    .selectAll()
    .where('chain', '=', chain.key)
    .where('coin', '=', coin)
    .executeTakeFirst();
  if (before === undefined) {
    await db
      .insertInto('withdrawals.network')
      .values({ chain: chain.key, coin, fee, at, changed_at: at, earlier_fee: null })
      .execute();
    return;
  }
  const isReplaced = BigInt(before.fee) !== fee && at.getTime() - before.changed_at.getTime() >= FEE_HOLDS_MS;
  await db
    .updateTable('withdrawals.network')
    .set(isReplaced ? { at, fee, changed_at: at, earlier_fee: before.fee } : { at })
    .where('chain', '=', chain.key)
    .where('coin', '=', coin)
    .execute();
}
