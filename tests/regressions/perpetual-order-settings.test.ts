import type { Command, Outcome, PlacePerpetualOrder } from '@candor/kernel';
import type { Lots, PriceTicks } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { orderOf, PERP, Stage, U } from '../perpetual/stage.ts';

const ALICE = 1000;
const BOB = 1001;

type Settings = Pick<PlacePerpetualOrder, 'leverage' | 'marginMode'>;

/** Alice holds ten contracts at ten times leverage and bids for more; Bob is against her. */
function stage(): Stage {
  const s = new Stage();
  for (const user of [ALICE, BOB]) s.user(user, 200n);
  s.tick(1_000_000);
  s.leverage(ALICE, 10);
  s.sell(BOB, 10, 1_000_000);
  s.buy(ALICE, 10, 1_000_000);
  s.buy(ALICE, 3, 990_000);
  return s;
}

/** Sends an order to one stage with settings and to another without. */
function bothWays(userId: number, order: PlacePerpetualOrder, settings: Partial<Settings>, prepare = stage) {
  const [without, withThem] = [prepare(), prepare()];
  expect(without.send(userId, order).ok).toBe(false);
  const outcome = withThem.send(userId, { ...order, ...settings });
  return { without, withThem, outcome };
}

/*
 * Leverage and margin mode of an order were commands of their own, sent before it: they held although the order was
 * refused.
 */
describe('leverage and margin mode that come with an order', () => {
  it.each<[string, PlacePerpetualOrder, Partial<Settings>, Outcome & { ok: false }]>([
    ['too small', orderOf('buy', 1, 5, {}), { leverage: 33 }, { ok: false, code: 'PRICE_OUT_OF_BAND' }],
    [
      'too dear',
      orderOf('buy', 900, 1_000_000),
      { leverage: 5 },
      { ok: false, code: 'INSUFFICIENT_BALANCE' },
    ],
    [
      'of nothing to reduce',
      orderOf('buy', 1, 1_000_000, { reduceOnly: true }),
      { leverage: 20 },
      { ok: false, code: 'REDUCE_ONLY_REJECTED' },
    ],
    [
      'whose stop lies beyond the liquidation',
      orderOf('buy', 1, 1_000_000, {
        stopLoss: { triggerTicks: 900_000 as PriceTicks, source: 'mark', lots: null },
      }),
      { leverage: 50 },
      { ok: false, code: 'STOP_BEYOND_LIQUIDATION' },
    ],
    [
      'that would wait with no whole number of lots',
      orderOf('buy', 0.5 as Lots, 1_000_000, {
        trigger: { triggerTicks: 1_010_000 as PriceTicks, source: 'mark' },
      }),
      { leverage: 20 },
      { ok: false, code: 'QUANTITY_INVALID' },
    ],
  ])('change nothing where it is refused: %s', (_, order, settings, refusal) => {
    const { without, withThem, outcome } = bothWays(ALICE, order, settings);
    expect(outcome).toEqual(refusal);
    expect(withThem.events).toEqual([]);
    expect(withThem.kernel.stateHash()).toBe(without.kernel.stateHash());
    // what was tried and undone leaves no trace in what comes next either
    for (const s of [without, withThem]) s.sell(ALICE, 10, null);
    expect(withThem.events).toEqual(without.events);
  });

  it('change nothing of somebody who never traded', () => {
    const carol = 1002;
    const prepare = () => {
      const s = stage();
      s.user(carol, 1_000n);
      return s;
    };
    const order = orderOf('buy', 1, 1);
    const { without, withThem, outcome } = bothWays(
      carol,
      order,
      { leverage: 33, marginMode: 'cross' },
      prepare,
    );
    expect(outcome).toEqual({ ok: false, code: 'PRICE_OUT_OF_BAND' });
    expect(withThem.kernel.stateHash()).toBe(without.kernel.stateHash());
  });

  it('are refused where they cannot be, and the order with them', () => {
    const s = stage();
    const before = s.kernel.perpetual.openOrders(ALICE, null);
    const order = (settings: Partial<Settings>, lots = 1) => s.order(ALICE, 'buy', lots, 990_000, settings);
    expect(order({ leverage: 101 })).toEqual({ ok: false, code: 'LEVERAGE_TOO_HIGH' });
    for (const leverage of [0, -1, 1.5, Number.NaN]) {
      expect(order({ leverage })).toEqual({ ok: false, code: 'INVALID_COMMAND' });
    }
    expect(order({ marginMode: 'cross' })).toEqual({ ok: false, code: 'POSITION_OPEN' });
    // a position of 100 USDT at once leverage is 100 USDT, and another 30 are bid for: there are 200 less fees
    expect(order({ leverage: 1 }, 8)).toEqual({ ok: false, code: 'INSUFFICIENT_BALANCE' });
    expect(s.kernel.perpetual.openOrders(ALICE, null)).toEqual(before);
    expect(s.kernel.perpetual.settings(ALICE, PERP)).toMatchObject({ leverage: 10, marginMode: 'isolated' });
  });

  it('count for the order itself, and for what is open, as if they had been set before', () => {
    const order = orderOf('buy', 250, 990_000);
    const [before, together] = [stage(), stage()];
    expect(before.send(ALICE, order)).toEqual({ ok: false, code: 'INSUFFICIENT_BALANCE' });
    before.sure(ALICE, { type: 'setLeverage', symbolId: PERP, leverage: 25 });
    before.sure(ALICE, order);
    together.sure(ALICE, { ...order, leverage: 25, marginMode: 'isolated' });
    const worth = ({ kernel }: Stage) => [
      kernel.perpetual.settings(ALICE, PERP),
      kernel.perpetual.positions(ALICE),
      kernel.perpetual.openOrders(ALICE, null).map(({ lots, held }) => [lots, held]),
      kernel.balances(ALICE, 'contract'),
    ];
    expect(worth(together)).toEqual(worth(before));
    expect(together.events.map(({ type }) => type)).toEqual([
      'perpetualSettings',
      'perpetualOrderAccepted',
      'perpetualOrderRested',
      'perpetualPosition',
      'balance',
    ]);
  });

  it('are told as the fills of the position that the order closes, not as leverage', () => {
    const s = stage();
    s.buy(BOB, 10, 1_000_000);
    s.sell(ALICE, 10, 1_000_000, { leverage: 20 });
    const told = s.events.filter((event) => event.type === 'perpetualPosition' && event.userId === ALICE);
    expect(told).toMatchObject([{ change: 'trade', lots: 0, margin: 0n }]);
    expect(s.wallet(ALICE).held).toBeGreaterThan(0n);
    expect(s.wallet(ALICE).held).toBeLessThan(3n * U);
  });

  it('are kept over a restart in front of every command', () => {
    const commands: Command[] = [
      orderOf('buy', 5, 990_000, { leverage: 20 }),
      orderOf('buy', 900, 1_000_000, { leverage: 3 }),
      orderOf('sell', 13, null, { leverage: 7, timeInForce: 'FOK' }),
      orderOf('buy', 5, 1_000_000, {
        leverage: 9,
        trigger: { triggerTicks: 1_010_000 as PriceTicks, source: 'mark' },
      }),
    ];
    const [live, restarted] = [stage(), stage()];
    for (const command of commands) {
      restarted.restart();
      expect(restarted.send(ALICE, command)).toEqual(live.send(ALICE, command));
      expect(restarted.kernel.stateHash()).toBe(live.kernel.stateHash());
    }
  });
});
