import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import {
  areTiers,
  averagePremiumPpb,
  bankruptcyTicks,
  costOfPart,
  crossShare,
  deleveragingScore,
  deleveragingTicks,
  fundingCredit,
  fundingDue,
  fundingPartPpb,
  fundingRatePpb,
  initialMargin,
  isLiquidated,
  liquidationPrice,
  liquidationTicks,
  type MaintenanceTier,
  maintenanceMargin,
  openingLimitTicks,
  type PositionTerms,
  positionMaintenance,
  premiumPpb,
  previewPerpetual,
  realisedPnl,
  tierOf,
  tierSteps,
  unrealisedPnl,
} from './index.ts';

/** One USD is 10^6 units; a tick is a cent and a lot a thousandth of a coin: 10 units. */
const USD = 1_000_000n;
const TICKS = 100;
const UNITS = 10;

function flat(mmrPpm: number) {
  return tierSteps([{ floorNotional: 0n as Amount, mmrPpm, maxLeverage: 1 }]);
}

function held(sign: 1 | -1, coins: number, entry: number): PositionTerms {
  const lots = coins * 1_000;
  return {
    sign,
    lots,
    entryCost: BigInt(lots) * BigInt(entry * TICKS) * BigInt(UNITS),
    unitsPerTickLot: UNITS,
  };
}

function price(position: PositionTerms, collateral: bigint, mmrPpm: number): string {
  const found = liquidationPrice(position, collateral, flat(mmrPpm))!;
  const tenThousandths = (found.numerator * 10_000n) / (found.denominator * BigInt(TICKS));
  return (Number(tenThousandths) / 10_000).toFixed(2);
}

/** Sources: dYdX documentation, "Liquidations" (isolated and cross liquidation price); Bybit help, "Liquidation price (USDT)". */
describe('published liquidation prices', () => {
  it("is dYdX's 3,174.60: 1,000 USD behind 3 ETH short at 3,000 with 5 percent", () => {
    expect(price(held(-1, 3, 3_000), 1_000n * USD, 50_000)).toBe('3174.60');
  });

  it("is dYdX's 3,380.95: the same with another position that leaves 650 beyond its maintenance margin", () => {
    expect(price(held(-1, 3, 3_000), 1_650n * USD, 50_000)).toBe('3380.95');
  });

  it("is 19,698.49 where Bybit's simplified formula says 19,700", () => {
    const position = held(1, 1, 20_000);
    expect(price(position, 400n * USD, 5_000)).toBe('19698.49');
    // the simplified one takes the maintenance margin at the entry price
    const simplified = 20_000n * USD - (400n * USD - maintenanceMargin(20_000n * USD, flat(5_000)));
    expect(simplified).toBe(19_700n * USD);
  });
});

/** Binance's BTCUSDT brackets of 2023: cap in USDT, rate in ppm, "maintenance amount" in USDT. */
const BINANCE: readonly (readonly [cap: bigint, mmrPpm: number, amount: bigint])[] = [
  [50_000n, 4_000, 0n],
  [250_000n, 5_000, 50n],
  [1_000_000n, 10_000, 1_300n],
  [10_000_000n, 25_000, 16_300n],
  [20_000_000n, 50_000, 266_300n],
  [50_000_000n, 100_000, 1_266_300n],
  [100_000_000n, 125_000, 2_516_300n],
  [200_000_000n, 150_000, 5_016_300n],
  [300_000_000n, 250_000, 25_016_300n],
  [5_000_000_000n, 500_000, 100_016_300n],
];

