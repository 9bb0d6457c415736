import * as kernel from '@candor/kernel';
import { expect, test } from 'vitest';
import { grow, type Plant } from '../property/plants.ts';
import { inTurn, isQuick } from '../support/suite.ts';
import { duel, type Met } from './duel.ts';

const SEEDS = 66;
const QUICK_SEEDS = 12;
const STEPS = 700;

/** The least number of times that a run must meet each case: a property that is never met proves nothing. */
const WANTED: Readonly<Record<string, number>> = {
  accepted: 2_000,
  won: 500,
  lost: 500,
  even: 50,
  void: 100,
  downtime: 100,
  stall: 100,
  'four valid ticks': 50,
  'three valid ticks': 30,
  'no tick': 200,
  'raise that waits': 100,
  SECONDS_LOSS_LIMIT: 200,
  SECONDS_EXPOSURE_CAP: 50,
  INDEX_STALE: 200,
  SECONDS_HALTED: 30,
  SECONDS_USER_CAP: 100,
  SECONDS_TERMS_CHANGED: 100,
};

const seeds = inTurn(
  'seeds of second contracts',
  Array.from({ length: SEEDS }, (_, at) => at + 1),
  QUICK_SEEDS,
);

test(`second contracts end as the naive rule says, over ${seeds.length} seeds, restarted and replayed`, () => {
  const met: Met = new Map();
  for (const seed of seeds) duel(kernel, seed, STEPS, met);
  // only all seeds together meet each case so often
  if (isQuick) return;
  const rare = Object.entries(WANTED).filter(([what, times]) => (met.get(what) ?? 0) < times);
  expect(
    rare.map(([what, times]) => `${what}: ${met.get(what) ?? 0} of ${times}`),
    'what the random runs must have reached',
  ).toEqual([]);
});

const plant = (name: string, file: string, find: string, replace: string): Plant => ({
  name,
  file,
  find,
  replace,
});
const RULES = 'rules/seconds';
const PRODUCT = 'kernel/products/seconds';

