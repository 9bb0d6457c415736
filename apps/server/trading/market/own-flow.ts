import type { Side, SymbolInfo } from '@candor/kernel';
import type { Lots, PriceTicks } from '@candor/money';
import { parseDecimal } from '@candor/money';
import { type Candle, CandleBuilder, DAY_MS, DayWindow, MARKET_SCALE } from '@candor/prices';
import type { CandleStore } from './candle-store.ts';
import { CandleWriter } from './candle-writer.ts';

/** Source under which the minutes of our own trades are kept. */
const SOURCE = 'ours';

/** An instrument traded in a book of ours: a spot symbol or a contract. */
export type OwnSymbol = Pick<SymbolInfo, 'symbolId' | 'name' | 'tickDecimal' | 'lotDecimal'>;

/** A fill of ours, of spot or of a contract. */
export interface OwnFill {
  readonly symbolId: number;
  readonly tradeId: number;
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
  readonly takerSide: Side;
  readonly makerHouse: boolean;
  readonly takerHouse: boolean;
}

export interface OwnTrade {
  readonly id: string;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly takerSide: 'buy' | 'sell';
  readonly timeMs: number;
}

interface OwnMarket {
  readonly symbol: OwnSymbol;
  readonly tick: bigint;
  readonly lot: bigint;
  readonly minutes: CandleBuilder;
  readonly day: DayWindow;
}

export interface OwnFlowOptions {
  readonly store: CandleStore;
  readonly symbols: readonly OwnSymbol[];
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** Our own trades by the minute. Fills with the house on either side are left out, here and so everywhere. */
export class OwnFlow {
  readonly #markets: ReadonlyMap<number, OwnMarket>;
  readonly #writer: CandleWriter;
  readonly #now: () => number;

  private constructor(options: OwnFlowOptions, past: ReadonlyMap<string, Candle[]>) {
    this.#writer = new CandleWriter(options.store, SOURCE, options.log);
    this.#now = options.now;
    this.#markets = new Map(
      options.symbols.map((symbol) => [symbol.symbolId, newMarket(symbol, past.get(symbol.name) ?? [])]),
    );
  }

  /** Reads the last day and goes on from there. */
  static async start(options: OwnFlowOptions): Promise<OwnFlow> {
    const nowMs = options.now();
    const names = options.symbols.map((symbol) => symbol.name);
    const { store } = options;
    const past = await store.inStart(() =>
      store.between(SOURCE, names, '1m', nowMs - DAY_MS, nowMs + DAY_MS),
    );
    const flow = new OwnFlow(options, past);
    flow.#writer.start();
    return flow;
  }

  /** Counts a trade; null when it is the house's or of an unknown symbol. */
  take(event: OwnFill, timeMs: number): OwnTrade | null {
    const market = this.#markets.get(event.symbolId);
    if (market === undefined || event.makerHouse || event.takerHouse) return null;
    const price = BigInt(event.priceTicks) * market.tick;
    const quantity = BigInt(event.lots) * market.lot;
    for (const candle of market.minutes.add(timeMs, price, quantity)) this.#keep(market, candle);
    const current = market.minutes.current;
    if (current !== null) market.day.put(current);
    return { id: `o-${event.tradeId}`, price, quantity, takerSide: event.takerSide, timeMs };
  }

  /** Volumes of the last 24 hours, in 1e-8 of the base and of the quote coin. */
  statistics(symbol: string): { readonly volume: bigint; readonly quoteVolume: bigint } {
    for (const market of this.#markets.values()) {
      if (market.symbol.name !== symbol) continue;
      const day = market.day.statistics(this.#now());
      return { volume: day?.volume ?? 0n, quoteVolume: day?.amount ?? 0n };
    }
    return { volume: 0n, quoteVolume: 0n };
  }

  /** Keeps the open minutes too: the next start goes on with them. */
  async stop(): Promise<void> {
    for (const market of this.#markets.values()) {
      const current = market.minutes.current;
      if (current !== null) this.#keep(market, current);
    }
    await this.#writer.stop();
  }

  #keep(market: OwnMarket, candle: Candle): void {
    if (candle.volume > 0n) this.#writer.put({ symbol: market.symbol.name, interval: '1m', candle });
  }
}

function newMarket(symbol: OwnSymbol, past: readonly Candle[]): OwnMarket {
  const day = new DayWindow();
  for (const candle of past) day.put(candle);
  return {
    symbol,
    tick: step(symbol.tickDecimal),
    lot: step(symbol.lotDecimal),
    minutes: new CandleBuilder('1m', past.at(-1) ?? null),
    day,
  };
}

function step(decimal: string): bigint {
  const units = parseDecimal(decimal, MARKET_SCALE);
  if (units === null) throw new RangeError(`a step of ${decimal} is finer than market data`);
  return units;
}
