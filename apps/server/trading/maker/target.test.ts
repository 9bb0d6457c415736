import type { QuoteLevel, SymbolInfo } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VenueBook } from '../../prices/feeds/index.ts';
import { inventoryScale, isAtEnd } from './inventory.ts';
import { type Budget, quoteChanges, targetQuotes, UNBOUNDED, wouldCross } from './target.ts';

const symbol: SymbolInfo = {
  symbolId: 1,
  name: 'BTCUSDT',
  baseAssetId: 1001,
  quoteAssetId: 1011,
  tickDecimal: '0.1',
  lotDecimal: '0.001',
  priceDecimals: 1,
  lotDecimals: 3,
  quotePerTickLot: 10_000n as Amount,
  basePerLot: 100_000n as Amount,
  minNotional: 0n as Amount,
  maxLots: 5_000 as Lots,
  maxOpenOrders: 200,
  priceBandPpm: 0,
  state: 'trading',
  stateReason: '',
};

const level = (price: number, quantity: number) => ({
  price: BigInt(Math.round(price * 1e8)),
  quantity: BigInt(Math.round(quantity * 1e8)),
});

const book: VenueBook = {
  venueId: 1,
  symbol: 'BTCUSDT',
  bids: [level(100.07, 1), level(100.02, 2), level(99.9, 0.0005), level(99.8, 4)],
  asks: [level(100.11, 1), level(100.18, 1), level(100.3, 20)],
  timeMs: 0,
};
const settings = { levels: 10, sizePpm: 500_000, spreadPpm: 0 };
const full: Budget = {
  askLots: 1e9,
  bidTickLots: 10n ** 18n,
  bidScalePpm: 1_000_000,
  askScalePpm: 1_000_000,
};
const short = (quotes: readonly QuoteLevel[]) =>
  quotes.map(({ side, priceTicks, lots }) => [side, priceTicks, lots]);

test('bids round down to our ticks and asks up, what falls together adds up, dust is left out, size has its limit', () => {
  expect(short(targetQuotes(book, symbol, settings, full))).toEqual([
    ['buy', 1_000, 1_500],
    ['buy', 998, 2_000],
    ['sell', 1_002, 1_000],
    ['sell', 1_003, 5_000],
  ]);
});

test('a spread moves both sides off the venue, levels and budgets cut the far end', () => {
  const wide = targetQuotes(book, symbol, { ...settings, spreadPpm: 10_000 }, full);
  expect(short(wide).slice(0, 1)).toEqual([['buy', 990, 1_500]]);
  expect(short(wide).find(([side]) => side === 'sell')).toEqual(['sell', 1_012, 1_000]);
  expect(short(targetQuotes(book, symbol, { ...settings, levels: 1 }, full))).toEqual([
    ['buy', 1_000, 1_500],
    ['sell', 1_002, 1_000],
  ]);
  const poor = { ...full, askLots: 5_999, bidTickLots: 1_500_000n };
  expect(short(targetQuotes(book, symbol, settings, poor))).toEqual([
    ['buy', 1_000, 1_500],
    ['sell', 1_002, 1_000],
  ]);
  const noBids = { ...full, bidScalePpm: 0 };
  expect(targetQuotes(book, symbol, settings, noBids).every(({ side }) => side === 'sell')).toBe(true);
});

/** The formulas of a level in exact numbers. */
function exactly(side: 'buy' | 'sell', price: bigint, quantity: bigint, sizePpm: number, spreadPpm: number) {
  const [ppm, tick, lot] = [1_000_000n, 10_000_000n, 100_000n];
  const [away, size] = [BigInt(spreadPpm), BigInt(sizePpm)];
  const ticks =
    side === 'buy'
      ? (price * (ppm - away)) / ppm / tick
      : (price * (ppm + away) + ppm * tick - 1n) / (ppm * tick);
  return [side, Number(ticks), Number((quantity * size * 700_001n) / (ppm * ppm) / lot)];
}

const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 12n }),
  fc.bigInt({ min: 2n ** 53n - 20_000_000n, max: 2n ** 53n + 20_000_000n }),
  fc.bigInt({ min: 1n, max: 10n ** 18n }),
);

test('a level has the exact price and size, however large its numbers', () => {
  const unlimited = { ...full, bidTickLots: 10n ** 60n, askLots: 1e30 };
  const scaled = { ...unlimited, bidScalePpm: 700_001, askScalePpm: 700_001 };
  const settled = fc.record({
    sizePpm: fc.constantFrom(500_000, 333_333, 1_000_000),
    spreadPpm: fc.constantFrom(0, 0, 37),
  });
  fc.assert(
    fc.property(fc.constantFrom('buy', 'sell'), amount, amount, settled, (side, price, quantity, way) => {
      const levels = [{ price, quantity }];
      const of = { ...book, bids: side === 'buy' ? levels : [], asks: side === 'sell' ? levels : [] };
      const large = { ...symbol, maxLots: Number.MAX_SAFE_INTEGER as Lots };
      const expected = exactly(side, price, quantity, way.sizePpm, way.spreadPpm);
      const isQuoted = Number(expected[1]) > 0 && expected[2] !== 0;
      expect(short(targetQuotes(of, large, { levels: 1, ...way }, scaled))).toEqual(
        isQuoted ? [expected] : [],
      );
    }),
  );
});

