import { beforeEach, expect, it } from 'vitest';
import { PERP, Stage, U } from '../perpetual/stage.ts';

const ALICE = 1000;
const BOB = 1001;
const CAROL = 1002;

let s: Stage;

/** Alice is long 100 lots, and has 5 USDT besides. */
beforeEach(() => {
  s = new Stage({ restarts: true });
  for (const user of [ALICE, BOB, CAROL]) s.user(user, 9_000n);
  s.tick(1_000_000);
  for (const user of [ALICE, BOB, CAROL]) s.leverage(user, 10);
  s.sell(CAROL, 100, 1_000_000);
  s.buy(ALICE, 100, 1_000_000);
  s.transfer(ALICE, 'contract', 'spot', s.wallet(ALICE).available - 5n * U);
});

const orders = () => s.kernel.perpetual.openOrders(ALICE, null);
const asks = () => s.kernel.perpetual.depth(PERP, 10).asks.reduce((sum, { lots }) => sum + lots, 0);

/*
 * Every resting order was netted against the whole position by itself: five asks of 100 lots held only their fees, with
 * 100 lots to close. A fill-or-kill counted all of them, and ended filled in part.
 */
it('orders against a position are netted against it once, and shown only as far as they are backed', () => {
  for (let i = 0; i < 5; i++) s.order(ALICE, 'sell', 100, 1_000_100 + i);
  expect(orders()).toHaveLength(1);
  expect(asks()).toBe(100);
  const killed = s.buy(BOB, 400, 1_000_200, { timeInForce: 'FOK' });
  expect(killed).toMatchObject({ status: 'expired', filledLots: 0 });
  expect(s.buy(BOB, 100, 1_000_200, { timeInForce: 'FOK' })).toMatchObject({ status: 'filled' });
});

it('what can be held is filled whole', () => {
  s.transfer(ALICE, 'spot', 'contract', 500n * U);
  for (let i = 0; i < 5; i++) s.sell(ALICE, 100, 1_000_100 + i);
  expect(s.buy(BOB, 500, 1_000_200, { timeInForce: 'FOK' })).toMatchObject({ status: 'filled' });
  expect(s.position(ALICE)).toMatchObject({ direction: 'short', lots: 400 });
});

it('the order that the book fills first is netted first', () => {
  s.transfer(ALICE, 'spot', 'contract', 200n * U);
  s.sell(ALICE, 100, 1_000_200);
  const alone = orders()[0]!.held;
  s.sell(ALICE, 60, 1_000_100);
  // the initial margin of 60 lots at 10,002.00, a tenth
  expect(orders()[0]!.held - alone).toBe(60n * 1_000_200n * 100n);
  s.sure(ALICE, {
    type: 'cancelPerpetualOrder',
    orderId: orders()[1]!.orderId,
    clientOrderId: null,
  });
  expect(orders()[0]!.held).toBe(alone);
});

it('an order that a reduce-only one takes the place of leaves the book where it cannot be held', () => {
  s.sell(ALICE, 100, 1_000_200);
  s.sell(ALICE, 100, 1_000_100, { reduceOnly: true });
  expect(orders()).toMatchObject([{ reduceOnly: true, lots: 100 }]);
  expect(s.buy(BOB, 100, 1_000_200, { timeInForce: 'FOK' })).toMatchObject({ status: 'filled' });
});

it.each([
  { left: 5n, stays: true },
  { left: 1n, stays: false },
])('an order whose position was closed is held for or leaves: $left', ({ left, stays }) => {
  s.transfer(ALICE, 'contract', 'spot', s.wallet(ALICE).available - left * U);
  s.sell(ALICE, 100, 1_000_200);
  s.buy(CAROL, 100, 999_000);
  s.sell(ALICE, 100, 999_000, { timeInForce: 'IOC' });
  // a tenth of 1,000.20, and a fee of 500 millionths
  const needed = 100n * 1_000_200n * 100n + (100n * 1_000_200n * 1_000n * 500n) / 1_000_000n;
  expect(orders().map(({ held }) => held)).toEqual(stays ? [needed] : []);
  expect(s.wallet(ALICE).held).toBe(stays ? needed : 0n);
  const gone = s.all('perpetualOrderDone').filter(({ reason }) => reason === 'margin');
  expect(gone.map(({ userId }) => userId)).toEqual(stays ? [] : [ALICE]);
});

it('a fill-or-kill counts reduce-only orders no further than what earlier fills leave of their position', () => {
  s.transfer(ALICE, 'spot', 'contract', 500n * U);
  s.sell(ALICE, 100, 1_000_200, { reduceOnly: true });
  s.sell(ALICE, 60, 1_000_100);
  const killed = s.buy(BOB, 150, 1_000_200, { timeInForce: 'FOK' });
  expect(killed).toMatchObject({ status: 'expired', filledLots: 0 });
  expect(s.buy(BOB, 100, 1_000_200, { timeInForce: 'FOK' })).toMatchObject({ status: 'filled' });
});
