import type { OwnTier as Own } from '@candor/api';
import { DataTable, Detail, DetailList, Loaded, Skeleton, useFormatters, useText } from '@candor/ui';
import { TierTable } from '../common/tier-table.tsx';
import { useAccountTiers } from '../data/index.ts';
import { Section } from './section.tsx';

function TierDetails({ own }: { readonly own: Own }) {
  const format = useFormatters();
  const text = useText();
  const usd = (value: string) => `${format.quantity(value, 2)} USD`;
  const query = useAccountTiers();
  return (
    <div className="flex flex-col gap-4">
      <DetailList ruled className="border-y">
        <Detail label={text('tiers.own.title')}>{text(`tiers.tier.${own.tier}`)}</Detail>
        <Detail label={text('tiers.own.net')}>{own.isStale ? '—' : usd(own.netDeposit)}</Detail>
        {own.nextTier !== null && own.missing !== null && (
          <Detail label={text('tiers.own.missing', { tier: text(`tiers.tier.${own.nextTier}`) })}>
            {usd(own.missing)}
          </Detail>
        )}
        <Detail label={text('tiers.own.volume')}>{`${format.quantity(own.volume30d, 2)} USDT`}</Detail>
      </DetailList>
      {own.isStale && <p className="border-s-2 border-warn ps-3 text-14">{text('tiers.own.stale')}</p>}
      <DataTable<Own['coins'][number]>
        label={text('tiers.own.net')}
        rows={own.coins}
        rowKey={({ coin }) => coin}
        query={query}
        failedTitle={text('tiers.failed')}
        emptyTitle={text('tiers.own.none')}
        columns={[
          { head: 'tiers.own.coin', card: 'title', cell: ({ coin }) => coin },
          {
            head: 'tiers.own.deposited',
            kind: 'figure',
            cell: ({ deposited }) => format.quantity(deposited),
          },
          {
            head: 'tiers.own.withdrawn',
            kind: 'figure',
            cell: ({ withdrawn }) => format.quantity(withdrawn),
          },
          { head: 'tiers.own.rate', kind: 'figure', cell: ({ rate }) => format.quantity(rate, 2) },
          { head: 'tiers.own.value', kind: 'figure', cell: ({ value }) => usd(value) },
        ]}
      />
      <p className="text-13 text-ink-3">{text('tiers.own.rates', { time: format.dateTime(own.time) })}</p>
    </div>
  );
}

/** Place of the user among the account tiers, with the figures behind it. */
export function OwnTier() {
  const text = useText();
  const query = useAccountTiers();
  return (
    <Section wide title={text('tiers.title')} text={text('tiers.text')}>
      <Loaded query={query} data={query.data?.own ?? undefined} skeleton={<Skeleton className="h-40" />}>
        {(own) => <TierDetails own={own} />}
      </Loaded>
      <p className="text-13 text-ink-2">{text('tiers.own.held')}</p>
      <TierTable />
    </Section>
  );
}
