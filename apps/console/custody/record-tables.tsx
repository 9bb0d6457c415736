import type { CustodyMovement, CustodyReport } from '@candor/api';
import { Badge, type BadgeTone, networkNameOf, useFormatters, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { RecordTable } from '../shell/record-table.tsx';
import type { TableSearch } from '../shell/table-search.ts';
import { CUSTODY_KEY } from './dialogs.tsx';
import { movementTerms, reportTerms } from './search.ts';

interface RecordsProps {
  readonly search: TableSearch;
  readonly onShow: (search: TableSearch) => void;
}

const REFRESH_MS = 10_000;

/** Transactions between the house's own addresses. */
export function Movements({ search, onShow }: RecordsProps) {
  const { client } = useConsole();
  const text = useText();
  const format = useFormatters();
  return (
    <RecordTable<CustodyMovement>
      desk="/custody-movements"
      terms={movementTerms}
      search={search}
      onShow={onShow}
      queryKey={[...CUSTODY_KEY, 'movements']}
      refreshMs={REFRESH_MS}
      load={(query) => client.call('getCustodyMovements', { query: query as never })}
      density="roomy"
      columns={[
        {
          head: 'console.custody.kind',
          card: 'title',
          cell: ({ kind }) => text(`console.custody.kind.${kind}`),
        },
        {
          head: 'console.shell.state',
          card: 'corner',
          cell: ({ state }) => (
            <Badge tone={state === 'failed' || state === 'lost' ? 'warn' : 'neutral'}>
              {text(`console.custody.movement.${state}`)}
            </Badge>
          ),
        },
        {
          head: 'console.custody.amount',
          kind: 'figure',
          cell: ({ amount, coin }) => `${format.quantity(amount)} ${coin}`,
        },
        {
          head: 'console.custody.cost',
          kind: 'figure',
          cell: ({ cost }) => (cost === null ? '–' : format.quantity(cost)),
        },
        {
          head: 'console.custody.address',
          quiet: true,
          wraps: true,
          card: 'line',
          cell: ({ address }) => (
            <code className="inline-block text-12 break-all text-balance">{address}</code>
          ),
        },
        {
          head: 'console.custody.transaction',
          quiet: true,
          wraps: true,
          card: 'line',
          cell: ({ transaction }) =>
            transaction === null ? (
              '–'
            ) : (
              <code className="inline-block text-12 break-all text-balance">{transaction}</code>
            ),
        },
        { head: 'console.shell.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
      ]}
      rowKey={({ id }) => id}
      csv={['id', 'time', 'kind', 'network', 'coin', 'amount', 'cost', 'state', 'address', 'transaction']}
      label={text('console.custody.movements')}
      failedTitle={text('console.custody.failed')}
      emptyTitle={text('console.custody.none')}
    />
  );
}

const TONES = {
  agrees: 'up',
  surplus: 'accent',
  short: 'warn',
  unchecked: 'neutral',
} as const satisfies Record<string, BadgeTone>;

function outcomeOf({ shortage, surplus }: CustodyReport): keyof typeof TONES {
  if (shortage === null) return 'unchecked';
  if (Number(shortage) > 0) return 'short';
  return Number(surplus) > 0 ? 'surplus' : 'agrees';
}

/** Comparisons of custody with the chains. */
export function Reports({ search, onShow }: RecordsProps) {
  const { client } = useConsole();
  const text = useText();
  const format = useFormatters();
  const figure = (value: string | null) => (value === null ? '–' : format.quantity(value));
  return (
    <RecordTable<CustodyReport>
      desk="/custody-reports"
      terms={reportTerms}
      search={search}
      onShow={onShow}
      queryKey={[...CUSTODY_KEY, 'reports']}
      refreshMs={REFRESH_MS}
      load={(query) => client.call('getCustodyReports', { query: query as never })}
      density="roomy"
      columns={[
        { head: 'console.custody.coin', card: 'title', cell: ({ coin }) => coin },
        {
          head: 'console.shell.state',
          card: 'corner',
          cell: (row) => {
            const outcome = outcomeOf(row);
            return <Badge tone={TONES[outcome]}>{text(`console.custody.state.${outcome}`)}</Badge>;
          },
        },
        { head: 'console.custody.network', quiet: true, cell: ({ network }) => networkNameOf(text, network) },
        { head: 'console.custody.block', kind: 'figure', quiet: true, cell: ({ block }) => block },
        { head: 'console.custody.found', kind: 'figure', cell: ({ found }) => figure(found) },
        { head: 'console.custody.booked', kind: 'figure', cell: ({ booked }) => figure(booked) },
        { head: 'console.custody.shortage', kind: 'figure', cell: ({ shortage }) => figure(shortage) },
        { head: 'console.custody.surplus', kind: 'figure', cell: ({ surplus }) => figure(surplus) },
        { head: 'console.shell.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
      ]}
      rowKey={({ id }) => id}
      csv={['id', 'time', 'network', 'coin', 'block', 'found', 'booked', 'shortage', 'surplus', 'isRepeated']}
      label={text('console.custody.reports')}
      failedTitle={text('console.custody.failed')}
      emptyTitle={text('console.custody.none')}
    />
  );
}
