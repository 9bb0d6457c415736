import { describe, expect, it } from 'vitest';
import { ANN, BEN, codeOf, eventsOf, HOUSE, TestMarket, USDT } from '../../../tests/support/test-market.ts';

const DAY_MS = 86_400_000;
const tier = (minVolume: bigint, makerPpm: number, takerPpm: number) => ({
  minVolume,
  makerPpm,
  takerPpm,
  perpetualMakerPpm: makerPpm / 5,
  perpetualTakerPpm: takerPpm / 5,
});
/** One lot at 10,000 ticks is 10,000,000 units. */
const LOT_VALUE = 10_000_000n;
const TABLE = [tier(0n, 1000, 2000), tier(5n * LOT_VALUE, 800, 1500), tier(50n * LOT_VALUE, 500, 1000)];

function tiered(): TestMarket {
  const market = new TestMarket();
  market.system({ type: 'setFeeTiers', volumeAssetId: USDT, tiers: TABLE });
  return market;
}

function trade(market: TestMarket, seller: number, buyer: number, lots: number) {
  market.limit(seller, 'sell', 10_000, lots);
  return eventsOf(market.limit(buyer, 'buy', 10_000, lots), 'trade')[0]!;
}

describe('fee tiers', () => {
  it('count from the UTC day after, by the kernel’s clock, and tell of it', () => {
    const market = tiered();
    expect(trade(market, BEN, ANN, 5)).toMatchObject({ makerFeePpm: 1000, takerFeePpm: 2000 });
    expect(market.kernel.spot.feeStatus(ANN)).toMatchObject({
      tier: 0,
      volume: 0n,
      volumeToday: 5n * LOT_VALUE,
    });
    const { nextTurnMs } = market.kernel.spot.feeTiers();
    expect(nextTurnMs % DAY_MS).toBe(0);
    market.nowMs = nextTurnMs - 1;
    expect(trade(market, BEN, HOUSE, 1)).toMatchObject({ makerFeePpm: 1000 });
    market.nowMs = nextTurnMs;
    const turned = market.system({ type: 'tick' });
    expect(eventsOf(turned, 'feeTier')).toEqual([
      { type: 'feeTier', userId: ANN, tier: 1, makerPpm: 800, takerPpm: 1500 },
      { type: 'feeTier', userId: BEN, tier: 1, makerPpm: 800, takerPpm: 1500 },
    ]);
    market.restart();
    expect(trade(market, BEN, ANN, 1)).toMatchObject({ makerFeePpm: 800, takerFeePpm: 1500 });
    expect(market.kernel.spot.feeStatus(ANN)).toMatchObject({
      perpetualMakerPpm: 160,
      perpetualTakerPpm: 300,
    });
  });

  it('charge each side by its own tier', () => {
    const market = tiered();
    trade(market, BEN, ANN, 5);
    market.wait(DAY_MS);
    const filled = trade(market, 1002, ANN, 10);
    expect(filled).toMatchObject({ makerFeePpm: 1000, takerFeePpm: 1500 });
    expect(filled.makerFee).toBe((10n * LOT_VALUE * 1000n) / 1_000_000n);
    expect(filled.takerFee).toBe((10n * 100_000n * 1500n) / 1_000_000n);
  });

  it('forget a day after thirty', () => {
    const market = tiered();
    trade(market, BEN, ANN, 5);
    market.wait(30 * DAY_MS);
    market.system({ type: 'tick' });
    expect(market.kernel.spot.feeStatus(ANN)).toMatchObject({ tier: 1, volume: 5n * LOT_VALUE });
    market.wait(DAY_MS);
    const turned = market.system({ type: 'tick' });
    expect(eventsOf(turned, 'feeTier').map((event) => event.tier)).toEqual([0, 0]);
    expect(market.kernel.spot.feeStatus(ANN)).toMatchObject({ tier: 0, volume: 0n });
  });

  it('leave fills with the house out', () => {
    const market = tiered();
    trade(market, HOUSE, ANN, 60);
    market.wait(DAY_MS);
    market.system({ type: 'tick' });
    expect(market.kernel.spot.feeStatus(ANN)).toMatchObject({ tier: 0, volume: 0n });
  });

  it('hold at once when the table is replaced, by the days that are complete', () => {
    const market = tiered();
    trade(market, BEN, ANN, 5);
    market.wait(DAY_MS);
    trade(market, BEN, ANN, 100);
    market.system({
      type: 'setFeeTiers',
      volumeAssetId: USDT,
      tiers: [tier(0n, 900, 900), tier(LOT_VALUE, 100, 200)],
    });
    expect(trade(market, BEN, ANN, 1)).toMatchObject({ makerFeePpm: 100, takerFeePpm: 200 });
    market.system({ type: 'setFees', makerPpm: 700, takerPpm: 750 });
    expect(trade(market, BEN, ANN, 1)).toMatchObject({ makerFeePpm: 700, takerFeePpm: 750 });
    expect(market.kernel.spot).toMatchObject({ makerFeePpm: 700, takerFeePpm: 750 });
  });

  it.each([
    ['none', []],
    ['one that does not begin at 0', [tier(1n, 1, 1)]],
    ['two of one volume', [tier(0n, 1, 1), tier(0n, 1, 1)]],
    ['more than ten percent', [tier(0n, 100_001, 1)]],
    ['a part of a ppm', [tier(0n, 0.5, 1)]],
    ['twenty-one', Array.from({ length: 21 }, (_, i) => tier(BigInt(i), 10, 10))],
  ])('refuse a table of %s', (_, tiers) => {
    const market = tiered();
    const refused = market.system({ type: 'setFeeTiers', volumeAssetId: USDT, tiers });
    expect(codeOf(refused)).toBe('INVALID_COMMAND');
    expect(market.kernel.spot.feeTiers().tiers).toEqual(TABLE);
  });

  it('are the system’s to set', () => {
    const market = new TestMarket();
    expect(codeOf(market.submit(ANN, { type: 'setFeeTiers', volumeAssetId: USDT, tiers: TABLE }))).toBe(
      'NOT_PERMITTED',
    );
  });

  it('are earned by volumes beyond 2^53 units too', () => {
    const market = tiered();
    let volume = 0n;
    for (let i = 0; i < 14; i++) {
      const [seller, buyer] = i % 2 === 0 ? [BEN, ANN] : [ANN, BEN];
      market.limit(seller, 'sell', 1_000_000, 800_000);
      const [filled] = eventsOf(market.limit(buyer, 'buy', 1_000_000, 800_000), 'trade');
      volume += filled!.quoteAmount;
    }
    expect(volume).toBeGreaterThan(2n ** 53n);
    market.wait(DAY_MS);
    market.restart();
    market.system({ type: 'tick' });
    expect(market.kernel.spot.feeStatus(ANN)).toMatchObject({ tier: 2, volume });
  });
});
