import { expect, it } from 'vitest';
import { COMMANDS, DECLARATIONS, ENTRIES } from './index.ts';

const all = Object.values(DECLARATIONS);

it('each command and each kind of entry belongs to one product', () => {
  for (const [part, merged] of [
    ['commands', COMMANDS],
    ['entries', ENTRIES],
  ] as const) {
    const names = all.flatMap((product) => Object.keys(product[part]));
    expect(new Set(names).size).toBe(names.length);
    expect(names.sort()).toEqual(Object.keys(merged).sort());
  }
});

it('kinds of entries have whole numbers, each once', () => {
  const codes = Object.values(ENTRIES).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => !Number.isInteger(code) || code < 0 || code > 255)).toEqual([]);
});
