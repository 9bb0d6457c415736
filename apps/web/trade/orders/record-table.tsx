import {
  Button,
  EmptyState,
  ErrorState,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableMessage,
} from '@candor/ui';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';

interface RecordQuery {
  readonly isError: boolean;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}

export interface RecordTableProps<Row> {
  readonly label: string;
  readonly columns: readonly ('text' | 'figure' | 'none')[];
  readonly head: React.ReactNode;
  readonly rows: readonly Row[] | null;
  readonly query: RecordQuery;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly children: (row: Row) => React.ReactNode;
}

/** A table of the user's records in every state: loading, failed, empty, and pages of rows with more to come. */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const intl = useIntl();
  const { query, rows, columns } = props;
  const body = () => {
    if (rows === null && query.isError) {
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
    if (rows === null) return <SkeletonRows rows={4} columns={columns} />;
    if (rows.length === 0) {
      return (
        <TableMessage columns={columns.length}>
          <EmptyState title={props.emptyTitle} text={props.emptyText} />
        </TableMessage>
      );
    }
    return rows.map(props.children);
  };
  return (
    <Table label={props.label} inset className="h-full">
      <TableHead>{props.head}</TableHead>
      <TableBody busy={rows === null && !query.isError}>
        {body()}
        {query.hasNextPage && (
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
