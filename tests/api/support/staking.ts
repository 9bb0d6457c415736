import type { PledgeOfferRow } from '@candor/api';
import type { Command, OfferStaking } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { House } from './house.ts';
import { clientOf } from './person.ts';

const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;
const reason = 'Staking of this test';

type Terms = Partial<Omit<OfferStaking, 'type'>> & Pick<OfferStaking, 'assetId'>;

/** Funds the pool of a coin, 1,000 where nothing is named, and adds an offer of a week; returns the number of the offer. */
export async function offerStaking(house: House, terms: Terms, pool = coins(1_000)): Promise<number> {
  const { assetId } = terms;
  if (pool > 0n) await system(house, { type: 'fundStaking', assetId, amount: pool, fromUserId: 0, reason });
  const offer: Command = {
    type: 'offerStaking',
    dailyPpm: 300,
    cycleDays: 7,
    exitPpm: 500_000,
    minAmount: coins(1),
    maxAmount: coins(10_000),
    userCapAmount: coins(20_000),
    capAmount: coins(100_000),
    opensMs: 0,
    reason,
    ...terms,
  };
  await system(house, offer);
  return house.engine.read((view) => view.staking.offers().at(-1)!.offerId);
}

/** One offer as everybody sees it. */
export async function offerOf(house: House, offerId: number): Promise<PledgeOfferRow> {
  const { offers } = await clientOf(house).call('getPledgeProducts');
  return offers.find((offer) => offer.offerId === offerId)!;
}

async function system(house: House, body: Command): Promise<void> {
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
}
