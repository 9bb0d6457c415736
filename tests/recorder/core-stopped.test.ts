import type { Command, IndexTick, KernelEvent, QuoteLevel } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { tickHash } from '@candor/prices';
import { beforeEach, expect, test } from 'vitest';
import { HOUSE, PERP, SPOT, Stage, U, USDT } from '../perpetual/stage.ts';

const ALICE = 1000;
const BOB = 1001;
const START = 100_000;
/** The price falls to this while the core is stopped; a long at this leverage is then far below maintenance. */
const CRASH = 80_000;
const GRID_MS = 250;
const LATE_MS = 1_000;
/** The house's quotes are valid for this many ticks after the newest one that its maker knew. */
const QUOTE_TICKS = 8;
/** Events that prices cause, and that late ticks must not cause. */
const BY_PRICES: readonly KernelEvent['type'][] = [
  'index',
  'trade',
  'triggerFired',
  'perpetualMark',
  'perpetualTrade',
  'perpetualWarning',
  'perpetualOrderTriggered',
  'perpetualLiquidated',
] as const;

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
  for (const user of [ALICE, BOB]) stage.user(user, 50_000n);
  stage.fund(HOUSE, 1_000_000n * U);
  for (const user of [ALICE, BOB, HOUSE])
    for (const assetId of [1001, USDT])
      stage.system({
        type: 'practiceFunds',
        accountUserId: user,
        assetId,
        amount: (assetId === USDT ? 1_000_000n * U : 100n * U) as Amount,
      });
  for (const body of seconds) stage.system(body);
  for (const user of [ALICE, BOB])
    stage.sure(user, {
      type: 'transfer',
      from: 'spot',
      to: 'second',
      fromSymbolId: 0,
      toSymbolId: 0,
      assetId: USDT,
      amount: (1_000n * U) as Amount,
    });
  stage.nowMs = Math.ceil(stage.nowMs / GRID_MS) * GRID_MS;
});

const seconds: readonly Command[] = [
  { type: 'fundSecondsPool', assetId: USDT, amount: (10_000n * U) as Amount, fromUserId: 0 },
  { type: 'setExposureCap', symbolId: 0, cap: (5_000n * U) as Amount },
  { type: 'setExposureCap', symbolId: SPOT, cap: (5_000n * U) as Amount },
  { type: 'enableSeconds', practice: true, countries: [] },
  {
    type: 'setSecondsTerms',
    symbolId: SPOT,
    assetId: USDT,
    minQuantity: 1,
    maxQuantity: 100,
    formula: 1,
    periods: [{ periodS: 10, payoutPpm: 800_000 }],
  },
];

/** A recorder that chains one tick at a time, after the last one it made. */
class Recorder {
  private end = { ...stage.kernel.chain };

  tick(timeMs: number, price: number): IndexTick {
    const { recordNo, hash: previousHash } = this.end;
    const ticks = price as PriceTicks;
    const tick = {
      tickNo: timeMs / GRID_MS,
      chainedMs: timeMs,
      quotes: [{ venueId: 1, symbolId: SPOT, bidTicks: ticks, askTicks: ticks, venueTimeMs: timeMs }],
    };
    const at = { no: recordNo + 1, previousHash };
    const hash = tickHash({ ...at, ...tick });
    this.end = { tickNo: tick.tickNo, chainedMs: timeMs, recordNo: at.no, hash };
    return { type: 'indexTick', ...tick, record: { ...at, hash } };
  }
}

const events = <T extends KernelEvent['type']>(from: readonly KernelEvent[], type: T) =>
  from.filter((event): event is Extract<KernelEvent, { type: T }> => event.type === type);

/** Sends ticks at one price, up to a time, without delay. */
function live(recorder: Recorder, untilMs: number, price: number): void {
  while (stage.nowMs < untilMs) {
    stage.nowMs += GRID_MS;
    stage.system(recorder.tick(stage.nowMs, price));
  }
}

/** Opens one contract each way; returns the time of the last of their closing ticks, in ms. */
function openPair(): number {
  const terms = [ALICE, BOB].map((user, at) => {
    const direction = at === 0 ? 'up' : 'down';
    stage.sure(user, {
      type: 'openSecondContract',
      symbolId: SPOT,
      direction,
      periodS: 10,
      quantity: 10,
      payoutPpm: null,
      clientOrderId: null,
      country: null,
    });
    return events(stage.events, 'secondAccepted')[0]!.terms;
  });
  return terms[0]!.closeTickNo * GRID_MS;
}

/**
 * Opens a long position of Alice that the crash would liquidate, a stop of Bob's that it would fire, and quotes of
 * the house.
 */