const PLANTS: readonly Plant[] = [
  plant(
    'the close is the upper median',
    `${RULES}/outcome.ts`,
    'valid.length < CLOSING_TICKS_MIN ? null : valid[(valid.length - 1) >> 1]!',
    'valid.length < CLOSING_TICKS_MIN ? null : valid[valid.length >> 1]!',
  ),
  plant('four valid ticks are wanted', `${RULES}/terms.ts`, 'CLOSING_TICKS_MIN = 3', 'CLOSING_TICKS_MIN = 4'),
  plant('two valid ticks are enough', `${RULES}/terms.ts`, 'CLOSING_TICKS_MIN = 3', 'CLOSING_TICKS_MIN = 2'),
  plant('the opening is a tick late', `${RULES}/terms.ts`, 'return Math.ceil(', 'return 1 + Math.ceil('),
  plant('the opening is a tick early', `${RULES}/terms.ts`, 'return Math.ceil(', 'return Math.floor('),
  plant(
    'the closing ticks end one late',
    `${RULES}/terms.ts`,
    'openTickNo + periodS * TICKS_PER_S',
    'openTickNo + periodS * TICKS_PER_S + 1',
  ),
  plant('an even contract is lost', `${RULES}/outcome.ts`, "return 'even'", "return 'lost'"),
  plant(
    'down wins when it rises',
    `${RULES}/outcome.ts`,
    "(direction === 'up')",
    "(direction !== 'down' || true)",
  ),
  plant(
    'a refund keeps the stake',
    `${RULES}/outcome.ts`,
    'return { toUser: stake, toPool: payout }',
    'return { toUser: 0n, toPool: stake + payout }',
  ),
  plant(
    'the payout is not reserved',
    `${PRODUCT}/accept.ts`,
    '{ account: desk.pool(), assetId, amount: -payout },',
    '{ account: desk.pool(), assetId, amount: 0n }, { account: desk.escrow(), assetId, amount: -payout },',
  ),
  plant(
    'the loss limit ignores open stakes',
    `${RULES}/limits.ts`,
    'lostToday + openStakes + stake <= limit',
    'lostToday + stake <= limit',
  ),
  plant(
    'a raised limit counts at once',
    `${RULES}/limits.ts`,
    'return { limit: current, pending: wanted,',
    'return { limit: wanted, pending: wanted,',
  ),
  plant('the cap is not looked at', `${PRODUCT}/accept.ts`, '(desk.caps.get(0) ?? 0n)', '(1n << 62n)'),
  plant(
    'a user’s cap counts the new payout alone',
    `${PRODUCT}/accept.ts`,
    'desk.userCap !== null && ofUser + payout > desk.userCap',
    'desk.userCap !== null && payout > desk.userCap',
  ),
  plant(
    'a halt of all is not looked at',
    `${PRODUCT}/desk.ts`,
    'this.halts.get(0) ?? this.halts.get(symbolId)',
    'this.halts.get(symbolId)',
  ),
  plant(
    'the rate that was shown is not looked at',
    `${PRODUCT}/accept.ts`,
    'payoutPpm !== null && payoutPpm !== period.payoutPpm',
    'payoutPpm !== null && payoutPpm < 0',
  ),
  plant(
    'a restart forgets a halt',
    `${PRODUCT}/seconds-product.ts`,
    'desk.halts.set(symbolId, reason);',
    'void symbolId;',
  ),
  plant(
    'settlement pays today’s rate',
    `${PRODUCT}/settle.ts`,
    'secondsPayment(result, stake, payout)',
    'secondsPayment(result, stake, (stake * BigInt(desk.offers.get(symbolId)!.periods[0]!.payoutPpm)) / 1_000_000n)',
  ),
  plant(
    'a tick of its own reads the quotes before it',
    `${PRODUCT}/settle.ts`,
    'tick.tickNo === tickNo ? tick.now.get(symbolId)! : tick.before.get(symbolId)!',
    'tick.before.get(symbolId)!',
  ),
  plant(
    'a tick that was left out reads the quotes after it',
    `${PRODUCT}/settle.ts`,
    'tick.tickNo === tickNo ? tick.now.get(symbolId)! : tick.before.get(symbolId)!',
    'tick.now.get(symbolId)!',
  ),
  plant(
    'what nobody chained still counts',
    `${PRODUCT}/settle.ts`,
    'sourceTickNo: 0, priceTicks: null, quotes: []',
    'sourceTickNo: 0, priceTicks: 1000 as PriceTicks, quotes: []',
  ),
  plant(
    'venues stay fresh for 10 s',
    'rules/seconds/outcome.ts',
    'staleMs: SECONDS_INDEX_STALE_MS',
    'staleMs: 10_000',
  ),
  plant(
    'weights are those of settlement',
    `${PRODUCT}/settle.ts`,
    'readingOf(source, tickNo, contract.terms)',
    'readingOf(source, tickNo, { ...contract.terms, weights: desk.weights() })',
  ),
  plant(
    'ticks are given up by the clock of the kernel',
    `${PRODUCT}/settle.ts`,
    'givenUpMs(tickNo) <= tick.chainedMs',
    'givenUpMs(tickNo) <= tick.timeMs',
  ),
  plant(
    'a tick ahead of its time decides once its command comes later',
    `${PRODUCT}/settle.ts`,
    'tickTimeMs(wantedNo) <= tick.chainedMs',
    'tickTimeMs(wantedNo) <= tick.timeMs',
  ),
  plant(
    'a late tick is dropped',
    'kernel/hooks.ts',
    'part.onTick?.(tickNo, late, slice);',
    'if (!late) part.onTick?.(tickNo, late, slice);',
  ),
  plant(
    'quotes of a late tick are as old as its command',
    'kernel/index-tick.ts',
    'index.hold(quote, chainedMs)',
    'index.hold(quote, state.timeMs)',
  ),
  plant(
    'a restart forgets what was read',
    `${PRODUCT}/contract.ts`,
    'closing: list(readingField) as Field<TickReading[]>',
    'closing: { write: () => {}, read: () => [] } as Field<TickReading[]>',
  ),
];

test.each(inTurn('plants of second contracts', PLANTS, 6))(
  'the property finds a planted bug: $name',
  async (planted) => {
    const { kernel: grown, remove } = await grow(planted);
    try {
      expect(() => {
        for (let seed = 1; seed <= 30; seed++) duel(grown as typeof kernel, seed, STEPS, new Map());
      }).toThrow(/^seed \d+/);
    } finally {
      remove();
    }
  },
);
