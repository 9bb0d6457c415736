import type { OperatorLogRow } from '@candor/contract';
import {
  Badge,
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
import { type IntlShape, useIntl } from 'react-intl';
import { wordsOf } from '../data/error-words.ts';
import { useConsole } from '../data/session.ts';

const columns = ['figure', 'text', 'text', 'text', 'text', 'text', 'figure', 'text'] as const;

/** Acts that have words of their own; others are named as the log has them. */
const KNOWN_ACTS = new Set([
  ...['firstOperator', 'enrolFactor', 'login', 'logout', 'setSymbolState', 'changeSecondsTerms'],
  ...['changeSecondsCap', 'setSecondsUserCap', 'setSecondsState', 'addToSecondsPool', 'loginFailed'],
  ...['changePassword', 'forgetDevice'],
]);
/** Shown in columns of their own, or of no use to people. */
const APART = new Set(['reason', 'key']);

function Chain() {
  const intl = useIntl();
  const { client } = useConsole();
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
        : intl.formatMessage({ id: 'console.log.broken' }, { no: String(firstBad ?? 0) })}
    </ReceiptStub>
  );
}

/** The number that the act's command has in the journal, or why it has none. */
function Command({ row: { command } }: { readonly row: OperatorLogRow }) {
  const intl = useIntl();
  if (command === null) return '–';
  if (command.seq === null) return intl.formatMessage({ id: 'console.log.waiting' });
  return (
    <>
      {command.seq}
      {command.rejection !== null && (
        <Badge tone="warn" className="ms-2">
          {intl.formatMessage({ id: 'console.log.refused' }, { why: command.rejection })}
        </Badge>
      )}
    </>
  );
}

const FAILURES = new Set(['name', 'password', 'code', 'limit']);

/** The reason in the operator's own words; why a login failed is a word of ours. */
function reasonOf(intl: IntlShape, { action, details: { reason = '' } }: OperatorLogRow): string {
  if (action !== 'loginFailed' || !FAILURES.has(reason)) return reason;
  return intl.formatMessage({ id: `console.failed.${reason}` });
}

/** A card on a phone gives long texts its whole width. */
const LONG = 'max-sm:col-span-full wrap-anywhere';

function Entry({ row }: { readonly row: OperatorLogRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  const reason = reasonOf(intl, row);
  const details = Object.entries(row.details)
    .filter(([name]) => !APART.has(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ');
  return (
    <Row>
      <Cell name={text('console.log.no')} figure>
        {row.no}
      </Cell>
      <Cell name={text('console.dashboard.time')} tone="quiet" className="whitespace-nowrap">
        {format.dateTime(row.time)}
      </Cell>
      <Cell name={text('console.log.operator')}>{row.operator}</Cell>
      <Cell name={text('console.log.action')} className="sm:whitespace-nowrap">
        {KNOWN_ACTS.has(row.action) ? intl.formatMessage({ id: `console.act.${row.action}` }) : row.action}
      </Cell>
      <Cell
        name={text('console.log.details')}
        tone="quiet"
        className={details === '' ? 'max-sm:hidden' : LONG}
      >
        {details}
      </Cell>
      <Cell
        name={text('console.symbols.reason')}
        className={reason === '' ? 'max-sm:hidden' : `min-w-48 ${LONG}`}
      >
        {reason}
      </Cell>
      <Cell name={text('console.log.seq')} figure className="sm:whitespace-nowrap">
        <Command row={row} />
      </Cell>
      <Cell name={text('console.log.hash')} tone="quiet">
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
      <Table label={text('console.log.title')} stacks>
        <TableHead>
          <HeadCell figure>{text('console.log.no')}</HeadCell>
          <HeadCell>{text('console.dashboard.time')}</HeadCell>
          <HeadCell>{text('console.log.operator')}</HeadCell>
          <HeadCell>{text('console.log.action')}</HeadCell>
          <HeadCell>{text('console.log.details')}</HeadCell>
          <HeadCell>{text('console.symbols.reason')}</HeadCell>
          <HeadCell figure>{text('console.log.seq')}</HeadCell>
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
