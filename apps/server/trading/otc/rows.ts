import { formatDecimalTrimmed } from '@candor/money';
import type { OtcOrderRecord } from '@candor/projections';
import { OTC_PRICE_SCALE } from '@candor/rules';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText } from '../../engine/values/index.ts';

/** An order as its buyer or its seller reads it: amounts, prices and sums as decimals. */
export function otcOrderFacts(catalogue: Catalogue, record: OtcOrderRecord, userId: number) {
  const { created, state, paidMs, endedMs, timeMs, seq } = record;
  const { orderId, offerId, assetId, buyerId, makerId, currency, currencyScale, method, termsHash } = created;
  return {
    orderId,
    offerId,
    role: buyerId === userId ? 'buyer' : 'seller',
    isMaker: makerId === userId,
    coin: catalogue.assetById(assetId).code,
    amount: amountText(catalogue, assetId, created.amount),
    fee: amountText(catalogue, assetId, created.fee),
    currency,
    price: formatDecimalTrimmed(created.price, OTC_PRICE_SCALE),
    total: formatDecimalTrimmed(created.total, currencyScale),
    method,
    termsHash,
    state,
    createdTime: timeMs,
    paidTime: paidMs,
    endedTime: endedMs,
    seq,
  };
}
