import { type OperatorActName, type OperatorLogRow, operatorActs } from '@candor/api';
import {
  Badge,
  type Column,
  DataTable,
  ReceiptStub,
  Select,
  useFormatters,
  useProblem,
  useRecords,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { actWords, detailWords, reasonWords } from '../shell/act-words.ts';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { logSearch } from './search.ts';

const ALL = 'all';
const actNames = Object.keys(operatorActs) as OperatorActName[];

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
  const intl = useIntl();
  const { client } = useConsole();
  const [{ act }, show] = useDeskSearch(logSearch);
  const columns = useColumns();
  const { query, rows } = useRecords<OperatorLogRow>({
    queryKey: ['log', 'rows', act ?? ALL],
    load: (cursor) =>
      client.call('getOperatorLog', {
        query: { ...(act === undefined ? {} : { act }), ...(cursor === null ? {} : { cursor }) },
      }),
  });
  const text = useText();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Select
          label={text('console.log.action')}
          className="w-72 max-sm:w-full"
          value={act ?? ALL}
          onValueChange={(next) => show(next === ALL ? {} : { act: next })}
          options={[
            { value: ALL, label: text('console.log.all') },
            ...actNames.map((name) => ({ value: name, label: actWords(intl, name) })),
          ]}
        />
        <Chain />
      </div>
      <DataTable
        label={text('console.shell.screen.log')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.no}
        query={query}
        skeletons={6}
        virtual="page"
        failedTitle={text('console.log.failed')}
        emptyTitle={text('console.log.empty')}
      />
    </div>
  );
}
