import { expect, it } from 'vitest';
import { matchesSearch } from './search-options.ts';

const names = [
  ['CH', '+41', 'Switzerland'],
  ['CI', '+225', 'Côte d’Ivoire'],
  ['DE', '+49', 'Deutschland'],
  ['US', '+1', 'United States'],
  ['JP', '+81', '日本'],
  ['GR', '+30', 'Ελλάδα'],
] as const;
const options = names.map(([value, label, detail]) => ({ value, label, detail }));
const found = (typed: string) =>
  options.filter((option) => matchesSearch(option, typed)).map(({ value }) => value);

it.each([
  ['swi', ['CH']],
  ['SWITZ', ['CH']],
  ['+41', ['CH']],
  ['41', ['CH']],
  ['+4', ['CH', 'DE']],
  ['cote', ['CI']],
  ['côte d', ['CI']],
  ['united s', ['US']],
  ['states', ['US']],
  ['日', ['JP']],
  ['ελλαδα', ['GR']],
  ['us', ['US']],
  ['atlantis', []],
])('finds by %s', (typed, expected) => {
  expect(found(typed)).toEqual(expected);
});

it('shows all before anything is typed', () => {
  expect(found(' ')).toHaveLength(options.length);
});
