import type { OtcEntryRow, OtcMethod, OtcOrderRow, OtcPricingRow, OtcTermsRow } from '@candor/api';
import type { OtcCurrencyView, OtcMethodView, OtcOfferView, OtcOrderView } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed } from '@candor/money';
import type { OtcEntryRecord, OtcOrderRecord } from '@candor/projections';
import { OTC_PRICE_SCALE, type OtcPricing, type OtcTerms, otcTotal } from '@candor/rules';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText, ppmPercent } from '../../engine/values/index.ts';

export const priceText = (price: bigint): string => formatDecimalTrimmed(price, OTC_PRICE_SCALE);

/** An order as its buyer or its seller reads it, out of the read models. */
export function otcOrderFacts(catalogue: Catalogue, record: OtcOrderRecord, userId: number) {
  const { created, state, paidMs, endedMs, timeMs, seq } = record;
  const { orderId, offerId, assetId, buyerId, makerId, currency, currencyScale, method, termsHash } = created;
  return {
    orderId,
    offerId,
    role: buyerId === userId ? ('buyer' as const) : ('seller' as const),
    isMaker: makerId === userId,
    coin: catalogue.assetById(assetId).code,
    amount: amountText(catalogue, assetId, created.amount),
    fee: amountText(catalogue, assetId, created.fee),
    currency,
    price: priceText(created.price),
    total: formatDecimalTrimmed(created.total, currencyScale),
    method: method as OtcMethod,
    termsHash,
    state,
    createdTime: timeMs,
    paidTime: paidMs,
    endedTime: endedMs,
    seq,
  };
}

/** A row of a list: what the ledger says of an open order comes before what the read models said of it. */
export function otcOrderRowOf(
  catalogue: Catalogue,
  record: OtcOrderRecord,
  {
    userId,
    open,
    nickname,
  }: {
    readonly userId: number;
    readonly open: OtcOrderView | null;
    readonly nickname: (userId: number) => string;
  },
): OtcOrderRow {
  const { termsHash: _, ...facts } = otcOrderFacts(catalogue, record, userId);
  const { buyerId, sellerId } = record.created;
  return {
    ...facts,
    state: open?.state ?? facts.state,
    dueTime: open?.dueMs ?? null,
    appealFromTime: open?.appealFromMs ?? null,
    asked: open?.asked ?? null,
    counterparty: nickname(buyerId === userId ? sellerId : buyerId),
  };
}

export function pricingRow(pricing: OtcPricing): OtcPricingRow {
  if (pricing.kind === 'fixed') return { kind: 'fixed', price: priceText(pricing.price) };
  const { rate, floor, cap } = pricing;
  return { kind: 'floating', rate: priceText(rate), floor: priceText(floor), cap: priceText(cap) };
}

/** Everything that offers are shown with. */
export interface OfferContext {
  readonly catalogue: Catalogue;
  readonly currencies: readonly OtcCurrencyView[];
  readonly methods: readonly OtcMethodView[];
  readonly words: ReadonlyMap<string, string>;
}

/** The parts of an offer that everybody and its merchant read. `side` is the taker's. */
export function offerFacts(
  { catalogue, currencies, methods, words }: OfferContext,
  offer: OtcOfferView,
  shownSide: 'buy' | 'sell',
) {
  const { assetId, currency, price, available, minAmount, maxAmount, termsHash } = offer;
  const text = (amount: bigint) => amountText(catalogue, assetId, amount as Amount);
  const { scale = 2 } = currencies.find((each) => each.currency === currency) ?? {};
  const total = (amount: bigint) =>
    price === null
      ? null
      : formatDecimalTrimmed(otcTotal(amount, price, catalogue.assetById(assetId).scale, scale), scale);
  const most = available < maxAmount ? available : maxAmount;
  return {
    offerId: offer.offerId,
    version: offer.version,
    side: shownSide,
    coin: catalogue.assetById(assetId).code,
    currency,
    pricing: pricingRow(offer.pricing),
    price: price === null ? null : priceText(price),
    available: text(available),
    minAmount: text(minAmount),
    maxAmount: text(maxAmount),
    minTotal: total(minAmount),
    maxTotal: total(most),
    windowMs: offer.windowMs,
    methods: offer.methods.map((method) => ({
      method: method as OtcMethod,
      appealAfterMs: methods.find((each) => each.method === method)?.appealAfterMs ?? 1,
    })),
    terms: words.get(termsHash) ?? '',
    termsHash,
    minReleased: offer.minReleased,
  };
}

export function termsRow(catalogue: Catalogue, terms: OtcTerms): OtcTermsRow {
  const { valueAssetId, makerFeePpm, bandPpm, newValue, deposit, pausesMs, ...numbers } = terms;
  const text = (amount: bigint) => amountText(catalogue, valueAssetId, amount as Amount);
  return {
    coin: catalogue.assetById(valueAssetId).code,
    makerFeePercent: ppmPercent(makerFeePpm),
    bandPercent: ppmPercent(bandPpm),
    pausesMs: [...pausesMs],
    newValue: text(newValue),
    deposit: text(deposit),
    ...numbers,
  };
}

type WithoutPlace<Entry> = Entry extends unknown ? Omit<Entry, 'journal'> : never;

/** An event of an order, without its place in the journal. */
export function otcEntryOf(
  catalogue: Catalogue,
  { event, seq, timeMs }: OtcEntryRecord,
): WithoutPlace<OtcEntryRow> {
  const at = (ms: number) => ({ time: ms, seq });
  switch (event.type) {
    case 'otcOrderCreated':
      return { kind: 'created', ...at(timeMs) };
    case 'otcOrderMoved': {
      const { to, by, reason, atMs } = event;
      return { kind: 'moved', to, by, reason: isClock(reason) ? null : (reason as 'other'), ...at(atMs) };
    }
    case 'otcOrderEnded': {
      const { end, by, winner, fault, fee, reason, holdEndsMs, assetId, atMs } = event;
      return {
        kind: 'ended',
        end,
        by,
        winner,
        fault,
        fee: amountText(catalogue, assetId, fee),
        reason: reason === '' ? null : (reason as 'no-answer'),
        holdEndsTime: holdEndsMs === 0 ? null : holdEndsMs,
        ...at(atMs),
      };
    }
    case 'otcCancelAsked':
      return { kind: 'asked', why: event.why, ...at(timeMs) };
    case 'otcAppealStated':
      return { kind: 'stated', by: event.side, number: event.number, ...at(timeMs) };
    case 'otcAppealLate':
      return { kind: 'late', what: event.what, ...at(event.atMs) };
  }
}

/** Reasons of appeals that nobody gave: none, or that of the clock. */
const isClock = (reason: string): boolean => reason === '' || reason === 'silence';
