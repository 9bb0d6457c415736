import type { MiningPoolEntryRow } from '@candor/api';
import { DataTable, Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { partPercent } from '../common/part-percent.ts';
import { PoolCourses } from '../common/pool-course.tsx';
import { EntriesFile } from './entries-file.tsx';
import type { MiningOverview } from './gears-table.tsx';
import { IndexChart } from './index-chart.tsx';
import { usePoolEntries } from './use-mining.ts';
import { useMiningWords } from './use-words.ts';

/** The pool: what it has, what it owes, what it paid, and how long the rest lasts at today's rate. */
function Pool({ overview: { pool, coin } }: { readonly overview: MiningOverview }) {
  const text = useText();
  const format = useFormatters();
  const { coins } = useMiningWords();
  const ofCoin = (amount: string) => coins(amount, coin ?? '');
  const lasts =
    pool.endsTime === null
      ? text(pool.isEmpty ? 'defi.pool.empty' : 'defi.pool.noEnd')
      : text('defi.pool.until', { time: format.dateTime(pool.endsTime) });
  return (
    <div className="grid gap-x-16 gap-y-6 lg:grid-cols-2">
      <div className="flex flex-col gap-3">
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-13 text-ink-2">{text('defi.pool.free')}</span>
          <span className="figure text-20 font-semibold">{ofCoin(pool.free)}</span>
        </p>
        <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-small bg-wash">
          <span
            className="block h-full bg-accent"
            style={{ width: `${partPercent(pool.free, pool.balance)}%` }}
          />
        </span>
        <p className="text-14 font-medium">{lasts}</p>
        <p className="text-13 text-ink-3">{text('defi.pool.stops')}</p>
      </div>
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('defi.pool.owed')}>{ofCoin(pool.owed)}</Detail>
        <Detail label={text('defi.pool.daily')}>{ofCoin(pool.dailyOutput)}</Detail>
        <Detail label={text('defi.pool.paid7')} strong>
          {ofCoin(pool.paid7Days)}
        </Detail>
        <Detail label={text('defi.pool.paid30')}>{ofCoin(pool.paid30Days)}</Detail>
        <Detail label={text('defi.pool.paid')}>{ofCoin(pool.paidTotal)}</Detail>
      </DetailList>
    </div>
  );
}

/** The movements of the pool, newest first. */
function Entries() {
  const text = useText();
  const format = useFormatters();
  const { coins } = useMiningWords();
  const { query, rows } = usePoolEntries();
  return (
    <>
      <PoolCourses label={text('defi.entry.balance')} movements={rows} />
      <DataTable<MiningPoolEntryRow>
        label={text('defi.entries')}
        rows={rows}
        rowKey={({ seq, kind, amount, balance }) => `${seq} ${kind} ${amount} ${balance}`}
        query={query}
        failedTitle={text('defi.entries.notLoaded')}
        emptyTitle={text('defi.entries.none')}
        emptyText={text('defi.entries.none.text')}
        columns={[
          { head: 'defi.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
          {
            head: 'defi.entry',
            card: 'title',
            wraps: true,
            cell: ({ kind }) => text(`defi.entry.${kind}`),
          },
          {
            head: 'defi.amount',
            kind: 'figure',
            card: 'corner',
            cell: ({ amount, coin }) => `${format.difference(amount)} ${coin}`,
          },
          {
            head: 'defi.entry.balance',
            kind: 'figure',
            quiet: true,
            cell: ({ balance, coin }) => coins(balance, coin),
          },
          { head: 'defi.entry.reason', card: 'line', quiet: true, wraps: true, cell: ({ reason }) => reason },
        ]}
      />
    </>
  );
}

/** The source of all income: the pool, what it paid on a coin, and each movement of it. */
export function PoolSection({ overview }: { readonly overview: MiningOverview }) {
  const text = useText();
  return (
    <section id="source" className="flex min-w-0 scroll-mt-20 flex-col gap-4">
      <header>
        <h2 className="text-20 font-semibold">{text('defi.pool')}</h2>
        <p className="max-w-180 pt-1 text-14 text-ink-2">{text('defi.pool.text')}</p>
      </header>
      <Pool overview={overview} />
      <IndexChart />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2 pt-4">
        <h3 className="text-16 font-semibold">{text('defi.entries')}</h3>
        <EntriesFile />
      </div>
      <Entries />
    </section>
  );
}
