import type {
  AccountMessage,
  GuardKeptMessage,
  OwnBalance,
  OwnOrder,
  PrivateSnapshotMessage,
} from '@candor/api';
import type { AppliedCommand } from '@candor/journal';
import type { BalanceEvent, BalanceView, KernelEvent, TradeEvent, TriggerPlacedEvent } from '@candor/kernel';
import { type Amount, formatDecimal, type Lots, lotsToDecimal, ticksToDecimal } from '@candor/money';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { Catalogue } from './catalogue.ts';
import type { AccountFacts } from './queries.ts';
import type { Seen, SeenPrice } from './seen-prices.ts';
import { type EndReason, ownTrigger, type TrackedOrder, tracked, waitingOrder } from './tracked-orders.ts';
import { firstProgress, movedBy, progressOf } from './trailing.ts';

/** An event names a symbol, an asset or an order that the state does not know: reload the state. */
export class AccountMismatch extends Error {
  override readonly name = 'AccountMismatch';
}

type WalletBalance = BalanceView & Pick<BalanceEvent, 'wallet'>;

const balanceKey = ({ wallet, assetId }: Pick<WalletBalance, 'wallet' | 'assetId'>) => `${wallet}:${assetId}`;

const STATUS_OF: Readonly<Record<EndReason, OwnOrder['status']>> = {
  filled: 'filled',
  cancelled: 'cancelled',
  expired: 'expired',
  'self-trade': 'cancelled',
  twin: 'cancelled',
  rejected: 'rejected',
};

/** One user's open orders and balances at a journal sequence, kept up by committed events. */
export class AccountState {
  readonly userId: number;
  readonly #catalogue: Catalogue;
  readonly #orders = new Map<number, TrackedOrder>();
  /** By the wallet's name and the asset. */
  readonly #balances = new Map<string, WalletBalance>();
  seq: number;
  #timeMs: number;

  /**
   * Starts from the core's answer. Everything that the answer names must be in the catalogue before the first use.
   */
  constructor(facts: AccountFacts, catalogue: Catalogue) {
    this.userId = facts.userId;
    this.#catalogue = catalogue;
    this.seq = facts.seq;
    this.#timeMs = facts.timeMs;
    for (const wallet of facts.wallets) {
      for (const balance of wallet.balances) this.#setBalance({ ...balance, wallet: wallet.name });
    }
    for (const order of facts.resting) {
      const { createdMs, filledLots, filledQuote, twinOrderId } = order;
      this.#orders.set(order.orderId, { ...tracked(order, createdMs), filledLots, filledQuote, twinOrderId });
    }
    for (const order of facts.waiting) {
      const waiting = waitingOrder(order, order.createdMs, progressOf(order));
      this.#orders.set(order.orderId, { ...waiting, retrying: order.retrying });
    }
  }

