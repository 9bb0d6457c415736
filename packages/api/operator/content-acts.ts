import { defineActs } from './define-acts.ts';

/** Acts on menus, languages, dictionaries and the time zone. */
export const contentDeskActs = defineActs('content', {
  saveNavEntry: { place: 'console.content.place.', name: 'text', path: 'text' },
  removeContentEntry: { table: 'console.content.', name: 'text' },
  saveLanguage: { language: 'text', name: 'text', state: 'console.content.' },
  saveDictItem: { dictionary: 'text', value: 'text', name: 'text' },
  setTimeZone: { was: 'text', zone: 'text' },
});