describe('tiers', () => {
  const tiers: MaintenanceTier[] = BINANCE.map(([, mmrPpm], i) => ({
    floorNotional: (i === 0 ? 0n : BINANCE[i - 1]![0] * USD) as Amount,
    mmrPpm,
    maxLeverage: 1,
  }));
  const steps = tierSteps(tiers);

  it("gives Binance's published maintenance amounts", () => {
    expect(steps.map(({ deductionMicros }) => deductionMicros / (USD * 1_000_000n))).toEqual(
      BINANCE.map(([, , amount]) => amount),
    );
  });

  it('does not jump where a tier begins, and never falls', () => {
    for (const { floorNotional } of tiers.slice(1)) {
      const below = maintenanceMargin(floorNotional - 1n, steps);
      const at = maintenanceMargin(floorNotional, steps);
      expect(at - below).toBeLessThanOrEqual(1n);
      expect(at).toBeGreaterThanOrEqual(below);
    }
    expect(tierOf(249_999n * USD, steps)).toBe(1);
    expect(tierOf(250_000n * USD, steps)).toBe(2);
  });

  it('re-picks the tier at the liquidation price', () => {
    // 10 coins long at 6,000: 60,000 lies in the second tier, the liquidation price of 5,000 margin does not
    const position = held(1, 10, 6_000);
    const ticks = liquidationTicks(position, 12_000n * USD, steps)!;
    const notional = BigInt(position.lots * UNITS) * BigInt(ticks);
    expect(tierOf(notional, steps)).toBe(0);
    expect(ticks).toBe(Math.floor((48_000 / 10 / 0.996) * TICKS));
  });

  it('refuses tables that do not rise or that leave no room above maintenance', () => {
    const [first, second] = [
      { floorNotional: 0n as Amount, mmrPpm: 5_000, maxLeverage: 100 },
      { floorNotional: 10n as Amount, mmrPpm: 10_000, maxLeverage: 50 },
    ];
    expect(areTiers([first, second])).toBe(true);
    expect(areTiers([])).toBe(false);
    expect(areTiers([second])).toBe(false);
    expect(areTiers([first, { ...second, mmrPpm: 5_000 }])).toBe(false);
    expect(areTiers([first, { ...second, maxLeverage: 101 }])).toBe(false);
    expect(areTiers([first, { ...second, floorNotional: 0n as Amount }])).toBe(false);
    expect(areTiers([{ ...first, mmrPpm: 10_000 }])).toBe(false);
  });
});

describe('profit', () => {
  it('leaves what rounding takes in the position', () => {
    const position: PositionTerms = { sign: 1, lots: 3, entryCost: 10n, unitsPerTickLot: 1 };
    expect(costOfPart(position, 1)).toBe(4n);
    expect(costOfPart({ ...position, sign: -1 }, 1)).toBe(3n);
    expect(costOfPart(position, 3)).toBe(10n);
    expect(realisedPnl(position, 1, 4)).toBe(0n);
    expect(realisedPnl({ ...position, sign: -1 }, 1, 4)).toBe(-1n);
    expect(unrealisedPnl(position, 4)).toBe(2n);
    expect(unrealisedPnl({ ...position, sign: -1 }, 4)).toBe(-2n);
  });

  it('is liquidated exactly at the maintenance margin', () => {
    expect(isLiquidated(5n, 5_000_000n)).toBe(true);
    expect(isLiquidated(5n, 4_999_999n)).toBe(false);
  });
});

