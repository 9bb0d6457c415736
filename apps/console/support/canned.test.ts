import type { DeskMessage } from '@candor/api';
import { expect, it } from 'vitest';
import { offeredAnswers, writtenSince } from './canned.ts';

it('offers an answer in the language of the conversation, else in English, and says which', () => {
  const kept = { version: 1, changeTime: 1, operator: 'ada' };
  const answers = [
    { code: 'hello', texts: { en: 'Hello', de: 'Guten Tag' }, ...kept },
    { code: 'wait', texts: { en: 'Please wait' }, ...kept },
    { code: 'only', texts: { fr: 'Bonjour' }, ...kept },
  ];
  expect(offeredAnswers(answers, 'de')).toEqual([
    { code: 'hello', text: 'Guten Tag', language: 'de' },
    { code: 'wait', text: 'Please wait', language: 'en' },
  ]);
});

it('counts what the user wrote meanwhile, and not what staff or the system did', () => {
  const record = (number: number, author: DeskMessage['author']) => ({ number, author }) as DeskMessage;
  const records = [
    record(4, 'user'),
    record(5, 'staff'),
    record(6, 'system'),
    record(7, 'guest'),
    record(8, 'user'),
  ];
  expect(writtenSince(records, 4)).toBe(2);
  expect(writtenSince(records, 8)).toBe(0);
});
