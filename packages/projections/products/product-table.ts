import { type Cell, Columns, type ColumnType } from '../columns.ts';

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable?: boolean;
}

/** A table of a product. */
export interface ProductTable {
  readonly name: string;
  /** The first `keyLength` are the primary key. */
  readonly columns: readonly TableColumn[];
  readonly keyLength: number;
  /** Whether a row takes the place of the one with its key; else a key comes once. */
  readonly replaces: boolean;
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
    ({ name, type, nullable }) => `${name} ${sqlTypes[type]}${nullable === true ? '' : ' NOT NULL'}`,
  );
  const fill = table.replaces ? ' WITH (fillfactor = 80)' : '';
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
  if (!table.replaces) return '';
  const rest = table.columns.slice(table.keyLength).map(({ name }) => `${name} = EXCLUDED.${name}`);
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

  /** The row of this key in this stretch, where there is one. */
  find(...key: readonly Cell[]): readonly Cell[] | undefined {
    return this.rows.get(key.join(' '));
  }

  /** Adds a row; its cells are in the order of the columns. Throws RangeError where a key comes twice and must not. */
  put(...cells: readonly Cell[]): void {
    const key = cells.slice(0, this.table.keyLength).join(' ');
    if (!this.table.replaces && this.rows.has(key))
      throw new RangeError(`${this.table.name}: ${key} came twice`);
    this.rows.set(key, cells);
  }

  columns(): Columns {
    const columns = new Columns(this.table.columns.map(({ type }) => type));
    for (const row of this.rows.values()) columns.add(...row);
    return columns;
  }
}
