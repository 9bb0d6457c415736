import { expect, it } from 'vitest';
import { emptyFields, withFields } from './fields.ts';

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
