import type { Cell, ColumnType } from './columns.ts';

/**
 * Effect of a further value of the same row: the new one stands, the new one stands unless it is null, both are added
 * up, or the earlier one stands.
 */
export type Merge = 'replace' | 'keep' | 'add' | 'first';

export interface Column {
  readonly type: ColumnType;
  /** The column's SQL type where it is narrower than `type`. */
  readonly sql?: 'integer' | 'smallint';
  readonly nullable?: true;
  readonly merge?: Merge;
  /**
   * SQL literal that rows of an earlier version show in this column until the new version is filled; null where it is
   * missing. A column that is new in a version and may not be null needs it.
   */
  readonly earlier?: string;
}

export type ColumnSet = Readonly<Record<string, Column>>;

/**
 * Ways in which rows of a table come about.
 * - `once`: a key comes once, and its row never changes.
 * - `merged`: each further row of a key is merged into the first; a column without `merge` is replaced.
 * - `begun`: a row begins whole, later changes name some columns; a column without `merge` never changes.
 */
export type RowsKind = 'once' | 'merged' | 'begun';

/** A table of a read model. */
export interface Table {
  readonly name: string;
  /** Raise it whenever the columns or the meaning of a row change: the table is then filled again from the journal. */
  readonly version: number;
  readonly rows: RowsKind;
  /** The primary key. A table whose key changes takes a new name. */
  readonly key: readonly string[];
  readonly columns: ColumnSet;
  /** Further indexes, each by its columns. */
  readonly indexes: readonly (readonly string[])[];
  /** Indexes of the rows alone in which a column is not null: most rows do not pay for them. */
  readonly sparse?: readonly SparseIndex<string>[];
}

export interface SparseIndex<Name extends string> {
  readonly present: Name;
  readonly by: readonly Name[];
}

/** A table whose columns the types know. */
export interface TypedTable<Columns extends ColumnSet> extends Table {
  readonly columns: Columns;
}

type CellOf<Of extends Column> = Of['type'] extends 'boolean'
  ? boolean
  : Of['type'] extends 'text'
    ? string
    : number | bigint;
type Optional = { readonly nullable: true } | { readonly merge: 'keep' | 'add' };

/** A row of a table. A missing cell is null, or 0 where it is added up. */
export type Row<Columns extends ColumnSet> = {
  readonly [Name in keyof Columns as Columns[Name] extends Optional ? never : Name]: CellOf<Columns[Name]>;
} & {
  readonly [Name in keyof Columns as Columns[Name] extends Optional ? Name : never]?:
    | CellOf<Columns[Name]>
    | null
    | undefined;
};

/** The changed cells of a row that began earlier, without its key. */
export type Change<Columns extends ColumnSet> = {
  readonly [Name in keyof Columns as Columns[Name] extends { readonly merge: Merge } ? Name : never]?:
    | CellOf<Columns[Name]>
    | null
    | undefined;
};

export const int8 = { type: 'int8' } as const;
export const int4 = { type: 'int8', sql: 'integer' } as const;
export const int2 = { type: 'int8', sql: 'smallint' } as const;
export const boolean = { type: 'boolean' } as const;
export const text = { type: 'text' } as const;

/** A column that may be null. */
export const optional = <Of extends Column>(column: Of) => ({ ...column, nullable: true }) as const;
/** A column that keeps its value until a further row gives another one. */
export const kept = <Of extends Column>(column: Of) => ({ ...column, merge: 'keep' }) as const;
/** A column that takes each further value. */
export const replaced = <Of extends Column>(column: Of) => ({ ...column, merge: 'replace' }) as const;
/** A column of a table of the kind `merged` that keeps its first value. */
export const first = <Of extends Column>(column: Of) => ({ ...column, merge: 'first' }) as const;
/** A column whose values are added up. */
export const summed = { type: 'int8', merge: 'add' } as const;

/** Types a table by its columns; the key and the indexes name columns of its own. */
export function defineTable<const Columns extends ColumnSet>(
  table: TypedTable<Columns> & {
    readonly key: readonly (keyof Columns & string)[];
    readonly indexes: readonly (readonly (keyof Columns & string)[])[];
    readonly sparse?: readonly SparseIndex<keyof Columns & string>[];
  },
): TypedTable<Columns> {
  return table;
}

const sqlTypes: Readonly<Record<ColumnType, string>> = { int8: 'bigint', boolean: 'boolean', text: 'text' };

/** The SQL type of a column, as PostgreSQL's catalogue names it, with NOT NULL where it is required. */
export function columnTypeOf(table: Table, column: Column): string {
  const nullable = column.nullable === true || (table.rows === 'merged' && column.merge === 'keep');
  return `${column.sql ?? sqlTypes[column.type]}${nullable ? '' : ' NOT NULL'}`;
}

/** Statements that make an empty table in `schema`. */
export function tableDdl(table: Table, schema: string): string {
  const columns = Object.entries(table.columns).map(
    ([name, column]) => `${name} ${columnTypeOf(table, column)}`,
  );
  const fill = table.rows === 'once' ? '' : ' WITH (fillfactor = 80)';
  const indexDdl = (by: readonly string[], where = '') =>
    `CREATE INDEX ${table.name}_by_${by.join('_')} ON ${schema}.${table.name} (${by.join(', ')})${where};`;
  return [
    `CREATE TABLE ${schema}.${table.name} (${columns.join(', ')}, PRIMARY KEY (${table.key.join(', ')}))${fill};`,
    ...table.indexes.map((index) => indexDdl(index)),
    ...(table.sparse ?? []).map(({ by, present }) => indexDdl(by, ` WHERE ${present} IS NOT NULL`)),
  ].join('\n');
}

