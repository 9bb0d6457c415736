import { describe, expect, it } from 'vitest';
import { Stage } from '../perpetual/stage.ts';

const ALICE = 1000;

function stage(listing = {}): Stage {
  const s = new Stage({ listing });
  s.user(ALICE, 100_000n);
  s.tick(1_000_000);
  return s;
}

/** A waiting order that fired was checked beside itself, as if it were there twice, and was refused. */
describe('a waiting order that fires is checked as one that comes now', () => {
  const trigger = { triggerTicks: 1_000_500, source: 'mark' } as never;

  it('by its size at this leverage', () => {
    const s = stage();
    s.leverage(ALICE, 100);
    s.buy(ALICE, 3_000, 999_000, { trigger });
    s.tick(1_000_500);
    expect(s.all('perpetualOrderTriggered')).toMatchObject([{ refused: null }]);
    expect(s.kernel.perpetual.openOrders(ALICE, null)).toMatchObject([{ lots: 3_000 }]);
  });

  it('by the number of orders', () => {
    const s = stage({ maxOpenOrders: 3 });
    s.buy(ALICE, 10, 990_000);
    s.buy(ALICE, 10, 990_000);
    s.buy(ALICE, 10, 990_000, { trigger });
    s.tick(1_000_500);
    expect(s.all('perpetualOrderTriggered')).toMatchObject([{ refused: null }]);
  });
});

/** No event told of the lots that a reduce-only order lost as it fired: histories kept the accepted quantity. */
it('tells by how much a reduce-only order is cut as it fires', () => {
  const s = stage();
  s.user(1001, 100_000n);
  s.sell(1001, 5, 1_000_000);
  s.buy(ALICE, 5, 1_000_000);
  s.sell(ALICE, 7, 1_002_000, {
    reduceOnly: true,
    trigger: { triggerTicks: 1_000_500, source: 'mark' } as never,
  });
  s.tick(1_000_500);
  expect(s.all('perpetualOrderTriggered')).toMatchObject([{ refused: null, cutLots: 2 }]);
  expect(s.kernel.perpetual.openOrders(ALICE, null)).toMatchObject([{ lots: 5 }]);
});
