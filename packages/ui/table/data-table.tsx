import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { useProblem } from '../acts/problem.ts';
import { Button } from '../controls/button.tsx';
import { cx } from '../cx.ts';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { type SkeletonColumn, SkeletonRows } from '../states/skeleton.tsx';
import { type Column, fromClass, nextSort, sortedRows, type TableSort } from './column.ts';
import { DataRow } from './data-row.tsx';
import { HeadCell, Table, TableBody, TableHead, TableMessage, type TableProps } from './table.tsx';
import { BoxWindow, PageWindow, RowSpace } from './virtual-rows.tsx';

/** Source of rows: the result of `useRecords`, or of any query of react-query. */
export interface RecordQuery {
  readonly error: unknown;
  readonly isFetching: boolean;
  refetch(): unknown;
  /** Left out where everything comes at once. */
  readonly hasNextPage?: boolean;
  readonly isFetchingNextPage?: boolean;
  readonly isFetchNextPageError?: boolean;
  fetchNextPage?(): unknown;
}

export interface DataTableProps<Row> extends Pick<TableProps, 'label' | 'density' | 'inset' | 'className'> {
  readonly columns: readonly Column<Row>[];
  /** Null while they are not known. */
  readonly rows: readonly Row[] | null;
  readonly rowKey: (row: Row) => string | number;
  /** A row that is not up to date, or that something is being done with. */
  readonly isDimmed?: (row: Row) => boolean;
  /** A row that is marked among the others; left out where none can be. */
  readonly isSelected?: (row: Row) => boolean;
  /** Each row is pressed as a whole: one of its cells holds a link or button with `rowLinkClass`. */
  readonly pressable?: boolean;
  /** In a narrow box rows are cards; false where `from` of the columns leaves few enough. True by default. */
  readonly stacks?: boolean;
  /** Left out where rows are live. */
  readonly query?: RecordQuery;
  readonly emptyTitle: ReactNode;
  readonly emptyText?: ReactNode;
  readonly emptyAction?: ReactNode;
  /** The title of the error; "The list could not be loaded" by default. */
  readonly failedTitle?: ReactNode;
  /** Rows drawn while they are loaded; 3 by default. */
  readonly skeletons?: number;
  /** The order where the address holds it; without it the table keeps its own. Null is the order of `rows`. */
  readonly sort?: TableSort | null;
  readonly onSortChange?: (sort: TableSort | null) => void;
  /**
   * Draws only the rows in view once there are more than a screen holds: `page` where the page scrolls, `box` where the
   * table does.
   */
  readonly virtual?: 'page' | 'box';
}

/** From this many rows on a virtual table draws only those in view. */
const MANY = 60;
const ROW_PX = { dense: 32, roomy: 48 } as const;

/**
 * A table whose columns are data, in every state: loading, failed, empty, and rows with more to come. A failed refresh keeps the rows and says so below them.
 */
export function DataTable<R>(props: DataTableProps<R>) {
  const { label, columns, rows, query, density = 'dense', inset = false, stacks = true, className } = props;
  const [own, setOwn] = useState<TableSort | null>(null);
  const sort = props.sort === undefined ? own : props.sort;
  const sortBy = props.onSortChange ?? setOwn;
  const failed = rows === null && hasFailed(query);
  return (
    <Table
      label={label}
      density={density}
      inset={inset}
      stacks={stacks}
      {...(props.virtual && rows !== null && rows.length > MANY ? { rowCount: rows.length + 1 } : {})}
      {...(className === undefined ? {} : { className })}
    >
      <TableHead>
        {columns.map((column) => (
          <Head key={column.head} column={column} sort={sort} onSortChange={sortBy} />
        ))}
      </TableHead>
      <Body {...props} rows={rows === null ? null : sortedRows(rows, columns, sort)} failed={failed} />
    </Table>
  );
}

interface HeadProps<R> {
  readonly column: Column<R>;
  readonly sort: TableSort | null;
  readonly onSortChange: (sort: TableSort | null) => void;
}

function Head<R>({ column, sort, onSortChange }: HeadProps<R>) {
  const intl = useIntl();
  const { head, headValues, kind, compare, wraps = false, from, className } = column;
  const words = intl.formatMessage({ id: head }, headValues);
  return (
    <HeadCell
      figure={kind === 'figure' || kind === 'end'}
      {...(compare === undefined
        ? {}
        : {
            sort: sort?.head === head ? sort.direction : 'none',
            onSort: () => onSortChange(nextSort(sort, column)),
          })}
      className={cx(
        wraps && 'whitespace-normal!',
        kind === 'actions' && 'row-acts',
        from !== undefined && fromClass[from],
        className,
      )}
    >
      {kind === 'actions' ? <span className="sr-only">{words}</span> : words}
    </HeadCell>
  );
}