/** A row whose columns the types do not know. */
export type UntypedRow = Readonly<Record<string, Cell | undefined>>;

/** Places of a table's columns, for code that handles rows as lists of cells. */
export interface Layout {
  readonly names: readonly string[];
  readonly types: readonly ColumnType[];
  readonly merges: readonly (Merge | undefined)[];
  /** The cells of a row in the order of the columns; a missing cell is null, or 0 where it is added up. */
  read(row: UntypedRow): Cell[];
  /** Adds these cells to lists of cells by column. */
  addTo(columns: readonly Cell[][], row: UntypedRow): void;
  /** Merges the cells that a change names into the cells of a row. */
  apply(cells: Cell[], change: UntypedRow): void;
  readonly keyAt: readonly number[];
  /** The key and, of a table of the kind `begun`, the columns that a change may name. */
  readonly changeAt: readonly number[];
}

/** Compiles the reading of a row: a property that the code names is a plain load, one that a loop names is a lookup. */
function readersOf(
  names: readonly string[],
  columns: readonly Column[],
): Pick<Layout, 'read' | 'addTo' | 'apply'> {
  const cells = names.map((name, at) => `row.${name} ?? ${columns[at]?.merge === 'add' ? '0' : 'null'}`);
  const pushes = cells.map((cell, at) => `columns[${at}].push(${cell});`);
  const merges = names.flatMap((name, at) => {
    const merge = columns[at]?.merge;
    if (merge === undefined) return [];
    const value = merge === 'add' ? `add(cells[${at}], row.${name})` : `row.${name}`;
    return [`if (row.${name} !== undefined && row.${name} !== null) cells[${at}] = ${value};`];
  });
  const apply = new Function('add', 'cells', 'row', merges.join('\n')) as (
    add: (before: Cell, now: Cell) => Cell,
    ...rest: Parameters<Layout['apply']>
  ) => void;
  return {
    apply: (cells, change) => apply(sumOf, cells, change),
    read: new Function('row', `return [${cells.join(', ')}];`) as Layout['read'],
    addTo: new Function('columns', 'row', pushes.join('\n')) as Layout['addTo'],
  };
}

const layouts = new WeakMap<Table, Layout>();

export function layoutOf(table: Table): Layout {
  let layout = layouts.get(table);
  if (layout === undefined) {
    const names = Object.keys(table.columns);
    const columns = Object.values(table.columns);
    const keyAt = table.key.map((name) => names.indexOf(name));
    layout = {
      names,
      types: columns.map(({ type }) => type),
      merges: columns.map(({ merge }) => merge),
      ...readersOf(names, columns),
      keyAt,
      changeAt: [...keyAt, ...columns.flatMap(({ merge }, index) => (merge === undefined ? [] : [index]))],
    };
    layouts.set(table, layout);
  }
  return layout;
}

/** A statement part that writes rows, and the types of the column arrays that it takes. */
export interface Part {
  readonly types: readonly ColumnType[];
  /** `fence` is the source that lets rows through; `rows` the arrays as a source. */
  sql(schema: string, rows: string): string;
}

/** The parts that write a table's rows, in the order of `TableRows.parts`. Rows come through where `fence` has one. */
export function partsOf(table: Table): readonly Part[] {
  const { name, key } = table;
  const { names, types, merges, changeAt } = layoutOf(table);
  const rest = names
    .map((column, at) => [column, merges[at]] as const)
    .filter(([column]) => !key.includes(column));
  const upsert = rest.flatMap(([column, merge]) => {
    if (merge === 'first') return [];
    if (merge === 'keep') return [`${column} = coalesce(EXCLUDED.${column}, ${name}.${column})`];
    return [
      merge === 'add'
        ? `${column} = ${name}.${column} + EXCLUDED.${column}`
        : `${column} = EXCLUDED.${column}`,
    ];
  });
  const conflict =
    table.rows === 'merged' ? ` ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${upsert.join(', ')}` : '';
  const insert: Part = {
    types,
    sql: (schema, rows) =>
      `INSERT INTO ${schema}.${name} (${names.join(', ')}) SELECT r.* FROM fence, ${rows} AS r${conflict}`,
  };
  if (table.rows !== 'begun') return [insert];
  const set = rest.flatMap(([column, merge]) => {
    if (merge === undefined) return [];
    if (merge === 'keep') return [`${column} = coalesce(c.${column}, o.${column})`];
    return [merge === 'add' ? `${column} = o.${column} + c.${column}` : `${column} = c.${column}`];
  });
  const changeNames = changeAt.map((at) => names[at]).join(', ');
  const change: Part = {
    types: changeAt.map((at) => types[at] as ColumnType),
    sql: (schema, rows) =>
      `UPDATE ${schema}.${name} AS o SET ${set.join(', ')} FROM fence, ${rows} AS c (${changeNames})
        WHERE ${key.map((column) => `o.${column} = c.${column}`).join(' AND ')}`,
  };
  return [insert, change];
}

/** Merges a further value of a cell. Amounts are added exactly. */
export function merged(merge: Merge | undefined, before: Cell, now: Cell): Cell {
  if (merge === 'first') return before;
  if (merge === 'keep') return now ?? before;
  return merge === 'add' ? sumOf(before, now) : now;
}

function sumOf(before: Cell, now: Cell): Cell {
  if (before === 0) return now;
  if (typeof before === 'bigint' && typeof now === 'bigint') return before + now;
  if (typeof before === 'number' && typeof now === 'number') return before + now;
  return BigInt(before as number | bigint) + BigInt(now as number | bigint);
}