const quotes = fc
  .uniqueArray(fc.record({ ticks: fc.integer({ min: 1, max: 60 }), lots: fc.integer({ min: 1, max: 5 }) }), {
    selector: ({ ticks }) => ticks,
    maxLength: 30,
  })
  .map((levels) =>
    levels.map(
      ({ ticks, lots }): QuoteLevel => ({
        side: ticks <= 30 ? 'buy' : 'sell',
        priceTicks: ticks as PriceTicks,
        lots: lots as Lots,
      }),
    ),
  );

const venueLevels = fc.array(
  fc.record({
    price: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    quantity: fc.bigInt({ min: 1n, max: 500_000n }),
  }),
  { maxLength: 4 },
);

test('a quote crosses where it meets the best quote of the other side that would be made', () => {
  fc.assert(
    fc.property(quotes, venueLevels, venueLevels, (resting, bids, asks) => {
      const of = { ...book, bids, asks };
      const best = targetQuotes(of, symbol, { ...settings, levels: 1 }, UNBOUNDED);
      const crosses = ({ side, priceTicks }: QuoteLevel) =>
        best.some((top) =>
          side === 'buy'
            ? top.side === 'sell' && priceTicks >= top.priceTicks
            : top.side === 'buy' && priceTicks <= top.priceTicks,
        );
      expect(wouldCross(resting, of, symbol, settings)).toBe(resting.some(crosses));
    }),
  );
});

const LARGE_LOTS = 1_000_000_001;
/** Ticks times lots of the three bids below: an odd number that no double holds. */
const LARGE_BUDGET = (1_000_000n + 999_999n + 8_007_200n) * BigInt(LARGE_LOTS);

test.each([
  [3n * 10n ** 15n, 0],
  [LARGE_BUDGET, 3],
  [LARGE_BUDGET - 1n, 2],
])('a budget of %s pays for %s bids, however large the numbers', (bidTickLots, count) => {
  const quantity = 2n * BigInt(LARGE_LOTS) * 100_000n;
  const bids = [8_007_200n, 1_000_000n, 999_999n].map((ticks) => ({ price: ticks * 10_000_000n, quantity }));
  const large = { ...symbol, maxLots: LARGE_LOTS as Lots };
  const quoted = targetQuotes({ ...book, bids, asks: [] }, large, settings, { ...full, bidTickLots });
  expect(quoted).toHaveLength(count);
});

test('the changes lead from any quotes to any others, name nothing that stays, and take away before they add', () => {
  fc.assert(
    fc.property(quotes, quotes, (resting, wanted) => {
      const changes = quoteChanges(resting, wanted);
      const now = new Map(resting.map((quote) => [quote.priceTicks, quote.lots]));
      for (const { priceTicks, lots } of changes) {
        expect(now.get(priceTicks) ?? 0).not.toBe(lots);
        if (lots === 0) now.delete(priceTicks);
        else now.set(priceTicks, lots);
      }
      expect(now).toEqual(new Map(wanted.map((quote) => [quote.priceTicks, quote.lots])));
      const firstAdded = changes.findIndex(({ lots }) => lots > 0);
      if (firstAdded >= 0) expect(changes.slice(firstAdded).every(({ lots }) => lots > 0)).toBe(true);
    }),
  );
});

test.each([
  [1_000n, 1_000_000, 1_000_000],
  [300n, 1_000_000, 1_000_000],
  [175n, 500_000, 1_000_000],
  [50n, 0, 1_000_000],
  [0n, 0, 1_000_000],
  [2_000n, 1_000_000, 1_000_000],
  [2_500n, 1_000_000, 500_000],
  [3_000n, 1_000_000, 0],
  [9_000n, 1_000_000, 0],
])('with %s of 1000 the asks are scaled by %s and the bids by %s ppm', (total, askScalePpm, bidScalePpm) => {
  expect(inventoryScale(total as Amount, 1_000n as Amount)).toEqual({ askScalePpm, bidScalePpm });
});

test('the end comes below the floor, and is not declared while a price is missing', () => {
  const holding = (worth: bigint | null, fundedWorth: bigint | null) => ({
    worth: worth as Amount | null,
    fundedWorth: fundedWorth as Amount | null,
  });
  expect(isAtEnd([holding(100n, 1_000n), holding(0n, 0n)], 100_000)).toBe(false);
  expect(isAtEnd([holding(99n, 1_000n)], 100_000)).toBe(true);
  expect(isAtEnd([holding(0n, 1_000n), holding(null, null)], 100_000)).toBe(false);
  expect(isAtEnd([holding(0n, 0n)], 100_000)).toBe(false);
});
