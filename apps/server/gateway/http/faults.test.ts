import { expect, it } from 'vitest';
import { keyOfFault } from './faults.ts';

const coded = (code: string) => Object.assign(new Error('of this test'), { code });

it.each([
  ['a full disk, which has room again later', coded('ENOSPC'), 'UNAVAILABLE'],
  ['a database that refuses connections', coded('ECONNREFUSED'), 'UNAVAILABLE'],
  ['a statement that is wrong', coded('42601'), 'INTERNAL'],
  ['nothing at all', null, 'INTERNAL'],
])('%s', (_, error, key) => {
  expect(keyOfFault(error)).toBe(key);
});
