import { customerRooms, loadCustomerRoom } from '@candor/i18n';
import { expect, it } from 'vitest';
import { supportTexts } from './support-texts.ts';

it('are all texts of the pages that send a reader to support', async () => {
  const rooms = await Promise.all(customerRooms.map((room) => loadCustomerRoom('en', room)));
  const found = Object.entries(Object.assign({}, ...rooms) as Record<string, string>)
    .filter(
      ([id, text]) => /\b(contact|ask|write to|tell) support\b/i.test(text) && id !== 'shell.support.contact',
    )
    .map(([id]) => id);
  expect(found.sort()).toEqual([...supportTexts].sort());
});
