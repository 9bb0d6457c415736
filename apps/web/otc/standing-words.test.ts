import type { OtcOrderDetail } from '@candor/api';
import { expect, it } from 'vitest';
import { endOf, isOpen, stepsDone } from './standing-words.ts';

const ended = (winner: 'buyer' | 'seller') =>
  [{ kind: 'ended', winner, end: 'resolved' }] as unknown as OtcOrderDetail['entries'];

it('counts the steps of an order by what happened to it', () => {
  expect(stepsDone({ state: 'created', paidTime: null, entries: [] })).toBe(1);
  expect(stepsDone({ state: 'paid', paidTime: 5, entries: [] })).toBe(2);
  expect(stepsDone({ state: 'appealed', paidTime: null, entries: [] })).toBe(1);
  expect(stepsDone({ state: 'released', paidTime: null, entries: [] })).toBe(3);
  expect(stepsDone({ state: 'resolved', paidTime: 5, entries: ended('buyer') })).toBe(3);
  expect(stepsDone({ state: 'resolved', paidTime: 5, entries: ended('seller') })).toBe(2);
});

it('tells an open order from one that ended, and who it went to', () => {
  expect(isOpen({ state: 'lapsed' })).toBe(true);
  expect(isOpen({ state: 'expired' })).toBe(false);
  expect(endOf({ entries: [] })).toBeNull();
  expect(endOf({ entries: ended('seller') })?.winner).toBe('seller');
});
