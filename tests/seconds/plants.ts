import type { Plant } from '../property/plants.ts';

const plant = (name: string, file: string, find: string, replace: string): Plant => ({
  name,
  file,
  find,
  replace,
});
const RULES = 'rules/seconds';
const PRODUCT = 'kernel/products/seconds';

/** Bugs of second contracts that the property must find. */
export const PLANTS: readonly Plant[] = [
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
    'part.onTick?.(tickNo, late, this.slices.of(part));',
    'if (!late) part.onTick?.(tickNo, late, this.slices.of(part));',
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
