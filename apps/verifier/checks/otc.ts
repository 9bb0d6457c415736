import type { AppliedCommand } from '@candor/journal';
import type {
  KernelEvent,
  KernelView,
  OtcOrderCreatedEvent,
  OtcOrderEndedEvent,
  OtcOrderMovedEvent,
} from '@candor/kernel';
import {
  isInOtcBand,
  type OtcOpenState,
  otcIndexPrice,
  otcMayMove,
  otcPrice,
  otcTotal,
  otcValue,
} from '@candor/rules';
import type { Check } from './check.ts';

type Report = (what: string) => void;
type Entry = Extract<KernelEvent, { type: 'entry' }>;

/** A jump of the clock by more than this is downtime, which no clock counts. */
const DOWNTIME_MS = 5_000;
const WALLETS = 2 ** 32;
/** Number of the OTC wallet among a user's. */
const OTC_WALLET = 6;
const ESCROW = -30;
const FEES = -31;
const KINDS = ['otc-escrowed', 'otc-released', 'otc-returned', 'otc-fee'];

interface Order {
  readonly told: OtcOrderCreatedEvent;
  state: OtcOpenState;
  /** Start of the state's clock, downtime left out. */
  sinceUpMs: number;
}

/**
 * Recomputes every OTC order: its price from the index and the maker's terms, every move by the table of movers, every
 * clock without the downtime that the journal's times show, and that the escrow left once, whole, to one of its two sides.
 */
export class OtcCheck implements Check {
  readonly name = 'OTC orders';
  count = 0;
  private readonly orders = new Map<number, Order>();
  private readonly scales = new Map<string, number>();
  private valueAssetId = 0;
  private lastMs = 0;
  private downMs = 0;

  see({ envelope, events }: AppliedCommand, view: KernelView, report: Report): void {
    const { timeMs, userId, body } = envelope;
    if (this.lastMs > 0 && timeMs - this.lastMs > DOWNTIME_MS) this.downMs += timeMs - this.lastMs;
    this.lastMs = timeMs;
    let moved: Entry[] = [];
    for (const event of events) {
      if (event.type === 'entry') {
        if (KINDS.includes(event.kind)) moved.push(event);
        continue;
      }
      if (event.type === 'otcTermsSet') this.valueAssetId = event.terms.valueAssetId;
      else if (event.type === 'otcCurrencySet') this.scales.set(event.currency, event.scale);
      else if (event.type === 'otcOrderCreated') {
        this.created(event, moved, view, report);
        moved = [];
      } else if (event.type === 'otcOrderMoved') this.moved(event, userId, report);
      else if (event.type === 'otcOrderEnded') {
        this.ended(event, moved, userId, report);
        moved = [];
        if (event.end === 'resolved' && body.type !== 'resolveOtcAppeal')
          report(`OTC order ${event.orderId} was decided by no operators.`);
      }
    }
    for (const { kind, orderId } of moved) report(`An entry of ${kind} ${orderId} has no receipt.`);
  }

  private created(event: OtcOrderCreatedEvent, moved: Entry[], view: KernelView, report: Report): void {
    this.count += 1;
    const { orderId, assetId, amount, fee, sellerId, makerId, clocks } = event;
    const scaleOf = (id: number) => view.assets().find((asset) => asset.assetId === id)?.scale ?? 0;
    const scales = { coin: scaleOf(assetId), value: scaleOf(this.valueAssetId) };
    const index = { numerator: event.indexOver, denominator: event.indexUnder };
    const { price, seenPrice, pricing, rate, bandPpm } = event;
    if (otcPrice(pricing, index, scales) !== price)
      report(`The price of OTC order ${orderId} is not that of its offer.`);
    if (!isInOtcBand(price, otcIndexPrice(index, rate, scales), bandPpm))
      report(`The price of OTC order ${orderId} is outside of the band.`);
    if (sellerId === makerId ? price > seenPrice : price < seenPrice)
      report(`OTC order ${orderId} was taken at a worse price than its taker saw.`);
    const total = otcTotal(amount, price, scales.coin, event.currencyScale);
    if (
      this.scales.get(event.currency) !== event.currencyScale ||
      total !== event.total ||
      otcValue(amount, index) !== event.value
    )
      report(`The sum of OTC order ${orderId} is not amount times price.`);
    const held = sellerId === makerId ? amount + fee : amount;
    const seller = walletOf(event, sellerId);
    if (!isMove(moved, 'otc-escrowed', orderId, [seller, -held], [ESCROW, held]) || moved.length !== 1)
      report(`The escrow of OTC order ${orderId} is not what its seller gave.`);
    if (this.orders.has(orderId) || clocks.windowMs <= 0) report(`OTC order ${orderId} was made twice.`);
    this.orders.set(orderId, { told: event, state: 'created', sinceUpMs: this.lastMs - this.downMs });
  }

