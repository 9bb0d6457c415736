import { columnTypeOf, type Table } from './table.ts';

/** Columns of a table as PostgreSQL has them: by name, the type with NOT NULL where it is required. */
export interface TableLayout {
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, string>>;
}

const required = ' NOT NULL';
const typeOf = (column: string) => column.replace(required, '');

/** The layout that a table has in its present version. */
export function tableLayoutOf(table: Table): TableLayout {
  const columns = Object.entries(table.columns).map(([name, column]) => [name, columnTypeOf(table, column)]);
  return { key: table.key, columns: Object.fromEntries(columns) };
}

/**
 * The steps of an ALTER TABLE after which the code of `table` reads and writes a table of an earlier layout. Returns
 * null where there are none: the key or the type of a column differs, or a column that may not be null is new and says
 * nothing about earlier rows.
 */
export function carryingSteps(earlier: TableLayout, table: Table): readonly string[] | null {
  if (earlier.key.join() !== table.key.join()) return null;
  const steps: string[] = [];
  for (const [name, column] of Object.entries(table.columns)) {
    const before = earlier.columns[name];
    const now = columnTypeOf(table, column);
    const isRequired = now.endsWith(required);
    if (before !== undefined) {
      if (typeOf(before) !== typeOf(now)) return null;
      if (before !== now && !isRequired) steps.push(`ALTER COLUMN ${name} DROP NOT NULL`);
      continue;
    }
    const value = column.earlier ?? (column.merge === 'add' ? '0' : null);
    if (value === null && isRequired) return null;
    steps.push(`ADD COLUMN ${name} ${now}${value === null ? '' : ` DEFAULT ${value}`}`);
  }
  for (const [name, column] of Object.entries(earlier.columns))
    if (!(name in table.columns) && column.endsWith(required))
      steps.push(`ALTER COLUMN ${name} DROP NOT NULL`);
  return steps;
}