function stake(): void {
  stage.leverage(ALICE, 20);
  stage.order(BOB, 'sell', 100, START);
  stage.buy(ALICE, 100, START, { timeInForce: 'IOC' });
  expect(stage.position(ALICE).lots).toBe(100);
  stage.sure(BOB, {
    type: 'placeTrigger',
    symbolId: SPOT,
    side: 'sell',
    kind: 'stop',
    source: 'index',
    triggerTicks: 90_000 as PriceTicks,
    callbackPpm: null,
    callbackTicks: null,
    activationTicks: null,
    orderType: 'market',
    timeInForce: 'IOC',
    postOnly: false,
    priceTicks: null,
    lots: 1_000 as Lots,
    quoteAmount: null,
    clientOrderId: null,
  });
  const level = (side: 'buy' | 'sell', ticks: number): QuoteLevel => ({
    side,
    priceTicks: ticks as PriceTicks,
    lots: 1_000 as Lots,
  });
  const levels = [level('buy', START - 10), level('sell', START + 10)];
  const expiresTickNo = stage.nowMs / GRID_MS + QUOTE_TICKS;
  stage.sure(HOUSE, { type: 'massQuote', symbolId: SPOT, expiresTickNo, levels });
  stage.sure(HOUSE, { type: 'perpetualMassQuote', symbolId: PERP, expiresTickNo, levels });
}

/** Sells to the house at the old price, before any other command. */
function snatch(): readonly KernelEvent[] {
  stage.send(BOB, {
    type: 'placeOrder',
    symbolId: SPOT,
    side: 'sell',
    orderType: 'limit',
    timeInForce: 'IOC',
    postOnly: false,
    priceTicks: (START - 10) as PriceTicks,
    lots: 10 as Lots,
    quoteAmount: null,
    clientOrderId: null,
  });
  const spot = events(stage.events, 'trade');
  stage.order(BOB, 'sell', 1, START - 10, { timeInForce: 'IOC' });
  return [...spot, ...events(stage.events, 'perpetualTrade')];
}

test.each([1, 4, 6, 60])(
  'the core stopped for %i s across a close: ticks settle, and nothing else comes of late ones',
  (stopS) => {
    const recorder = new Recorder();
    live(recorder, stage.nowMs + 2_000, START);
    const closeMs = openPair();
    live(recorder, closeMs - 1_250, START);
    stake();
    // the core is stopped from here on; the recorder is not
    const stoppedMs = stage.nowMs;
    const resumedMs = stoppedMs + 1_000 * stopS;
    const chained: IndexTick[] = [];
    for (let ms = stoppedMs + GRID_MS; ms <= resumedMs; ms += GRID_MS) {
      // the price falls below the closing ticks' and recovers just before the core resumes
      chained.push(
        recorder.tick(ms, resumedMs - ms < 1_250 && stopS > 1 ? START : ms > closeMs - 1_000 ? CRASH : START),
      );
    }
    stage.nowMs = resumedMs;
    // even an order that preceded the ticks would gain nothing
    if (stopS > 2) expect(snatch()).toEqual([]);
    const ended: KernelEvent[] = [];
    for (const tick of chained) {
      stage.system(tick);
      ended.push(...events(stage.events, 'secondEnded'));
      if (stage.nowMs - tick.chainedMs! <= LATE_MS) continue;
      expect(stage.events.filter(({ type }) => BY_PRICES.includes(type))).toEqual([]);
    }
    if (stopS > 2) expect(snatch()).toEqual([]);
    live(recorder, Math.max(closeMs, resumedMs) + 1_000, START);
    ended.push(...events(stage.log, 'secondEnded').filter((event) => !ended.includes(event)));
    const settled = ended as Extract<KernelEvent, { type: 'secondEnded' }>[];
    expect(settled).toHaveLength(2);
    for (const { result, closing, userId } of settled) {
      for (const { tickNo, sourceTickNo, priceTicks } of closing) {
        expect(sourceTickNo).toBe(tickNo);
        const price = chained.find((tick) => tick.tickNo === tickNo)?.quotes[0]?.bidTicks ?? START;
        expect(priceTicks).toBe(price);
      }
      const closes = closing.map(({ priceTicks }) => priceTicks!).toSorted((a, b) => a - b);
      const fell = closes[2]! < START;
      expect(result).toBe(fell ? (userId === ALICE ? 'lost' : 'won') : 'even');
    }
    if (stopS > 1) {
      expect(stage.position(ALICE).lots).toBe(100);
      expect(stage.kernel.spot.waitingOrders(BOB, null)).toHaveLength(1);
    }
    for (const { sum } of stage.kernel.ledgerSums()) expect(sum).toBe(0n);
  },
);

test('the recorder stopped for 6 s across a close: void, published with its cause and who would have won', () => {
  const recorder = new Recorder();
  live(recorder, stage.nowMs + 2_000, START);
  const closeMs = openPair();
  live(recorder, closeMs - 1_250, START);
  stage.nowMs = closeMs + 4_750;
  // the core runs, and its own time never voids a contract
  stage.system({ type: 'tick' });
  expect(events(stage.events, 'secondEnded')).toEqual([]);
  stage.nowMs += GRID_MS;
  stage.system(recorder.tick(stage.nowMs, START + 100));
  const ended = events(stage.events, 'secondEnded');
  expect(ended).toHaveLength(2);
  for (const event of ended)
    expect(event).toMatchObject({ result: 'void', voidReason: 'closing-stale', paid: event.paid });
  const judged = [...events(stage.log, 'secondVoidJudged')];
  const who = (userId: number) =>
    judged.find((event) => event.userId === userId)?.wouldHave ??
    ended.find((event) => event.userId === userId)?.wouldHave;
  expect([who(ALICE), who(BOB)]).toEqual(['won', 'lost']);
});
