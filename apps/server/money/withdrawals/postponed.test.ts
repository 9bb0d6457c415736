import { expect, it } from 'vitest';
import { createPostponed } from './postponed.ts';
import type { StoredWithdrawal } from './rows.ts';

const withdrawal = (no: number, more: Partial<StoredWithdrawal> = {}) =>
  ({ withdrawal_no: String(no), nonce: null, reason: null, ...more }) as StoredWithdrawal;
const nos = (rows: readonly StoredWithdrawal[]) => rows.map(({ withdrawal_no }) => Number(withdrawal_no));

it('looks at ten a round, at each once a head, and at those first that wait longest', () => {
  const postponed = createPostponed();
  const all = Array.from({ length: 26 }, (_, at) => withdrawal(at + 1));
  for (let no = 2; no <= 26; no += 1) postponed.put(no);
  const look = (head: string, nowMs = 0) => {
    const { first, last } = postponed.order(all, head, nowMs);
    expect(nos(first)).toEqual([1]);
    return nos(last);
  };
  const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);
  expect(look('a')).toEqual(from(2, 10));
  expect(look('a')).toEqual(from(12, 10));
  expect(look('b')).toEqual([...from(22, 5), ...from(2, 5)]);
  expect(look('b')).toEqual([...from(7, 10)]);
  expect(look('b')).toEqual([...from(17, 5)]);
  expect(look('b')).toEqual([]);
  expect(look('b', 60_000)).toEqual(from(22, 5).concat(from(2, 5)));
  // a clock that was set back holds none of them back
  expect(look('b', -60_000)).toHaveLength(10);
});

it('knows them by their reason after a start, forgets those that left, and holds none back that has a number', () => {
  const postponed = createPostponed();
  const refused = withdrawal(1, { reason: 'refusedNow' });
  const numbered = withdrawal(2, { reason: 'refusedNow', nonce: 7 });
  expect(nos(postponed.order([refused, numbered], 'a', 0).last)).toEqual([1]);
  expect(nos(postponed.order([refused, numbered], 'a', 0).first)).toEqual([2]);
  postponed.order([numbered], 'a', 0);
  expect(nos(postponed.order([withdrawal(1), numbered], 'a', 0).first)).toEqual([1, 2]);
  // one that was set aside by itself and was given a number since
  postponed.put(1);
  expect(nos(postponed.order([withdrawal(1, { nonce: 8 })], 'a', 0).first)).toEqual([1]);
});
