import type { FinanceOfferRow } from '@candor/api';
import type { OfferFinance } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { EARN_TERMS, system } from './earn.ts';
import type { House } from './house.ts';
import { clientOf } from './person.ts';

const reason = 'Finance of this test';

type Terms = Partial<Omit<OfferFinance, 'type'>> & Pick<OfferFinance, 'assetId'>;

/** Funds the pool of a coin with 1,000 and adds a product of a week; returns its number. */
export async function offerFinance(house: House, terms: Terms): Promise<number> {
  const { assetId } = terms;
  const amount = 100_000_000_000n as Amount;
  await system(house, { type: 'fundFinance', assetId, amount, fromUserId: 0, reason });
  await system(house, {
    type: 'offerFinance',
    ...EARN_TERMS,
    name: 'USDT 7',
    zone: 'ordinary',
    lockDays: 2,
    maxParticipations: 3,
    reason,
    ...terms,
  });
  return house.engine.read((view) => view.finance.offers().at(-1)!.offerId);
}

/** One product as everybody sees it. */
export async function productOf(house: House, offerId: number): Promise<FinanceOfferRow> {
  const { offers } = await clientOf(house).call('getFinanceProducts');
  return offers.find((offer) => offer.offerId === offerId)!;
}
