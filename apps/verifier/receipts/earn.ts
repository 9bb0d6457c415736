import {
  type EarnEnded,
  type EarnProduct,
  type EarnSubscribed,
  earnTold,
  type FinanceOffer,
  type FixedOffer,
} from '@candor/kernel';
import { formatDecimalTrimmed } from '@candor/money';
import { maturesAt, offerTermsHash, simpleYearlyPpm } from '@candor/rules';
import type { Told } from './rows.ts';
import type { JsonObject, Names } from './values.ts';

const RATE_SCALE = 6;
const rate = (ppm: number) => formatDecimalTrimmed(BigInt(ppm), RATE_SCALE);

interface OrderTold {
  readonly began: EarnSubscribed | undefined;
  readonly ended: EarnEnded | undefined;
}

/** Events that a command told of an order. */
function toldOf(product: EarnProduct, { events }: Told, orderId: unknown): OrderTold {
  const told = events.map((event) => earnTold(product, event));
  const began = told.find((each) => each?.is === 'Subscribed' && each.event.orderId === orderId);
  const ended = told.find((each) => each?.is === 'Ended' && each.event.orderId === orderId);
  return { began: began?.event as EarnSubscribed | undefined, ended: ended?.event as EarnEnded | undefined };
}

/** Writes a staking order as its receipt states it: at its end where the command ended it, else as it began. */
export function stakingHeld(record: JsonObject, told: Told, names: Names): JsonObject | null {
  const { began, ended } = toldOf('staking', told, record.id);
  const order = ended ?? began;
  const offer = order === undefined ? null : names.offer('staking', order.offerId);
  if (order === undefined || offer === null) return null;
  return {
    ...heldOf(order, ended, told.seq, names),
    termsHash: offerTermsHash({ product: 'staking', ...termsOf(offer, names) }),
    renewalOf: order.renewalOf === 0 ? null : order.renewalOf,
    // while an order runs, its owner may change `autoRenew` by later commands
    ...(ended === undefined ? {} : { autoRenew: ended.autoRenew }),
    renewedAs: ended === undefined || ended.renewedAs === 0 ? null : ended.renewedAs,
  };
}

/** The same of a finance order. */
export function financeHeld(record: JsonObject, told: Told, names: Names): JsonObject | null {
  const { began, ended } = toldOf('finance', told, record.id);
  const order = ended ?? began;
  const offer = order === undefined ? null : (names.offer('finance', order.offerId) as FinanceOffer | null);
  if (order === undefined || offer === null) return null;
  const { name, zone, lockDays, maxParticipations } = offer;
  const own = { name, zone, lockDays, maxParticipations };
  return {
    ...heldOf(order, ended, told.seq, names),
    termsHash: offerTermsHash({ product: 'finance', ...termsOf(offer, names), ...own }),
    name,
    zone,
    lockDays,
    redeemableTime: maturesAt(order.beganMs, lockDays),
  };
}

function heldOf(
  order: EarnSubscribed | EarnEnded,
  ended: EarnEnded | undefined,
  seq: number,
  names: Names,
): JsonObject {
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
    investAmount: units(order.amount),
    cycle: order.cycleDays,
    interest: units(order.interest),
    beginDate: order.beganMs,
    endDate: order.maturesMs,
    seq,
    ...(ended === undefined ? RUNNING : endOf(ended, names)),
  };
}

const RUNNING: JsonObject = {
  status: 'inProgress',
  wholeDays: null,
  paidInterest: null,
  released: null,
  endedTime: null,
};

function endOf(ended: EarnEnded, names: Names): JsonObject {
  return {
    status: ended.how === 'matured' ? 'completed' : 'redeemed',
    wholeDays: ended.wholeDays,
    paidInterest: names.amount(ended.assetId, ended.paidInterest),
    released: names.amount(ended.assetId, ended.released),
    endedTime: ended.endedMs,
  };
}

function termsOf(offer: Omit<FixedOffer, 'opensMs' | 'closesMs'>, names: Names) {
  const { offerId, assetId, dailyPpm, cycleDays, exitPpm } = offer;
  return {
    offerId,
    asset: names.coin(assetId),
    dailyPpm,
    cycleDays,
    exitPpm,
    minAmount: names.amount(assetId, offer.minAmount),
    maxAmount: names.amount(assetId, offer.maxAmount),
    userCapAmount: names.amount(assetId, offer.userCapAmount),
    capAmount: names.amount(assetId, offer.capAmount),
  };
}
