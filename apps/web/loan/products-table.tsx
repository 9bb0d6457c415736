import type { LoanProductRow } from '@candor/api';
import { simpleYearlyPpm } from '@candor/rules';
import { Badge, buttonClass, DataTable, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { LoanName, useLoanWords } from '../common/loan-words.tsx';
import { useLoanProducts } from '../data/index.ts';

/** Leads to the application, or says why nothing can be applied for. */
function ProductAct({ product }: { readonly product: LoanProductRow }) {
  const text = useText();
  const format = useFormatters();
  const { name } = useLoanWords();
  const { state, opensTime, offerId } = product;
  if (state === 'open')
    return (
      <Link to="/loan/index" search={{ apply: offerId }} className={buttonClass('quiet')}>
        {text('loan.apply')} <span className="sr-only">{name(product)}</span>
      </Link>
    );
  return (
    <Badge>
      {state === 'upcoming'
        ? text('loan.state.upcoming', { time: format.dateTime(opensTime) })
        : text('loan.state.closed')}
    </Badge>
  );
}

/** The products with their fixed terms. */
export function ProductsTable() {
  const text = useText();
  const format = useFormatters();
  const { rate } = useLoanWords();
  const query = useLoanProducts();
  const products = query.data?.products.filter(({ state }) => state !== 'closed');
  return (
    <DataTable<LoanProductRow>
      label={text('loan.products')}
      density="roomy"
      rows={products ?? null}
      rowKey={({ offerId }) => offerId}
      query={query}
      failedTitle={text('loan.notLoaded')}
      emptyTitle={text('loan.none')}
      emptyText={text('loan.none.text')}
      columns={[
        { head: 'loan.method', card: 'title', cell: (product) => <LoanName loan={product} /> },
        {
          head: 'loan.daily',
          kind: 'figure',
          cell: ({ dailyPpm }) => <span className="font-semibold">{rate(dailyPpm)}</span>,
        },
        {
          head: 'loan.yearly',
          kind: 'figure',
          quiet: true,
          cell: ({ dailyPpm }) => rate(simpleYearlyPpm(dailyPpm)),
        },
        {
          head: 'loan.size',
          kind: 'figure',
          cell: ({ minAmount, maxAmount, coin }) =>
            text('loan.range', {
              least: format.quantity(minAmount),
              most: format.quantity(maxAmount),
              coin,
            }),
        },
        { head: 'loan.apply', kind: 'actions', cell: (product) => <ProductAct product={product} /> },
      ]}
    />
  );
}
