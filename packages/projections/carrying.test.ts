import { expect, test } from 'vitest';
import { carryingSteps, type TableLayout, tableLayoutOf } from './carrying.ts';
import recorded from './fixtures/layouts.json' with { type: 'json' };
import { tableGroups } from './projections.ts';
import { readModels } from './read-models.ts';
import { defineTable, int8, kept, optional, summed, text } from './table.ts';

const tables = tableGroups(Object.values(readModels)).flat();
const layouts = recorded as unknown as Readonly<Record<string, Readonly<Record<string, TableLayout>>>>;

test.each(tables)('the table $name has the layout that is recorded for its version', (table) => {
  // A changed table takes a new version, which is recorded beside the earlier ones.
  expect(layouts[table.name]?.[table.version]).toEqual(tableLayoutOf(table));
});

test.each(tables)('every earlier version of $name serves until the next one is filled', (table) => {
  for (const layout of Object.values(layouts[table.name] ?? {}))
    expect(carryingSteps(layout, table)).not.toBeNull();
});

const earlier: TableLayout = {
  key: ['id'],
  columns: { id: 'bigint NOT NULL', amount: 'bigint NOT NULL', gone: 'text NOT NULL', word: 'text' },
};
const table = defineTable({
  name: 'things',
  version: 2,
  rows: 'merged',
  key: ['id'],
  columns: {
    id: int8,
    amount: kept(int8),
    word: optional(text),
    total: summed,
    side: { ...int8, earlier: '7' },
  },
  indexes: [],
});

test('an earlier version gets the columns that the code reads and writes', () => {
  expect(carryingSteps(earlier, table)).toEqual([
    'ALTER COLUMN amount DROP NOT NULL',
    'ADD COLUMN total bigint NOT NULL DEFAULT 0',
    'ADD COLUMN side bigint NOT NULL DEFAULT 7',
    'ALTER COLUMN gone DROP NOT NULL',
  ]);
  expect(carryingSteps(tableLayoutOf(table), table)).toEqual([]);
});

test('a table whose key or type changed cannot serve, nor one that says nothing about earlier rows', () => {
  const { id, ...others } = table.columns;
  expect(carryingSteps({ ...earlier, key: ['id', 'word'] }, table)).toBeNull();
  expect(carryingSteps({ ...earlier, columns: { ...earlier.columns, word: 'bigint' } }, table)).toBeNull();
  expect(carryingSteps(earlier, { ...table, columns: { id, ...others, silent: int8 } })).toBeNull();
});
