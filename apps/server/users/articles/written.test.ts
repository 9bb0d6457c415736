import { expect, it } from 'vitest';
import { summaryOf } from './written.ts';

const summary = (plain: string) => summaryOf({ plain, language: 'en', figures: {} } as never);
const filler = 'word '.repeat(26);

it.each([
  [
    'between words',
    `${filler}and many others follow behind it without an end`,
    `${filler}and many others follow behind…`,
  ],
  [
    'after a sentence',
    `${filler}and a sentence ends. ${'Supercalifragilistic'.repeat(3)}`,
    `${filler}and a sentence ends.`,
  ],
  [
    'after a comma',
    `${filler}and a comma follows, ${'Supercalifragilistic'.repeat(3)}`,
    `${filler}and a comma follows…`,
  ],
  ['where there are no spaces', '提现'.repeat(100), `${'提现'.repeat(80)}…`],
  ['not at all', 'Short.', 'Short.'],
])('cuts a summary %s', (_, plain, cut) => {
  expect(summary(plain)).toBe(cut);
});
