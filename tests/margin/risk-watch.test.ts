import { expect, it } from 'vitest';
import { ALICE, COIN, finish, HOUR_MS, ready, USDT, units } from './bench.ts';

it('a wallet that no price moves is called, and then sold, when its interest alone has brought it there', () => {
  const bench = ready();
  bench.mustDo(0, {
    type: 'setMarginAsset',
    assetId: USDT,
    borrowable: true,
    hourlyRatePpb: 10_000_000,
    haircutPpm: 1_000_000,
    maxBorrow: units(400_000n * COIN),
  });
  bench.mustDo(ALICE, bench.borrow(USDT, 60_000n * COIN));
  const found: string[] = [];
  for (let hour = 1; hour <= 100; hour++) {
    bench.tick(50_000, 2_000, HOUR_MS);
    for (const { type } of bench.tick(50_000).events)
      if ((type === 'marginCall' || type === 'marginSale') && !found.includes(type)) found.push(type);
    const { risk, called } = bench.wallet(ALICE);
    const ppm = risk!.riskPpm;
    if (ppm === null) break;
    expect(called).toBe(ppm <= 1_200_000n);
  }
  expect(found).toEqual(['marginCall', 'marginSale']);
  expect(bench.wallet(ALICE).loans).toEqual([]);
  finish(bench);
});
