import { expect, it } from 'vitest';
import { ENTRY_CODES, ENTRY_KINDS } from './entry-kinds.ts';

it('kinds of entries stand where their codes say', () => {
  expect(ENTRY_KINDS.map((kind) => ENTRY_CODES[kind])).toEqual(ENTRY_KINDS.map((_, i) => i));
});
