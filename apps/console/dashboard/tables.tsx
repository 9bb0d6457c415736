import type { Dashboard } from '@candor/api';
import { type Column, DataTable, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { Section } from '../shell/section.tsx';

type LedgerRow = Dashboard['ledger'][number];
type IndexRow = Dashboard['index'][number];
type ProcessRow = Dashboard['processes'][number];

const sums = ['sum', 'custody', 'users', 'house', 'fees', 'safetyFund', 'products'] as const;

/** The sums of each coin. The sum of all its accounts is 0, or the books are broken. */
export function Ledger({ rows }: { readonly rows: readonly LedgerRow[] }) {
  const intl = useIntl();
  const format = useFormatters();
  const title = intl.formatMessage({ id: 'console.dashboard.ledger' });
  return (
    <Section title={title}>
      <DataTable<LedgerRow>
        label={title}
        rows={rows}
        rowKey={({ assetId }) => assetId}
        emptyTitle={intl.formatMessage({ id: 'console.dashboard.ledger.none' })}
        columns={[
          { head: 'console.dashboard.ledger.coin', card: 'title', cell: ({ coin }) => coin },
          ...sums.map(
            (name): Column<LedgerRow> => ({
              head: `console.dashboard.ledger.${name}`,
              kind: 'figure',
              cell: (row) => (
                <span className={name === 'sum' && /[1-9]/.test(row.sum) ? 'text-warn' : ''}>
                  {format.quantity(row[name])}
                </span>
              ),
            }),
          ),
        ]}
      />
    </Section>
  );
}

/** The index of each market, and the venues behind it. */
export function Index({ rows }: { readonly rows: readonly IndexRow[] }) {
  const format = useFormatters();
  const text = useText();
  return (
    <Section title={text('console.dashboard.index')}>
      <DataTable<IndexRow>
        label={text('console.dashboard.index')}
        rows={rows}
        rowKey={({ symbol }) => symbol}
        emptyTitle={text('console.dashboard.index.none')}
        columns={[
          { head: 'console.shell.market', card: 'title', cell: ({ symbol }) => symbol },
          {
            head: 'console.dashboard.index.price',
            kind: 'figure',
            card: 'corner',
            cell: ({ price }) =>
              price === null ? (
                <span className="text-warn">{text('console.dashboard.index.stale')}</span>
              ) : (
                format.price(price)
              ),
          },
          {
            head: 'console.dashboard.index.venues',
            kind: 'figure',
            cell: ({ venuesUsed }) => format.count(venuesUsed),
          },
          { head: 'console.dashboard.index.tick', kind: 'figure', cell: ({ tickNo }) => tickNo },
          { head: 'console.shell.time', kind: 'figure', cell: ({ time }) => format.time(time) },
        ]}
      />
    </Section>
  );
}

/** The processes of the program. */
export function Processes({ rows }: { readonly rows: readonly ProcessRow[] }) {
  const format = useFormatters();
  const text = useText();
  const figure = (head: string, value: (row: ProcessRow) => number | null): Column<ProcessRow> => ({
    head: `console.dashboard.processes.${head}`,
    kind: 'figure',
    cell: (row) => {
      const shown = value(row);
      return shown === null ? '–' : format.count(shown);
    },
  });
  return (
    <Section title={text('console.dashboard.processes')}>
      <DataTable<ProcessRow>
        label={text('console.dashboard.processes')}
        rows={rows}
        rowKey={({ name }) => name}
        emptyTitle={text('console.dashboard.processes.none')}
        columns={[
          { head: 'console.dashboard.processes.name', card: 'title', cell: ({ name }) => name },
          {
            head: 'console.shell.state',
            card: 'corner',
            cell: ({ state }) => (
              <span className={state === 'ready' ? '' : 'text-warn'}>
                {text(`console.dashboard.processes.${state}`)}
              </span>
            ),
          },
          figure('busy', ({ busyPercent }) => busyPercent),
          figure('delay', ({ loopDelayMs }) => loopDelayMs),
          figure('memory', ({ memoryMb }) => memoryMb),
          figure('restarts', ({ restarts }) => restarts),
        ]}
      />
    </Section>
  );
}
