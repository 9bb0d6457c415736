import type { OtcBoard, OtcStanding } from '@candor/api';
import { type Amount, formatDecimalTrimmed } from '@candor/money';
import { OTC_PRICE_SCALE } from '@candor/rules';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText } from '../../engine/values/index.ts';
import type { Factors } from '../../users/factors/index.ts';
import type { Payments } from './payments.ts';
import type { People } from './people.ts';
import { termsRow } from './rows.ts';
import type { Traders } from './traders.ts';

export interface BoardDeps {
  readonly core: Pick<CoreLink, 'ask'>;
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
}

export interface StandingDeps extends BoardDeps {
  readonly factors: Pick<Factors, 'holds'>;
  readonly payments: Payments;
  readonly people: People;
  readonly traders: Traders;
}

/** Everything that OTC publishes of itself. */
export async function readBoard({ core, catalogues }: BoardDeps): Promise<OtcBoard> {
  const board = await core.ask('otcBoard');
  const catalogue = catalogues.current();
  const { terms, currencies, methods, appeals, assetIds, lateDecisions, timeMs } = board;
  const valued = terms === null ? [] : [terms.terms.valueAssetId];
  return {
    terms: terms === null ? null : termsRow(catalogue, terms.terms),
    next:
      terms?.next == null
        ? null
        : { terms: termsRow(catalogue, terms.next.terms), effectiveTime: terms.next.effectiveMs },
    currencies: currencies.map(({ currency, scale, rate }) => ({
      currency,
      scale,
      rate: formatDecimalTrimmed(rate, OTC_PRICE_SCALE),
    })),
    methods: methods.map(({ method, appealAfterMs, isOpen }) => ({
      method: method as OtcBoard['methods'][number]['method'],
      appealAfterMs,
      isOpen,
    })),
    coins: [...new Set([...valued, ...assetIds])].map((assetId) => catalogue.assetById(assetId).code),
    appeals: appeals.length,
    lateAppeals: appeals.filter(({ appeal }) => appeal?.isDecisionLate === true).length,
    lateDecisions,
    time: timeMs,
  };
}

/** Standing of a user: admission, limits, pauses, and bought value that stays. */
export async function readStanding(
  { core, catalogues, factors, payments, people, traders }: StandingDeps,
  userId: number,
): Promise<OtcStanding> {
  const [{ terms, trader, merchant, holds }, known, [hold], methods, own] = await Promise.all([
    core.ask('otcUser', userId),
    traders.of(userId),
    factors.holds.current(userId),
    payments.methodsOf(userId),
    people.merchantOf(userId),
  ]);
  const catalogue = catalogues.current();
  const assetId = terms?.terms.valueAssetId ?? null;
  return {
    isAdmitted: trader.isAdmitted,
    isVerified: known?.isVerified === true,
    released: trader.released,
    openOrders: trader.openOrders,
    pausedUntil: trader.pausedUntilMs === 0 ? null : trader.pausedUntilMs,
    faults: trader.faults,
    isNew: trader.isNew,
    sellHeldUntil: hold?.untilMs ?? null,
    methods,
    holds: holds.map(({ orderId, value, endsMs }) => ({
      orderId,
      value: assetId === null ? '0' : amountText(catalogue, assetId, value as Amount),
      endsTime: endsMs,
    })),
    coin: assetId === null ? null : catalogue.assetById(assetId).code,
    merchantId: merchant?.freeMs === 0 ? (own?.merchantId ?? null) : null,
  };
}
