import { type Command, createKernel, type KernelEvent } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { grow } from '../property/plants.ts';
import { fund, GENESIS, houseListing, listSpot, SPOT, USDT } from '../sim/world.ts';

const coin = 100_000_000n;
const perpetual = 101;
const indexTicks = 6_000_000;
/** Half of the first maintenance rate of 0.5 percent. */
const clampPpm = 2_500;
const [victim, accomplice, friend] = [1000, 1002, 1004];
const firstMs = 1_700_000_000_000;

let kernel = createKernel();
let nowMs = firstMs;

function send(userId: number, body: Command): readonly KernelEvent[] {
  const envelope = { seq: kernel.seq + 1, timeMs: nowMs, userId, key: null, bodyHash: null, body };
  const { outcome, events } = kernel.apply(envelope);
  if (!outcome.ok) throw new Error(`${body.type} was refused: ${outcome.code}`);
  return events;
}

function tick(): readonly KernelEvent[] {
  nowMs += 250;
  const quotes = [1, 2, 3].map((venueId) => ({
    venueId,
    symbolId: 1,
    bidTicks: (indexTicks - 1) as PriceTicks,
    askTicks: (indexTicks + 1) as PriceTicks,
    venueTimeMs: nowMs,
  }));
  return send(0, { type: 'indexTick', tickNo: nowMs / 250, quotes });
}

function order(
  userId: number,
  side: 'buy' | 'sell',
  priceTicks: number,
  lots: number,
): readonly KernelEvent[] {
  return send(userId, {
    type: 'placePerpetualOrder',
    symbolId: perpetual,
    positionSide: 'both',
    side,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    reduceOnly: false,
    priceTicks: priceTicks as PriceTicks,
    lots: lots as Lots,
    clientOrderId: null,
    trigger: null,
    takeProfit: null,
    stopLoss: null,
    leverage: null,
    marginMode: null,
  });
}

/** A market with its index, and three users who can trade there. */
function begin(make: typeof createKernel): void {
  kernel = make();
  nowMs = firstMs;
  const listed: Command = {
    type: 'listPerpetual',
    symbolId: perpetual,
    name: 'BTCUSDT-PERP',
    indexSymbolId: 1,
    settleAssetId: USDT,
    tickDecimal: '0.01',
    lotDecimal: '0.0001',
    minNotional: coin as Amount,
    maxLots: 10_000_000 as Lots,
    maxOpenOrders: 30,
    priceBandPpm: 200_000,
    tiers: [{ floorNotional: 0n as Amount, mmrPpm: 5_000, maxLeverage: 100 }],
    fundingIntervalMs: 28_800_000,
    impactNotional: (1_000n * coin) as Amount,
    makerFeePpm: 0,
    takerFeePpm: 0,
    liquidationFeePpm: 0,
  };
  for (const body of [GENESIS, ...houseListing(), ...SPOT.map((each) => listSpot(each, 0)), listed])
    send(0, body);
  for (const userId of [victim, accomplice, friend]) {
    send(0, fund(userId, USDT, 1_000_000n * coin));
    const amount = (900_000n * coin) as Amount;
    const wallets = { from: 'spot', to: 'contract', fromSymbolId: 0, toSymbolId: 0 } as const;
    send(userId, { type: 'transfer', ...wallets, assetId: USDT, amount });
    const leverage = userId === victim ? 50 : 5;
    send(userId, { type: 'setLeverage', symbolId: perpetual, leverage });
  }
  tick();
}

beforeEach(() => begin(createKernel));

/** Holds the whole book so far from the index for so many ticks, with trades there, and gives all that was told. */
function hold(awayPpm: number, ticks: number): KernelEvent[] {
  const price = indexTicks + (indexTicks * awayPpm) / 1_000_000;
  const events: KernelEvent[] = [];
  order(accomplice, 'buy', price - 1, 1_000);
  order(friend, 'sell', price + 1, 1_000);
  for (let passed = 0; passed < ticks; passed++) {
    // A trade at that price every second.
    if (passed % 4 === 0) {
      order(accomplice, 'buy', price, 2);
      events.push(...order(friend, 'sell', price, 2));
    }
    events.push(...tick());
  }
  return events;
}

/** Returns the maximum distance from the index of the marks of a book that is held away for 150 s, in ticks. */
function reach(awayPpm: number): number {
  const marks = hold(awayPpm, 600).filter((event) => event.type === 'perpetualMark');
  expect(marks.every(({ markTicks }) => markTicks > indexTicks === awayPpm > 0)).toBe(true);
  return Math.max(...marks.map(({ markTicks }) => Math.abs(markTicks - indexTicks)));
}

const clampTicks = (indexTicks * clampPpm) / 1_000_000;

test.each([30_000, -30_000])(
  'a book held %d ppm away for 150 s moves the mark to its clamp and no further',
  (awayPpm) => expect(reach(awayPpm)).toBe(clampTicks),
);

test('nobody whose liquidation lies beyond the clamp is liquidated by it', () => {
  // At 50 times a short falls some 1.5 percent above its entry.
  order(friend, 'buy', indexTicks, 100);
  order(victim, 'sell', indexTicks, 100);
  const [position] = kernel.perpetual.positions(victim);
  expect(position?.liquidationTicks).toBeGreaterThan(indexTicks * 1.01);
  const events = hold(30_000, 1_200);
  expect(events.filter((event) => event.type === 'perpetualLiquidated')).toEqual([]);
  expect(kernel.perpetual.positions(victim)[0]?.lots).toBe(100);
});

/** The mark after the house alone has quoted 3 percent away for 150 s. */
function markOfHouseQuotes(): number | null | undefined {
  const house = 1;
  const amount = (1_000_000n * coin) as Amount;
  send(0, fund(house, USDT, 2_000_000n * coin));
  send(house, {
    type: 'transfer',
    from: 'spot',
    to: 'contract',
    fromSymbolId: 0,
    toSymbolId: 0,
    assetId: USDT,
    amount,
  });
  const away = Math.round(indexTicks * 1.03);
  const levels = [
    { side: 'buy', priceTicks: (away - 1) as PriceTicks, lots: 500 as Lots },
    { side: 'sell', priceTicks: (away + 1) as PriceTicks, lots: 500 as Lots },
  ] as const;
  send(house, { type: 'perpetualMassQuote', symbolId: perpetual, levels });
  for (let passed = 0; passed < 600; passed++) tick();
  return kernel.perpetual.mark(perpetual)?.markTicks;
}

test('the house’s own quotes move nothing', () => {
  expect(markOfHouseQuotes()).toBe(indexTicks);
});

describe('bugs that are planted', () => {
  async function grown(file: string, find: string, replace: string, play: () => void): Promise<void> {
    const { kernel: copy, remove } = await grow({ name: 'planted', file, find, replace });
    try {
      begin(copy.createKernel);
      play();
    } finally {
      remove();
    }
  }

  test('a mark without its clamp is found', () =>
    grown(
      'prices/mark.ts',
      'return Math.max(1, indexTicks - reach, Math.min(indexTicks + reach, mark));',
      'return mark;',
      () => expect(reach(30_000)).toBeGreaterThan(clampTicks),
    ));

  test('a mark that follows the house is found', () =>
    grown(
      'kernel/products/perpetual/state/symbol.ts',
      'if (levels.lots(level) > levels.houseLots(level)) return',
      'if (levels.lots(level) > 0) return',
      () => expect(markOfHouseQuotes()).not.toBe(indexTicks),
    ));
});