  private moved(event: OtcOrderMovedEvent, sender: number, report: Report): void {
    const { orderId, from, to, by } = event;
    const order = this.orders.get(orderId);
    if (order === undefined || order.state !== from || !otcMayMove(from, to, by)) {
      report(`OTC order ${orderId} moved from ${from} to ${to} by ${by}, which its table does not know.`);
      return;
    }
    this.judgeMover(order, event, sender, report);
    order.state = to;
    order.sinceUpMs = event.atMs - event.downtimeMs;
  }

  private ended(event: OtcOrderEndedEvent, moved: Entry[], sender: number, report: Report): void {
    const { orderId, from, end, by, winner } = event;
    const order = this.orders.get(orderId);
    if (order === undefined || order.state !== from || !otcMayMove(from, end, by)) {
      report(`OTC order ${orderId} ended as ${end} by ${by}, which its table does not know.`);
      return;
    }
    this.judgeMover(order, event, sender, report);
    this.orders.delete(orderId);
    if (end !== 'resolved' && winner !== (end === 'released' ? 'buyer' : 'seller'))
      report(`OTC order ${orderId} paid the ${winner}, although it was ${end}.`);
    if (!isPaidOut(order.told, winner, moved)) report(`The escrow of OTC order ${orderId} went elsewhere.`);
  }

  /** Sides move their own orders, and clocks run out neither before nor after their time. */
  private judgeMover(
    { told, state, sinceUpMs }: Order,
    { orderId, by, atMs, downtimeMs }: OtcOrderMovedEvent | OtcOrderEndedEvent,
    sender: number,
    report: Report,
  ): void {
    const { buyerId, sellerId, clocks } = told;
    if (downtimeMs !== this.downMs)
      report(`OTC order ${orderId} counts other downtime than the journal shows.`);
    if (by === 'buyer' ? sender !== buyerId : by === 'seller' && sender !== sellerId)
      report(`OTC order ${orderId} was moved by somebody else than its ${by}.`);
    if (by !== 'clock') return;
    const lengths: Readonly<Partial<Record<OtcOpenState, number>>> = {
      created: clocks.windowMs,
      lapsed: clocks.lapseMs,
      paid: clocks.silenceMs,
    };
    if (atMs - downtimeMs !== sinceUpMs + (lengths[state] ?? 0) || atMs > this.lastMs)
      report(`A clock of OTC order ${orderId} ran out at another time than its terms say.`);
  }
}

/** Account of a side: the maker's OTC wallet, the taker's spot wallet. */
function walletOf({ makerId }: OtcOrderCreatedEvent, userId: number): number {
  return userId === makerId ? OTC_WALLET * WALLETS + userId : userId;
}

/** True if the entries give the whole escrow to the winner, with the fee that was told at the taking. */
function isPaidOut(told: OtcOrderCreatedEvent, winner: 'buyer' | 'seller', moved: readonly Entry[]): boolean {
  const { orderId, amount, fee, buyerId, sellerId, makerId } = told;
  const seller = walletOf(told, sellerId);
  const held = makerId === sellerId ? amount + fee : amount;
  if (winner === 'seller')
    return moved.length === 1 && isMove(moved, 'otc-returned', orderId, [ESCROW, -held], [seller, held]);
  const buyer = walletOf(told, buyerId);
  if (!isMove(moved, 'otc-released', orderId, [ESCROW, -amount], [buyer, amount])) return false;
  if (fee === 0n) return moved.length === 1;
  const payer = makerId === sellerId ? ESCROW : buyer;
  return moved.length === 2 && isMove(moved, 'otc-fee', orderId, [payer, -fee], [FEES, fee]);
}

type Posting = readonly [account: number, amount: bigint];

function isMove(moved: readonly Entry[], kind: string, orderId: number, ...postings: Posting[]): boolean {
  const entry = moved.find((each) => each.kind === kind && each.orderId === orderId);
  if (entry?.postings.length !== postings.length) return false;
  return postings.every(([account, amount]) =>
    entry.postings.some((each) => each.account === account && each.amount === amount),
  );
}
