import { expect, it } from 'vitest';
import { grown } from './table-growth.ts';

it('names tables that grew by the minute, the fastest first, and none that stood still', () => {
  const before = [
    { name: 'a', bytes: 100, rows: 1 },
    { name: 'b', bytes: 100, rows: 1 },
    { name: 'c', bytes: 100, rows: 1 },
  ];
  const after = [
    { name: 'a', bytes: 120, rows: 3 },
    { name: 'b', bytes: 100, rows: 1 },
    { name: 'c', bytes: 500, rows: 1 },
    { name: 'd', bytes: 40, rows: 2 },
  ];
  expect(grown(before, after, 2)).toEqual([
    { name: 'c', bytes: 200, rows: 0 },
    { name: 'd', bytes: 20, rows: 1 },
    { name: 'a', bytes: 10, rows: 1 },
  ]);
});
