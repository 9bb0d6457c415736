import { describe, expect, it } from 'vitest';
import { checkMargin, type MarginReceipt, readMarginReceipt } from './margin.ts';

const line = { quotePerTickLot: '10', basePerLot: '1000' };
/** 1 BTC at 50,000 of which 0.95 counts, and 60,000 USDT lent and lying there, against 60,000.6 owed: 1.79165... */
const risk = {
  tickNo: 7_200_000_001,
  valueAssetId: 1002,
  assets: [
    { ...line, assetId: 1001, amount: '100000000', symbolId: 1, priceTicks: 5_000_000, haircutPpm: 950_000 },
    {
      assetId: 1002,
      amount: '6000000000000',
      symbolId: 0,
      priceTicks: 1,
      quotePerTickLot: '1',
      basePerLot: '1',
      haircutPpm: 1_000_000,
    },
  ],
  debts: [
    {
      assetId: 1002,
      amount: '6000060000000',
      symbolId: 0,
      priceTicks: 1,
      quotePerTickLot: '1',
      basePerLot: '1',
      haircutPpm: 1_000_000,
    },
  ],
  riskPpm: '1791648',
};
const call: MarginReceipt = { type: 'marginCall', called: true, callPpm: 1_800_000, risk };

describe('a margin receipt', () => {
  it('holds where its risk rate follows from its inputs and lies where it says', () => {
    expect(checkMargin(call)).toMatchObject({ ok: true });
    expect(checkMargin({ ...call, called: false, callPpm: 1_700_000 })).toMatchObject({ ok: true });
    expect(checkMargin({ type: 'marginSale', liquidationPpm: 1_791_649, risk })).toMatchObject({ ok: true });
  });

  it('fails with any other figure', () => {
    const wrong = (change: object) => checkMargin({ ...call, risk: { ...risk, ...change } })?.ok;
    expect(wrong({ riskPpm: '1791649' })).toBe(false);
    expect(wrong({ assets: [{ ...risk.assets[0]!, priceTicks: 4_990_000 }, risk.assets[1]!] })).toBe(false);
    expect(wrong({ debts: [] })).toBe(false);
    expect(checkMargin({ ...call, callPpm: 1_791_000 })?.ok).toBe(false);
    expect(checkMargin({ type: 'marginSale', liquidationPpm: 1_100_000, risk })?.ok).toBe(false);
  });

  it('of a deficit says who bore all of it', () => {
    const deficit = { type: 'marginDeficit', assetId: 1002, amount: '30', fromInsurance: '20' } as const;
    expect(checkMargin({ ...deficit, fromPool: '10' })?.ok).toBe(true);
    expect(checkMargin({ ...deficit, fromPool: '9' })?.ok).toBe(false);
  });

  it('of cancelled orders shows each beyond the band; without a fresh index there is nothing to check', () => {
    const order = { orderId: 5, symbolId: 1, side: 'sell', priceTicks: 5_200_000 } as const;
    const of = (indexTicks: number) =>
      checkMargin({ type: 'marginCancelled', saleBandPpm: 50_000, orders: [{ ...order, indexTicks }] })?.ok;
    expect(of(5_473_700)).toBe(true);
    expect(of(5_473_600)).toBe(false);
    expect(of(0)).toBe(undefined);
  });

  it('without figures that follow from others is not checked, and is read as the exchange writes it', () => {
    const text = '{"type":"marginTakenOver","assetId":1001,"amount":"12"}';
    expect(checkMargin(readMarginReceipt(text))).toBe(null);
  });
});
