import type { PledgeSummaryRow } from '@candor/api';
import { DataTable, loneLinkClass, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useMasked } from '../common/eye.tsx';
import { useOfferWords } from '../common/offer-words.tsx';
import { usePledgeSummary } from '../data/index.ts';
import { quoteFirst } from '../markets/quote-first.ts';

/** The user's staked coins as a part of the earn assets. */
export function StakedCoins() {
  const text = useText();
  const format = useFormatters();
  const masked = useMasked();
  const { coins } = useOfferWords();
  const query = usePledgeSummary();
  return (
    <>
      <DataTable<PledgeSummaryRow>
        label={text('staking.title')}
        density="roomy"
        skeletons={2}
        rows={query.data === undefined ? null : quoteFirst(query.data.list)}
        rowKey={({ coin }) => coin}
        query={query}
        failedTitle={text('staking.orders.notLoaded')}
        emptyTitle={text('staking.assets.none')}
        emptyText={text('staking.assets.none.text')}
        emptyAction={
          <Link to="/pledge/index" className={loneLinkClass}>
            {text('staking.toOffers')}
          </Link>
        }
        columns={[
          {
            head: 'staking.coin',
            card: 'title',
            cell: ({ coin }) => <span className="font-semibold">{coin}</span>,
          },
          {
            head: 'staking.mine.staked',
            kind: 'figure',
            cell: ({ staked, coin }) => <span className="font-medium">{masked(coins(staked, coin))}</span>,
          },
          {
            head: 'staking.mine.reserved',
            kind: 'figure',
            cell: ({ reserved, coin }) => masked(coins(reserved, coin)),
          },
          {
            head: 'staking.mine.paid',
            kind: 'figure',
            quiet: true,
            cell: ({ paid, coin }) => masked(coins(paid, coin)),
          },
          {
            head: 'staking.pool.orders',
            kind: 'figure',
            quiet: true,
            cell: ({ orders }) => format.count(orders),
          },
        ]}
      />
      <Link to="/pledge/order" className={`${loneLinkClass} self-start text-14`}>
        {text('staking.orders')}
      </Link>
    </>
  );
}
