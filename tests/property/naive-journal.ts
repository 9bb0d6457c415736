import type { Command, IndexTick } from '@candor/kernel';
import type { NaiveExchange } from './naive-exchange.ts';
import { naiveIndex } from './naive-index.ts';
import type { NaiveOutcome } from './naive-outcome.ts';
import { VENUES } from './world.ts';

const DAY_MS = 86_400_000;
const WEIGHTS = new Map([
  [1, 500_000n],
  [2, 250_000n],
  [3, 250_000n],
]);

interface Used {
  user: number;
  key: string;
  hash: string | null;
  outcome: NaiveOutcome;
  untilMs: number;
}

/** The surroundings of the naive exchange: keys, venues and the words of the journal's commands. */
export class NaiveJournal {
  tickNo = 0;
  private lastMs = 0;
  private resumedMs = 0;
  private used: Used[] = [];
  private readonly quotes = new Map<
    string,
    { bid: bigint; ask: bigint; timeMs: number; weight: bigint; symbol: number }
  >();
  private readonly indexes = new Map<number, { price: bigint | null; venues: number }>();
  private readonly naive: NaiveExchange;

  constructor(naive: NaiveExchange) {
    this.naive = naive;
  }

  index(symbolId: number): { price: bigint | null; venues: number } {
    return this.indexes.get(symbolId) ?? { price: null, venues: 0 };
  }

  apply(user: number, key: string | null, hash: string | null, body: Command, nowMs: number): NaiveOutcome {
    const { naive } = this;
    naive.prints = [];
    if (nowMs - this.lastMs > 5_000) this.resumedMs = nowMs;
    this.lastMs = nowMs;
    naive.fees.beginDay(nowMs);
    const outcome = this.answer(user, key, hash, body, nowMs);
    naive.waiting.settle();
    return outcome;
  }

  private answer(
    user: number,
    key: string | null,
    hash: string | null,
    body: Command,
    nowMs: number,
  ): NaiveOutcome {
    for (const used of this.used) {
      const { outcome } = used;
      const isOpen = outcome.ok && this.isOpen(outcome.id);
      if (used.untilMs <= nowMs && isOpen) used.untilMs = nowMs + 8 * DAY_MS;
    }
    this.used = this.used.filter((used) => used.untilMs > nowMs);
    if (key === null) return this.perform(user, body, nowMs);
    const known = this.used.find((used) => used.user === user && used.key === key);
    if (known) return known.hash === hash ? known.outcome : { ok: false, code: 'KEY_REUSED_WITH_OTHER_BODY' };
    const timed = /^order:t([0-9a-z]{8,10})-/.exec(key);
    if (timed) {
      const madeMs = Number.parseInt(timed[1]!, 36);
      if (nowMs - madeMs >= 7 * DAY_MS) return { ok: false, code: 'KEY_EXPIRED' };
      if (madeMs - nowMs > DAY_MS) return { ok: false, code: 'INVALID_COMMAND' };
    }
    const outcome = this.perform(user, body, nowMs);
    this.used.push({ user, key, hash, outcome, untilMs: nowMs + 8 * DAY_MS });
    return outcome;
  }

  private isOpen(id: number): boolean {
    return [...this.naive.open, ...this.naive.waiting.orders].some((order) => order.id === id);
  }

