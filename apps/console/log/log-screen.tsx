import type { OperatorLogRow } from '@candor/api';
import { Badge, type Column, ReceiptStub, useFormatters, useProblem, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { actWords, detailWords, reasonWords } from '../shell/act-words.ts';
import { RecordTable } from '../shell/record-table.tsx';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { logSearch, logTerms } from './search.ts';

const REFRESH_MS = 30_000;

function Chain() {
  const intl = useIntl();
  const problemOf = useProblem();
  const { client } = useConsole();
  const query = useQuery({ queryKey: ['log', 'verify'], queryFn: () => client.call('verifyOperatorLog') });
  if (query.data === undefined) {
    if (query.error === null) return <ReceiptStub state="verifying" />;
    return <p className="text-13 text-warn">{problemOf(query.error).text}</p>;
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

/** The number that the act's command has in the journal; a dash where it has none. */
function Sequence({ row: { command } }: { readonly row: OperatorLogRow }) {
  const intl = useIntl();
  if (command === null) return '–';
  return command.seq ?? intl.formatMessage({ id: 'console.log.waiting' });
}

/** The act in its own words, and the kernel's code where it was rejected. */
function ActName({ row }: { readonly row: OperatorLogRow }) {
  const intl = useIntl();
  const rejection = row.command?.rejection ?? null;
  return (
    <>
      {actWords(intl, row.action)}
      {rejection !== null && (
        <span className="block">
          <Badge tone="warn">{intl.formatMessage({ id: 'console.log.refused' }, { why: rejection })}</Badge>
        </span>
      )}
    </>
  );
}

function useColumns(): readonly Column<OperatorLogRow>[] {
  const intl = useIntl();
  const format = useFormatters();
  return [
    { head: 'console.log.no', kind: 'figure', quiet: true, cell: (row) => row.no },
    { head: 'console.shell.time', kind: 'time', cell: (row) => format.dateTime(row.time) },
    { head: 'console.log.operator', cell: (row) => row.operator },
    { head: 'console.log.action', card: 'title', cell: (row) => <ActName row={row} /> },
    {
      head: 'console.log.details',
      quiet: true,
      wraps: true,
      card: 'line',
      className: 'sm:min-w-64',
      cell: (row) => detailWords(intl, format, row),
    },
    { head: 'console.shell.reason', wraps: true, card: 'line', className: 'sm:min-w-48', cell: reasonWords },
    { head: 'console.log.seq', kind: 'figure', cell: (row) => <Sequence row={row} /> },
    {
      head: 'console.log.hash',
      quiet: true,
      cell: (row) => <code className="text-12">{row.hash.slice(0, 12)}</code>,
    },
  ];
}

/** The acts of operators, newest first, in a chain of hashes that is recomputed. */
export function LogScreen() {
  const text = useText();
  const { client } = useConsole();
  const [search, show] = useDeskSearch(logSearch);
  return (
    <RecordTable<OperatorLogRow>
      desk="/log"
      terms={logTerms}
      search={search}
      onShow={show}
      queryKey={['log', 'rows']}
      refreshMs={REFRESH_MS}
      load={(query) => client.call('getOperatorLog', { query })}
      columns={useColumns()}
      rowKey={(row) => row.no}
      csv={['no', 'time', 'operator', 'action', 'details', 'hash', 'prevHash']}
      label={text('console.shell.screen.log')}
      failedTitle={text('console.log.failed')}
      emptyTitle={text('console.log.empty')}
      beside={<Chain />}
    />
  );
}
