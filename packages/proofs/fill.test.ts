import { describe, expect, it } from 'vitest';
import { firstWrongStep } from './check.ts';
import { checkContractFee, checkFill, checkTrade, type FillReceipt, type TradeReceipt } from './fill.ts';

const bought: FillReceipt = {
  side: 'buy',
  price: '62092.6',
  quantity: '0.15000',
  amount: '9313.89',
  fee: '0.00015',
  feePpm: 1000,
};

describe('the receipt of a fill', () => {
  it('holds when amount and fee follow the formulas', () => {
    expect(checkFill(bought)).toEqual({
      ok: true,
      steps: [
        { name: 'amount', stated: '9313.89', recomputed: '9313.89', ok: true },
        { name: 'fee', stated: '0.00015', recomputed: '0.00015', ok: true },
      ],
    });
  });

  it('takes the fee of a sale from the quote', () => {
    const sold = { ...bought, side: 'sell', fee: '9.31389' } as const;
    expect(checkFill(sold).ok).toBe(true);
  });

  it('names the step that does not hold, by one unit', () => {
    const check = checkFill({ ...bought, fee: '0.00015001' });
    expect(check.ok).toBe(false);
    expect(check.steps.find((step) => !step.ok)).toEqual({
      name: 'fee',
      stated: '0.00015001',
      recomputed: '0.00015',
      ok: false,
    });
    expect(checkFill({ ...bought, amount: '9313.88999999' }).steps[0]?.ok).toBe(false);
  });

  it('never holds for figures that cannot be read', () => {
    expect(checkFill({ ...bought, price: 'x' }).ok).toBe(false);
    expect(checkFill({ ...bought, amount: '1e3' }).ok).toBe(false);
  });
});

describe('a trade with both of its sides', () => {
  const trade: TradeReceipt = {
    price: '62092.6',
    quantity: '0.15000',
    amount: '9313.89',
    buyer: { fee: '0.00015', feePpm: 1000, toSafetyFund: '0.000015' },
    seller: { fee: '7.451112', feePpm: 800, toSafetyFund: '0.7451112' },
  };
  const wrong = (bend: Partial<TradeReceipt>) => firstWrongStep(checkTrade({ ...trade, ...bend }))?.name;

  it('holds, and where the fees before left the fund a rest', () => {
    expect(checkTrade(trade).ok).toBe(true);
    expect(checkTrade(trade).steps.map(({ name }) => name)).toEqual([
      'amount',
      'buyerFee',
      'buyerFund',
      'sellerFee',
      'sellerFund',
    ]);
    const small = { ...trade, quantity: '0.00001', amount: '0.620926' };
    const seller = { fee: '0.00049675', feePpm: 800, toSafetyFund: '0.00004967' };
    const buyer = { fee: '0.00000001', feePpm: 1000, toSafetyFund: '0' };
    expect(checkTrade({ ...small, buyer, seller }).ok).toBe(true);
    expect(checkTrade({ ...small, buyer, seller: { ...seller, toSafetyFund: '0.00004968' } }).ok).toBe(true);
  });

  it('names what was forged, by one unit', () => {
    const { buyer, seller } = trade;
    expect(wrong({ amount: '9313.89000001' })).toBe('amount');
    expect(wrong({ price: '62092.7' })).toBe('amount');
    expect(wrong({ buyer: { ...buyer, fee: '0.00015001' } })).toBe('buyerFee');
    expect(wrong({ buyer: { ...buyer, feePpm: 999 } })).toBe('buyerFee');
    expect(wrong({ seller: { ...seller, fee: '7.45111201', toSafetyFund: '0.74511120' } })).toBe('sellerFee');
    expect(wrong({ buyer: { ...buyer, toSafetyFund: '0.00001501' } })).toBe('buyerFund');
    expect(wrong({ seller: { ...seller, toSafetyFund: '0' } })).toBe('sellerFund');
  });

  it('never holds for figures that cannot be read', () => {
    const { buyer } = trade;
    for (const bend of [
      { price: 'x' },
      { quantity: '' },
      { buyer: { ...buyer, feePpm: Number.NaN } },
      { buyer: { ...buyer, feePpm: 0.5 } },
      { buyer: { ...buyer, toSafetyFund: '' } },
    ])
      expect(checkTrade({ ...trade, ...bend }).ok).toBe(false);
  });
});

describe('the fee of a contract', () => {
  const charged = { notional: '1000', fee: '0.6', feePpm: 600, toSafetyFund: '0.06' };

  it('holds with the fund’s tenth, also one unit more where a rest was carried', () => {
    expect(checkContractFee(charged).ok).toBe(true);
    const odd = { notional: '1000.00000001', fee: '0.60000001', feePpm: 600 };
    expect(checkContractFee({ ...odd, toSafetyFund: '0.06' }).ok).toBe(true);
    expect(checkContractFee({ ...odd, toSafetyFund: '0.06000001' }).ok).toBe(true);
    expect(checkContractFee({ ...odd, toSafetyFund: '0.06000002' }).ok).toBe(false);
  });

  it('may be less than its rate where a margin does not cover it, and never more', () => {
    expect(checkContractFee({ ...charged, fee: '0.5', toSafetyFund: '0.05' }).ok).toBe(true);
    const more = checkContractFee({ ...charged, fee: '0.60000001', toSafetyFund: '0.06' });
    expect(firstWrongStep(more)).toMatchObject({ name: 'fee', recomputed: '0.6' });
  });

  it.each([
    ['nothing for the fund', { ...charged, toSafetyFund: '0' }, 'fund'],
    ['a figure that is none', { ...charged, notional: 'x' }, null],
    ['a rate that is none', { ...charged, feePpm: -1 }, null],
  ])('does not hold with %s', (_, forged, wrong) => {
    const check = checkContractFee(forged);
    expect(check.ok).toBe(false);
    expect(firstWrongStep(check)?.name ?? null).toBe(wrong);
  });
});
