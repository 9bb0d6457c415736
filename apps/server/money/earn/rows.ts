import type { EarnOfferRow, EarnOrderRow, EarnPoolRow, OfferChangeRow } from '@candor/api';
import type { EarnPoolView, FixedOffer, FixedOfferView, FixedTerms } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed } from '@candor/money';
import type { OfferChangeRecord, PoolSums } from '@candor/projections';
import { type CommonOfferTerms, fixedInterest, simpleYearlyPpm } from '@candor/rules';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText } from '../../engine/values/index.ts';
import type { RowRecord } from './words.ts';

const PPM_SCALE = 6;
const rateText = (ppm: number) => formatDecimalTrimmed(BigInt(ppm), PPM_SCALE);

/** The terms of an offer without its times. */
export type OfferedTerms = FixedTerms & Pick<FixedOffer, 'offerId'>;

/** Bounds of an offer as texts. */
export function boundsOf(catalogue: Catalogue, terms: FixedTerms) {
  const text = (amount: Amount) => amountText(catalogue, terms.assetId, amount);
  return {
    minAmount: text(terms.minAmount),
    maxAmount: text(terms.maxAmount),
    userLimit: text(terms.userCapAmount),
    capacity: text(terms.capAmount),
  };
}

/** Published terms that every offer has, whatever its product. */
export function commonTerms(catalogue: Catalogue, offer: OfferedTerms): CommonOfferTerms {
  const { offerId, assetId, dailyPpm, cycleDays, exitPpm } = offer;
  const { minAmount, maxAmount, userLimit, capacity } = boundsOf(catalogue, offer);
  return {
    offerId,
    asset: catalogue.assetById(assetId).code,
    dailyPpm,
    cycleDays,
    exitPpm,
    minAmount,
    maxAmount,
    userCapAmount: userLimit,
    capAmount: capacity,
  };
}

function termsOf(catalogue: Catalogue, offer: OfferedTerms, termsHash: string) {
  const { offerId, assetId, dailyPpm, cycleDays, exitPpm } = offer;
  const { code, scale } = catalogue.assetById(assetId);
  return {
    offerId,
    coin: code,
    scale,
    dailyRate: rateText(dailyPpm),
    dailyPpm,
    yearlyRate: rateText(simpleYearlyPpm(dailyPpm)),
    cycleDays,
    exitShare: rateText(exitPpm),
    exitPpm,
    termsHash,
  };
}

export function offerStateOf(
  { opensMs, closesMs, room, minAmount, dailyPpm, cycleDays }: FixedOfferView,
  free: Amount,
  nowMs: number,
): EarnOfferRow['state'] {
  if (closesMs !== null && closesMs <= nowMs) return 'closed';
  if (opensMs > nowMs) return 'upcoming';
  if (room < minAmount) return 'soldOut';
  return free < fixedInterest({ principal: minAmount, dailyPpm, cycleDays }) ? 'poolEmpty' : 'open';
}

/** An offer, with the free part of the pool that pays it. */
export function offerRowOf(
  catalogue: Catalogue,
  offer: FixedOfferView,
  { free, nowMs, termsHash }: { readonly free: Amount; readonly nowMs: number; readonly termsHash: string },
): EarnOfferRow {
  return {
    ...termsOf(catalogue, offer, termsHash),
    ...boundsOf(catalogue, offer),
    remaining: amountText(catalogue, offer.assetId, offer.room),
    opensTime: offer.opensMs,
    closesTime: offer.closesMs,
    state: offerStateOf(offer, free, nowMs),
  };
}

export const offerChangeRowOf = ({ atMs, timeMs, ...change }: OfferChangeRecord): OfferChangeRow => ({
  offerId: change.offerId,
  kind: change.kind,
  time: timeMs,
  effectiveTime: atMs,
  reason: change.reason,
  seq: change.seq,
});

/** More days than anybody counts: a pool that pays a unit a day could last for more than a JSON number holds. */
const MOST_DAYS = 9_999_999n;

/** Whole days for which so many units last at so many a day; null where nothing is paid. */
export function daysOf(units: bigint, perDay: bigint): number | null {
  if (perDay === 0n) return null;
  const days = units / perDay;
  return Number(days < MOST_DAYS ? days : MOST_DAYS);
}

/** Rounding is counted in millionths of a base unit. */
const ROUNDING_DECIMALS = 6;

export function poolRowOf(catalogue: Catalogue, pool: EarnPoolView, sums: PoolSums | undefined): EarnPoolRow {
  const { assetId, free, reserved, principal, orders } = pool;
  const { code, scale } = catalogue.assetById(assetId);
  const text = (amount: Amount | undefined) => formatDecimalTrimmed(amount ?? 0n, scale);
  const daily = sums?.daily ?? 0n;
  return {
    coin: code,
    scale,
    free: text(free),
    reserved: text(reserved),
    principal: text(principal),
    orders,
    paid7Days: text(sums?.paid7Days),
    paid30Days: text(sums?.paid30Days),
    paidTotal: text(sums?.paid),
    roundedOff: formatDecimalTrimmed(sums?.rounded ?? 0n, scale + ROUNDING_DECIMALS),
    dailyInterest: text(sums?.daily),
    daysLeft: daysOf(free, daily),
  };
}

const STATUS = { matured: 'completed', redeemed: 'redeemed' } as const;

/** An order of any product. */
export function orderRowOf(
  catalogue: Catalogue,
  { order, offer, end, seq }: RowRecord<FixedOffer>,
  termsHash: string,
): EarnOrderRow {
  const text = (amount: Amount) => amountText(catalogue, order.assetId, amount);
  return {
    id: order.orderId,
    ...termsOf(catalogue, offer, termsHash),
    investAmount: text(order.amount),
    cycle: order.cycleDays,
    interest: text(order.interest),
    beginDate: order.beganMs,
    endDate: order.maturesMs,
    status: end === null ? 'inProgress' : STATUS[end.how],
    wholeDays: end?.wholeDays ?? null,
    paidInterest: end === null ? null : text(end.paidInterest),
    released: end === null ? null : text(end.released),
    endedTime: end?.endedMs ?? null,
    seq,
  };
}
