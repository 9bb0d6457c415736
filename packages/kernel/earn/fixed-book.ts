import type { Amount } from '@candor/money';
import { assert } from '../assert.ts';
import { type DueItem, DueQueue } from '../due/due-queue.ts';
import type { FixedOffer, FixedOfferView, FixedOrder } from './terms.ts';

/** Sums of open orders. */
export interface FixedSums {
  principal: bigint;
  interest: bigint;
  orders: number;
}

/** An open order as it waits to mature. */
interface Waiting extends DueItem {
  order: FixedOrder;
}

/** Offers and open orders, with the sums of the orders by offer and by asset. */
export class FixedBook<O extends FixedOffer = FixedOffer> {
  readonly offers = new Map<number, O>();
  private readonly queue = new DueQueue<Waiting>();
  /** Ids of the open orders by user, oldest first. */
  private readonly byUser = new Map<number, Set<number>>();
  private readonly byOffer = new Map<number, FixedSums>();
  private readonly byAsset = new Map<number, FixedSums>();

  /** Takes in an order that began: new, or out of a snapshot. */
  add(order: FixedOrder): void {
    const { orderId, userId } = order;
    this.queue.add({ id: orderId, userId, dueMs: order.maturesMs, order });
    const own = this.byUser.get(userId);
    if (own === undefined) this.byUser.set(userId, new Set([orderId]));
    else own.add(orderId);
    for (const sums of this.sumsFor(order)) {
      sums.principal += order.amount;
      sums.interest += order.interest;
      sums.orders += 1;
    }
  }

  /** Takes out an open order before it matures. */
  remove(order: FixedOrder): void {
    this.queue.remove(order.orderId);
    this.forget(order);
  }

  /** Takes out the first order that matures by `nowMs`; undefined for none. */
  takeDue(nowMs: number): FixedOrder | undefined {
    return this.taken(this.queue.take(nowMs));
  }

  /** Takes out the user's first order that matures by `nowMs`; undefined for none. */
  takeDueOf(userId: number, nowMs: number): FixedOrder | undefined {
    return this.taken(this.queue.takeOf(userId, nowMs));
  }

  /** Returns when the first order matures, in ms; Infinity without any. */
  nextMs(): number {
    return this.queue.nextMs();
  }

  order(orderId: number): FixedOrder | undefined {
    return this.queue.get(orderId)?.order;
  }

  /** Puts an order's other form in its place, of the same sums and times. */
  replace(order: FixedOrder): void {
    const waiting = this.queue.get(order.orderId);
    assert(waiting !== undefined, 'an order that changes is open');
    waiting.order = order;
  }

  /** All open orders by their ids. */
  all(): FixedOrder[] {
    return [...this.queue.values()].map(({ order }) => order).sort((a, b) => a.orderId - b.orderId);
  }

  /** A user's open orders, oldest first. */
  ordersOf(userId: number): FixedOrder[] {
    return [...(this.byUser.get(userId) ?? [])].map((orderId) => this.order(orderId)!);
  }

  countOf(userId: number): number {
    return this.byUser.get(userId)?.size ?? 0;
  }

  /** Principal of a user's open orders of one offer. */
  principalOf(userId: number, offerId: number): bigint {
    let sum = 0n;
    for (const order of this.ordersOf(userId)) if (order.offerId === offerId) sum += order.amount;
    return sum;
  }

  ofOffer(offerId: number): Readonly<FixedSums> {
    return this.byOffer.get(offerId) ?? NONE;
  }

  ofAsset(assetId: number): Readonly<FixedSums> {
    return this.byAsset.get(assetId) ?? NONE;
  }

  /** Assets that some order was ever in. */
  assets(): Iterable<number> {
    return this.byAsset.keys();
  }

  view(offer: O): O & FixedOfferView {
    const { principal, orders } = this.ofOffer(offer.offerId);
    return {
      ...offer,
      principal: principal as Amount,
      orders,
      room: (offer.capAmount - principal) as Amount,
    };
  }

  private taken(waiting: Waiting | undefined): FixedOrder | undefined {
    if (waiting !== undefined) this.forget(waiting.order);
    return waiting?.order;
  }

  private forget(order: FixedOrder): void {
    const own = this.byUser.get(order.userId);
    assert(own?.delete(order.orderId) === true, 'a user has every order of its own');
    if (own.size === 0) this.byUser.delete(order.userId);
    for (const sums of this.sumsFor(order)) {
      sums.principal -= order.amount;
      sums.interest -= order.interest;
      sums.orders -= 1;
    }
  }

  private sumsFor({ offerId, assetId }: FixedOrder): readonly FixedSums[] {
    return [sumsIn(this.byOffer, offerId), sumsIn(this.byAsset, assetId)];
  }
}

const NONE: Readonly<FixedSums> = { principal: 0n, interest: 0n, orders: 0 };

function sumsIn(map: Map<number, FixedSums>, id: number): FixedSums {
  let sums = map.get(id);
  if (sums === undefined) {
    sums = { ...NONE };
    map.set(id, sums);
  }
  return sums;
}
