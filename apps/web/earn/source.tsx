import type { EarnPoolEntryRow, EarnPoolRow } from '@candor/api';
import { DataTable, useFormatters, useText } from '@candor/ui';
import { PoolCourses } from '../common/pool-course.tsx';
import { quoteFirst } from '../markets/quote-first.ts';
import { EntriesFile } from './entries-file.tsx';
import { useOfferWords } from './offer-words.tsx';
import type { EarnProduct } from './product.ts';
import { usePoolEntries, usePools } from './use-earn.ts';

interface SourceProps {
  readonly product: EarnProduct;
}

/** The pools: what can still be reserved, what is reserved, what was paid, and how long the rest lasts. */
function Pools({ product }: SourceProps) {
  const text = useText();
  const format = useFormatters();
  const { coins, days } = useOfferWords();
  const query = usePools(product);
  return (
    <DataTable<EarnPoolRow>
      label={text(`${product.id}.pools`)}
      density="roomy"
      skeletons={2}
      rows={query.data === undefined ? null : quoteFirst(query.data.pools)}
      rowKey={({ coin }) => coin}
      query={query}
      failedTitle={text('earn.pool.notLoaded')}
      emptyTitle={text('earn.pool.none')}
      emptyText={text('earn.none.text')}
      columns={[
        {
          head: 'earn.coin',
          card: 'title',
          cell: ({ coin }) => <span className="font-semibold">{coin}</span>,
        },
        {
          head: 'earn.pool.balance',
          kind: 'figure',
          cell: ({ free, coin }) => <span className="font-semibold">{coins(free, coin)}</span>,
        },
        {
          head: 'earn.pool.reserved',
          kind: 'figure',
          cell: ({ reserved, coin }) => coins(reserved, coin),
        },
        {
          head: 'earn.pool.orders',
          kind: 'figure',
          quiet: true,
          cell: ({ orders }) => format.count(orders),
        },
        {
          head: 'earn.figure.paid7',
          kind: 'figure',
          cell: ({ paid7Days, coin }) => coins(paid7Days, coin),
        },
        {
          head: 'earn.figure.paid30',
          kind: 'figure',
          cell: ({ paid30Days, coin }) => coins(paid30Days, coin),
        },
        {
          head: 'earn.pool.lasts',
          kind: 'end',
          quiet: true,
          cell: ({ daysLeft }) => (daysLeft === null ? '–' : days(daysLeft)),
        },
      ]}
    />
  );
}

/** Names the amounts that rounding has left in the pools, if there are any. */
function Rounded({ product }: SourceProps) {
  const text = useText();
  const { coins } = useOfferWords();
  const { data } = usePools(product);
  const pools = quoteFirst(data?.pools ?? []).filter(({ roundedOff }) => roundedOff !== '0');
  if (pools.length === 0) return null;
  return (
    <div className="max-w-180 text-13 text-ink-3">
      {pools.map(({ coin, roundedOff }) => (
        <p key={coin}>{text('earn.pool.rounded', { amount: coins(roundedOff, coin) })}</p>
      ))}
    </div>
  );
}

/** The movements of the pools, newest first. */
function Entries({ product }: SourceProps) {
  const text = useText();
  const format = useFormatters();
  const { coins } = useOfferWords();
  const { query, rows } = usePoolEntries(product);
  return (
    <>
      <PoolCourses label={text('earn.entry.balance')} movements={rows} />
      <DataTable<EarnPoolEntryRow>
        label={text('earn.entries')}
        rows={rows}
        rowKey={({ seq, kind, coin, amount, balance }) => `${seq} ${kind} ${coin} ${amount} ${balance}`}
        query={query}
        failedTitle={text('earn.entries.notLoaded')}
        emptyTitle={text('earn.entries.none')}
        emptyText={text('earn.entries.none.text')}
        columns={[
          { head: 'earn.entry.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
          {
            head: 'earn.entry.kind',
            card: 'title',
            wraps: true,
            cell: ({ kind }) => text(`earn.entry.${kind}`),
          },
          {
            head: 'earn.amount',
            kind: 'figure',
            card: 'corner',
            // what is paid was reserved before: it changes nothing of the free part
            cell: ({ kind, amount, coin }) =>
              kind === 'paid' ? coins(amount, coin) : `${format.difference(amount)} ${coin}`,
          },
          {
            head: 'earn.entry.balance',
            kind: 'figure',
            quiet: true,
            cell: ({ balance, coin }) => coins(balance, coin),
          },
          {
            head: 'earn.entry.reason',
            card: 'line',
            quiet: true,
            wraps: true,
            cell: ({ reason }) => reason,
          },
        ]}
      />
    </>
  );
}

/** The source of all interest: the pools, and each movement of them. */
export function Source({ product }: SourceProps) {
  const text = useText();
  return (
    <section id="source" className="flex min-w-0 scroll-mt-20 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('earn.source')}</h2>
      <p className="max-w-180 text-14 text-ink-2">{text('earn.source.text')}</p>
      <Pools product={product} />
      <Rounded product={product} />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2 pt-6">
        <h3 className="text-16 font-semibold">{text('earn.entries')}</h3>
        <EntriesFile product={product} />
      </div>
      <Entries product={product} />
    </section>
  );
}