  private perform(user: number, body: Command, nowMs: number): NaiveOutcome {
    const { naive } = this;
    const done: NaiveOutcome = { ok: true, id: 0, status: null, lots: 0n, amount: 0n };
    switch (body.type) {
      case 'practiceFunds':
        return naive.issue(body.accountUserId, body.assetId, body.amount);
      case 'placeOrder':
        return naive.place(user, {
          symbol: body.symbolId,
          buy: body.side === 'buy',
          market: body.orderType === 'market',
          tif: body.timeInForce,
          postOnly: body.postOnly,
          price: body.priceTicks === null ? null : BigInt(body.priceTicks),
          lots: body.lots === null ? null : BigInt(body.lots),
          amount: body.quoteAmount,
          client: body.clientOrderId,
        });
      case 'cancelOrder':
        return naive.cancel(user, body.orderId, body.clientOrderId);
      case 'cancelAll':
        return naive.cancelAll(user, body.symbolId);
      case 'massQuote':
        return naive.massQuote(
          user,
          body.symbolId,
          body.levels.map((l) => ({
            buy: l.side === 'buy',
            price: BigInt(l.priceTicks),
            lots: BigInt(l.lots),
          })),
        );
      case 'setSymbolState':
        naive.states.set(body.symbolId, body.state);
        return done;
      case 'setFees':
        naive.fees.setFlat(BigInt(body.makerPpm), BigInt(body.takerPpm));
        return done;
      case 'setFeeTiers':
        return naive.fees.setTable(body.volumeAssetId, body.tiers)
          ? done
          : { ok: false, code: 'INVALID_COMMAND' };
      case 'placeTrigger':
        return naive.waiting.place(user, body.symbolId, {
          buy: body.side === 'buy',
          kind: body.kind,
          source: body.source,
          trigger: big(body.triggerTicks),
          ppm: big(body.callbackPpm),
          callback: big(body.callbackTicks),
          activation: big(body.activationTicks),
          market: body.orderType === 'market',
          tif: body.timeInForce,
          postOnly: body.postOnly,
          price: big(body.priceTicks),
          lots: big(body.lots),
          amount: body.quoteAmount,
          client: body.clientOrderId,
        });
      case 'placeOco':
        return naive.waiting.placePair(user, body.symbolId, {
          buy: body.side === 'buy',
          price: BigInt(body.priceTicks),
          lots: BigInt(body.lots),
          client: body.clientOrderId,
          source: body.source,
          trigger: BigInt(body.triggerTicks),
          stopPrice: big(body.stopPriceTicks),
          stopAmount: body.stopQuoteAmount,
          stopClient: body.stopClientOrderId,
        });
      case 'amendOrder': {
        if (!naive.user(user)) return { ok: false, code: 'UNKNOWN_ACCOUNT' };
        const { orderId, clientOrderId } = body;
        const price = big(body.priceTicks);
        const lots = big(body.lots);
        const trigger = big(body.triggerTicks);
        if (orderId === null && clientOrderId === null) return { ok: false, code: 'UNKNOWN_ORDER' };
        const amount = body.quoteAmount;
        const open =
          naive.find(user, orderId, clientOrderId) ?? naive.waiting.find(user, orderId, clientOrderId);
        if (open?.symbol !== body.symbolId) return { ok: false, code: 'UNKNOWN_ORDER' };
        if (naive.waiting.find(user, orderId, clientOrderId) !== undefined)
          return naive.waiting.amend(user, orderId, clientOrderId, { price, lots, trigger, amount });
        const found = naive.amend(
          user,
          orderId,
          clientOrderId,
          price,
          lots,
          trigger !== null || amount !== null,
        );
        return found ?? { ok: false, code: 'UNKNOWN_ORDER' };
      }
      case 'indexTick':
        return this.tick(body, nowMs) ?? done;
      case 'tick':
        return done;
      default:
        throw new Error(`the naive journal knows no ${body.type}`);
    }
  }

  private tick(body: IndexTick, nowMs: number): NaiveOutcome | null {
    if (body.tickNo <= this.tickNo) return { ok: false, code: 'TICK_OUT_OF_ORDER' };
    if (body.quotes.some((quote) => !VENUES.includes(quote.venueId)))
      return { ok: false, code: 'UNKNOWN_VENUE' };
    this.tickNo = body.tickNo;
    for (const quote of body.quotes) {
      this.quotes.set(`${quote.symbolId} ${quote.venueId}`, {
        bid: BigInt(quote.bidTicks),
        ask: BigInt(quote.askTicks),
        timeMs: quote.venueTimeMs > nowMs ? nowMs : quote.venueTimeMs,
        weight: WEIGHTS.get(quote.venueId)!,
        symbol: quote.symbolId,
      });
    }
    for (const { id } of this.naive.symbols) {
      const quotes = [...this.quotes.values()].filter((quote) => quote.symbol === id);
      if (quotes.length === 0) continue;
      const index = naiveIndex(
        quotes.map((quote) => ({ ...quote, ageMs: nowMs - quote.timeMs })),
        1,
      );
      this.indexes.set(id, index);
      if (index.price === null) this.naive.freshIndex.delete(id);
      else {
        this.naive.freshIndex.set(id, index.price);
        this.naive.lastIndex.set(id, index.price);
      }
    }
    if (nowMs > this.resumedMs) this.naive.waiting.seeIndices();
    return null;
  }
}

function big(value: number | null): bigint | null {
  return value === null ? null : BigInt(value);
}
