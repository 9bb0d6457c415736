import type { CallData, Calls } from '@candor/api';
import type { Amount } from '@candor/money';
import { breakEvenPpm, CLOSING_TICKS, CLOSING_TICKS_MIN, OPENING_DELAY_MS } from '@candor/rules';
import { amountText, ppmPercent, shownName } from '../../engine/values/index.ts';
import type { SecondsDeps } from './context.ts';

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

/** A list for everybody names no country: what is open for some countries alone is refused to others at the act. */
const UNKNOWN_COUNTRY = null;

/** Lists the contracts that are offered, of one symbol where it is named. */
export async function listOffers(
  { core, catalogues }: SecondsDeps,
  symbolName: string | null,
): Promise<Data<'periodList'>> {
  const catalogue = catalogues.current();
  const only = symbolName === null ? null : catalogue.symbol(symbolName).symbolId;
  const { enabled, haltReason, offers } = await core.ask('secondsOffers', UNKNOWN_COUNTRY);
  return {
    enabled,
    haltReason,
    simulated: catalogue.mode === 'practice',
    openingDelaySeconds: OPENING_DELAY_MS / 1_000,
    closingTicks: CLOSING_TICKS,
    closingTicksMin: CLOSING_TICKS_MIN,
    records: offers
      .filter(({ symbolId, periods }) => (only === null || symbolId === only) && periods.length > 0)
      .map(({ symbolId, assetId, minQuantity, maxQuantity, formula, periods, state, stateReason }) => {
        const symbol = catalogue.symbolById(symbolId)!;
        return {
          symbol: symbol.name,
          symbol_name: shownName(catalogue, symbol),
          coin: catalogue.assetById(assetId).code,
          minQuantity,
          maxQuantity,
          formula,
          state,
          stateReason,
          periods: periods.map(({ periodS, payoutPpm }) => ({
            periodSeconds: periodS,
            payoutPercent: ppmPercent(payoutPpm),
            breakEvenPercent: ppmPercent(breakEvenPpm(payoutPpm)),
          })),
        };
      }),
  };
}

/** Returns the pool that pays the contracts. */
export async function readPool({ core, catalogues }: SecondsDeps): Promise<Data<'getSecondContractPool'>> {
  const { pool, seq } = await core.ask('secondsPool');
  const catalogue = catalogues.current();
  const coins = (amount: Amount) =>
    pool.assetId === null ? '0' : amountText(catalogue, pool.assetId, amount);
  return {
    coin: pool.assetId === null ? null : catalogue.assetById(pool.assetId).code,
    available: coins(pool.available),
    reserved: coins(pool.reserved),
    stakes: coins(pool.stakes),
    userCap: pool.userCap === null ? null : coins(pool.userCap),
    exposures: pool.exposures.map(({ symbolId, cap, reserved }) => ({
      symbol: symbolId === 0 ? null : catalogue.symbolById(symbolId)!.name,
      cap: coins(cap),
      reserved: coins(reserved),
    })),
    seq,
  };
}
