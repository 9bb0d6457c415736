import type { FinanceOfferRow, FinanceOrderRow } from '@candor/api';
import type { FinanceOffer, FixedOfferView } from '@candor/kernel';
import { formatDecimal, formatDecimalTrimmed } from '@candor/money';
import { maturesAt, offerTermsHash } from '@candor/rules';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { commonTerms, type EarnWords, offerRowOf, orderRowOf } from '../earn/index.ts';

const PPM_SCALE = 6;
const PERCENT_SCALE = 2;
const HUNDRED_PERCENT = 10_000n;

const ownTerms = ({ name, zone, lockDays }: Pick<FinanceOffer, 'name' | 'zone' | 'lockDays'>) => ({
  name,
  zone,
  lockDays,
});

/** Exact interest of one day of the least order: an offer may be so small that a day brings less than a unit. */
function dailyIncomeOf(catalogue: Catalogue, { assetId, minAmount, dailyPpm }: FinanceOffer): string {
  const { scale } = catalogue.assetById(assetId);
  return formatDecimalTrimmed(minAmount * BigInt(dailyPpm), scale + PPM_SCALE);
}

function progressOf({ principal, capAmount }: FixedOfferView): string {
  return formatDecimal((principal * HUNDRED_PERCENT) / capAmount, PERCENT_SCALE);
}

/** Words of finance products for orders with a cycle. */
export const financeWords: EarnWords<FinanceOffer, FinanceOfferRow, FinanceOrderRow> = {
  product: 'finance',
  errors: {
    offerUnknown: 'FINANCE_OFFER_UNKNOWN',
    termsChanged: 'FINANCE_TERMS_CHANGED',
    unknown: 'FINANCE_UNKNOWN',
  },
  termsHash(catalogue, offer) {
    const { maxParticipations } = offer;
    const own = { ...ownTerms(offer), maxParticipations };
    return offerTermsHash({ product: 'finance', ...commonTerms(catalogue, offer), ...own });
  },
  offerRow(catalogue, offer, free, nowMs) {
    const termsHash = financeWords.termsHash(catalogue, offer);
    const row = offerRowOf(catalogue, offer, { free, nowMs, termsHash });
    return {
      ...row,
      ...ownTerms(offer),
      cycle: offer.cycleDays,
      limit: row.userLimit,
      maxParticipations: offer.maxParticipations,
      dailyIncome: dailyIncomeOf(catalogue, offer),
      progress: progressOf(offer),
    };
  },
  orderRow(catalogue, record) {
    const { order, offer } = record;
    return {
      ...orderRowOf(catalogue, record, financeWords.termsHash(catalogue, offer)),
      ...ownTerms(offer),
      redeemableTime: maturesAt(order.beganMs, offer.lockDays),
    };
  },
};
