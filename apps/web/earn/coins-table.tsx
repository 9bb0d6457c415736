import type { EarnSummaryRow } from '@candor/api';
import { DataTable, loneLinkClass, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useMasked } from '../common/eye.tsx';
import { quoteFirst } from '../markets/quote-first.ts';
import { useOfferWords } from './offer-words.tsx';
import type { EarnProduct } from './product.ts';
import { useSummary } from './use-earn.ts';

/** The user's coins in a product as a part of the earn assets. */
export function CoinsTable({ product }: { readonly product: EarnProduct }) {
  const text = useText();
  const format = useFormatters();
  const masked = useMasked();
  const { coins } = useOfferWords();
  const query = useSummary(product);
  return (
    <>
      <DataTable<EarnSummaryRow>
        label={text(`${product.id}.title`)}
        density="roomy"
        skeletons={2}
        rows={query.data === undefined ? null : quoteFirst(query.data.list)}
        rowKey={({ coin }) => coin}
        query={query}
        failedTitle={text(`${product.id}.orders.notLoaded`)}
        emptyTitle={text(`${product.id}.assets.none`)}
        emptyText={text(`${product.id}.assets.none.text`)}
        emptyAction={
          <Link {...product.offersAt} className={loneLinkClass}>
            {text(`${product.id}.toOffers`)}
          </Link>
        }
        columns={[
          {
            head: 'earn.coin',
            card: 'title',
            cell: ({ coin }) => <span className="font-semibold">{coin}</span>,
          },
          {
            head: `${product.id}.mine.principal`,
            kind: 'figure',
            cell: ({ principal, coin }) => (
              <span className="font-medium">{masked(coins(principal, coin))}</span>
            ),
          },
          {
            head: 'earn.mine.reserved',
            kind: 'figure',
            cell: ({ reserved, coin }) => masked(coins(reserved, coin)),
          },
          {
            head: 'earn.mine.paid',
            kind: 'figure',
            quiet: true,
            cell: ({ paid, coin }) => masked(coins(paid, coin)),
          },
          {
            head: 'earn.pool.orders',
            kind: 'figure',
            quiet: true,
            cell: ({ orders }) => format.count(orders),
          },
        ]}
      />
      <Link {...product.ordersAt} className={`${loneLinkClass} self-start text-14`}>
        {text(`${product.id}.orders`)}
      </Link>
    </>
  );
}
