import { type Cell, Columns, type ColumnType } from '../columns.ts';

/**
 * What a column becomes when a further row of the same key comes: the new value, the new one unless it is null, or the
 * sum of both.
 */
export type Merge = 'replace' | 'keep' | 'add';

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable?: boolean;
  /** Only of tables that merge; `replace` where it is missing. What is kept may be missing in a further row. */
  readonly merge?: Merge;
}

/** A table of a product. */
export interface ProductTable {
  readonly name: string;
  /** The first `keyLength` are the primary key. */
  readonly columns: readonly TableColumn[];
  readonly keyLength: number;
  /** Whether a row is merged into the one with its key; else a key comes once. */
  readonly merges: boolean;
  /** Further indexes, each by its columns. */
  readonly indexes: readonly (readonly string[])[];
}

const sqlTypes: Readonly<Record<ColumnType, string>> = { int8: 'bigint', boolean: 'boolean', text: 'text' };

const names = (columns: readonly TableColumn[]) => columns.map(({ name }) => name).join(', ');
const keyOf = ({ columns, keyLength }: ProductTable) => columns.slice(0, keyLength);

/** Its primary key, as SQL. */
export function tableKey(table: ProductTable): string {
  return names(keyOf(table));
}

export function tableDdl(table: ProductTable, schema: string): string {
  const columns = table.columns.map(
    ({ name, type, nullable, merge }) =>
      `${name} ${sqlTypes[type]}${nullable === true || merge === 'keep' ? '' : ' NOT NULL'}`,
  );
  const fill = table.merges ? ' WITH (fillfactor = 80)' : '';
  const indexes = table.indexes.map(
    (index) =>
      `CREATE INDEX ${table.name}_by_${index.join('_')} ON ${schema}.${table.name} (${index.join(', ')});`,
  );
  return [
    `CREATE TABLE ${schema}.${table.name} (${columns.join(', ')}, PRIMARY KEY (${tableKey(table)}))${fill};`,
    ...indexes,
  ].join('\n');
}

/** What follows an INSERT of the table's rows. */
export function onConflict(table: ProductTable): string {
  if (!table.merges) return '';
  const rest = table.columns.slice(table.keyLength).map(({ name, merge }) => {
    if (merge === 'keep') return `${name} = coalesce(EXCLUDED.${name}, ${table.name}.${name})`;
    return merge === 'add'
      ? `${name} = ${table.name}.${name} + EXCLUDED.${name}`
      : `${name} = EXCLUDED.${name}`;
  });
  return ` ON CONFLICT (${tableKey(table)}) DO UPDATE SET ${rest.join(', ')}`;
}

/** The rows of one product table that a stretch of the journal leaves. */
export class ProductRows {
  private readonly table: ProductTable;
  private readonly rows = new Map<string, readonly Cell[]>();

  constructor(table: ProductTable) {
    this.table = table;
  }

  get count(): number {
    return this.rows.size;
  }

  /**
   * Adds a row or merges it into the one of its key. What is not named is null, and 0 where it is added up.
   * Throws RangeError for an unknown column, and where a key comes twice and must not.
   */
  put(row: Readonly<Record<string, Cell>>): void {
    const { table } = this;
    const cells = table.columns.map(({ name, merge }) => row[name] ?? (merge === 'add' ? 0n : null));
    const unknown = Object.keys(row).find((name) => !table.columns.some((column) => column.name === name));
    if (unknown !== undefined) throw new RangeError(`${table.name} has no ${unknown}`);
    const key = cells.slice(0, table.keyLength).join(' ');
    const before = this.rows.get(key);
    if (before === undefined) {
      this.rows.set(key, cells);
      return;
    }
    if (!table.merges) throw new RangeError(`${table.name}: ${key} came twice`);
    this.rows.set(
      key,
      table.columns.map(({ merge }, at) => merged(merge, before[at] as Cell, cells[at] as Cell)),
    );
  }

  columns(): Columns {
    const columns = new Columns(this.table.columns.map(({ type }) => type));
    for (const row of this.rows.values()) columns.add(...row);
    return columns;
  }
}

function merged(merge: Merge | undefined, before: Cell, now: Cell): Cell {
  if (merge === 'keep') return now ?? before;
  return merge === 'add' ? BigInt(before as number | bigint) + BigInt(now as number | bigint) : now;
}
