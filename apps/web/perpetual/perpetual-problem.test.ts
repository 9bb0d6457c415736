import { expect, test } from 'vitest';
import type { PerpetualPreview } from './perpetual-preview.ts';
import { type PerpetualEntry, perpetualProblem } from './perpetual-problem.ts';
import { NO_STOPS } from './stop-fields.tsx';

const preview: PerpetualPreview = {
  value: '100',
  cost: '10',
  costUnits: 1_000_000_000n,
  fee: '0.05',
  realised: null,
  liquidationPrice: null,
  averagePrice: '100',
  filled: 5,
  freedUnits: 0n,
  after: null,
};
const entry: PerpetualEntry = {
  action: 'open',
  side: 'long',
  kind: 'limit',
  price: '100',
  quantity: '5',
  trigger: null,
  stops: null,
  most: 9,
  preview,
  fitsTier: true,
  available: 1_000_000_000n,
  stopPrice: '101',
};
const problem = (change: Partial<PerpetualEntry>) => perpetualProblem({ ...entry, ...change });

test('an order that can be sent has no problem', () => {
  expect(problem({})).toBeNull();
  expect(problem({ action: 'close' })).toBeNull();
  expect(problem({ kind: 'market', price: '' })).toBeNull();
  expect(problem({ trigger: { price: '90', by: 'mark' }, preview: null })).toBeNull();
  // a visitor sees what an order would cost
  expect(problem({ available: null, preview: { ...preview, costUnits: 10n ** 18n } })).toBeNull();
});

test.each<[string, Partial<PerpetualEntry>, string]>([
  ['no price', { price: '' }, 'trade.form.problem.price'],
  ['no contracts', { quantity: '' }, 'trade.form.problem.quantity'],
  ['half a contract', { quantity: '0.5' }, 'trade.form.problem.quantity'],
  ['no trigger', { trigger: { price: '', by: 'mark' } }, 'trade.form.problem.trigger'],
  ['no position', { action: 'close', most: 0 }, 'perpetual.problem.noPosition'],
  ['more than is closable', { action: 'close', most: 4 }, 'perpetual.problem.closable'],
  ['an unknown cost', { preview: null }, 'trade.form.problem.price'],
  ['too much leverage for the size', { fitsTier: false }, 'error.PERPETUAL_LEVERAGE_TOO_HIGH'],
  ['too little money', { available: 999_999_999n }, 'trade.form.problem.balance'],
  ['a stop that fires at once', { stops: { ...NO_STOPS, loss: '102' } }, 'error.PERPETUAL_STOPS_WRONG_SIDE'],
])('%s is named', (_, change, expected) => {
  expect(problem(change)).toBe(expected);
});

test.each<[string, Partial<PerpetualEntry>]>([
  ['a profit below a long limit', { stops: { ...NO_STOPS, profit: '99' } }],
  ['a profit at a long limit', { stops: { ...NO_STOPS, profit: '100' } }],
  ['a loss above a long limit', { stops: { ...NO_STOPS, loss: '100.5' } }],
  ['a profit above a short limit', { side: 'short', stops: { ...NO_STOPS, profit: '101' } }],
  ['a loss below a short limit', { side: 'short', stops: { ...NO_STOPS, loss: '99' } }],
  [
    'a profit below the price now of a market order',
    { kind: 'market', price: '', stops: { ...NO_STOPS, profit: '100.5' } },
  ],
  [
    'a loss above the trigger of an order that waits',
    {
      kind: 'market',
      price: '',
      preview: null,
      trigger: { price: '90', by: 'mark' },
      stops: { ...NO_STOPS, loss: '95' },
    },
  ],
])('%s is on the wrong side', (_, change) => {
  expect(problem(change)).toBe('error.PERPETUAL_STOPS_WRONG_SIDE');
});

test('stops on their sides are no problem', () => {
  expect(problem({ stops: { ...NO_STOPS, profit: '101', loss: '99' } })).toBeNull();
  const short = { side: 'short', stops: { ...NO_STOPS, profit: '99', loss: '102' } } as const;
  expect(problem(short)).toBeNull();
});

test.each<[string, 'long' | 'short', string, string, boolean]>([
  ['above a long’s liquidation', 'long', '10.12', '10.11', false],
  ['at a long’s liquidation', 'long', '10.11', '10.11', true],
  ['below a long’s liquidation', 'long', '9.08', '10.11', true],
  ['below a short’s liquidation', 'short', '109.5', '110', false],
  ['above a short’s liquidation', 'short', '110.5', '110', true],
])('a stop-loss %s', (_, side, loss, liquidationPrice, isBeyond) => {
  const stopped = problem({
    side,
    kind: 'market',
    price: '',
    stopPrice: side === 'long' ? '20' : '100',
    preview: { ...preview, liquidationPrice },
    stops: { ...NO_STOPS, loss },
  });
  expect(stopped).toBe(isBeyond ? 'error.PERPETUAL_STOP_BEYOND_LIQUIDATION' : null);
});
