import { billKind } from '@candor/contract';
import { loadMessages } from '@candor/i18n';
import { expect, it } from 'vitest';
import { billKinds } from './bill-kinds.ts';

it('a bill can be filtered by every kind of entry but the house’s own, each by its name', async () => {
  const house = ['seconds-pool', 'margin-funding', 'insurance-funding'];
  expect([...billKinds, ...house].sort()).toEqual([...billKind.options].sort());
  const messages = await loadMessages('en');
  for (const kind of billKinds) expect(messages).toHaveProperty([`bills.kind.${kind}`]);
});
