import { expect, it } from 'vitest';
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
