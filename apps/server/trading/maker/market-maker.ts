import { type Amount, mulDivFloor, ZERO } from '@candor/money';
import { type HouseHolding, inventoryScale, isAtEnd } from './inventory.ts';
import { type HouseInMarkets, marketsOf, type QuotedMarket, type SpotTerms } from './queries.ts';
import { type MakerSettings, Quoting, type QuotingOptions } from './quoting.ts';
import { type Budget, targetQuotes } from './target.ts';

export const MAKER_SETTINGS: MakerSettings = {
  levels: 20,
  sizePpm: 500_000,
  spreadPpm: 0,
  everyMs: 500,
  urgentMs: 250,
  staleMs: 5_000,
  equityFloorPpm: 100_000,
};

export interface MarketMakerOptions extends QuotingOptions {
  /** Initial funding of the house, by asset id. */
  readonly funding: ReadonlyMap<number, Amount>;
}

const CYCLE_MS = 125;
/** A reserve that is never quoted, for fees and rounding. */
const USABLE_PPM = 950_000n;
const PPM = 1_000_000n;

/**
 * The house market maker of spot: it takes users' resting orders where the venue's price went through them, and has
 * limits of inventory.
 */
export class MarketMaker extends Quoting<QuotedMarket, HouseInMarkets> {
  constructor(options: MarketMakerOptions) {
    const { core, userId, funding, settings } = options;
    super(options, {
      name: 'market maker',
      cycleMs: CYCLE_MS,
      command: 'massQuote',
      endLine: 'The house market maker is at the end of its equity: its quotes stop',
      read: async () => marketsOf(await core.ask('houseInMarkets', userId)),
      isAtEnd: (state) => isAtEnd(holdingsOf(state, funding), settings.equityFloorPpm),
      wanted: ({ symbol }, book, state) =>
        targetQuotes(book, symbol, settings, budgetOf(symbol, state, funding)),
    });
  }
}

function totalOf(state: HouseInMarkets, assetId: number): Amount {
  const balance = state.balances.get(assetId);
  return balance === undefined ? ZERO : ((balance.available + balance.held) as Amount);
}

/** Every symbol gets an even share of the quote coin; a base coin serves one symbol. */
function budgetOf(symbol: SpotTerms, state: HouseInMarkets, funding: ReadonlyMap<number, Amount>): Budget {
  const base = totalOf(state, symbol.baseAssetId);
  const quote = totalOf(state, symbol.quoteAssetId);
  const sharers = state.quoted.filter((each) => each.symbol.quoteAssetId === symbol.quoteAssetId).length;
  return {
    askLots: Number((base * USABLE_PPM) / PPM / symbol.basePerLot),
    bidTickLots: (quote * USABLE_PPM) / PPM / BigInt(sharers) / symbol.quotePerTickLot,
    ...inventoryScale(base, funding.get(symbol.baseAssetId) ?? ZERO),
  };
}

function holdingsOf(state: HouseInMarkets, funding: ReadonlyMap<number, Amount>): HouseHolding[] {
  const holdings: HouseHolding[] = [];
  const quotes = new Set<number>();
  for (const { symbol } of state.quoted) {
    const total = totalOf(state, symbol.baseAssetId);
    const funded = funding.get(symbol.baseAssetId) ?? ZERO;
    const ticks = state.indexTicks.get(symbol.symbolId) ?? null;
    const worth = (amount: Amount) =>
      ticks === null
        ? null
        : (mulDivFloor(amount, BigInt(ticks) * symbol.quotePerTickLot, symbol.basePerLot) as Amount);
    holdings.push({ worth: worth(total), fundedWorth: worth(funded) });
    quotes.add(symbol.quoteAssetId);
  }
  for (const assetId of quotes) {
    const total = totalOf(state, assetId);
    const funded = funding.get(assetId) ?? ZERO;
    holdings.push({ worth: total, fundedWorth: funded });
  }
  return holdings;
}
