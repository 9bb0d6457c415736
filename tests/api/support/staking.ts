import type { EarnOfferRow } from '@candor/api';
import type { OfferStaking } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { EARN_TERMS, system } from './earn.ts';
import type { House } from './house.ts';
import { clientOf } from './person.ts';

const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;
const reason = 'Staking of this test';

type Terms = Partial<Omit<OfferStaking, 'type'>> & Pick<OfferStaking, 'assetId'>;

/** Funds the pool of a coin, 1,000 where nothing is named, and adds an offer of a week; returns the number of the offer. */
export async function offerStaking(house: House, terms: Terms, pool = coins(1_000)): Promise<number> {
  const { assetId } = terms;
  if (pool > 0n) await system(house, { type: 'fundStaking', assetId, amount: pool, fromUserId: 0, reason });
  await system(house, { type: 'offerStaking', ...EARN_TERMS, reason, ...terms });
  return house.engine.read((view) => view.staking.offers().at(-1)!.offerId);
}

/** One offer as everybody sees it. */
export async function offerOf(house: House, offerId: number): Promise<EarnOfferRow> {
  const { offers } = await clientOf(house).call('getPledgeProducts');
  return offers.find((offer) => offer.offerId === offerId)!;
}
