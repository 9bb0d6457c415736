import type { OperatorLogRow } from '@candor/contract';
import {
  Button,
  Cell,
  EmptyState,
  ErrorState,
  HeadCell,
  ReceiptStub,
  Row,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableMessage,
  useFormatters,
} from '@candor/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { wordsOf } from '../data/error-words.ts';
import { useConsole } from '../data/session.ts';

const columns = ['figure', 'text', 'text', 'text', 'text', 'text'] as const;

function Chain() {
  const intl = useIntl();
  const { client } = useConsole();
  const format = useFormatters();
  const query = useQuery({ queryKey: ['log', 'verify'], queryFn: () => client.call('verifyOperatorLog') });
  if (query.data === undefined) {
    if (query.error === null) return <ReceiptStub state="verifying" />;
    return <p className="text-13 text-warn">{wordsOf(intl, query.error)}</p>;
  }
  const { intact, entries, firstBad } = query.data;
  return (
    <ReceiptStub state={intact ? 'verified' : 'failed'}>
      {intact
        ? intl.formatMessage({ id: 'console.log.intact' }, { count: entries })
        : intl.formatMessage({ id: 'console.log.broken' }, { no: format.count(firstBad ?? 0) })}
    </ReceiptStub>
  );
}

function Entry({ row }: { readonly row: OperatorLogRow }) {
  const format = useFormatters();
  return (
    <Row>
      <Cell figure>{format.count(row.no)}</Cell>
      <Cell tone="quiet" className="whitespace-nowrap">
        {format.dateTime(row.time)}
      </Cell>
      <Cell>{row.operator}</Cell>
      <Cell>{row.action}</Cell>
      <Cell tone="quiet">
        {Object.entries(row.details)
          .map(([name, value]) => `${name}: ${value}`)
          .join(' · ')}
      </Cell>
      <Cell tone="quiet">
        <code className="text-12">{row.hash.slice(0, 12)}</code>
      </Cell>
    </Row>
  );
}

/** What operators did, newest first, in a chain of hashes that is recomputed. */
export function LogScreen() {
  const intl = useIntl();
  const { client } = useConsole();
  const query = useInfiniteQuery({
    queryKey: ['log', 'rows'],
    queryFn: ({ pageParam }) =>
      client.call('getOperatorLog', { query: pageParam === null ? {} : { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const rows = query.data?.pages.flatMap((page) => page.records);
  const text = (id: string) => intl.formatMessage({ id });
  const body = () => {
    if (rows === undefined) {
      if (query.error === null) return <SkeletonRows rows={6} columns={columns} />;
      return (
        <TableMessage columns={columns.length}>
          <ErrorState
            title={text('console.log.failed')}
            text={wordsOf(intl, query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </TableMessage>
      );
    }
    if (rows.length === 0) {
      return (
        <TableMessage columns={columns.length}>
          <EmptyState title={text('console.log.empty')} />
        </TableMessage>
      );
    }
    return rows.map((row) => <Entry key={row.no} row={row} />);
  };
  return (
    <div className="flex flex-col gap-4 py-6">
      <div>
        <Chain />
      </div>
      <Table label={text('console.log.title')}>
        <TableHead>
          <HeadCell figure>{text('console.log.no')}</HeadCell>
          <HeadCell>{text('console.dashboard.time')}</HeadCell>
          <HeadCell>{text('console.log.operator')}</HeadCell>
          <HeadCell>{text('console.log.action')}</HeadCell>
          <HeadCell>{text('console.log.details')}</HeadCell>
          <HeadCell>{text('console.log.hash')}</HeadCell>
        </TableHead>
        <TableBody busy={query.isPending}>{body()}</TableBody>
      </Table>
      {query.hasNextPage && (
        <Button variant="quiet" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text('console.log.more')}
        </Button>
      )}
    </div>
  );
}
