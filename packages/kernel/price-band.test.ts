import type { Amount, Lots } from '@candor/money';
import { beforeEach, expect, test } from 'vitest';
import { ANN, codeOf, eventsOf, TestMarket, USDT } from '../../tests/support/test-market.ts';

const PERP = 101;
let market: TestMarket;
beforeEach(() => {
  market = new TestMarket(500_000);
  market.system({
    type: 'listPerpetual',
    symbolId: PERP,
    name: 'BTCUSDT-PERP',
    indexSymbolId: 1,
    settleAssetId: USDT,
    tickDecimal: '0.01',
    lotDecimal: '0.001',
    minNotional: 1n as Amount,
    maxLots: 1_000 as Lots,
    maxOpenOrders: 9,
    priceBandPpm: 500_000,
    fundingIntervalMs: 28_800_000,
    impactNotional: 1n as Amount,
    tiers: [{ floorNotional: 0n as Amount, mmrPpm: 5_000, maxLeverage: 100 }],
    makerFeePpm: 0,
    takerFeePpm: 0,
    liquidationFeePpm: 0,
  });
  market.system({
    type: 'transfer',
    from: 'spot',
    to: 'contract',
    ...none,
    assetId: USDT,
    amount: 1n as Amount,
  });
  market.submit(ANN, {
    type: 'transfer',
    from: 'spot',
    to: 'contract',
    ...none,
    assetId: USDT,
    amount: (1_000_000n * 10n ** 8n) as Amount,
  });
  market.index(10_000);
});
const none = { fromSymbolId: 0, toSymbolId: 0 };

const set = (symbolId: number, priceBandPpm: number, userId = 0) =>
  market.submit(userId, { type: 'setPriceBand', symbolId, priceBandPpm });
const spot = (price: number) => codeOf(market.limit(ANN, 'buy', price, 1));
const contract = (price: number) =>
  codeOf(
    market.submit(ANN, {
      type: 'placePerpetualOrder',
      symbolId: PERP,
      side: 'buy',
      positionSide: 'both',
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      reduceOnly: false,
      priceTicks: price,
      lots: 1,
      leverage: null,
      clientOrderId: null,
      trigger: null,
      takeProfit: null,
      stopLoss: null,
      marginMode: null,
    } as never),
  );

test.each([
  ['a spot symbol', 1, spot, () => market.kernel.symbols()[0]!.priceBandPpm],
  ['a perpetual', PERP, contract, () => market.kernel.perpetual.symbols()[0]!.priceBandPpm],
])('the band of %s holds from the next order on, and what rests stays', (_, symbolId, order, band) => {
  expect(order(8_500)).toBe('ok');
  const applied = set(symbolId, 100_000);
  expect([codeOf(applied), eventsOf(applied, 'catalogue').length]).toEqual(['ok', 1]);
  expect(band()).toBe(100_000);
  expect([order(8_500), order(9_000), order(8_999)]).toEqual([
    'PRICE_OUT_OF_BAND',
    'ok',
    'PRICE_OUT_OF_BAND',
  ]);
  const resting =
    symbolId === 1 ? market.kernel.spot.openOrders(ANN, 1) : market.kernel.perpetual.openOrders(ANN, PERP);
  expect(resting.map(({ priceTicks }) => priceTicks)).toEqual([8_500, 9_000]);
  market.restart();
  expect([band(), order(8_999)]).toEqual([100_000, 'PRICE_OUT_OF_BAND']);
  market.index(20_000);
  expect([order(17_999), order(18_000)]).toEqual(['PRICE_OUT_OF_BAND', 'ok']);
  set(symbolId, 0);
  expect(order(1)).toBe('ok');
});

test('saying it again changes nothing and tells nothing', () => {
  for (const symbolId of [1, PERP]) {
    set(symbolId, 150_000);
    const symbols = [market.kernel.symbols(), market.kernel.perpetual.symbols()];
    const again = set(symbolId, 150_000);
    expect([codeOf(again), again.events]).toEqual(['ok', []]);
    expect([market.kernel.symbols(), market.kernel.perpetual.symbols()]).toEqual(symbols);
  }
});

test('it is refused to users, for what is not listed and for what is no band', () => {
  expect(codeOf(set(1, 100_000, ANN))).toBe('NOT_PERMITTED');
  expect(codeOf(set(7, 100_000))).toBe('UNKNOWN_SYMBOL');
  for (const symbolId of [1, PERP])
    for (const ppm of [-1, 0.5, 1_000_001, Number.NaN])
      expect(codeOf(set(symbolId, ppm))).toBe('INVALID_COMMAND');
  expect(market.kernel.symbols()[0]!.priceBandPpm).toBe(500_000);
});
