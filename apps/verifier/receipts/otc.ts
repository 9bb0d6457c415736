import {
  type KernelEvent,
  OTC_ESCROW,
  OTC_FEES,
  type OtcAppealLateEvent,
  type OtcAppealStatedEvent,
  type OtcCancelAskedEvent,
  type OtcOrderCreatedEvent,
  type OtcOrderEndedEvent,
  type OtcOrderMovedEvent,
} from '@candor/kernel';
import { formatDecimalTrimmed } from '@candor/money';
import { OTC_PRICE_SCALE, type OtcPricing } from '@candor/rules';
import type { PlacedRow } from './rows.ts';
import type { JsonObject, Names } from './values.ts';

type OtcOrderEvent =
  | OtcOrderCreatedEvent
  | OtcOrderMovedEvent
  | OtcOrderEndedEvent
  | OtcCancelAskedEvent
  | OtcAppealStatedEvent
  | OtcAppealLateEvent;
type Entry = Extract<KernelEvent, { type: 'entry' }>;

const KINDS: Readonly<Record<OtcOrderEvent['type'], string>> = {
  otcOrderCreated: 'created',
  otcOrderMoved: 'moved',
  otcOrderEnded: 'ended',
  otcCancelAsked: 'asked',
  otcAppealStated: 'stated',
  otcAppealLate: 'late',
};
/** Reason of an appeal that the clock opened. */
const SILENCE = 'silence';

/** An event of the order, with its command and row. */
interface OtcTold {
  readonly event: OtcOrderEvent;
  readonly timeMs: number;
  readonly seq: number;
  readonly row: PlacedRow;
}

/**
 * Gathers all that a journal tells of one OTC order while it is replayed, and the entries that moved its coins. A receipt
 * states the order as it stood after the last of its own entries: later ones do not count.
 */
export class OtcOrderTold {
  private readonly record: JsonObject;
  private readonly told: OtcTold[] = [];
  private readonly entries: Entry[] = [];

  constructor(record: JsonObject) {
    this.record = record;
  }

  see(row: PlacedRow): void {
    const { orderId } = this.record;
    for (const { stamp, events } of row.commands)
      for (const event of events) {
        if (event.type === 'entry') {
          if (event.kind.startsWith('otc-') && event.orderId === orderId) this.entries.push(event);
        } else if (isOfOrder(event) && event.orderId === orderId)
          this.told.push({ event, timeMs: stamp.timeMs, seq: stamp.seq, row });
      }
  }

  /** Writes the order as its receipt states it, for the side that the receipt names; null where the journal has none. */
  held(names: Names): JsonObject | null {
    const { entries } = this.record;
    const told = this.told.slice(0, Array.isArray(entries) ? entries.length : 1);
    const [first] = told;
    if (first?.event.type !== 'otcOrderCreated') return null;
    const created = first.event;
    const ended = told.flatMap(({ event }) => (event.type === 'otcOrderEnded' ? [event] : []))[0];
    const paid = told.flatMap(({ event }) => (isPaid(event) ? [event] : []))[0];
    const state = told.reduce((now, { event }) => stateAfter(event) ?? now, 'created');
    const { assetId, buyerId, makerId } = created;
    const role = this.record.role === 'buyer' ? 'buyer' : 'seller';
    const coins = (units: bigint) => names.amount(assetId, units);
    const { scale: valueScale } = names.otcValue();
    return {
      orderId: created.orderId,
      offerId: created.offerId,
      version: created.version,
      // a receipt names no user: its side is its reader's, and the maker follows from it
      role,
      isMaker: (role === 'buyer') === (makerId === buyerId),
      coin: names.coin(assetId),
      amount: coins(created.amount),
      currency: created.currency,
      method: created.method,
      price: priceText(created.price),
      total: formatDecimalTrimmed(created.total, created.currencyScale),
      fee: coins(created.fee),
      value: formatDecimalTrimmed(created.value, valueScale),
      held: coins(this.sum('otc-escrowed', OTC_ESCROW)),
      termsHash: created.termsHash,
      state,
      paidTime: paid?.atMs ?? null,
      endedTime: ended?.atMs ?? null,
      ...(ended === undefined ? OPEN : this.outOf(created, coins)),
      createdTime: first.timeMs,
      seq: first.seq,
      ...frozenOf(created, valueScale, names),
      entries: told.map((each) => entryOf(each, coins)),
    };
  }

