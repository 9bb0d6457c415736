import type { Command, QuoteLevel } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUSE, PERP, SPOT, Stage, U, USDT } from '../perpetual/stage.ts';

const ALICE = 1000;
const START = 100_000;
/** Ticks for which the house's quotes stand after the newest tick that its maker knew: 2 s. */
const QUOTE_TICKS = 8;

let stage: Stage;

beforeEach(() => {
  stage = new Stage();
  stage.user(ALICE, 50_000n);
  stage.fund(HOUSE, 1_000_000n * U);
  for (const user of [ALICE, HOUSE])
    for (const assetId of [1001, USDT])
      stage.system({
        type: 'practiceFunds',
        accountUserId: user,
        assetId,
        amount: (assetId === USDT ? 1_000_000n * U : 10n * U) as Amount,
      });
  stage.tick(START);
});

const level = (side: 'buy' | 'sell', ticks: number, lots: number): QuoteLevel => ({
  side,
  priceTicks: ticks as PriceTicks,
  lots: lots as Lots,
});
const tickNo = () => Math.floor(stage.nowMs / 250);
const around = (mid: number) => [level('buy', mid - 10, 100), level('sell', mid + 10, 100)];

const MARKETS = [
  ['spot', 'massQuote', SPOT],
  ['contracts', 'perpetualMassQuote', PERP],
] as const;

/** The house mirrors its venue, as its maker does each time. */
function quote(
  type: 'massQuote' | 'perpetualMassQuote',
  symbolId: number,
  mid: number,
  ends = tickNo() + QUOTE_TICKS,
) {
  return stage.send(HOUSE, { type, symbolId, expiresTickNo: ends, levels: around(mid) } as Command);
}

const asks = (symbolId: number) =>
  (symbolId === SPOT ? stage.kernel.spot.depth(SPOT, 9) : stage.kernel.perpetual.depth(PERP, 9)).asks.length;

/** Buys all that is offered to far above the market; gives the lots. */
function snatch(symbolId: number): number {
  const terms = { side: 'buy', orderType: 'limit', timeInForce: 'IOC', priceTicks: START + 1_000, lots: 50 };
  if (symbolId === PERP) stage.order(ALICE, 'buy', 50, START + 1_000, { timeInForce: 'IOC' });
  else
    stage.send(ALICE, {
      type: 'placeOrder',
      symbolId,
      postOnly: false,
      quoteAmount: null,
      clientOrderId: null,
      ...terms,
    } as Command);
  const trades = stage.events.flatMap((event) =>
    event.type === 'trade' || event.type === 'perpetualTrade' ? [event.lots as number] : [],
  );
  return trades.reduce((sum, lots) => sum + lots, 0);
}

/** A tick that was chained at its own time and comes now. */
const lateTick = (no: number, ticks: number) =>
  stage.system({
    type: 'indexTick',
    tickNo: no,
    chainedMs: no * 250,
    quotes: [
      {
        venueId: 1,
        symbolId: SPOT,
        venueTimeMs: no * 250,
        bidTicks: ticks as PriceTicks,
        askTicks: ticks as PriceTicks,
      },
    ],
  });

describe.each(MARKETS)('a quote of the house in %s', (_, type, symbolId) => {
  test('is taken while it stands, and can be renewed without naming a level', () => {
    expect(quote(type, symbolId, START).ok).toBe(true);
    for (let i = 0; i < 12; i++) {
      stage.tick(START);
      if (i % 4 === 3)
        stage.sure(HOUSE, { type, symbolId, expiresTickNo: tickNo() + QUOTE_TICKS, levels: [] } as Command);
    }
    expect(snatch(symbolId)).toBe(50);
  });

  test.each([2_000, 3_000, 5_000, 60_000])(
    'is gone for who acts first after a stall of %s ms, before any tick',
    (stallMs) => {
      quote(type, symbolId, START);
      stage.nowMs += stallMs;
      expect(snatch(symbolId)).toBe(0);
      expect(asks(symbolId)).toBe(0);
    },
  );

  test.each([1_500, 1_750, 4_000])(
    'is gone for who acts after the ticks of a stall of %s ms, which come first',
    (stallMs) => {
      quote(type, symbolId, START);
      const from = tickNo();
      stage.nowMs += stallMs;
      for (let no = from + 1; no <= tickNo(); no++) lateTick(no, START + 500);
      expect(snatch(symbolId)).toBe(0);
      // the index is fresh by the last of them
      expect(stage.kernel.index(SPOT)?.priceTicks).toBe(START + 500);
    },
  );

  test('ends by the number of a tick that runs ahead of the clock', () => {
    quote(type, symbolId, START);
    lateTick(tickNo() + QUOTE_TICKS, START);
    expect(snatch(symbolId)).toBe(0);
  });

  test('is refused where it comes past its own end, and changes nothing', () => {
    const ends = tickNo() + QUOTE_TICKS;
    stage.nowMs += 2_000;
    expect(quote(type, symbolId, START, ends)).toMatchObject({ ok: false, code: 'TICK_OUT_OF_ORDER' });
    expect(quote(type, symbolId, START, 1.5)).toMatchObject({ ok: false, code: 'INVALID_COMMAND' });
    expect(asks(symbolId)).toBe(0);
  });

  test('keeps its end over a restart, and releases what it held at it', () => {
    quote(type, symbolId, START);
    stage.restart();
    stage.nowMs += 2_000;
    stage.system({ type: 'tick' });
    expect(asks(symbolId)).toBe(0);
    const kind = symbolId === SPOT ? 'spot' : 'contract';
    expect(stage.kernel.balances(HOUSE, kind).every(({ held }) => held === 0n)).toBe(true);
    for (const { sum } of stage.kernel.ledgerSums()) expect(sum).toBe(0n);
  });

  test('stands without an end where it was given none', () => {
    stage.sure(HOUSE, { type, symbolId, levels: around(START) } as Command);
    stage.tick(START, 9_000);
    expect(snatch(symbolId)).toBe(50);
  });
});

test('a late tick liquidates nobody, fires nothing and moves no mark; the first that is not late does', () => {
  quote('perpetualMassQuote', PERP, START);
  stage.leverage(ALICE, 100);
  stage.buy(ALICE, 50, START + 10);
  const before = stage.log.length;
  const from = tickNo();
  stage.nowMs += 4_000;
  for (let no = from + 1; no <= tickNo() - 5; no++) lateTick(no, START - 5_000);
  expect(stage.log.slice(before).filter(({ type }) => /Mark|Warning|index|Trade/.test(type))).toEqual([]);
  expect(stage.kernel.index(SPOT)?.priceTicks).toBe(START);
  expect(stage.position(ALICE).lots).toBe(50);
  stage.tick(START - 5_000, 0);
  expect(stage.kernel.index(SPOT)?.priceTicks).toBe(START - 5_000);
  expect(stage.all('perpetualMark').at(-1)!.markTicks).toBeLessThan(START - 4_000);
});
