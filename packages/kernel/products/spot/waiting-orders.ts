import type { OrderTerms } from '@candor/rules';
import { TriggerIndex } from '../../triggers/trigger-index.ts';
import type { TriggeredOrder, TriggerTerms } from './commands.ts';
import type { SpotSymbol } from './spot-symbol.ts';

const PPM = 1_000_000;
const HIGHEST = Number.MAX_SAFE_INTEGER;

/** An order that waits for a price. */
export interface WaitingOrder {
  readonly orderId: number;
  readonly userId: number;
  /** Slots of the account and of its trader in the symbol. */
  readonly account: number;
  readonly trader: number;
  readonly symbol: SpotSymbol;
  readonly isBuy: boolean;
  terms: TriggerTerms;
  order: TriggeredOrder;
  readonly clientOrderId: string | null;
  readonly createdMs: number;
  /** The resting order of the same OCO; 0 for none. */
  readonly twinOrderId: number;
  /** Amount held for it, in base units: of the quote when it buys, of the base when it sells. */
  held: number;
  /** The best price that a trailing stop has seen since it follows; 0 before. */
  extremeTicks: number;
  /** The price that crossed its threshold; 0 before. It is in no index from then on: it fires, or is tried again. */
  firedTicks: number;
}

/**
 * All orders that wait for a price, found by their ids, owners, client order ids and prices. It neither holds nor
 * emits: whoever puts one in or takes one out does.
 */
export class WaitingOrders {
  /** Orders whose twin left the book or was filled within the current command. */
  readonly widowed: number[] = [];
  /** Ids of those that fired, could not sell all, and are tried again while their trigger holds. */
  readonly retrying = new Set<number>();
  private readonly byId = new Map<number, WaitingOrder>();
  private readonly byTwin = new Map<number, number>();
  private readonly byAccount = new Map<number, Set<number>>();
  private readonly byClientId = new Map<string, number>();
  private readonly fires = new TriggerIndex();
  /** Prices at which trailing stops begin to follow, and at which they have to follow next. */
  private readonly starts = new TriggerIndex();
  private readonly follows = new TriggerIndex();

  get size(): number {
    return this.byId.size;
  }

  get(orderId: number): WaitingOrder | undefined {
    return this.byId.get(orderId);
  }

  /** The waiting order of an OCO by its resting one; 0 for none. */
  twinOf(restingOrderId: number): number {
    return this.byTwin.get(restingOrderId) ?? 0;
  }

  findByClientId(account: number, clientOrderId: string): WaitingOrder | undefined {
    const id = this.byClientId.get(`${account} ${clientOrderId}`);
    return id === undefined ? undefined : this.byId.get(id);
  }

  /** An account's waiting orders, by id. */
  of(account: number): WaitingOrder[] {
    const ids = [...(this.byAccount.get(account) ?? [])].sort((a, b) => a - b);
    return ids.map((id) => this.byId.get(id)!);
  }

  /** All waiting orders, by id. */
  all(): WaitingOrder[] {
    return [...this.byId.values()].sort((a, b) => a.orderId - b.orderId);
  }

  put(waiting: WaitingOrder): void {
    const { orderId, account, clientOrderId, twinOrderId, symbol } = waiting;
    this.byId.set(orderId, waiting);
    const own = this.byAccount.get(account);
    if (own === undefined) this.byAccount.set(account, new Set([orderId]));
    else own.add(orderId);
    if (clientOrderId !== null) this.byClientId.set(`${account} ${clientOrderId}`, orderId);
    if (twinOrderId !== 0) this.byTwin.set(twinOrderId, orderId);
    if (waiting.terms.source === 'last') symbol.lastWatchers++;
    this.watch(waiting);
  }

  take(waiting: WaitingOrder): void {
    const { orderId, account, clientOrderId, twinOrderId, symbol } = waiting;
    this.unwatch(waiting);
    if (waiting.terms.source === 'last') symbol.lastWatchers--;
    this.byId.delete(orderId);
    const own = this.byAccount.get(account)!;
    own.delete(orderId);
    if (own.size === 0) this.byAccount.delete(account);
    if (clientOrderId !== null) this.byClientId.delete(`${account} ${clientOrderId}`);
    if (twinOrderId !== 0) this.byTwin.delete(twinOrderId);
  }

  /** Changes what an order waits for or what it will be. */
  change(waiting: WaitingOrder, terms: TriggerTerms, order: TriggeredOrder): void {
    this.unwatch(waiting);
    waiting.firedTicks = 0;
    waiting.terms = terms;
    waiting.order = order;
    this.watch(waiting);
  }

