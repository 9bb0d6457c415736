import type { Command } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { Checker } from './checker.ts';
import { HOUSE, LIST, orderOf, PERP, Stage, USDT } from './stage.ts';

const ALICE = 1000;
const BOB = 1001;
const HOSTILE = [Number.NaN, -1, 0, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), Number.POSITIVE_INFINITY, 1e300];

/** Every number of a command, at any depth, put to something hostile, one at a time. */
function* mutations(value: unknown): Generator<unknown> {
  if (typeof value === 'number') {
    for (const bad of HOSTILE) yield bad;
  } else if (typeof value === 'bigint') {
    for (const bad of [-1n, 0n, 2n ** 62n, -(2n ** 62n), 2n ** 63n - 1n]) yield bad;
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      for (const bad of mutations(item)) yield value.map((other, at) => (at === i ? bad : other));
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      for (const bad of mutations(item)) yield { ...value, [key]: bad };
    }
  }
}

describe('hostile numbers', () => {
  it('are refused or taken at their word, and never stop the kernel', () => {
    const s = new Stage();
    for (const user of [ALICE, BOB]) s.user(user, 10_000n);
    s.tick(1_000_000);
    s.sell(BOB, 100, 1_000_000);
    s.buy(ALICE, 100, 1_000_000);
    const checker = new Checker([PERP], [HOUSE, ALICE, BOB], USDT);
    checker.check(s.kernel, s.log);
    const { positionId } = s.position(ALICE);
    const ticks = 1_000_000 as PriceTicks;
    const exit = (triggerTicks: number) => ({
      triggerTicks: triggerTicks as PriceTicks,
      source: 'mark' as const,
      lots: 5 as Lots,
    });
    const commands: [number, Command][] = [
      [ALICE, orderOf('buy', 5, 1_000_000, { takeProfit: exit(1_100_000), stopLoss: exit(950_000) })],
      [ALICE, orderOf('buy', 5, null, { takeProfit: exit(1_100_000), stopLoss: exit(950_000) })],
      [ALICE, orderOf('buy', 5, 1_000_000, { trigger: { triggerTicks: ticks, source: 'last' } })],
      [ALICE, orderOf('sell', 5, 1_000_000, { reduceOnly: true })],
      [ALICE, orderOf('buy', 5, 990_000, { leverage: 12, marginMode: 'isolated' })],
      [ALICE, { type: 'closePosition', positionId, priceTicks: ticks, lots: 1 as Lots, clientOrderId: null }],
      [ALICE, { type: 'setLeverage', symbolId: PERP, leverage: 3 }],
      [ALICE, { type: 'adjustMargin', positionId, amount: 1n as Amount }],
      [ALICE, { type: 'setPositionExits', positionId, takeProfit: exit(1_100_000), stopLoss: exit(950_000) }],
      [ALICE, { type: 'cancelPositionExit', exitId: 1 }],
      [ALICE, { type: 'cancelPerpetualOrder', orderId: 1, clientOrderId: null }],
      [ALICE, { type: 'closeAllPositions', symbolIds: [7] }],
      [
        HOUSE,
        {
          type: 'perpetualMassQuote',
          symbolId: PERP,
          levels: [{ side: 'buy', priceTicks: ticks, lots: 5 as Lots }],
        },
      ],
      [0, { ...LIST, symbolId: 300, name: 'ANOTHER' }],
      [0, { type: 'fundInsurance', assetId: USDT, amount: 1n as Amount, fromUserId: HOUSE }],
      [0, { type: 'setPerpetualState', symbolId: PERP, state: 'trading', reason: '' }],
    ];
    let refused = 0;
    for (const [userId, command] of commands) {
      for (const hostile of mutations(command)) {
        if (!s.send(userId, hostile as Command).ok) refused++;
        checker.check(s.kernel, s.events);
      }
      s.tick(1_000_000);
      checker.check(s.kernel, s.events);
    }
    expect(refused).toBeGreaterThan(300);
    s.restart();
  });
});
