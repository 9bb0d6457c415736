import { loadMessages } from '@candor/i18n';
import { loadWords } from './words-on-screen.ts';

const messages = { ...(await loadMessages('en')), ...(await loadWords('en')).messages };

/** The English text of a message without parts. */
export function words(id: string): string {
  const text = (messages as Readonly<Record<string, string | undefined>>)[id];
  if (text === undefined) throw new Error(`no message ${id}`);
  return text;
}