function hasFailed(query: RecordQuery | undefined): boolean {
  return query !== undefined && query.error !== null && query.error !== undefined;
}

function skeletonOf({ kind, from }: Column<never>): SkeletonColumn {
  const place = from === undefined ? '' : fromClass[from];
  if (kind === 'actions') return { holds: 'none', className: place };
  return { holds: kind === 'figure' || kind === 'end' ? 'figure' : 'text', className: place };
}

function Body<R>(props: DataTableProps<R> & { readonly failed: boolean }) {
  const { rows, columns, query, rowKey, isDimmed, isSelected, pressable = false } = props;
  const { density = 'dense', virtual, failed } = props;
  const intl = useIntl();
  const problemOf = useProblem();
  // a state, because the rows to draw depend on the element
  const [body, setBody] = useState<HTMLTableSectionElement | null>(null);
  const content = () => {
    if (failed && query !== undefined) {
      return (
        <TableMessage columns={columns.length}>
          <ErrorState
            title={props.failedTitle ?? intl.formatMessage({ id: 'ui.table.failed' })}
            text={problemOf(query.error).text}
            onRetry={() => query.refetch()}
            retrying={query.isFetching}
          />
        </TableMessage>
      );
    }
    if (rows === null) return <SkeletonRows rows={props.skeletons ?? 3} columns={columns.map(skeletonOf)} />;
    if (rows.length === 0) {
      return (
        <TableMessage columns={columns.length}>
          <EmptyState title={props.emptyTitle} text={props.emptyText} action={props.emptyAction} />
        </TableMessage>
      );
    }
    const drawn = (row: R) => ({
      columns,
      row,
      pressable,
      dimmed: isDimmed?.(row) ?? false,
      ...(isSelected === undefined ? {} : { selected: isSelected(row) }),
    });
    if (virtual === undefined || rows.length <= MANY) {
      return rows.map((row) => <DataRow key={rowKey(row)} {...drawn(row)} />);
    }
    if (body === null) return null;
    const Window = virtual === 'page' ? PageWindow : BoxWindow;
    return (
      <Window count={rows.length} rowPx={ROW_PX[density]} body={body}>
        {({ indices, beforePx, afterPx, measure }) => (
          <>
            <RowSpace columns={columns.length} heightPx={beforePx} />
            {indices.map((index) => {
              const row = rows[index] as R;
              return <DataRow key={rowKey(row)} {...drawn(row)} index={index} ref={measure} />;
            })}
            <RowSpace columns={columns.length} heightPx={afterPx} />
          </>
        )}
      </Window>
    );
  };
  return (
    <TableBody ref={setBody} busy={rows === null && !failed}>
      {content()}
      {rows !== null && <Foot columns={columns.length} query={query} />}
    </TableBody>
  );
}

/** Foot of the rows: the button for more, or the reason why they are not up to date. */
function Foot({ columns, query }: { readonly columns: number; readonly query: RecordQuery | undefined }) {
  const intl = useIntl();
  const problemOf = useProblem();
  if (query === undefined) return null;
  if (hasFailed(query)) {
    const again = query.isFetchNextPageError ? () => query.fetchNextPage?.() : () => query.refetch();
    return (
      <TableMessage columns={columns}>
        <div
          role="alert"
          className="flex flex-wrap items-center justify-center gap-x-2 py-2 text-13 text-warn"
        >
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
          {problemOf(query.error).text}
          <Button variant="plain" size="small" loading={query.isFetching} onClick={again}>
            {intl.formatMessage({ id: 'ui.retry' })}
          </Button>
        </div>
      </TableMessage>
    );
  }
  if (query.hasNextPage !== true) return null;
  return (
    <TableMessage columns={columns}>
      <div className="flex justify-center p-2">
        <Button
          variant="plain"
          size="small"
          loading={query.isFetchingNextPage === true}
          onClick={() => query.fetchNextPage?.()}
        >
          {intl.formatMessage({ id: 'ui.table.more' })}
        </Button>
      </div>
    </TableMessage>
  );
}
