import { type Cell, Columns } from './columns.ts';
import {
  type Change,
  type ColumnSet,
  type Layout,
  layoutOf,
  merged,
  type Row,
  type Table,
  type TypedTable,
  type UntypedRow,
} from './table.ts';

type Key = string | number;
type Cells = Cell[];

/** The rows of one table that a stretch of the journal adds and changes. */
export class TableRows<Set extends ColumnSet = ColumnSet> {
  private readonly table: Table;
  private readonly layout: Layout;
  private readonly isOnce: boolean;
  /** Rows of the kind `once`, by column. */
  private readonly added: Columns;
  /** Rows that began in this stretch; of the kind `merged`, all rows. */
  private readonly begun = new Map<Key, Cells>();
  /** Differences of rows that began earlier. */
  private readonly changed = new Map<Key, Cells>();

  constructor(table: Table) {
    this.table = table;
    this.layout = layoutOf(table);
    this.isOnce = table.rows === 'once';
    this.added = new Columns(this.layout.types);
  }

  get count(): number {
    return this.added.length + this.begun.size + this.changed.size;
  }

  /** True if a row of this key began or changed in this stretch. */
  has(key: Key): boolean {
    return this.begun.has(key) || this.changed.has(key);
  }

  /** Adds a row, or merges it into the one of its key. Throws RangeError for a key of the kind `begun` that came before. */
  put(row: Row<Set>): void {
    if (this.isOnce) {
      this.layout.addTo(this.added.cells, row as UntypedRow);
      return;
    }
    const cells = this.layout.read(row as UntypedRow);
    const key = this.keyOf(cells);
    const before = this.begun.get(key);
    if (before === undefined && !this.changed.has(key)) this.begun.set(key, cells);
    else if (before !== undefined && this.table.rows === 'merged') this.merge(before, cells);
    else throw new RangeError(`${this.table.name}: ${key} began twice`);
  }

  /** Changes a row of a table of the kind `begun`, by its key of one column. */
  change(key: Key, change: Change<Set>): void {
    const cells = this.begun.get(key) ?? this.changed.get(key) ?? this.unchanged(key);
    this.layout.apply(cells, change as UntypedRow);
  }

  /** The rows by column, in the order of `partsOf`. */
  parts(): readonly Columns[] {
    const { types, changeAt } = this.layout;
    if (this.table.rows === 'once') return [this.added];
    const begun = new Columns(types);
    for (const cells of this.begun.values()) begun.addRow(cells);
    if (this.table.rows === 'merged') return [begun];
    const changed = new Columns(changeAt.map((index) => types[index] as Columns['types'][number]));
    for (const cells of this.changed.values()) changed.addRow(changeAt.map((index) => cells[index] as Cell));
    return [begun, changed];
  }

  private keyOf(cells: Cells): Key {
    const { keyAt } = this.layout;
    const first = cells[keyAt[0] as number];
    if (keyAt.length === 1 && typeof first === 'number') return first;
    return keyAt.map((index) => cells[index]).join(' ');
  }

  private merge(before: Cells, now: Cells): void {
    const { merges } = this.layout;
    for (let index = 0; index < before.length; index++)
      before[index] = merged(merges[index], before[index] as Cell, now[index] as Cell);
  }

  private unchanged(key: Key): Cells {
    const { merges, keyAt } = this.layout;
    const cells = merges.map((merge): Cell => (merge === 'add' ? 0 : null));
    cells[keyAt[0] as number] = key;
    this.changed.set(key, cells);
    return cells;
  }
}

/** Takes rows and keeps none. */
class UnwantedRows extends TableRows {
  override put(): void {}
  override change(): void {}
}

/** The rows that a stretch of the journal leaves in the read models. */
export class Rows {
  private readonly wanted: ReadonlySet<Table> | null;
  private readonly tables = new Map<Table, TableRows>();
  private readonly unwanted = new Map<Table, TableRows>();
  /** The last command that these rows cover. */
  lastSeq = 0;

  /** With `wanted`, keeps the rows of these tables alone. */
  constructor(wanted: ReadonlySet<Table> | null = null) {
    this.wanted = wanted;
  }

  get count(): number {
    let count = 0;
    for (const rows of this.tables.values()) count += rows.count;
    return count;
  }

  of<Set extends ColumnSet>(table: TypedTable<Set>): TableRows<Set> {
    const isWanted = this.wanted === null || this.wanted.has(table);
    const all = isWanted ? this.tables : this.unwanted;
    let rows = all.get(table);
    if (rows === undefined) {
      rows = new (isWanted ? TableRows : UnwantedRows)(table);
      all.set(table, rows);
    }
    return rows as unknown as TableRows<Set>;
  }

  /** The rows of a table, if there are any. */
  get(table: Table): TableRows | undefined {
    const rows = this.tables.get(table);
    return rows === undefined || rows.count === 0 ? undefined : rows;
  }
}