describe('bankruptcy and deleveraging', () => {
  it('leaves the fee and no more than a tick of the rest', () => {
    for (const sign of [1, -1] as const) {
      const position = held(sign, 1, 20_000);
      const value = 150n * USD + unrealisedPnl(position, 1_990_000);
      const ticks = bankruptcyTicks(position, value, 1_990_000, 5_000);
      const left = (at: number) =>
        value +
        unrealisedPnl(position, at) -
        unrealisedPnl(position, 1_990_000) -
        (BigInt(at) * 10_000n * 5n) / 1_000n;
      expect(left(ticks)).toBeGreaterThanOrEqual(0n);
      expect(left(ticks - sign)).toBeLessThan(0n);
    }
  });

  it('closes against others at the bankruptcy price, and lets nobody else pay the fee', () => {
    const long = held(1, 1, 10_000);
    const at = (value: bigint) => deleveragingTicks(long, value, 990_000, 5_000);
    // worth 60: the fee of half a percent is there
    expect(at(60n * USD)).toBe(bankruptcyTicks(long, 60n * USD, 990_000, 5_000));
    expect(at(60n * USD)).toBeLessThan(990_000);
    // worth 20, or nothing: the mark; short of 50: 50 above it
    expect(at(20n * USD)).toBe(990_000);
    expect(at(0n)).toBe(990_000);
    expect(at(-50n * USD)).toBe(995_000);
    const short = held(-1, 1, 10_000);
    expect(deleveragingTicks(short, 20n * USD, 1_010_000, 5_000)).toBe(1_010_000);
    expect(deleveragingTicks(short, -50n * USD, 1_010_000, 5_000)).toBe(1_005_000);
  });

  it('shares cross equity by maintenance margins', () => {
    expect(crossShare(100n, 1n, 3n, 50n)).toBe(33n);
    expect(crossShare(100n, 1n, 3n, 20n)).toBe(20n);
    expect(crossShare(-100n, 1n, 3n, 0n)).toBe(-34n);
    expect(crossShare(100n, 3n, 3n, 200n)).toBe(100n);
  });

  it('queues by profit times effective leverage', () => {
    const position = held(1, 1, 20_000);
    const few = deleveragingScore(position, 2_200_000, 2_400n * USD);
    const many = deleveragingScore(position, 2_200_000, 22_000n * USD);
    // 10 percent x 22,000 / 2,400, and x 1
    expect(few).toBe(916_666n);
    expect(many).toBe(100_000n);
    expect(deleveragingScore(position, 1_900_000, 1_000n * USD)).toBeLessThan(0n);
  });

  it('opens no further from the mark than where it would be liquidated at once', () => {
    for (const [sign, leverage, mmrPpm] of [
      [1, 100, 5_000],
      [-1, 100, 5_000],
      [1, 3, 100_000],
      [-1, 1, 5_000],
    ] as const) {
      const limit = openingLimitTicks(sign, 100_000, leverage, mmrPpm)!;
      const safe = (ticks: number) => {
        const position = {
          sign,
          lots: 1_000,
          entryCost: BigInt(ticks) * 1_000n * 1_000n,
          unitsPerTickLot: 1_000,
        };
        const margin = position.entryCost / BigInt(leverage);
        const equity = margin + unrealisedPnl(position, 100_000);
        return !isLiquidated(equity, positionMaintenance(position, 100_000, flat(mmrPpm)));
      };
      expect(safe(limit)).toBe(true);
      expect(safe(limit + 2 * sign)).toBe(false);
    }
    expect(openingLimitTicks(1, 100_000, 1, 5_000)).toBeNull();
  });
});

