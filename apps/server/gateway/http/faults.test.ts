import { JournalError } from '@candor/journal';
import { expect, it } from 'vitest';
import { keyOfFault } from './faults.ts';

const coded = (code: string) => Object.assign(new Error('of this test'), { code });
const terminated = new Error('Connection terminated unexpectedly');
const journal = (code: JournalError['code']) => new JournalError(code, 'of this test');

it.each([
  ['a full disk, which has room again later', coded('ENOSPC'), 'UNAVAILABLE'],
  ['a database that refuses connections', coded('ECONNREFUSED'), 'UNAVAILABLE'],
  ['a statement that is wrong', coded('42601'), 'INTERNAL'],
  ['nothing at all', null, 'INTERNAL'],
  ['a journal that is not ready', journal('NOT_READY'), 'UNAVAILABLE'],
  ['a journal that does not know', journal('OUTCOME_UNKNOWN'), 'OUTCOME_UNKNOWN'],
  ['a command that came late', journal('TOO_LATE'), 'REQUEST_LATE'],
])('%s', (_, error, key) => {
  for (const isAct of [true, false]) expect(keyOfFault(error, isAct)).toBe(key);
});

it('a connection that broke leaves the outcome of an act open, whose commit may be done, and of no read', () => {
  for (const error of [coded('57P01'), terminated]) {
    expect(keyOfFault(error, true)).toBe('OUTCOME_UNKNOWN');
    expect(keyOfFault(error, false)).toBe('UNAVAILABLE');
  }
});