  /** Coins by where they went, out of the entries themselves. */
  private outOf(created: OtcOrderCreatedEvent, coins: (units: bigint) => string): JsonObject {
    const charged = this.sum('otc-fee', OTC_FEES);
    const isMakerSeller = created.makerId === created.sellerId;
    const released = -this.sum('otc-released', OTC_ESCROW);
    return {
      bought: coins(isMakerSeller ? released : released - charged),
      charged: coins(charged),
      returned: coins(-this.sum('otc-returned', OTC_ESCROW)),
    };
  }

  /** Sum that entries of a kind brought an account. */
  private sum(kind: Entry['kind'], account: number): bigint {
    const postings = this.entries.flatMap((entry) => (entry.kind === kind ? entry.postings : []));
    return postings.reduce((sum, posting) => (posting.account === account ? sum + posting.amount : sum), 0n);
  }
}

const OPEN = { bought: null, charged: null, returned: null } as const;

const isOfOrder = (event: KernelEvent): event is OtcOrderEvent => event.type in KINDS;

const isPaid = (event: OtcOrderEvent): event is OtcOrderMovedEvent =>
  event.type === 'otcOrderMoved' && event.to === 'paid';

function stateAfter(event: OtcOrderEvent): string | null {
  if (event.type === 'otcOrderMoved') return event.to;
  return event.type === 'otcOrderEnded' ? event.end : null;
}

const priceText = (price: bigint): string => formatDecimalTrimmed(price, OTC_PRICE_SCALE);

function pricingOf(pricing: OtcPricing): JsonObject {
  if (pricing.kind === 'fixed') return { kind: 'fixed', price: priceText(pricing.price) };
  const { rate, floor, cap } = pricing;
  return { kind: 'floating', rate: priceText(rate), floor: priceText(floor), cap: priceText(cap) };
}

function frozenOf(created: OtcOrderCreatedEvent, valueScale: number, names: Names): JsonObject {
  const { pricing, seenPrice, indexOver, indexUnder, rate, bandPpm, assetId, currencyScale } = created;
  return {
    inputs: {
      pricing: pricingOf(pricing),
      seenPrice: priceText(seenPrice),
      indexOver: String(indexOver),
      indexUnder: String(indexUnder),
      rate: priceText(rate),
      bandPpm,
      coinScale: names.scale(assetId),
      valueScale,
      currencyScale,
    },
    clocks: { ...created.clocks },
  };
}

/** An entry of the order with the place of its command. */
function entryOf({ event, timeMs, seq, row }: OtcTold, coins: (units: bigint) => string): JsonObject {
  const { batchNo, hash, eventsDigest } = row;
  return {
    kind: KINDS[event.type],
    ...factsOf(event, coins),
    time: 'atMs' in event ? event.atMs : timeMs,
    seq,
    journal: { seq, row: batchNo, rowHash: hash, eventsDigest },
  };
}

function factsOf(event: OtcOrderEvent, coins: (units: bigint) => string): JsonObject {
  switch (event.type) {
    case 'otcOrderCreated':
      return {};
    case 'otcOrderMoved': {
      const { to, by, reason } = event;
      return { to, by, reason: reason === '' || reason === SILENCE ? null : reason };
    }
    case 'otcOrderEnded': {
      const { end, by, winner, fault, fee, reason, holdEndsMs } = event;
      const holdEndsTime = holdEndsMs === 0 ? null : holdEndsMs;
      return { end, by, winner, fault, fee: coins(fee), reason: reason === '' ? null : reason, holdEndsTime };
    }
    case 'otcCancelAsked':
      return { why: event.why };
    case 'otcAppealStated':
      return { by: event.side, number: event.number };
    case 'otcAppealLate':
      return { what: event.what };
  }
}
