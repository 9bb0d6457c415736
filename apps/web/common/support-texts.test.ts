import { customerRooms, loadCustomerRoom } from '@candor/i18n';
import { expect, it } from 'vitest';
import { readSupportHash, supportHash, supportTexts } from './support-texts.ts';

/** The links themselves. */
const LINKS = ['shell.support.contact', 'chat.write'];

it('are all texts of the pages that send a reader to support', async () => {
  const rooms = await Promise.all(customerRooms.map((room) => loadCustomerRoom('en', room)));
  const found = Object.entries(Object.assign({}, ...rooms) as Record<string, string>)
    .filter(([id, text]) => /\b(contact|ask|write to|tell) support\b/i.test(text) && !LINKS.includes(id))
    .map(([id]) => id);
  expect(found.sort()).toEqual(Object.keys(supportTexts).sort());
});

it('carry their matter through an address, and an unknown text none', () => {
  expect(readSupportHash('support')).toEqual({ matter: 'general' });
  const textId = 'withdraw.reason.card';
  expect(readSupportHash(supportHash(textId))).toEqual({ matter: 'withdrawal', textId });
  expect(readSupportHash('support-anything')).toEqual({ matter: 'general' });
  for (const hash of ['', 'content', 'supporter', 'support-<b>']) expect(readSupportHash(hash)).toBeNull();
});
