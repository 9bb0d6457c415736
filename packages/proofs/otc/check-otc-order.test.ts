import { expect, it } from 'vitest';
import { checkOtcOrder, type OtcOrderReceipt } from './check-otc-order.ts';

/** A twentieth of a bitcoin at 50,000 USDT and 7.1 CNY, sold by a merchant who pays 1 %: figures worked out apart. */
const order: OtcOrderReceipt = {
  role: 'buyer',
  isMaker: false,
  amount: '0.05',
  price: '355000',
  total: '17750',
  fee: '0.0005',
  value: '2500',
  held: '0.0505',
  bought: '0.05',
  charged: '0.0005',
  returned: '0',
  inputs: {
    pricing: { kind: 'floating', rate: '7.1', floor: '300000', cap: '400000' },
    indexOver: '50000',
    indexUnder: '1',
    coinScale: 8,
    valueScale: 8,
    currencyScale: 2,
  },
};
/** The same from a merchant who buys: the fee lies within the amount. */
const bought: OtcOrderReceipt = { ...order, role: 'seller', held: '0.05', bought: '0.0495' };

const wrong = (receipt: OtcOrderReceipt) =>
  checkOtcOrder(receipt).steps.flatMap(({ name, ok }) => (ok ? [] : [name]));

it.each([
  ['bought from a merchant', order],
  ['read by that merchant', { ...order, role: 'seller', isMaker: true } as const],
  ['sold to a merchant', bought],
  ['given back', { ...order, bought: '0', charged: '0', returned: '0.0505' }],
  ['that is open', { ...order, bought: null, charged: null, returned: null }],
])('an order %s recomputes', (_, receipt) => {
  expect(wrong(receipt)).toEqual([]);
  expect(checkOtcOrder(receipt).ok).toBe(true);
});

it('each figure that is another fails its step', () => {
  expect(wrong({ ...order, price: '355000.01' })).toContain('price');
  expect(wrong({ ...order, total: '17750.01' })).toEqual(['total']);
  expect(wrong({ ...order, value: '2501' })).toEqual(['value']);
  expect(wrong({ ...order, fee: '0.0006' })).toEqual(['held']);
  expect(wrong({ ...order, bought: '0.049' })).toEqual(['out']);
  expect(wrong({ ...order, role: 'seller' })).toEqual(['held']);
});

it('a price outside of the bounds of its offer, and what is no number, do not recompute', () => {
  const { inputs } = order;
  const pricing = { kind: 'floating', rate: '7.1', floor: '360000', cap: '400000' } as const;
  expect(wrong({ ...order, inputs: { ...inputs, pricing } })).toEqual(['price']);
  expect(checkOtcOrder({ ...order, amount: 'x' }).ok).toBe(false);
  expect(checkOtcOrder({ ...order, inputs: { ...inputs, indexUnder: '0' } }).ok).toBe(false);
});
