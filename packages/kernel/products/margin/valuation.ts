import type { Amount, PriceTicks } from '@candor/money';
import {
  type Collateral,
  type MarginValues,
  marginValues,
  type Owed,
  PAR,
  riskPpm,
  type UnitPrice,
} from '@candor/rules';
import { freshTicks, unitPrice } from '../../index-price.ts';
import type { State } from '../../state.ts';
import type { MarginBooks, RiskTerms, WalletBook } from './books.ts';
import type { RiskInputs, ValuedAsset } from './events.ts';

const PPM = 1_000_000;

type SymbolOf = State['symbols'][number];

/** Price of an asset: its symbol against the value asset, null for that asset itself, and its index. */
export interface AssetPrice {
  readonly symbol: SymbolOf | null;
  /** Null while stale; 1 of the value asset. */
  readonly priceTicks: PriceTicks | null;
  readonly unit: UnitPrice;
  /** The last index, where `priceTicks` was made of it because it is stale. */
  readonly staleTicks?: PriceTicks;
}

/** A wallet's risk, exactly and as a receipt shows it. */
export interface Valuation {
  readonly values: MarginValues;
  readonly inputs: RiskInputs;
}

/** Values margin wallets at the indices that are fresh now. */
export class Valuer {
  private readonly state: State;
  private readonly books: MarginBooks;

  constructor(state: State, books: MarginBooks) {
    this.state = state;
    this.books = books;
  }

  /** An asset's price in the value asset; undefined where no listed symbol gives one. */
  priceOf(assetId: number, valueAssetId: number): AssetPrice | undefined {
    if (assetId === valueAssetId) return { symbol: null, priceTicks: 1 as PriceTicks, unit: PAR };
    const symbol = this.state.symbols.find(
      ({ listed }) => listed.baseAssetId === assetId && listed.quoteAssetId === valueAssetId,
    );
    if (symbol === undefined) return undefined;
    const ticks = this.freshTicks(symbol.listed.symbolId);
    return {
      symbol,
      priceTicks: ticks === 0 ? null : (ticks as PriceTicks),
      unit: unitPrice(symbol, ticks),
    };
  }

  /** The index of a symbol; 0 while it is stale, its tick is too old, or a downtime has left it behind. */
  freshTicks(symbolId: number): number {
    return freshTicks(this.state, symbolId);
  }

  /** Units of each asset in a wallet that are not 0, holds included, by asset id. */
  holdings(account: number): { readonly assetId: number; readonly units: bigint }[] {
    const { balances, accounts } = this.state;
    const found: { assetId: number; units: bigint }[] = [];
    for (let slot = accounts.firstBalance[account]!; slot !== 0; slot = balances.nextOfAccount[slot]!) {
      const units = balances.total(slot);
      if (units !== 0n) found.push({ assetId: balances.asset[slot]!, units });
    }
    return found.sort((a, b) => a.assetId - b.assetId);
  }

  /** Values a wallet; null where an index that it needs is stale. Assets that are no collateral count as nothing. */
  value(book: WalletBook, terms: RiskTerms): Valuation | null {
    return this.valueWith(book, terms, () => null, true);
  }

  /** Values a wallet for a new loan: what could not be sold, as its only book is halted, counts as nothing. */
  valueForLoan(book: WalletBook, terms: RiskTerms): Valuation | null {
    return this.valueWith(book, terms, () => null, false);
  }

  /**
   * Values a wallet in its owner's favour where an index is stale: what lies there at twice the last index, what is owed
   * at half of it. A coin without a price can so sell nobody, nor shield more than a multiple of its worth.
   */
  valueInFavour(book: WalletBook, terms: RiskTerms): Valuation | null {
    return this.valueWith(
      book,
      terms,
      (price, isDebt) => {
        const last = price.symbol!.lastIndexTicks;
        const ticks = isDebt ? Math.floor(last / 2) : 2 * last;
        return {
          symbol: price.symbol,
          priceTicks: ticks as PriceTicks,
          unit: unitPrice(price.symbol!, ticks),
          staleTicks: last as PriceTicks,
        };
      },
      true,
    );
  }

  /**
   * `stale` gives the price of an asset whose index is stale; null where nothing can be valued then. `countsHalted`: what
   * lies there counts although its book is halted.
   */
  private valueWith(
    book: WalletBook,
    terms: RiskTerms,
    stale: (price: AssetPrice, isDebt: boolean) => AssetPrice | null,
    countsHalted: boolean,
  ): Valuation | null {
    const { valueAssetId } = terms;
    const assets: ValuedAsset[] = [];
    const debts: ValuedAsset[] = [];
    const collateral: Collateral[] = [];
    const owed: Owed[] = [];
    for (const { assetId, units } of this.holdings(book.account)) {
      const haircutPpm = this.books.assets.get(assetId)?.haircutPpm ?? 0;
      const listed = this.priceOf(assetId, valueAssetId);
      if (haircutPpm === 0 || listed === undefined) continue;
      if (!countsHalted && listed.symbol?.state === 'halted') continue;
      const price = listed.priceTicks === null ? stale(listed, false) : listed;
      if (price === null) return null;
      collateral.push({ units, price: price.unit, haircutPpm });
      assets.push(valued(assetId, units, price, haircutPpm));
    }
    const loans = [...book.loans.values()].sort((a, b) => a.assetId - b.assetId);
    for (const loan of loans) {
      const listed = this.priceOf(loan.assetId, valueAssetId);
      if (listed === undefined) return null;
      const price = listed.priceTicks === null ? stale(listed, true) : listed;
      if (price === null) return null;
      const units = this.books.owed(loan);
      owed.push({ units, price: price.unit });
      debts.push(valued(loan.assetId, units, price, PPM));
    }
    const values = marginValues(collateral, owed);
    const { lastTickNo } = this.state.index;
    return {
      values,
      inputs: { tickNo: lastTickNo, valueAssetId, assets, debts, riskPpm: riskPpm(values) },
    };
  }
}

function valued(assetId: number, units: bigint, price: AssetPrice, haircutPpm: number): ValuedAsset {
  const { symbol } = price;
  return {
    assetId,
    amount: units as Amount,
    symbolId: symbol === null ? 0 : symbol.listed.symbolId,
    priceTicks: price.priceTicks,
    ...(price.staleTicks === undefined ? {} : { staleTicks: price.staleTicks }),
    quotePerTickLot: BigInt(symbol === null ? 1 : symbol.terms.quotePerTickLot) as Amount,
    basePerLot: BigInt(symbol === null ? 1 : symbol.terms.basePerLot) as Amount,
    haircutPpm,
  };
}
