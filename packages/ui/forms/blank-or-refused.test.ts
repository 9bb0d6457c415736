import { RefusedNumber } from '@candor/i18n';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blankOrRefused } from './blank-or-refused.ts';

it('takes every text that is not blank, whatever it begins with', () => {
  for (const text of ['?', '?secret', '??', '¿Qué?', '？全角', '\u0000?', '\u{1F511}?', '?1.5'])
    expect(blankOrRefused(text, true)).toBeNull();
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(blankOrRefused(text, true)).toBe(text.trim() === '' ? 'ui.form.required' : null);
      expect(blankOrRefused(text, false)).toBeNull();
    }),
  );
});

it('takes a choice, a switch, a file and a list', () => {
  for (const value of [false, true, 0, 5n, new Blob([]), []]) expect(blankOrRefused(value, true)).toBeNull();
  expect(blankOrRefused(null, true)).toBe('ui.form.required');
  expect(blankOrRefused(null, false)).toBeNull();
});

it('refuses a number that its field could not read, required or not', () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (text, isRequired) => {
      expect(blankOrRefused(new RefusedNumber(text), isRequired)).toBe('ui.number.unread');
    }),
  );
});
