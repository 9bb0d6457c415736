import { describe, expect, it } from 'vitest';
import { MarginCheck } from '../../apps/verifier/checks/margin.ts';
import {
  ALICE,
  Bench,
  BTC,
  BTC_USDT,
  COIN,
  ETH,
  eventsOf,
  RATE_PPB,
  ticks,
  USDT,
  units,
} from '../margin/bench.ts';
import { reportsOf } from './reports.ts';

/** Alice owes nearly three times her BTC, and the index of ETH is stale. */
function indebted(): Bench {
  const bench = new Bench();
  bench.tick(50_000);
  bench.quote(BTC_USDT, 50_000, 10_000_000);
  bench.moveIn(ALICE, BTC, COIN);
  bench.mustDo(ALICE, bench.borrow(USDT, 94_000n * COIN));
  bench.mustDo(ALICE, bench.order('buy', null, 180_000));
  for (let i = 0; i < 45; i++) bench.tick(50_000, null);
  return bench;
}

/*
 * A wallet was not looked at while any index that its value needs was stale. One unit of a coin whose index was stale,
 * moved in when the rest fell, kept a wallet from being sold until nothing was left but the pool's loss.
 */
describe('dust of a coin without a fresh index', () => {
  it('keeps no wallet from being sold', () => {
    const bench = indebted();
    bench.moveIn(ALICE, ETH, 1n);
    bench.unquote();
    bench.quote(BTC_USDT, 36_000, 10_000_000);
    const { events } = bench.tick(36_000, null);
    const [sale] = eventsOf(events, 'marginSale');
    expect(sale!.risk.assets.filter(({ assetId }) => assetId === ETH)).toMatchObject([
      { priceTicks: ticks(4_000), staleTicks: ticks(2_000) },
    ]);
    expect(sale!.risk.assets.some((asset) => asset.assetId !== ETH && 'staleTicks' in asset)).toBe(false);
    bench.check();
    bench.replay();
  });

  it('is in the receipt, and the verifier finds a receipt that hides it', () => {
    const bench = indebted();
    bench.moveIn(ALICE, ETH, 1n);
    bench.tick(36_000, null);
    const check = new MarginCheck();
    expect(reportsOf(check, bench.journal, (event) => event)).toEqual([]);
    expect(check.count).toBeGreaterThan(1);
    const hidden = reportsOf(new MarginCheck(), bench.journal, (event) =>
      event.type !== 'marginSale'
        ? event
        : {
            ...event,
            risk: { ...event.risk, assets: event.risk.assets.map(({ staleTicks: _, ...asset }) => asset) },
          },
    );
    expect(hidden).toHaveLength(1);
    expect(hidden[0]).toMatch(/stale/);
  });

  it('that is owed keeps no wallet from being sold either', () => {
    const bench = new Bench();
    bench.mustDo(0, { type: 'fundMarginPool', into: 'pool', assetId: ETH, amount: units(COIN) });
    bench.mustDo(0, {
      type: 'setMarginAsset',
      assetId: ETH,
      borrowable: true,
      hourlyRatePpb: RATE_PPB,
      haircutPpm: 900_000,
      maxBorrow: units(COIN),
    });
    bench.tick(50_000);
    bench.quote(BTC_USDT, 50_000, 10_000_000);
    bench.moveIn(ALICE, BTC, COIN);
    bench.mustDo(ALICE, bench.borrow(ETH, 1n));
    bench.mustDo(ALICE, bench.borrow(USDT, 94_000n * COIN));
    bench.mustDo(ALICE, bench.order('buy', null, 180_000));
    for (let i = 0; i < 45; i++) bench.tick(50_000, null);
    bench.unquote();
    bench.quote(BTC_USDT, 36_000, 10_000_000);
    expect(eventsOf(bench.tick(36_000, null).events, 'marginSale')).toHaveLength(1);
    bench.check();
    bench.replay();
  });

  it('is not dust where it could make the wallet safe: then nobody is sold', () => {
    const bench = indebted();
    bench.moveIn(ALICE, ETH, 15n * COIN);
    bench.unquote();
    bench.quote(BTC_USDT, 36_000, 10_000_000);
    expect(eventsOf(bench.tick(36_000, null).events, 'marginSale')).toEqual([]);
    expect(eventsOf(bench.tick(36_000, 200).events, 'marginSale')).toHaveLength(1);
  });

  it('sells nobody by itself', () => {
    const bench = indebted();
    bench.moveIn(ALICE, ETH, 1n);
    const { events } = bench.tick(49_999, null);
    expect(eventsOf(events, 'marginSale')).toEqual([]);
  });
});
