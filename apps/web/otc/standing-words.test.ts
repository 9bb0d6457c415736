import type { OtcOrderReceipt } from '@candor/api';
import { expect, it } from 'vitest';
import { endOf, isOpen, stepsDone } from './standing-words.ts';

const ended = (winner: 'buyer' | 'seller') =>
  [{ kind: 'ended', winner, end: 'resolved' }] as unknown as OtcOrderReceipt['entries'];

it('counts the steps of an order by what happened to it', () => {
  expect(stepsDone({ state: 'created', paidTime: null, receipt: { entries: [] } })).toBe(1);
  expect(stepsDone({ state: 'paid', paidTime: 5, receipt: { entries: [] } })).toBe(2);
  expect(stepsDone({ state: 'appealed', paidTime: null, receipt: { entries: [] } })).toBe(1);
  expect(stepsDone({ state: 'released', paidTime: null, receipt: { entries: [] } })).toBe(3);
  expect(stepsDone({ state: 'resolved', paidTime: 5, receipt: { entries: ended('buyer') } })).toBe(3);
  expect(stepsDone({ state: 'resolved', paidTime: 5, receipt: { entries: ended('seller') } })).toBe(2);
});

it('tells an open order from one that ended, and who it went to', () => {
  expect(isOpen({ state: 'lapsed' })).toBe(true);
  expect(isOpen({ state: 'expired' })).toBe(false);
  expect(endOf({ receipt: { entries: [] } })).toBeNull();
  expect(endOf({ receipt: { entries: ended('seller') } })?.winner).toBe('seller');
});
