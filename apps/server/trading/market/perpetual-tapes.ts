import { type PublicTrade, subjects } from '@candor/api';
import type { PerpetualInfo, SymbolInfo } from '@candor/kernel';
import type { MirrorFeed } from './mirror-feed.ts';
import { marketUnits, toPublicTrade } from './public-values.ts';
import type { Publisher } from './publisher.ts';

/** Trades kept of one market. */
export const MAX_TRADES = 200;
/** One contract in 1e-8. */
const CONTRACT_UNITS = 100_000_000n;

/** A contract, whose market is that of its index symbol at the venues, and whose own trades are apart. */
interface Tape {
  readonly name: string;
  readonly index: SymbolInfo;
  /** Amount of the coin that one contract is, in 1e-8. */
  readonly size: bigint;
  trades: PublicTrade[];
}

type AnyTrade = Parameters<typeof toPublicTrade>[0];

/** The tapes of the contracts: the venues' trades of their index symbols and our own, counted in contracts. */
export class ContractTapes {
  readonly #publisher: Publisher;
  readonly #mirrors: MirrorFeed;
  readonly #byName: ReadonlyMap<string, Tape>;
  readonly #byId: ReadonlyMap<number, Tape>;
  readonly #byIndex = new Map<string, Tape[]>();

  constructor(
    contracts: readonly PerpetualInfo[],
    symbols: readonly SymbolInfo[],
    publisher: Publisher,
    mirrors: MirrorFeed,
  ) {
    this.#publisher = publisher;
    this.#mirrors = mirrors;
    const bySymbolId = new Map(symbols.map((symbol) => [symbol.symbolId, symbol]));
    const byId = new Map<number, Tape>();
    for (const { symbolId, indexSymbolId, name, lotDecimal } of contracts) {
      const index = bySymbolId.get(indexSymbolId);
      if (index === undefined) continue;
      const tape: Tape = { name, index, size: marketUnits(lotDecimal), trades: [] };
      byId.set(symbolId, tape);
      this.#byIndex.set(index.name, [...(this.#byIndex.get(index.name) ?? []), tape]);
    }
    this.#byId = byId;
    this.#byName = new Map([...byId.values()].map((tape) => [tape.name, tape]));
  }

  names(): string[] {
    return [...this.#byName.keys()];
  }

  /** The index symbol of a contract; null for what is none. */
  indexOf(name: string): string | null {
    return this.#byName.get(name)?.index.name ?? null;
  }

  /** The names of the contracts on a spot symbol. */
  on(symbol: string): string[] {
    return (this.#byIndex.get(symbol) ?? []).map(({ name }) => name);
  }

  /** Newest last; undefined for what is no contract. */
  trades(name: string): readonly PublicTrade[] | undefined {
    return this.#byName.get(name)?.trades;
  }

  /** A venue's trade of a spot symbol is on the tape of each contract on it. */
  venueTrade(symbol: string, trade: AnyTrade): void {
    for (const tape of this.#byIndex.get(symbol) ?? []) this.#show(tape, trade, 'venue');
  }

  ownTrade(symbolId: number, trade: AnyTrade): void {
    const tape = this.#byId.get(symbolId);
    if (tape !== undefined) this.#show(tape, trade, 'ours');
  }

  /** The market's clock jumped back: what the venues did since is not shown any more. */
  restarted(): void {
    for (const tape of this.#byName.values()) {
      tape.trades = tape.trades.filter((trade) => trade.source === 'ours');
    }
  }

  #show(tape: Tape, trade: AnyTrade, source: PublicTrade['source']): void {
    const quantity = (trade.quantity * CONTRACT_UNITS) / tape.size;
    const decimals = { price: tape.index.priceDecimals, quantity: 0 };
    const shown = toPublicTrade({ ...trade, quantity }, source, decimals);
    tape.trades.push(shown);
    if (tape.trades.length > 2 * MAX_TRADES) tape.trades = tape.trades.slice(-MAX_TRADES);
    this.#mirrors.tell({ kind: 'trade', symbol: tape.name, trade: shown });
    this.#publisher.publish(subjects.trade(tape.name), shown);
  }
}
