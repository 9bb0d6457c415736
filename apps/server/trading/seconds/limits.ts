import type { CallData, Calls } from '@candor/api';
import type { SetSecondsLimits } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { actKey } from '../../engine/acts/index.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText } from '../../engine/values/index.ts';
import { type SecondsDeps, submit } from './context.ts';

export interface SecondLimitsInput {
  /** Decimal text; null for none, undefined to leave it. */
  readonly dailyLossLimit?: string | null | undefined;
  readonly coolingOffUntil?: number | undefined;
  readonly selfExcludedUntil?: number | undefined;
}

export async function readLimits(
  { core, catalogues }: SecondsDeps,
  userId: number,
): Promise<CallData<Calls['getSecondContractLimits']>> {
  const { limits, assetId, nowMs } = await core.ask('secondsLimits', userId);
  const catalogue = catalogues.current();
  const coins = (amount: bigint) =>
    assetId === null ? '0' : amountText(catalogue, assetId, amount as Amount);
  const { limit, pending, pendingFromMs, lostToday, openStakes, openPayouts } = limits;
  const left = limit === null ? null : limit - lostToday - openStakes;
  const ahead = (untilMs: number) => (untilMs > nowMs ? untilMs : null);
  return {
    coin: assetId === null ? null : catalogue.assetById(assetId).code,
    dailyLossLimit: limit === null ? null : coins(limit),
    pendingLimit: pending === null ? null : coins(pending),
    pendingFrom: pendingFromMs === 0 ? null : pendingFromMs,
    coolingOffUntil: ahead(limits.coolingOffUntilMs),
    selfExcludedUntil: ahead(limits.selfExcludedUntilMs),
    lostToday: coins(lostToday),
    openStakes: coins(openStakes),
    openPayouts: coins(openPayouts),
    remaining: left === null ? null : coins(left > 0n ? left : 0n),
  };
}

export async function setLimits(
  deps: SecondsDeps,
  userId: number,
  input: SecondLimitsInput,
  headerKey: string | null,
): Promise<void> {
  const { core, catalogues } = deps;
  const assetId = await core.ask('secondsAsset');
  const body: SetSecondsLimits = {
    type: 'setSecondsLimits',
    dailyLoss: lossLimitOf(catalogues.current(), assetId, input.dailyLossLimit),
    coolingOffUntilMs: input.coolingOffUntil ?? null,
    selfExcludedUntilMs: input.selfExcludedUntil ?? null,
  };
  await submit(deps, userId, actKey('secondLimits', headerKey, null, body), body);
}

/** @throws Refusal AMOUNT_INVALID with more decimals than the coin has, AMOUNT_TOO_LARGE, SECONDS_NOT_OFFERED */
function lossLimitOf(
  catalogue: Catalogue,
  assetId: number | null,
  text: string | null | undefined,
): SetSecondsLimits['dailyLoss'] {
  if (text === undefined) return null;
  if (text === null) return { limit: null };
  if (assetId === null) throw new Refusal('SECONDS_NOT_OFFERED');
  const limit = parseDecimal(text, catalogue.assetById(assetId).scale);
  if (limit === null) throw new Refusal('AMOUNT_INVALID', { field: 'dailyLossLimit' });
  if (limit > 2n ** 62n) throw new Refusal('AMOUNT_TOO_LARGE', { field: 'dailyLossLimit' });
  return { limit: limit as Amount };
}
