import { type CurrencyRateRow, FIRST_RATES_SOURCE } from '@candor/api';
import { Badge, DataTable, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { RowAct } from '../shell/row-act.tsx';
import { RATES_KEY, RateDialog } from './rate-dialog.tsx';

const REFRESH_MS = 10_000;

/** The exchange rates that values are shown with. */
export function RatesScreen() {
  const { client } = useConsole();
  const text = useText();
  const format = useFormatters();
  const [changed, setChanged] = useState<CurrencyRateRow | null>(null);
  const query = useQuery({
    queryKey: RATES_KEY,
    queryFn: () => client.call('getOperatorRates'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <LiveScreen query={query} failedTitle="console.rates.failed">
      {(rates) => (
        <>
          <p className="max-w-180 text-13 text-ink-3">{text('console.rates.note')}</p>
          <DataTable<CurrencyRateRow>
            label={text('console.shell.screen.rates')}
            density="roomy"
            rows={rates}
            rowKey={({ code }) => code}
            emptyTitle={text('console.rates.none')}
            columns={[
              { head: 'console.rates.currency', card: 'title', cell: ({ code }) => code },
              {
                head: 'console.shell.state',
                card: 'corner',
                cell: ({ stale }) => (
                  <Badge tone={stale ? 'warn' : 'neutral'}>
                    {text(stale ? 'console.rates.stale' : 'console.rates.fresh')}
                  </Badge>
                ),
              },
              {
                head: 'console.rates.rate',
                kind: 'figure',
                cell: ({ rate }) => format.quantity(rate),
              },
              { head: 'console.rates.day', kind: 'figure', cell: ({ asOf }) => asOf },
              {
                head: 'console.rates.changed',
                kind: 'time',
                cell: ({ changedAt }) => (changedAt === null ? '–' : format.dateTime(changedAt)),
              },
              {
                head: 'console.rates.source',
                wraps: true,
                quiet: true,
                cell: ({ source }) =>
                  source === FIRST_RATES_SOURCE ? text('console.rates.source.ecb') : source,
              },
              {
                head: 'console.shell.actions',
                kind: 'actions',
                cell: (row) => (
                  <RowAct
                    of={row.code}
                    label={text('console.rates.change')}
                    onClick={() => setChanged(row)}
                  />
                ),
              },
            ]}
          />
          {changed !== null && <RateDialog row={changed} onClose={() => setChanged(null)} />}
        </>
      )}
    </LiveScreen>
  );
}