  /**
   * Lets a price be seen: trailing stops begin to follow and follow it, then all that it crosses is marked as fired,
   * taken out of the indices and appended to `fired`.
   */
  see(symbol: SpotSymbol, source: 'last' | 'index', priceTicks: number, fired: WaitingOrder[]): void {
    const { symbolId } = symbol.listed;
    for (const id of this.starts.crossed(symbolId, source, priceTicks)) this.follow(id, priceTicks);
    for (const id of this.follows.crossed(symbolId, source, priceTicks)) this.follow(id, priceTicks);
    for (const id of this.fires.crossed(symbolId, source, priceTicks)) {
      const waiting = this.byId.get(id)!;
      this.unwatch(waiting);
      waiting.firedTicks = priceTicks;
      fired.push(waiting);
    }
  }

  /** Takes an order back among those that are tried again. */
  resume(waiting: WaitingOrder, firedTicks: number): void {
    this.unwatch(waiting);
    waiting.firedTicks = firedTicks;
    this.watch(waiting);
  }

  /** Waits for the trigger again of one that fired and was kept; a trailing stop has seen the present price. */
  rearm(waiting: WaitingOrder, nowTicks: number): void {
    const { extremeTicks, isBuy } = waiting;
    const isBetter = isBuy ? nowTicks < extremeTicks : nowTicks > extremeTicks;
    if (extremeTicks !== 0 && isBetter) waiting.extremeTicks = nowTicks;
    this.change(waiting, waiting.terms, waiting.order);
  }

  private follow(orderId: number, priceTicks: number): void {
    const waiting = this.byId.get(orderId)!;
    this.unwatch(waiting);
    waiting.extremeTicks = priceTicks;
    this.watch(waiting);
  }

  private watch(waiting: WaitingOrder): void {
    const { orderId: id, symbol, isBuy, terms, extremeTicks } = waiting;
    const { source } = terms;
    const { symbolId } = symbol.listed;
    if (waiting.firedTicks !== 0) {
      this.retrying.add(id);
      return;
    }
    const against = isBuy ? 'rising' : 'falling';
    const along = isBuy ? 'falling' : 'rising';
    if (terms.kind !== 'trailing-stop') {
      const direction = terms.kind === 'stop' ? against : along;
      this.fires.add({ id, symbolId, source, direction, threshold: terms.triggerTicks! });
    } else if (extremeTicks === 0) {
      // without a price to begin at it begins at the first that is seen
      const threshold = terms.activationTicks ?? (isBuy ? HIGHEST : 0);
      this.starts.add({ id, symbolId, source, direction: along, threshold });
    } else {
      const next = isBuy ? extremeTicks - 1 : extremeTicks + 1;
      this.follows.add({ id, symbolId, source, direction: along, threshold: next });
      const threshold = thresholdTicks(terms, isBuy, extremeTicks)!;
      this.fires.add({ id, symbolId, source, direction: against, threshold });
    }
  }

  private unwatch(waiting: WaitingOrder): void {
    this.retrying.delete(waiting.orderId);
    this.fires.remove(waiting.orderId);
    this.starts.remove(waiting.orderId);
    this.follows.remove(waiting.orderId);
  }
}

/**
 * The price at which an order fires; null for a trailing stop that does not follow yet. The callback of a trailing stop
 * is never rounded in its favour: it fires at the first tick at or beyond it.
 */
export function thresholdTicks(terms: TriggerTerms, isBuy: boolean, extremeTicks: number): number | null {
  if (terms.kind !== 'trailing-stop') return terms.triggerTicks;
  if (extremeTicks === 0) return null;
  if (terms.callbackTicks !== null) {
    return isBuy ? extremeTicks + terms.callbackTicks : extremeTicks - terms.callbackTicks;
  }
  const ppm = terms.callbackPpm!;
  return isBuy
    ? Math.ceil((extremeTicks * (PPM + ppm)) / PPM)
    : Math.floor((extremeTicks * (PPM - ppm)) / PPM);
}

/** True while a price is at or beyond the threshold of an order, on the side from which it fires. */
export function holdsAt(waiting: WaitingOrder, priceTicks: number): boolean {
  const { terms, isBuy, extremeTicks } = waiting;
  const threshold = thresholdTicks(terms, isBuy, extremeTicks);
  if (threshold === null) return false;
  return isBuy === (terms.kind !== 'take-profit') ? priceTicks >= threshold : priceTicks <= threshold;
}

/** Amount that an order may need, in base units: of the quote when it buys, of the base when it sells. */
export function neededUnits(order: TriggeredOrder, isBuy: boolean, terms: OrderTerms): number {
  if (!isBuy) return order.lots! * terms.basePerLot;
  if (order.quoteAmount !== null) return Number(order.quoteAmount);
  return order.priceTicks! * order.lots! * terms.quotePerTickLot;
}
