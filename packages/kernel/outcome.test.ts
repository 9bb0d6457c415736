import type { Amount, Lots } from '@candor/money';
import { expect, test } from 'vitest';
import { idOf, knownOutcome, outcomeAs } from './outcome.ts';
import type { Done, Outcome } from './outcome-kinds.ts';

const before = { orderId: 7, status: null, filledLots: 3 as Lots, filledQuote: 11n as Amount };
const earlier = { ok: true, kind: 'earlier', ...before } as const;

test('an outcome of an older kernel, which names no kind, is an earlier one', () => {
  expect(knownOutcome({ ok: true, ...before } as unknown as Outcome)).toEqual(earlier);
  const rejected = { ok: false, code: 'UNKNOWN_ORDER' } as const;
  expect(knownOutcome(rejected)).toBe(rejected);
  const plain = { ok: true, kind: 'plain' } as const;
  expect(knownOutcome(plain)).toBe(plain);
});

test.each<[Done['kind'], object]>([
  ['plain', {}],
  ['order', { orderId: 7, status: 'open', filledLots: 3, filledQuote: 11n }],
  ['waiting', { orderId: 7 }],
  ['pair', { orderId: 7, status: 'open', stopOrderId: 8 }],
  ['quotes', { filledLots: 3, filledQuote: 11n }],
  ['reversal', { orderId: 7, status: 'open', closedLots: 3, openedLots: 0, filledQuote: 11n }],
  ['positions', { count: 3, left: 0 }],
  ['exit', { exitId: 7 }],
  ['margin', { margin: 11n }],
  ['loan', { loanId: 7, owed: 11n }],
  ['transfer', { transferId: 7 }],
  ['second', { contractId: 7 }],
])('an earlier outcome is read as the kind of its command: %s', (kind, fields) => {
  const read = outcomeAs(earlier, kind);
  expect(read).toEqual({ ok: true, kind, ...fields });
  expect(outcomeAs(read, kind)).toBe(read);
  expect(idOf(read)).toBe(Object.values(fields)[0] === 7 ? 7 : 0);
});

test('an outcome of another kind than its command has is a fault', () => {
  expect(() => outcomeAs({ ok: true, kind: 'plain' }, 'order')).toThrow('of the kind plain, not order');
});
