import type { Command } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { Random } from '../../tools/workload/random.ts';
import { COIN, DUST, DustExchange, FIRST_USER, HOUSE, type KernelMaker, USER, WHOLE } from './exchange.ts';

/** Loops there and back of 1 to 10 base units, in blocks after each of which all is counted. */
export interface Run extends KernelMaker {
  readonly loops: number;
  readonly block: number;
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

function mustCost(lost: bigint, least: bigint): void {
  must(lost >= least, `the loops cost ${lost}, less than ${least}`);
}

/** Returns the value of a user's coins at the constant price, in units of the coin. */
const worth = (exchange: DustExchange, priceTicks: number) =>
  exchange.owned(USER, COIN) + exchange.owned(USER, DUST) * BigInt(priceTicks);

/** Runs blocks of loops; throws where the user owns more than before, or the books do not balance. */
function loop(
  run: Run,
  exchange: DustExchange,
  priceTicks: number,
  block: (random: Random, size: number) => void,
): bigint {
  const random = new Random(3);
  const first = worth(exchange, priceTicks);
  let before = first;
  for (let done = 0; done < run.loops; done += run.block) {
    block(random, run.block);
    const now = worth(exchange, priceTicks);
    must(now <= before, `the user gained ${now - before}`);
    before = now;
    exchange.mustBalance();
  }
  return first - before;
}

/** Buys and sells again at one price. */
export function spotLoops(run: Run, ppm: number, priceTicks: number): void {
  const exchange = new DustExchange(run, 1, 10n ** 12n);
  exchange.must(0, { type: 'setFees', makerPpm: ppm, takerPpm: ppm });
  const quote = (side: 'buy' | 'sell', lots: number): Command => ({
    type: 'massQuote',
    symbolId: 1,
    levels: [{ side, priceTicks: priceTicks as PriceTicks, lots: lots as Lots }],
  });
  const order = (side: 'buy' | 'sell', lots: number): Command => ({
    type: 'placeOrder',
    symbolId: 1,
    side,
    orderType: 'limit',
    timeInForce: 'IOC',
    postOnly: false,
    priceTicks: priceTicks as PriceTicks,
    lots: lots as Lots,
    quoteAmount: null,
    clientOrderId: null,
  });
  const lost = loop(run, exchange, priceTicks, (random, size) => {
    const lots = Array.from({ length: size }, () => random.int(1, 10));
    for (const [side, other] of [
      ['buy', 'sell'],
      ['sell', 'buy'],
    ] as const) {
      exchange.must(HOUSE, quote(other, 10 * size));
      for (const each of lots) exchange.must(USER, order(side, each));
      exchange.must(HOUSE, quote(other, 0));
    }
  });
  // Each fee rounds up: every loop costs a unit of each asset at least.
  if (ppm === 0) must(lost === 0n, 'loops without fees cost something');
  else mustCost(lost, BigInt(run.loops) * (1n + BigInt(priceTicks)));
}

export function transferLoops(run: Run): void {
  const exchange = new DustExchange(run, 1, 10n ** 12n);
  const wallets = ['spot', 'contract', 'second', 'margin-cross', 'finance'] as const;
  const lost = loop(run, exchange, 1, (random, size) => {
    for (let done = 0; done < size; done++) {
      const other = random.pick(wallets.slice(1));
      const amount = BigInt(random.int(1, 10)) as Amount;
      const common = { type: 'transfer', fromSymbolId: 0, toSymbolId: 0, assetId: COIN, amount } as const;
      exchange.must(USER, { ...common, from: 'spot', to: other });
      exchange.must(USER, { ...common, from: other, to: 'spot' });
    }
  });
  must(lost === 0n, 'transfers cost something');
}

/** Borrows and pays back at once. */
export function marginLoops(run: Run): void {
  const exchange = new DustExchange(run, 1, 10n ** 12n);
  const funded = (10n ** 12n) as Amount;
  for (const assetId of [DUST, COIN]) {
    exchange.must(0, { type: 'fundMarginPool', into: 'pool', assetId, amount: funded });
    exchange.must(0, {
      type: 'setMarginAsset',
      assetId,
      borrowable: true,
      hourlyRatePpb: 12_345,
      haircutPpm: 900_000,
      maxBorrow: funded,
    });
  }
  exchange.must(0, {
    type: 'setMarginTerms',
    symbolId: 0,
    valueAssetId: COIN,
    maxLeverage: 3,
    transferPpm: 2_000_000,
    callPpm: 1_100_000,
    liquidationPpm: 1_060_000,
    saleBandPpm: 30_000,
  });
  exchange.tick(3);
  const paidIn = { from: 'spot', to: 'margin-cross', fromSymbolId: 0, toSymbolId: 0 } as const;
  for (const assetId of [DUST, COIN])
    exchange.must(USER, { type: 'transfer', ...paidIn, assetId, amount: (10n ** 11n) as Amount });
  const wallet = { wallet: 'margin-cross', symbolId: 0 } as const;
  const lost = loop(run, exchange, 3, (random, size) => {
    exchange.tick(3);
    for (let done = 0; done < size; done++) {
      const assetId = random.pick([DUST, COIN]);
      exchange.must(USER, {
        type: 'borrow',
        ...wallet,
        assetId,
        amount: BigInt(random.int(1, 10)) as Amount,
      });
      exchange.must(USER, { type: 'repay', ...wallet, assetId, amount: null });
    }
  });
  // The first hour's interest rounds up: a unit for each loan.
  mustCost(lost, BigInt(run.loops));
}

/** Opens positions and closes them again at one price. */
export function perpetualLoops(run: Run): void {
  const exchange = new DustExchange(run, 1, 10n ** 12n);
  exchange.must(0, {
    type: 'listPerpetual',
    symbolId: 101,
    name: 'DUSTCOIN-PERP',
    indexSymbolId: 1,
    settleAssetId: COIN,
    tickDecimal: '1',
    lotDecimal: '0.00000001',
    minNotional: 1n as Amount,
    maxLots: 1_000_000_000 as Lots,
    maxOpenOrders: 100,
    priceBandPpm: 0,
    tiers: [{ floorNotional: 0n as Amount, mmrPpm: 5_000, maxLeverage: 100 }],
    fundingIntervalMs: 28_800_000,
    impactNotional: 1_000n as Amount,
    makerFeePpm: 0,
    takerFeePpm: 500,
    liquidationFeePpm: 0,
  });
  const paidIn = { from: 'spot', to: 'contract', fromSymbolId: 0, toSymbolId: 0, assetId: COIN } as const;
  exchange.must(USER, { type: 'transfer', ...paidIn, amount: (10n ** 11n) as Amount });
  exchange.must(HOUSE, { type: 'transfer', ...paidIn, amount: (10n ** 14n) as Amount });
  exchange.tick(3);
  const quote = (side: 'buy' | 'sell', lots: number): Command => ({
    type: 'perpetualMassQuote',
    symbolId: 101,
    levels: [{ side, priceTicks: 3 as PriceTicks, lots: lots as Lots }],
  });
  const order = (side: 'buy' | 'sell', lots: number): Command => ({
    type: 'placePerpetualOrder',
    symbolId: 101,
    positionSide: 'both',
    side,
    orderType: 'limit',
    timeInForce: 'IOC',
    postOnly: false,
    reduceOnly: false,
    priceTicks: 3 as PriceTicks,
    lots: lots as Lots,
    clientOrderId: null,
    trigger: null,
    takeProfit: null,
    stopLoss: null,
    leverage: null,
    marginMode: null,
  });
  const lost = loop(run, exchange, 3, (random, size) => {
    exchange.tick(3);
    const lots = Array.from({ length: size }, () => random.int(1, 10));
    for (const [side, other] of [
      ['buy', 'sell'],
      ['sell', 'buy'],
    ] as const) {
      exchange.must(HOUSE, quote(other, 10 * size));
      for (const each of lots) exchange.must(USER, order(side, each));
      exchange.must(HOUSE, quote(other, 0));
    }
    must(exchange.kernel.perpetual.positions(USER).length === 0, 'a position is left open');
  });
  mustCost(lost, 2n * BigInt(run.loops));
}

/** Second contracts at a price that stands still: every stake comes back. */
export function secondsLoops(run: Run): void {
  // Each window holds as many contracts as users may have open; a price that stands still gives every stake back.
  const users = 400;
  const perUser = 50;
  const exchange = new DustExchange(run, users, 10n ** 9n);
  const most = (10n ** 12n) as Amount;
  const terms = { symbolId: 2, assetId: WHOLE, minQuantity: 1, maxQuantity: 10, formula: 1 };
  exchange.must(0, { type: 'setSecondsTerms', ...terms, periods: [{ periodS: 5, payoutPpm: 850_001 }] });
  exchange.must(0, { type: 'enableSeconds', practice: true, countries: [] });
  exchange.must(0, { type: 'fundSecondsPool', assetId: WHOLE, amount: most, fromUserId: 0 });
  for (const symbolId of [0, 2]) exchange.must(0, { type: 'setExposureCap', symbolId, cap: most });
  const everybody = Array.from({ length: users }, (_, i) => FIRST_USER + i);
  const paidIn = { from: 'spot', to: 'second', fromSymbolId: 0, toSymbolId: 0, assetId: WHOLE } as const;
  for (const userId of everybody)
    exchange.must(userId, { type: 'transfer', ...paidIn, amount: (10n ** 8n) as Amount });
  const random = new Random(5);
  const owned = () => everybody.reduce((sum, userId) => sum + exchange.owned(userId, WHOLE), 0n);
  const before = owned();
  exchange.tick(3);
  for (let played = 0; played < run.loops; played += users * perUser) {
    for (const userId of everybody)
      for (let i = 0; i < perUser; i++)
        exchange.must(userId, {
          type: 'openSecondContract',
          symbolId: 2,
          direction: random.pick(['up', 'down']),
          periodS: 5,
          quantity: random.int(1, 10),
          payoutPpm: null,
          clientOrderId: null,
          country: null,
        });
    // a command reads prices for a slice of the contracts: the ticks go on until all have read theirs
    for (let tick = 0; tick < 40 || (tick < 1_000 && exchange.kernel.seconds.pool().stakes > 0n); tick++)
      exchange.tick(3);
    const { reserved, stakes, available } = exchange.kernel.seconds.pool();
    must(reserved === 0n && stakes === 0n && available === most, 'the pool is not what it was');
    must(owned() === before, 'users own more or less than before');
    exchange.mustBalance();
  }
}
