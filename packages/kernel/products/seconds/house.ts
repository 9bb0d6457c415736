import { MAX_PAYOUT_PPM, MAX_PERIOD_S, MIN_PERIOD_S, SECONDS_FORMULA, stakeOf } from '@candor/rules';
import type { Outcome } from '../../events.ts';
import { SECONDS_POOL } from '../../ledger/accounts.ts';
import { fundPool, type PoolFunding } from '../../ledger/funding.ts';
import { MAX_SUPPLY } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { EnableSeconds, SetExposureCap, SetSecondsTerms } from './commands.ts';
import type { Desk } from './desk.ts';
import type { SecondsOffer } from './view.ts';

const MAX_PERIODS = 20;
const COUNTRY = /^[A-Z]{2}$/;

export function setTerms(desk: Desk, command: SetSecondsTerms): Outcome {
  const { type: _, ...offer } = command;
  return setOffer(desk, offer);
}

/** Sets an offer, or returns why not. */
export function setOffer(desk: Desk, offer: SecondsOffer): Outcome {
  const { state } = desk;
  const asset = state.assets.get(offer.assetId);
  if (!state.symbolsById.has(offer.symbolId)) return refuse('UNKNOWN_SYMBOL');
  if (asset === undefined) return refuse('UNKNOWN_ASSET');
  if (offer.formula !== SECONDS_FORMULA) return refuse('INVALID_COMMAND');
  if (desk.assetId !== null && desk.assetId !== offer.assetId) return refuse('INVALID_COMMAND');
  const { minQuantity, maxQuantity } = offer;
  if (!Number.isSafeInteger(minQuantity) || !Number.isSafeInteger(maxQuantity))
    return refuse('QUANTITY_INVALID');
  if (minQuantity < 1 || maxQuantity < minQuantity) return refuse('QUANTITY_INVALID');
  if (stakeOf(maxQuantity, asset.scale) >= MAX_SUPPLY) return refuse('AMOUNT_TOO_LARGE');
  if (!arePeriods(offer.periods)) return refuse('INVALID_COMMAND');
  desk.offers.set(offer.symbolId, offer);
  state.tape.catalogue();
  return DONE;
}

/** Whole seconds, ascending, each with a payout rate above 0. */
function arePeriods(periods: SetSecondsTerms['periods']): boolean {
  if (periods.length > MAX_PERIODS) return false;
  return periods.every(({ periodS, payoutPpm }, i) => {
    if (!Number.isInteger(periodS) || periodS < MIN_PERIOD_S || periodS > MAX_PERIOD_S) return false;
    if (i > 0 && periodS <= periods[i - 1]!.periodS) return false;
    return Number.isInteger(payoutPpm) && payoutPpm > 0 && payoutPpm <= MAX_PAYOUT_PPM;
  });
}

export function enable(desk: Desk, { practice, countries }: EnableSeconds): Outcome {
  if (practice && desk.state.mode !== 'practice') return refuse('PRACTICE_ONLY');
  if (!countries.every((country) => COUNTRY.test(country))) return refuse('INVALID_COMMAND');
  desk.practice = practice;
  desk.countries = [...new Set(countries)].sort();
  desk.state.tape.catalogue();
  return DONE;
}

/** Adds to the pool of payouts: nothing goes back by this. */
export function fundSeconds(desk: Desk, funding: PoolFunding): Outcome {
  const { assetId, amount } = funding;
  if (desk.assetId !== null && desk.assetId !== assetId) return refuse('INVALID_COMMAND');
  if (amount < 0n) return refuse('QUANTITY_INVALID');
  const figures = fundPool(desk.state, 'seconds-pool', { number: SECONDS_POOL }, funding);
  return typeof figures === 'string' ? refuse(figures) : DONE;
}

export function setCap(desk: Desk, { symbolId, cap }: Omit<SetExposureCap, 'type'>): Outcome {
  if (symbolId !== 0 && !desk.state.symbolsById.has(symbolId)) return refuse('UNKNOWN_SYMBOL');
  if (cap < 0n || cap >= MAX_SUPPLY) return refuse('QUANTITY_INVALID');
  desk.caps.set(symbolId, cap);
  desk.state.tape.catalogue();
  return DONE;
}
