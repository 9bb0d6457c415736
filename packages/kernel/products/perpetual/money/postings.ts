import type { EntryKindOf } from '@candor/products';
import { SAFETY_FUND_DIVISOR, safetyFundPart } from '@candor/rules';
import { assert } from '../../../assert.ts';
import { FEES, SAFETY_FUND } from '../../../ledger/accounts.ts';
import { type EntryRef, type Leg, postEntry, postPair } from '../../../ledger/entries.ts';
import type { PerpetualUser, Position } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import type { PerpetualSymbol } from '../state/symbol.ts';

const LARGEST_HOLD = BigInt(Number.MAX_SAFE_INTEGER);

/** Holds base units more of a wallet, or releases them (below 0). */
export function hold(perp: PerpetualState, user: PerpetualUser, units: bigint): void {
  if (perp.scope.isOpen) perp.scope.keepBalance(user.balance);
  const { balances } = perp.core;
  let left = units;
  while (left > LARGEST_HOLD) {
    balances.hold(user.balance, Number.MAX_SAFE_INTEGER);
    left -= LARGEST_HOLD;
  }
  while (left < -LARGEST_HOLD) {
    balances.hold(user.balance, -Number.MAX_SAFE_INTEGER);
    left += LARGEST_HOLD;
  }
  if (left !== 0n) balances.hold(user.balance, Number(left));
}

/** Sets what is held for an isolated position. */
export function setMargin(perp: PerpetualState, position: Position, margin: bigint): void {
  const { user } = position.trader;
  const more = margin - position.margin;
  assert(margin >= 0n, 'a margin is never below 0');
  position.margin = margin;
  user.isolatedMargin += more;
  hold(perp, user, more);
}

function post(
  perp: PerpetualState,
  kind: EntryKindOf<'perpetual'>,
  ref: EntryRef,
  legs: readonly (readonly [account: number, amount: bigint])[],
): void {
  const assetId = perp.settleAssetId;
  if (perp.scope.isOpen) keepBalances(perp, legs);
  const entry: Leg[] = legs.map(([account, amount]) => ({ account, assetId, amount }));
  postEntry(perp.core, kind, ref, entry);
}

/** Balances that do not exist yet need no copy: a scope that is discarded closes them. */
function keepBalances(
  perp: PerpetualState,
  legs: readonly (readonly [account: number, amount: bigint])[],
): void {
  for (const [account] of legs) {
    const slot = perp.core.balances.find(account, perp.settleAssetId);
    if (slot !== 0) perp.scope.keepBalance(slot);
  }
}

/** Realised profit comes out of the symbol's clearing account, a loss goes there. */
export function postPnl(
  perp: PerpetualState,
  user: PerpetualUser,
  symbol: PerpetualSymbol,
  pnl: bigint,
  ref: EntryRef,
): void {
  post(perp, 'perpetual-pnl', ref, [
    [user.account, pnl],
    [symbol.clearing, -pnl],
  ]);
}

/** A trading fee, and in the same entry the safety fund's part of it. */
export function postFee(perp: PerpetualState, user: PerpetualUser, fee: bigint, ref: EntryRef): void {
  if (fee === 0n) return;
  const { accounts, assets } = perp.core;
  const asset = assets.get(perp.settleAssetId)!;
  perp.scope.keep(asset);
  const part = safetyFundPart(asset.feesCarried, Number(fee));
  asset.feesCarried += Number(fee) - part * SAFETY_FUND_DIVISOR;
  post(perp, 'perpetual-fee', ref, [
    [user.account, -fee],
    [accounts.find(FEES), fee - BigInt(part)],
    [accounts.find(SAFETY_FUND), BigInt(part)],
  ]);
  if (perp.core.feeListener === null) return;
  const charged = { fee, tradeId: ref.tradeId };
  // a fee of matching that is taken back was never charged
  if (perp.scope.isOpen) perp.scope.onPersist(publishFee, perp, user, charged);
  else publishFee(perp, user, charged);
}

function publishFee(
  perp: PerpetualState,
  user: PerpetualUser,
  { fee, tradeId }: { readonly fee: bigint; readonly tradeId: number },
): void {
  perp.core.feeListener!(perp.settleAssetId, user.account, Number(fee), tradeId);
}

/** The published fee of a liquidation goes to the insurance fund. */
export function postLiquidationFee(
  perp: PerpetualState,
  user: PerpetualUser,
  fee: bigint,
  ref: EntryRef,
): void {
  post(perp, 'liquidation-fee', ref, [
    [user.account, -fee],
    [perp.insuranceAccount(), fee],
  ]);
}

/** The insurance fund pays what a liquidated user's margin does not cover. */
export function postInsurance(
  perp: PerpetualState,
  user: PerpetualUser,
  amount: bigint,
  ref: EntryRef,
): void {
  post(perp, 'insurance-payment', ref, [
    [perp.insuranceAccount(), -amount],
    [user.account, amount],
  ]);
}

/**
 * Funding passes through the symbol's clearing account, which is as before once all is settled: `amount` above 0 is
 * received by a balance (its slot). `refId` is the position's, or for the insurance fund's part the symbol's.
 */
export function postFunding(
  perp: PerpetualState,
  balance: number,
  { clearing }: PerpetualSymbol,
  amount: bigint,
  refId: number,
): void {
  const { core, settleAssetId } = perp;
  const clearingBalance = core.balances.findOrOpen(clearing, settleAssetId);
  postPair(core, 'perpetual-funding', { tradeId: 0, orderId: refId }, balance, clearingBalance, amount);
}

/** From a house user's contract wallet, or in practice mode from practice custody, to the insurance fund. */
export function postInsuranceFunding(perp: PerpetualState, from: number, amount: bigint): void {
  post(perp, 'insurance-funding', { tradeId: 0, orderId: 0 }, [
    [from, -amount],
    [perp.insuranceAccount(), amount],
  ]);
}
