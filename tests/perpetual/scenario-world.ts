import type { Amount, Lots } from '@candor/money';
import type { Random } from '../property/random.ts';
import { BTC, HOUSE, LIST, PERP, SPOT, Stage, U, USDT } from './stage.ts';

type Listing = typeof LIST;

/** A perpetual of a scenario, and where its price begins. */
export interface ScenarioSymbol {
  readonly spotId: number;
  readonly listing: Listing;
  readonly firstTicks: number;
}

/** The world of a scenario: a few perpetuals, each on an index of its own, and people's funds. */
export interface ScenarioWorld {
  readonly symbols: readonly ScenarioSymbol[];
  /** Units in the contract wallets of `USERS`. */
  readonly funds: readonly bigint[];
  readonly houseFunds: bigint;
  readonly insurance: bigint;
  /** The first user is bold in all perpetuals, with little behind it, and the others can take what that one loses. */
  readonly isBold: boolean;
}

export const USERS = [1000, 1001, 1002, 1003, 1004];
const FIRST_TICKS = [1_000_000, 1_000_000, 1_000_000, 100_000, 3_333, 41, 7];
const FEES = [
  [0, 0],
  [200, 500],
  [200, 500],
  [1, 1],
  [0, 50_000],
  [50_000, 50_000],
] as const;
const TIERS: readonly Listing['tiers'][] = [
  LIST.tiers,
  LIST.tiers,
  [
    { floorNotional: 0n as Amount, mmrPpm: 5_000, maxLeverage: 100 },
    { floorNotional: (500n * U) as Amount, mmrPpm: 10_000, maxLeverage: 60 },
    { floorNotional: (2_000n * U + 7n) as Amount, mmrPpm: 25_000, maxLeverage: 20 },
  ],
  [{ floorNotional: 0n as Amount, mmrPpm: 9_900, maxLeverage: 100 }],
  [{ floorNotional: 0n as Amount, mmrPpm: 300_000, maxLeverage: 3 }],
];

export function drawWorld(random: Random): ScenarioWorld {
  const isBold = random.chance(65);
  const count = random.between(2, 3);
  const liquidationFeePpm = random.pick([0, 1, 5_000, 20_000, 50_000]);
  const tiers = random.pick(TIERS);
  const symbols = Array.from({ length: count }, (_, i): ScenarioSymbol => {
    const [makerFeePpm, takerFeePpm] = random.pick(isBold ? FEES.slice(0, 4) : FEES);
    return {
      spotId: SPOT + i,
      firstTicks: random.pick(FIRST_TICKS),
      listing: {
        ...LIST,
        symbolId: PERP + i,
        indexSymbolId: SPOT + i,
        name: `PERP-${i}`,
        liquidationFeePpm,
        tiers,
        makerFeePpm,
        takerFeePpm,
        priceBandPpm: random.pick([0, 50_000, 100_000, 300_000]),
        fundingIntervalMs: random.pick([500, 5_000, 60_000, LIST.fundingIntervalMs, LIST.fundingIntervalMs]),
        impactNotional: random.pick([1n, 5n * U, 1_000n * U]) as Amount,
        maxOpenOrders: random.pick([2, 100, 100]),
      },
    };
  });
  return {
    symbols,
    isBold,
    funds: USERS.map((_, i) => (isBold ? boldFunds(random, i === 0) : drawFunds(random))),
    houseFunds: random.pick([0n, 50n * U, 100_000n * U]),
    insurance: random.pick([0n, 0n, 1n, 5n * U, 100_000n * U]),
  };
}

function drawFunds(random: Random): bigint {
  const odd = BigInt(random.below(1_000));
  const coins = random.pick([
    random.below(3),
    random.between(3, 60),
    random.between(60, 600),
    20_000,
    9_000_000,
  ]);
  return BigInt(coins) * U + odd;
}

function boldFunds(random: Random, isBold: boolean): bigint {
  return BigInt(isBold ? random.between(20, 600) : random.pick([400, 20_000])) * U + BigInt(random.below(4));
}

/** A stage with all of a world listed and paid in. */
export function openWorld(world: ScenarioWorld, restarts: boolean): Stage {
  const [first, ...others] = world.symbols;
  const stage = new Stage({ listing: first!.listing, restarts });
  for (const { spotId, listing } of others) {
    stage.system({
      type: 'listSymbol',
      symbolId: spotId,
      name: `SPOT-${spotId}`,
      baseAssetId: BTC,
      quoteAssetId: USDT,
      tickDecimal: '0.01',
      lotDecimal: '0.00001',
      minNotional: 1n as Amount,
      maxLots: 1_000_000_000 as Lots,
      maxOpenOrders: 100,
      priceBandPpm: 0,
    });
    stage.system(listing);
  }
  for (const [i, user] of USERS.entries()) {
    stage.system({ type: 'openAccount', accountUserId: user, kind: 'user' });
    if (world.funds[i]! > 0n) stage.fund(user, world.funds[i]!);
  }
  if (world.houseFunds > 0n) stage.fund(HOUSE, world.houseFunds);
  if (world.insurance > 0n) {
    stage.system({ type: 'fundInsurance', assetId: USDT, amount: world.insurance as Amount, fromUserId: 0 });
  }
  return stage;
}
