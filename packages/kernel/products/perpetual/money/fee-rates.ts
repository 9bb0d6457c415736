import type { PerpetualUser } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import type { PerpetualSymbol } from '../state/symbol.ts';

export interface FeeRatesPpm {
  readonly makerPpm: number;
  readonly takerPpm: number;
}

/** The rates of a user's fee tier, else those of the symbol's listing. */
export function feeRates(perp: PerpetualState, user: PerpetualUser, symbol: PerpetualSymbol): FeeRatesPpm {
  const { fees, accounts } = perp.core;
  const { listed } = symbol;
  if (fees.tiers.length === 0) return { makerPpm: listed.makerFeePpm, takerPpm: listed.takerFeePpm };
  const tier = user.isHouse ? 0 : accounts.tier[user.spot]!;
  return { makerPpm: fees.perpetualMakerPpm[tier]!, takerPpm: fees.perpetualTakerPpm[tier]! };
}

/** Counts a fill for the fee tiers: of users among themselves, in the asset that volume is counted in. */
export function countVolume(
  perp: PerpetualState,
  maker: PerpetualUser,
  taker: PerpetualUser,
  notional: bigint,
): void {
  const { fees } = perp.core;
  if (fees.volumeAssetId !== perp.settleAssetId || maker.isHouse || taker.isHouse) return;
  for (const { spot } of [maker, taker]) {
    if (perp.scope.isOpen) perp.scope.onPersist(count, perp, spot, Number(notional));
    else count(perp, spot, Number(notional));
  }
}

function count(perp: PerpetualState, spot: number, units: number): void {
  perp.core.fees.count(spot, units);
}
