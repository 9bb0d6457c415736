import type { AppliedCommand } from '@candor/journal';
import { type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { isLate } from './time.ts';

const GRID_MS = 250;

/** Quotes of the house in spot: none is taken past the tick at which it ends, and none after a late tick. */
class Quotes implements SimProduct {
  readonly weight = 0;
  private readonly exchange: Exchange;
  private tickNo = 0;
  /** By account and symbol, the tick at which its quotes end; 0 where they ended. */
  private readonly ends = new Map<string, number>();
  /** By order, whose quote it is and where. */
  private readonly quotes = new Map<number, string>();
  private readonly keys = new Set<string>();

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  listing(): never[] {
    return [];
  }

  act(): null {
    return null;
  }

  onCommand({ envelope, outcome, events }: AppliedCommand): void {
    const { body, userId, key, timeMs } = envelope;
    if (body.type === 'indexTick' && outcome.ok) {
      this.tickNo = body.tickNo;
      if (isLate(body, timeMs)) {
        for (const [place, end] of this.ends) if (end !== Number.POSITIVE_INFINITY) this.ends.set(place, 0);
      }
    }
    const asked = `${userId} ${key}`;
    const isRepeated = key !== null && this.keys.has(asked);
    if (key !== null) this.keys.add(asked);
    if (body.type === 'massQuote' && outcome.ok && !isRepeated) {
      const place = `${userId} ${body.symbolId}`;
      this.ends.set(place, body.expiresTickNo ?? Number.POSITIVE_INFINITY);
      // a quote may fire orders of others, which rest in the same command
      for (const event of events)
        if (event.type === 'orderRested' && event.userId === userId) this.quotes.set(event.orderId, place);
    }
    for (const event of events) {
      if (event.type === 'orderDone') this.quotes.delete(event.orderId);
      if (event.type !== 'trade') continue;
      const end = this.ends.get(this.quotes.get(event.makerOrderId) ?? '') ?? Number.POSITIVE_INFINITY;
      must(
        this.tickNo < end && timeMs < end * GRID_MS,
        'no quote is taken past its end',
        () => `${words(event)} at ${timeMs}, tick ${this.tickNo}, of a quote until ${end}`,
      );
    }
  }

  /** No quote stands past its end either. */
  scan(view: Parameters<SimProduct['scan']>[0]): void {
    for (const userId of this.exchange.houses)
      for (const { orderId, symbolId } of view.spot.openOrders(userId, null)) {
        const end = this.ends.get(this.quotes.get(orderId) ?? '');
        must(
          end === undefined || view.chain.tickNo < end,
          'no quote stands past its end',
          () => `order ${orderId} in ${symbolId} until ${end}, at tick ${view.chain.tickNo}`,
        );
      }
  }
}

export const quotes: ProductModule = {
  name: 'quotes',
  create: (exchange) => new Quotes(exchange),
  wanted: [],
  plants: [
    {
      name: 'quote-taken-past-its-end',
      file: 'kernel/quote-expiry.ts',
      find: 'return this.firstTickNo * INDEX_GRID_MS;',
      replace: 'return this.firstTickNo < 0 ? 0 : Number.POSITIVE_INFINITY;',
      breaks: /no quote (is taken|stands) past its end/,
    },
    {
      name: 'quote-outlives-a-late-tick',
      file: 'kernel/quote-expiry.ts',
      find: 'if (isLate) this.end(() => true);',
      replace: 'if (isLate && reachedNo < 0) this.end(() => true);',
      breaks: /no quote (is taken|stands) past its end/,
    },
    {
      name: 'quote-end-lost-by-a-restart',
      file: 'kernel/quote-expiry.ts',
      find: 'this.ends.set(trader, tickNo);\n    this.findFirst();\n  }\n\n  private',
      replace: 'this.ends.set(trader, tickNo + 1_000);\n    this.findFirst();\n  }\n\n  private',
      breaks: /no quote (is taken|stands) past its end|another state/,
    },
  ],
};
