import type { OtcStatement } from '@candor/api';
import { expect, it } from 'vitest';
import { isStated } from './appeal-dialog.tsx';
import { actNow } from './order-acts.tsx';

it.each([
  ['appeal', 'paid', 'paid', 'appeal'],
  // the other side was first: what was written becomes a statement
  ['appeal', 'paid', 'appealed', 'state'],
  ['state', 'appealed', 'appealed', 'state'],
  // it is over: the words stay to be read, and the dialog says so
  ['appeal', 'paid', 'released', 'appeal'],
  ['state', 'appealed', 'resolved', 'state'],
  ['cancel', 'created', 'created', 'cancel'],
  // these asked about a state that is over
  ['cancel', 'created', 'paid', null],
  ['release', 'created', 'paid', null],
  ['pay', 'created', 'lapsed', null],
] as const)('keeps the dialog of %s from %s in %s: %s', (act, state, now, shown) => {
  expect(actNow({ act, state }, { state: now })).toBe(shown);
});

const statement = (text: string, mine = true) => ({ text, mine }) as OtcStatement;

it.each([
  ['an appeal whose answer was lost', ' I paid.\n', [statement('I paid.')], 0, true],
  [
    'a later statement',
    'See this.',
    [statement('I paid.'), statement('No.', false), statement('See this.')],
    1,
    true,
  ],
  ['words that were never sent', 'I paid.', [], 0, false],
  ['the words of the other side', 'I paid.', [statement('I paid.', false)], 0, false],
  ['words that were changed since', 'I paid all.', [statement('I paid.')], 0, false],
  ['words that stood there before', 'I paid.', [statement('I paid.')], 1, false],
] as const)('tells %s from what is still to be sent', (_, words, statements, before, stated) => {
  expect(isStated(words, statements, before)).toBe(stated);
});
