import { expect, it } from 'vitest';
import { afterSave, hasUnsaved, isUnsaved, keepUnsaved, renewed, typedOf, unsavedOf } from './unsaved.ts';

const draft = (body: string, revision: number) => ({
  title: 'Fees',
  body,
  revision,
  operator: 'writer',
  changeTime: 1,
  isStale: false,
});

it('keeps what is typed while another language or the list is shown, until it is saved', () => {
  const typed = { ...typedOf(draft('Old.', 1)), body: 'New.' };
  keepUnsaved(7, 'de', typed);
  expect([unsavedOf(7, 'de'), unsavedOf(7, 'en'), unsavedOf(77, 'de')]).toEqual([
    typed,
    undefined,
    undefined,
  ]);
  expect([hasUnsaved(7), hasUnsaved(77)]).toEqual([true, false]);
  keepUnsaved(7, 'de', typedOf(draft('New.', 2)));
  expect(hasUnsaved(7)).toBe(false);
});

it('shows a restored draft where nothing is unsaved, and keeps what is', () => {
  const saved = typedOf(draft('Old.', 1));
  expect(renewed(saved, draft('Restored.', 2))).toMatchObject({ body: 'Restored.', began: { revision: 2 } });
  expect(renewed(saved, draft('Old.', 1))).toBe(saved);
  const typed = { ...saved, body: 'New.' };
  expect(renewed(typed, draft('Restored.', 2))).toBe(typed);
  expect([isUnsaved(typed), isUnsaved({ ...saved, title: ' Fees ' }), isUnsaved(typedOf(undefined))]).toEqual(
    [true, false, false],
  );
});

it('goes on from the save, with what was typed meanwhile', () => {
  const sent = { ...typedOf(draft('Old.', 1)), body: 'New.' };
  expect(afterSave(sent, sent, draft('New.', 2))).toEqual(typedOf(draft('New.', 2)));
  const later = afterSave({ ...sent, body: 'Newer.' }, sent, draft('New.', 2));
  expect(later).toMatchObject({ body: 'Newer.', began: { body: 'New.', revision: 2 } });
  // the list of drafts is a moment older than the answer
  expect(renewed(typedOf(draft('New.', 2)), draft('Old.', 1)).body).toBe('New.');
});
