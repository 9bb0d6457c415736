import { describe, expect, it } from 'vitest';
import { typedDigits } from './account-forms.ts';

describe('a code while it is typed', () => {
  it.each([
    ['841363', '841363'],
    ['841 363', '841363'],
    ['841\u202f363', '841363'],
    ['841-363', '841363'],
    ['８４１３６３', '841363'],
    ['８４１　３６３', '841363'],
    ['84a13', '8413'],
    ['Your code: 841363.', '841363'],
    ['8413637', '841363'],
    ['', ''],
  ])('is read from %j', (typed, digits) => {
    expect(typedDigits(typed)).toBe(digits);
  });
});
