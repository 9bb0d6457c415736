import type { ReactNode } from 'react';

/** One column of a table of records. */
export interface Column<Row> {
  /** The message id of its head; distinguishes the columns of a table. */
  readonly head: string;
  /** Values that the head's message inserts, such as a coin. */
  readonly headValues?: Readonly<Record<string, string>>;
  /**
   * A figure stands at the end of its cell; `end` is text that stands there; `actions` have a head that is only spoken.
   * Where rows are cards a `time` stands below the rest, and actions below that.
   */
  readonly kind?: 'text' | 'time' | 'figure' | 'end' | 'actions';
  readonly quiet?: boolean;
  /** The head and the cell may break into lines. */
  readonly wraps?: boolean;
  /** The cell stands over the link of a pressable row, for buttons of its own. */
  readonly raised?: boolean;
  /**
   * Its place in a card: `title` without its name, before all; `corner` without its name, beside the title; `line` over
   * the whole width, after the rest; `none` leaves it out.
   */
  readonly card?: 'title' | 'corner' | 'line' | 'none';
  /** The column is left out where the window is narrower; such a table should not stack. */
  readonly from?: 'sm' | 'md' | 'lg' | 'xl';
  /** Sets the order of rows by this column, ascending; its head is then a button. */
  readonly compare?: (left: Row, right: Row) => number;
  /** True for a row without a value: it comes last in either order. */
  readonly isBlank?: (row: Row) => boolean;
  /** The order after the first press on the head; ascending by default. */
  readonly firstOrder?: SortDirection;
  /** Class of the head and of the cells. */
  readonly className?: string;
  /** Null or an empty text is left out where rows are cards. */
  readonly cell: (row: Row) => ReactNode;
}

export type SortDirection = 'ascending' | 'descending';

/** The column that rows are sorted by. */
export interface TableSort {
  readonly head: string;
  readonly direction: SortDirection;
}

/** The rows in the order of their column; as they came without one. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: TableSort | null,
): readonly Row[] {
  const { compare, isBlank = () => false } = columns.find(({ head }) => head === sort?.head) ?? {};
  if (compare === undefined || sort === null) return rows;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((left, right) => {
    const [noLeft, noRight] = [isBlank(left), isBlank(right)];
    return noLeft || noRight ? Number(noLeft) - Number(noRight) : sign * compare(left, right);
  });
}

/** The order after a press on a column's head: its first order, the other one, then as the rows come. */
export function nextSort(
  sort: TableSort | null,
  { head, firstOrder = 'ascending' }: Pick<Column<never>, 'head' | 'firstOrder'>,
): TableSort | null {
  if (sort?.head !== head) return { head, direction: firstOrder };
  if (sort.direction !== firstOrder) return null;
  return { head, direction: firstOrder === 'ascending' ? 'descending' : 'ascending' };
}

/** Leaves the head and the cells of a column out of a window that is too narrow for it. */
export const fromClass: Readonly<Record<NonNullable<Column<never>['from']>, string>> = {
  sm: 'max-sm:hidden',
  md: 'max-md:hidden',
  lg: 'max-lg:hidden',
  xl: 'max-xl:hidden',
};
