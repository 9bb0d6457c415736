import { loadMessages, type NumberProblem, RefusedNumber } from '@candor/i18n';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import { useRefusalText } from './use-refusal-text.ts';

function Words({ refused }: { readonly refused: RefusedNumber }) {
  return useRefusalText()(refused);
}

const messages = await loadMessages('en');

const wordsFor = (problem: NumberProblem | null) =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={messages}>
      <Words refused={new RefusedNumber('1', problem === null ? null : { problem, decimals: 5 })} />
    </IntlProvider>,
  );

it('says of a refused number what its own field says, and calls only what has two readings unclear', () => {
  expect(wordsFor('too-fine')).toBe('Too many decimals: enter at most 5 decimals.');
  expect(wordsFor('not-whole')).toBe('Enter a whole number.');
  expect(wordsFor('negative')).toBe('Enter a number without a minus sign.');
  expect(wordsFor('too-long')).toBe('This number is too long.');
  expect(wordsFor('not-a-number')).toContain('Use digits and');
  expect(wordsFor(null)).toContain('doesn’t contain a clear number');
});
