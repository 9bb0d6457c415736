import type {
  DepthLevel,
  DepthView,
  OrderAmendedEvent,
  OrderDoneEvent,
  OrderRestedEvent,
  PerpetualOrderCutEvent,
  PerpetualOrderDoneEvent,
  PerpetualOrderRestedEvent,
  PerpetualTradeEvent,
  Side,
  TradeEvent,
} from '@candor/kernel';
import type { Lots, PriceTicks } from '@candor/money';

/** The committed events do not fit the book: reload the book. */
export class DepthMismatch extends Error {
  override readonly name = 'DepthMismatch';
}

interface Totals {
  lots: number;
  houseLots: number;
}

/** One side of one symbol's book, as totals per price. */
class DepthSide {
  readonly #levels = new Map<PriceTicks, Totals>();
  readonly #changed = new Set<PriceTicks>();
  readonly #better: (a: PriceTicks, b: PriceTicks) => number;
  #sorted: PriceTicks[] | null = null;

  constructor(side: Side) {
    this.#better = side === 'buy' ? (a, b) => b - a : (a, b) => a - b;
  }

  load(levels: readonly DepthLevel[]): void {
    for (const { priceTicks, lots, houseLots } of levels) this.#levels.set(priceTicks, { lots, houseLots });
  }

  add(priceTicks: PriceTicks, lots: number, house: boolean): void {
    let level = this.#levels.get(priceTicks);
    if (level === undefined) {
      level = { lots: 0, houseLots: 0 };
      this.#levels.set(priceTicks, level);
      this.#sorted = null;
    }
    level.lots += lots;
    if (house) level.houseLots += lots;
    if (level.lots < 0 || level.houseLots < 0 || level.houseLots > level.lots) {
      throw new DepthMismatch(
        `${lots} lots at ${priceTicks} leave ${level.lots}, of the house ${level.houseLots}`,
      );
    }
    if (level.lots === 0) {
      this.#levels.delete(priceTicks);
      this.#sorted = null;
    }
    this.#changed.add(priceTicks);
  }

  best(count: number): DepthLevel[] {
    this.#sorted ??= [...this.#levels.keys()].sort(this.#better);
    return this.#sorted.slice(0, count).map((priceTicks) => this.#level(priceTicks));
  }

  takeChanges(): DepthLevel[] {
    const changes = [...this.#changed].map((priceTicks) => this.#level(priceTicks));
    this.#changed.clear();
    return changes;
  }

  #level(priceTicks: PriceTicks): DepthLevel {
    const { lots, houseLots } = this.#levels.get(priceTicks) ?? { lots: 0, houseLots: 0 };
    return { priceTicks, lots: lots as Lots, houseLots: houseLots as Lots };
  }
}

/** Events that change a book of a spot symbol or of a contract. */
export type BookEvent =
  | OrderRestedEvent
  | TradeEvent
  | OrderDoneEvent
  | OrderAmendedEvent
  | PerpetualOrderRestedEvent
  | PerpetualOrderCutEvent
  | PerpetualTradeEvent
  | PerpetualOrderDoneEvent;

/** One symbol's book as totals per price, kept up by committed events. */
export class DepthBook {
  readonly #bids = new DepthSide('buy');
  readonly #asks = new DepthSide('sell');

  constructor(view: DepthView = { bids: [], asks: [] }) {
    this.#bids.load(view.bids);
    this.#asks.load(view.asks);
  }

  /** Throws DepthMismatch when the event cannot be of this book. */
  apply(event: BookEvent): void {
    switch (event.type) {
      case 'orderRested':
      case 'perpetualOrderRested':
        this.#side(event.side).add(event.priceTicks, event.lots, event.house);
        break;
      case 'trade':
        this.#side(event.takerSide === 'buy' ? 'sell' : 'buy').add(
          event.priceTicks,
          -event.lots,
          event.makerHouse,
        );
        break;
      case 'perpetualTrade':
        this.#side(event.takerSide === 'buy' ? 'sell' : 'buy').add(
          event.priceTicks,
          -event.lots,
          event.maker.house,
        );
        break;
      case 'orderAmended':
        if (event.removedLots !== 0)
          this.#side(event.side).add(event.formerPriceTicks, -event.removedLots, event.house);
        break;
      case 'orderDone':
      case 'perpetualOrderDone':
      case 'perpetualOrderCut':
        if (event.removedLots === 0) break;
        if (event.priceTicks === null)
          throw new DepthMismatch(`order ${event.orderId} rested without a price`);
        this.#side(event.side).add(event.priceTicks, -event.removedLots, event.house);
    }
  }

  /** The best `levels` of each side, best first. */
  best(levels: number): DepthView {
    return { bids: this.#bids.best(levels), asks: this.#asks.best(levels) };
  }

  /** The levels that changed since the last call, as they are now; 0 lots where one is gone. */
  takeChanges(): DepthView {
    return { bids: this.#bids.takeChanges(), asks: this.#asks.takeChanges() };
  }

  #side(side: Side): DepthSide {
    return side === 'buy' ? this.#bids : this.#asks;
  }
}