  /** True if an order follows prices that no event carries. */
  get follows(): boolean {
    for (const { waits, trigger } of this.#orders.values())
      if (waits && trigger?.kind === 'trailing-stop') return true;
    return false;
  }

  snapshot(): PrivateSnapshotMessage {
    return {
      type: 'snapshot',
      seq: this.seq,
      t: this.#timeMs,
      orders: [...this.#orders.values()].map((order) => this.#ownOrder(order)),
      balances: [...this.#balances.values()].map((balance) => this.#ownBalance(balance)),
    };
  }

  /**
   * Applies a committed command and the prices that waiting orders saw with it. Returns the user's messages: fills,
   * then orders with their new state, then balances. Commands up to `seq` are already included. Throws
   * AccountMismatch if the command does not fit the state.
   */
  apply({ stamp: { seq, timeMs }, events }: AppliedCommand, seen: Seen): AccountMessage[] {
    if (seq <= this.seq) return [];
    this.seq = seq;
    this.#timeMs = timeMs;
    const stamp = { seq, t: timeMs };
    const messages: AccountMessage[] = [];
    const touched = new Set<TrackedOrder>();
    const balances = new Map<string, BalanceEvent>();
    for (const price of seen.indices) for (const order of this.#see(price)) touched.add(order);
    for (const event of events) {
      if (event.type === 'trade') {
        if (seen.trades(event.symbolId))
          for (const order of this.#see({ ...event, source: 'last' })) touched.add(order);
        for (const liquidity of ['maker', 'taker'] as const) {
          if (event[`${liquidity}UserId`] !== this.userId) continue;
          const order = this.#order(event[`${liquidity}OrderId`]);
          order.filledLots += event.lots;
          order.filledQuote += event.quoteAmount;
          touched.add(order);
          messages.push({ type: 'fill', ...stamp, fill: this.#fill(order, event, liquidity) });
        }
      } else if (event.type === 'balance' && event.userId === this.userId) {
        balances.set(balanceKey(event), event);
      } else {
        for (const order of this.#orderEvent(event, timeMs, seen)) touched.add(order);
        const guard = this.#guardKept(event);
        if (guard !== null) messages.push({ type: 'guardKept', ...stamp, guard });
      }
    }
    for (const order of touched) {
      messages.push({ type: 'order', ...stamp, order: this.#ownOrder(order) });
      if (order.doneReason !== null) this.#orders.delete(order.facts.orderId);
    }
    for (const { wallet, assetId, available, held } of balances.values()) {
      const balance = { wallet, assetId, available, held };
      if (!this.#setBalance(balance)) continue;
      messages.push({ type: 'balance', ...stamp, balance: this.#ownBalance(balance) });
    }
    return messages;
  }

  /** Returns true if the balance is to be published: a wallet's debt is published otherwise. */
  #setBalance(balance: WalletBalance): boolean {
    if (balance.wallet.endsWith('/debt')) return false;
    this.#balances.set(balanceKey(balance), balance);
    return true;
  }

  /** Shows a price to waiting orders and returns those whose trigger it moved. */
  #see({ symbolId, source, priceTicks }: SeenPrice): TrackedOrder[] {
    const moved: TrackedOrder[] = [];
    for (const order of this.#orders.values()) {
      const { facts, trigger, progress } = order;
      if (!order.waits || order.retrying || trigger === null || progress === null) continue;
      if (facts.symbolId !== symbolId || trigger.source !== source) continue;
      const next = movedBy(trigger, facts.side, progress, priceTicks);
      if (next === null) continue;
      order.progress = next;
      moved.push(order);
    }
    return moved;
  }

  /** Takes an event of orders over and returns those that it changed. */
  #orderEvent(event: KernelEvent, timeMs: number, seen: Seen): TrackedOrder[] {
    switch (event.type) {
      case 'orderAccepted': {
        if (event.userId !== this.userId) return [];
        // one that is known waited for its price until now
        const order = this.#orders.get(event.orderId) ?? tracked(event, timeMs);
        order.waits = false;
        this.#orders.set(event.orderId, order);
        return [order];
      }
      case 'orderRested':
        return this.#own(event);
      case 'orderDone': {
        const own = this.#own(event);
        for (const order of own) order.doneReason = event.reason;
        return own;
      }
      default:
        return this.#waitingEvent(event, timeMs, seen);
    }
  }

  #waitingEvent(event: KernelEvent, timeMs: number, seen: Seen): TrackedOrder[] {
    switch (event.type) {
      case 'triggerPlaced': {
        if (event.userId !== this.userId) return [];
        const order = this.#placedTrigger(event, timeMs, seen);
        this.#orders.set(event.orderId, order);
        if (event.twinOrderId === null) return [order];
        const twin = this.#order(event.twinOrderId);
        twin.twinOrderId = event.orderId;
        return [twin, order];
      }
      case 'triggerFired': {
        const own = this.#own(event);
        for (const order of own) order.progress = { bestTicks: null, thresholdTicks: event.thresholdTicks };
        return own;
      }
      case 'triggerDone': {
        const own = this.#own(event);
        for (const order of own) {
          order.doneReason = event.reason;
          order.rejected = event.code;
        }
        return own;
      }
      case 'triggerArmed': {
        const own = this.#own(event);
        const { extremeTicks: bestTicks, thresholdTicks } = event;
        for (const order of own) {
          order.retrying = false;
          order.progress = { bestTicks, thresholdTicks };
        }
        return own;
      }
      case 'triggerAmended':
      case 'orderAmended': {
        const own = this.#own(event);
        for (const order of own) {
          order.facts = { ...order.facts, priceTicks: event.priceTicks, lots: event.lots };
          if (event.type !== 'triggerAmended' || order.trigger === null) continue;
          order.trigger = { ...order.trigger, triggerTicks: event.triggerTicks };
          if (event.triggerTicks !== null)
            order.progress = { bestTicks: null, thresholdTicks: event.triggerTicks };
        }
        return own;
      }
      default:
        return [];
    }
  }

  /** An order of this user that fired and could not sell all, and stays for the rest or is armed again. */
  #guardKept(event: KernelEvent): GuardKeptMessage['guard'] | null {
    const isKept = event.type === 'triggerPlaced' && event.keptFrom !== null;
    if ((event.type !== 'triggerArmed' && !isKept) || event.userId !== this.userId) return null;
    const { facts, filledLots } = this.#order(event.orderId);
    const symbol = this.#symbol(facts.symbolId);
    return {
      product: 'spot',
      kind: 'order',
      id: event.orderId,
      symbol: symbol.name,
      symbol_name: `${this.#asset(symbol.baseAssetId).code}/${this.#asset(symbol.quoteAssetId).code}`,
      state: isKept ? 'retrying' : 'armed',
      left: lotsToDecimal(((facts.lots ?? 0) - filledLots) as Lots, symbol),
    };
  }

  #placedTrigger(event: TriggerPlacedEvent, timeMs: number, seen: Seen): TrackedOrder {
    const { keptFrom, side } = event;
    const former = keptFrom === null ? undefined : this.#orders.get(keptFrom);
    if (former !== undefined) {
      const progress = {
        bestTicks: event.extremeTicks,
        thresholdTicks: former.progress?.thresholdTicks ?? null,
      };
      return { ...waitingOrder(event, former.createdMs, progress), retrying: true };
    }
    const nowTicks = event.kind === 'trailing-stop' ? seen.now(event.symbolId, event.source) : null;
    if (nowTicks === undefined) throw new AccountMismatch(`the price that order ${event.orderId} follows`);
    return waitingOrder(event, timeMs, firstProgress(event, side, nowTicks));
  }

  /** The order of an event, where it is this user's. */
  #own({ orderId, userId }: { readonly orderId: number; readonly userId: number }): TrackedOrder[] {
    return userId === this.userId ? [this.#order(orderId)] : [];
  }

  #order(orderId: number): TrackedOrder {
    const order = this.#orders.get(orderId);
    if (order === undefined) throw new AccountMismatch(`order ${orderId}`);
    return order;
  }

  #symbol(symbolId: number) {
    const symbol = this.#catalogue.symbol(symbolId);
    if (symbol === undefined) throw new AccountMismatch(`symbol ${symbolId}`);
    return symbol;
  }

  #asset(assetId: number) {
    const asset = this.#catalogue.asset(assetId);
    if (asset === undefined) throw new AccountMismatch(`asset ${assetId}`);
    return asset;
  }

  #money(amount: bigint, assetId: number): string {
    return formatDecimal(amount, this.#asset(assetId).scale);
  }

  #ownBalance({ wallet, assetId, available, held }: WalletBalance): OwnBalance {
    const money = (amount: Amount): string => this.#money(amount, assetId);
    const [kind, symbolId] = wallet.split('/') as [OwnBalance['wallet'], string | undefined];
    return {
      wallet: kind,
      symbol: symbolId === undefined ? null : this.#symbol(Number(symbolId)).name,
      asset: this.#asset(assetId).code,
      assetId,
      available: money(available),
      held: money(held),
    };
  }

  #ownOrder(order: TrackedOrder): OwnOrder {
    const { facts, createdMs, filledLots, filledQuote, doneReason, waits, twinOrderId, rejected } = order;
    const symbol = this.#symbol(facts.symbolId);
    const open = waits ? 'waiting' : filledLots > 0 ? 'partially-filled' : 'open';
    return {
      orderId: facts.orderId,
      wallet: (facts.wallet ?? 'spot').split('/')[0] as OwnOrder['wallet'],
      clientOrderId: facts.clientOrderId,
      symbol: symbol.name,
      side: facts.side,
      orderType: facts.orderType,
      timeInForce: facts.timeInForce,
      postOnly: facts.postOnly,
      price: facts.priceTicks === null ? null : ticksToDecimal(facts.priceTicks, symbol),
      quantity: facts.lots === null ? null : lotsToDecimal(facts.lots, symbol),
      filledQuantity: lotsToDecimal(filledLots as Lots, symbol),
      filledQuote: this.#money(filledQuote, symbol.quoteAssetId),
      status: doneReason === null ? open : STATUS_OF[doneReason],
      doneReason,
      rejectKey: rejected === null ? null : errorKeyOfRejection(rejected),
      trigger: ownTrigger(order, symbol),
      twinOrderId,
      createdMs,
    };
  }

  #fill({ facts }: TrackedOrder, trade: TradeEvent, liquidity: 'maker' | 'taker') {
    const symbol = this.#symbol(trade.symbolId);
    const feeAssetId = facts.side === 'buy' ? symbol.baseAssetId : symbol.quoteAssetId;
    const [fee, house] =
      liquidity === 'maker' ? [trade.makerFee, trade.takerHouse] : [trade.takerFee, trade.makerHouse];
    return {
      tradeId: trade.tradeId,
      orderId: facts.orderId,
      symbol: symbol.name,
      side: facts.side,
      price: ticksToDecimal(trade.priceTicks, symbol),
      quantity: lotsToDecimal(trade.lots, symbol),
      quoteAmount: this.#money(trade.quoteAmount, symbol.quoteAssetId),
      fee: this.#money(fee, feeAssetId),
      feeAsset: this.#asset(feeAssetId).code,
      liquidity,
      house,
    };
  }
}
