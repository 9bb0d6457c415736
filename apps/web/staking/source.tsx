import type { PledgePoolEntryRow, PledgePoolRow } from '@candor/api';
import { DataTable, useFormatters, useText } from '@candor/ui';
import { useOfferWords } from '../common/offer-words.tsx';
import { usePledgePools } from '../data/index.ts';
import { quoteFirst } from '../markets/quote-first.ts';
import { usePoolEntries } from './use-pledges.ts';

/** The pools: what can still be reserved, what is reserved, what was paid, and how long the rest lasts. */
function Pools() {
  const text = useText();
  const format = useFormatters();
  const { coins, days } = useOfferWords();
  const query = usePledgePools();
  return (
    <DataTable<PledgePoolRow>
      label={text('staking.pools')}
      density="roomy"
      skeletons={2}
      rows={query.data === undefined ? null : quoteFirst(query.data.pools)}
      rowKey={({ coin }) => coin}
      query={query}
      failedTitle={text('staking.pool.notLoaded')}
      emptyTitle={text('staking.pool.none')}
      emptyText={text('staking.none.text')}
      columns={[
        {
          head: 'staking.coin',
          card: 'title',
          cell: ({ coin }) => <span className="font-semibold">{coin}</span>,
        },
        {
          head: 'staking.pool.balance',
          kind: 'figure',
          cell: ({ free, coin }) => <span className="font-semibold">{coins(free, coin)}</span>,
        },
        {
          head: 'staking.pool.reserved',
          kind: 'figure',
          cell: ({ reserved, coin }) => coins(reserved, coin),
        },
        {
          head: 'staking.pool.orders',
          kind: 'figure',
          quiet: true,
          cell: ({ orders }) => format.count(orders),
        },
        {
          head: 'staking.figure.paid7',
          kind: 'figure',
          cell: ({ paid7Days, coin }) => coins(paid7Days, coin),
        },
        {
          head: 'staking.figure.paid30',
          kind: 'figure',
          cell: ({ paid30Days, coin }) => coins(paid30Days, coin),
        },
        {
          head: 'staking.pool.lasts',
          kind: 'end',
          quiet: true,
          cell: ({ daysLeft }) => (daysLeft === null ? '–' : days(daysLeft)),
        },
      ]}
    />
  );
}

/** The movements of the pools, newest first. */
function Entries() {
  const text = useText();
  const format = useFormatters();
  const { coins } = useOfferWords();
  const { query, rows } = usePoolEntries();
  return (
    <DataTable<PledgePoolEntryRow>
      label={text('staking.entries')}
      rows={rows}
      rowKey={({ seq, kind, coin, amount, balance }) => `${seq} ${kind} ${coin} ${amount} ${balance}`}
      query={query}
      failedTitle={text('staking.entries.notLoaded')}
      emptyTitle={text('staking.entries.none')}
      emptyText={text('staking.entries.none.text')}
      columns={[
        { head: 'staking.entry.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
        {
          head: 'staking.entry.kind',
          card: 'title',
          wraps: true,
          cell: ({ kind }) => text(`staking.entry.${kind}`),
        },
        {
          head: 'staking.amount',
          kind: 'figure',
          card: 'corner',
          // what is paid was reserved before: it changes nothing of the free part
          cell: ({ kind, amount, coin }) =>
            kind === 'paid' ? coins(amount, coin) : `${format.difference(amount)} ${coin}`,
        },
        {
          head: 'staking.entry.balance',
          kind: 'figure',
          quiet: true,
          cell: ({ balance, coin }) => coins(balance, coin),
        },
        {
          head: 'staking.entry.reason',
          card: 'line',
          quiet: true,
          wraps: true,
          cell: ({ reason }) => reason,
        },
      ]}
    />
  );
}

/** The source of all interest: the pools, and each movement of them. */
export function Source() {
  const text = useText();
  return (
    <section id="source" className="flex min-w-0 scroll-mt-20 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('staking.source')}</h2>
      <p className="max-w-180 text-14 text-ink-2">{text('staking.source.text')}</p>
      <Pools />
      <h3 className="pt-6 text-16 font-semibold">{text('staking.entries')}</h3>
      <Entries />
    </section>
  );
}
