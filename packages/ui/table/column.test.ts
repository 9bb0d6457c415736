import { expect, it } from 'vitest';
import { type Column, nextSort, sortedRows } from './column.ts';

interface Line {
  readonly id: number;
  readonly size: number;
}
const columns: readonly Column<Line>[] = [
  { head: 'id', cell: ({ id }) => id },
  { head: 'size', compare: (left, right) => left.size - right.size, cell: ({ size }) => size },
];
const rows = [
  { id: 1, size: 20 },
  { id: 2, size: 3 },
  { id: 3, size: 20 },
];
const ids = (sorted: readonly Line[]) => sorted.map(({ id }) => id);

it('rows are sorted by a column that can be compared, equal ones as they came', () => {
  expect(ids(sortedRows(rows, columns, { head: 'size', direction: 'ascending' }))).toEqual([2, 1, 3]);
  expect(ids(sortedRows(rows, columns, { head: 'size', direction: 'descending' }))).toEqual([1, 3, 2]);
  expect(ids(sortedRows(rows, columns, { head: 'id', direction: 'descending' }))).toEqual([1, 2, 3]);
  expect(sortedRows(rows, columns, null)).toBe(rows);
});

it('rows without a value come last in either order', () => {
  const withBlanks = [{ id: 4, size: Number.NaN }, ...rows];
  const blanks = columns.map((column) => ({ ...column, isBlank: ({ size }: Line) => Number.isNaN(size) }));
  expect(ids(sortedRows(withBlanks, blanks, { head: 'size', direction: 'ascending' }))).toEqual([2, 1, 3, 4]);
  expect(ids(sortedRows(withBlanks, blanks, { head: 'size', direction: 'descending' }))).toEqual([
    1, 3, 2, 4,
  ]);
});

it('presses on a head lead through both directions and back', () => {
  const size = { head: 'size' };
  const up = nextSort(null, size);
  expect(up).toEqual({ head: 'size', direction: 'ascending' });
  const down = nextSort(up, size);
  expect(down).toEqual({ head: 'size', direction: 'descending' });
  expect(nextSort(down, size)).toBeNull();
  expect(nextSort(down, { head: 'id' })).toEqual({ head: 'id', direction: 'ascending' });
});

it('a column may begin with its greatest', () => {
  const change = { head: 'change', firstOrder: 'descending' } as const;
  const down = nextSort(null, change);
  expect(down).toEqual({ head: 'change', direction: 'descending' });
  const up = nextSort(down, change);
  expect(up).toEqual({ head: 'change', direction: 'ascending' });
  expect(nextSort(up, change)).toBeNull();
});
