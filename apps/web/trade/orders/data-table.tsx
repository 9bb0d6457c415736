import {
  Button,
  Cell,
  EmptyState,
  ErrorState,
  HeadCell,
  Row,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableMessage,
} from '@candor/ui';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';

/** One column of a table of records. */
export interface Column<Row> {
  /** The message id of its head. */
  readonly head: string;
  /**
   * A figure stands at the end of its cell; `end` is text that stands there; `actions` have a head that is only spoken.
   * Where rows are cards a `time` stands below the rest, and actions below that.
   */
  readonly kind?: 'text' | 'time' | 'figure' | 'end' | 'actions';
  readonly quiet?: boolean;
  /** The cell may break into lines. */
  readonly wraps?: boolean;
  readonly cell: (row: Row) => React.ReactNode;
}

/** Where rows come from page by page. */
export interface RecordQuery {
  readonly isError: boolean;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Null while they are not known. */
  readonly rows: readonly Row[] | null;
  readonly rowKey: (row: Row) => string | number;
  /** A row that something is being done with. */
  readonly isBusy?: (row: Row) => boolean;
  /** Left out where rows are live. */
  readonly query?: RecordQuery;
  readonly emptyTitle: string;
  readonly emptyText: string;
}

function skeletonOf({ kind }: Column<never>): 'text' | 'figure' | 'none' {
  if (kind === 'actions') return 'none';
  return kind === 'figure' || kind === 'end' ? 'figure' : 'text';
}

/** A table whose columns are data, in every state: loading, failed, empty, and rows with more to come. */
export function DataTable<R>(props: DataTableProps<R>) {
  const intl = useIntl();
  const { query, rows, columns } = props;
  const failed = rows === null && query?.isError === true;
  const body = () => {
    if (failed) {
      return (
        <TableMessage columns={columns.length}>
          <ErrorState
            title={intl.formatMessage({ id: 'trade.records.failed' })}
            text={wordsOf(intl, query.error)}
            onRetry={() => query.refetch()}
            retrying={query.isFetching}
          />
        </TableMessage>
      );
    }
    if (rows === null) return <SkeletonRows rows={3} columns={columns.map(skeletonOf)} />;
    if (rows.length === 0) {
      return (
        <TableMessage columns={columns.length}>
          <EmptyState title={props.emptyTitle} text={props.emptyText} />
        </TableMessage>
      );
    }
    return rows.map((row) => (
      <Row key={props.rowKey(row)} dimmed={props.isBusy?.(row) ?? false}>
        {columns.map((column) => (
          <DataCell key={column.head} column={column} row={row} />
        ))}
      </Row>
    ));
  };
  return (
    <Table label={props.label} inset stacks className="h-full">
      <TableHead>
        {columns.map(({ head, kind }) => (
          <HeadCell key={head} figure={kind === 'figure' || kind === 'end'}>
            {kind === 'actions' ? (
              <span className="sr-only">{intl.formatMessage({ id: head })}</span>
            ) : (
              intl.formatMessage({ id: head })
            )}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody busy={rows === null && !failed}>
        {body()}
        {query?.hasNextPage && (
          <TableMessage columns={columns.length}>
            <div className="flex justify-center p-2">
              <Button
                variant="plain"
                size="small"
                loading={query.isFetchingNextPage}
                onClick={() => query.fetchNextPage()}
              >
                {intl.formatMessage({ id: 'trade.records.more' })}
              </Button>
            </div>
          </TableMessage>
        )}
      </TableBody>
    </Table>
  );
}

/** Where cells stand in a card. */
const places: Readonly<Partial<Record<NonNullable<Column<never>['kind']>, string>>> = {
  time: 'order-1 figure',
  actions: 'order-2 col-span-full',
};

function DataCell<R>({ column, row }: { readonly column: Column<R>; readonly row: R }) {
  const intl = useIntl();
  const { head, kind = 'text', quiet = kind === 'time', wraps = false, cell } = column;
  return (
    <Cell
      {...(kind === 'actions' ? {} : { name: intl.formatMessage({ id: head }) })}
      figure={kind === 'figure'}
      atEnd={kind !== 'text' && kind !== 'time'}
      tone={quiet ? 'quiet' : 'ink'}
      className={`${wraps ? '' : 'whitespace-nowrap'} ${places[kind] ?? ''}`}
    >
      {cell(row)}
    </Cell>
  );
}
