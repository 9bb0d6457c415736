import { expect, it } from 'vitest';
import { staleRooms } from './check.ts';
import { digestOf } from './revised.ts';

it('a room is stale from the first change of its English on, whatever changed', () => {
  const english = { a: { 'a.one': 'One', 'a.two': 'Two' }, b: { 'b.one': 'One' } };
  const revised = { a: digestOf(english.a), b: digestOf(english.b) };
  expect(staleRooms(english, revised)).toEqual([]);
  expect(staleRooms({ ...english, a: { ...english.a, 'a.one': 'One.' } }, revised)).toEqual(['a']);
  expect(staleRooms({ ...english, b: {} }, revised)).toEqual(['b']);
  expect(staleRooms({ ...english, c: { 'c.one': 'One' } }, revised)).toEqual(['c']);
  expect(digestOf({ 'a.two': 'Two', 'a.one': 'One' })).toBe(revised.a);
});
