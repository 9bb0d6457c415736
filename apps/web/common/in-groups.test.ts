import { expect, it } from 'vitest';
import { inGroups } from './in-groups.ts';

it('writes addresses in groups of four, the last one whole', () => {
  expect(inGroups('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(
    '0x5aAe b605 3F3E 94C9 b9A0 9f33 6694 35E7 Ef1B eAed',
  );
  expect(inGroups('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toMatch(/^bc1q w508 .* v8f3 t4$/);
  expect(inGroups('Bank •••• 0002').replaceAll(' ', '')).toBe('Bank••••0002');
  expect(inGroups('')).toBe('');
});
