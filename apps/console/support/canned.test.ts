import type { DeskMessage } from '@candor/api';
import { expect, it } from 'vitest';
import { emptyFields, offeredAnswers, withFields, writtenSince } from './canned.ts';

it('names the fields that nobody filled in', () => {
  expect(emptyFields('Order {order} of {day}: {order}')).toEqual(['order', 'day']);
  expect(emptyFields('{order id} {order-id} {1} {Größe} { }')).toEqual([
    'order id',
    'order-id',
    '1',
    'Größe',
    ' ',
  ]);
  expect(emptyFields(`Nothing {} here, nor {over\ntwo lines}, nor {${'x'.repeat(41)}}`)).toEqual([]);
});

it('fills in what is known, and leaves the rest in its braces', () => {
  expect(withFields('No. {number}, order {order}', { number: '7' })).toBe('No. 7, order {order}');
  expect(withFields('{number}', { number: '{order}' })).toBe('{order}');
});

it('offers an answer in the language of the conversation, else in English, and says which', () => {
  const kept = { changeTime: 1, operator: 'ada' };
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
