import type { RebateSource } from '@candor/api';
import { DataTable, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { queryKeys, useClient } from '../../data/index.ts';
import { quoteFirst } from '../../markets/quote-first.ts';
import { Section } from '../section.tsx';
import { useShare } from './share.ts';

const REFRESH_MS = 60_000;

/** The source of all rebates: the published shares, and by coin the fees that they came out of. */
export function Source() {
  const client = useClient();
  const text = useText();
  const format = useFormatters();
  const share = useShare();
  const query = useQuery({
    queryKey: queryKeys.rebateSources,
    queryFn: () => client.call('getRebateSources'),
    refetchInterval: REFRESH_MS,
  });
  const { data } = query;
  const [first, second, third] = data?.shares ?? [];
  const coins = (amount: string, coin: string) => `${format.quantity(amount)}\u00a0${coin}`;
  return (
    <Section wide title={text('rewards.source')} text={text('rewards.source.text')}>
      {data !== undefined && first !== undefined && second !== undefined && third !== undefined && (
        <p className="max-w-160 text-14">
          {text('rewards.source.shares', {
            first: share(first.sharePercent),
            second: share(second.sharePercent),
            third: share(third.sharePercent),
            cap: share(data.capPercent),
          })}
        </p>
      )}
      <DataTable<RebateSource>
        label={text('rewards.source')}
        density="roomy"
        skeletons={2}
        rows={data === undefined ? null : quoteFirst(data.coins)}
        rowKey={({ coin }) => coin}
        query={query}
        failedTitle={text('rewards.source.failed')}
        emptyTitle={text('rewards.source.none')}
        emptyText={text('rewards.source.none.text')}
        columns={[
          {
            head: 'rewards.source.coin',
            card: 'title',
            cell: ({ coin }) => <span className="font-semibold">{coin}</span>,
          },
          {
            head: 'rewards.source.fees30',
            kind: 'figure',
            cell: ({ fees30Days, coin }) => coins(fees30Days, coin),
          },
          {
            head: 'rewards.source.rebates30',
            kind: 'figure',
            cell: ({ rebates30Days, coin }) => (
              <span className="font-semibold">{coins(rebates30Days, coin)}</span>
            ),
          },
          {
            head: 'rewards.source.fees',
            kind: 'figure',
            quiet: true,
            cell: ({ fees, coin }) => coins(fees, coin),
          },
          {
            head: 'rewards.source.rebates',
            kind: 'figure',
            quiet: true,
            cell: ({ rebates, coin }) => coins(rebates, coin),
          },
        ]}
      />
    </Section>
  );
}
