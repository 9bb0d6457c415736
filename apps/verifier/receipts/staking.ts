import type { FixedOffer, StakingEndedEvent, StakingSubscribedEvent } from '@candor/kernel';
import { formatDecimalTrimmed } from '@candor/money';
import { offerTermsHash, simpleYearlyPpm } from '@candor/rules';
import type { Told } from './rows.ts';
import type { JsonObject, Names } from './values.ts';

const RATE_SCALE = 6;
const rate = (ppm: number) => formatDecimalTrimmed(BigInt(ppm), RATE_SCALE);

/** Writes a staking order as its receipt states it: at its end where the command ended it, else as it began. */
export function stakingHeld(record: JsonObject, told: Told, names: Names): JsonObject | null {
  const ended = told.events.find(
    (event): event is StakingEndedEvent => event.type === 'stakingEnded' && event.orderId === record.id,
  );
  const began = told.events.find(
    (event): event is StakingSubscribedEvent =>
      event.type === 'stakingSubscribed' && event.orderId === record.id,
  );
  const order = ended ?? began;
  const offer = order === undefined ? null : names.stakingOffer(order.offerId);
  if (order === undefined || offer === null) return null;
  const units = (amount: bigint) => names.amount(order.assetId, amount);
  return {
    id: order.orderId,
    offerId: order.offerId,
    coin: names.coin(order.assetId),
    scale: names.scale(order.assetId),
    dailyRate: rate(order.dailyPpm),
    dailyPpm: order.dailyPpm,
    yearlyRate: rate(simpleYearlyPpm(order.dailyPpm)),
    cycleDays: order.cycleDays,
    exitShare: rate(order.exitPpm),
    exitPpm: order.exitPpm,
    termsHash: termsHashOf(offer, names),
    investAmount: units(order.amount),
    cycle: order.cycleDays,
    interest: units(order.interest),
    beginDate: order.beganMs,
    endDate: order.maturesMs,
    renewalOf: order.renewalOf === 0 ? null : order.renewalOf,
    seq: told.seq,
    ...(ended === undefined ? RUNNING : endOf(ended, names)),
  };
}

/** While an order runs, its owner may change `autoRenew` by later commands. */
const RUNNING: JsonObject = {
  status: 'inProgress',
  renewedAs: null,
  wholeDays: null,
  paidInterest: null,
  released: null,
  endedTime: null,
};

function endOf(ended: StakingEndedEvent, names: Names): JsonObject {
  return {
    status: ended.how === 'matured' ? 'completed' : 'redeemed',
    autoRenew: ended.autoRenew,
    renewedAs: ended.renewedAs === 0 ? null : ended.renewedAs,
    wholeDays: ended.wholeDays,
    paidInterest: names.amount(ended.assetId, ended.paidInterest),
    released: names.amount(ended.assetId, ended.released),
    endedTime: ended.endedMs,
  };
}

function termsHashOf(offer: FixedOffer, names: Names): string {
  const { offerId, assetId, dailyPpm, cycleDays, exitPpm } = offer;
  return offerTermsHash({
    product: 'staking',
    offerId,
    asset: names.coin(assetId),
    dailyPpm,
    cycleDays,
    exitPpm,
    minAmount: names.amount(assetId, offer.minAmount),
    maxAmount: names.amount(assetId, offer.maxAmount),
    userCapAmount: names.amount(assetId, offer.userCapAmount),
    capAmount: names.amount(assetId, offer.capAmount),
  });
}