describe('funding', () => {
  it('is the interest while the premium is within 0.05 percent of it', () => {
    expect(fundingRatePpb(0, 1_000_000)).toBe(100_000);
    expect(fundingRatePpb(600_000, 1_000_000)).toBe(100_000);
    expect(fundingRatePpb(-400_000, 1_000_000)).toBe(100_000);
  });

  // F = P + clamp(I - P, 0.05%, -0.05%) as Binance, Bitget and Gate publish it
  it('is the premium less the damper beyond that', () => {
    expect(fundingRatePpb(2_429_000, 1_000_000)).toBe(1_929_000);
    expect(fundingRatePpb(-2_429_000, 1_000_000)).toBe(-1_929_000);
  });

  it('is capped at three quarters of the first maintenance rate', () => {
    expect(fundingRatePpb(9_000_000, 5_000)).toBe(3_750_000);
    expect(fundingRatePpb(-9_000_000, 5_000)).toBe(-3_750_000);
  });

  it('takes premiums from impact prices, towards 0', () => {
    expect(premiumPpb(1_000, 10, 10_030n, 10_050n)).toBe(3_000_000);
    expect(premiumPpb(1_000, 10, 9_900n, 9_970n)).toBe(-3_000_000);
    expect(premiumPpb(1_000, 10, 9_990n, 10_010n)).toBe(0);
    expect(premiumPpb(1_000, 10, null, null)).toBe(0);
    expect(premiumPpb(3, 1, 4n, null)).toBe(333_333_333);
    expect(premiumPpb(3, 1, null, 2n)).toBe(-333_333_333);
    expect(averagePremiumPpb(-7, 2)).toBe(-3);
    expect(averagePremiumPpb(0, 0)).toBe(0);
  });

  it('rounds against the payer and against the receiver', () => {
    expect(fundingDue(1n, 1)).toBe(1n);
    expect(fundingCredit(999_999_999n, 1)).toBe(0n);
    // 10 coins at 11,329.52 and 0.01 percent: 11.32952
    expect(fundingDue(113_295_200_000n, 100_000)).toBe(11_329_520n);
    expect(fundingCredit(113_295_200_000n, -100_000)).toBe(11_329_520n);
  });

  it('is paid in proportion to the ticks at which one could trade, towards 0', () => {
    expect(fundingPartPpb(100_000, 57_600, 115_200)).toBe(50_000);
    expect(fundingPartPpb(100_000, 46_080, 115_200)).toBe(40_000);
    expect(fundingPartPpb(100_000, 115_199, 115_200)).toBe(99_999);
    expect(fundingPartPpb(-100_000, 115_199, 115_200)).toBe(-99_999);
    expect(fundingPartPpb(-100_000, 1, 115_200)).toBe(0);
    expect(fundingPartPpb(100_000, 0, 115_200)).toBe(0);
    expect(fundingPartPpb(100_000, 115_201, 115_200)).toBe(100_000);
    expect(fundingPartPpb(750_000_000, 2_000_000_000, 2_000_000_001)).toBe(749_999_999);
  });

  it('asks for initial margin rounded up', () => {
    expect(initialMargin(1_001n, 10)).toBe(101n);
  });
});

describe('previews', () => {
  const terms = { unitsPerTickLot: UNITS, steps: flat(5_000), liquidationFeePpm: 5_000 };
  const nothing = { position: null, isIsolated: true, margin: 0n, collateral: 0n };

  it('say what an opening order costs and where it is liquidated', () => {
    const order = {
      sign: 1,
      lots: 1_000,
      priceTicks: 2_000_000,
      leverage: 50,
      feePpm: 500,
      reduceOnly: false,
    } as const;
    const seen = previewPerpetual(order, nothing, terms);
    expect(seen).toMatchObject({
      notional: 20_000n * USD,
      initialMargin: 400n * USD,
      fee: 10n * USD,
      cost: 410n * USD,
      closedLots: 0,
      liquidationTicks: 1_969_849,
    });
  });

  it('say what closing a part realises and leaves', () => {
    const now = { position: held(1, 1, 20_000), isIsolated: true, margin: 400n * USD, collateral: 0n };
    const order = {
      sign: -1,
      lots: 250,
      priceTicks: 2_010_000,
      leverage: 50,
      feePpm: 0,
      reduceOnly: false,
    } as const;
    expect(previewPerpetual(order, now, terms)).toMatchObject({
      realisedPnl: 25n * USD,
      initialMargin: 0n,
      closedLots: 250,
      position: { sign: 1, lots: 750, entryCost: 15_000n * USD },
      liquidationTicks: 1_969_849,
    });
    const more = previewPerpetual({ ...order, lots: 5_000, reduceOnly: true }, now, terms);
    expect(more).toMatchObject({ closedLots: 1_000, position: null, liquidationTicks: null, cost: 0n });
    const around = previewPerpetual({ ...order, lots: 1_500 }, now, terms);
    expect(around.position).toMatchObject({ sign: -1, lots: 500 });
  });
});
