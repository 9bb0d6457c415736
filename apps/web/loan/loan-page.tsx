import type { LoanProductRow } from '@candor/api';
import { YEAR_DAYS } from '@candor/rules';
import { EmptyState, Loaded, loneLinkClass, SkeletonText, useFormatters, useText } from '@candor/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useLoanProducts, useSignedIn } from '../data/index.ts';
import { ApplyForm } from './apply-form.tsx';
import { Calculator } from './calculator.tsx';
import { LoanChanges } from './changes.tsx';
import { LoanFigures } from './figures.tsx';
import { Lender } from './lender.tsx';
import { Limit } from './limit.tsx';
import { BeforeYouBorrow } from './points.tsx';
import { ProductsTable } from './products-table.tsx';

const route = getRouteApi('/shell/loan/index');
const pageClass = 'mx-auto flex w-full max-w-330 flex-col px-4 pt-8 pb-20 sm:px-5 lg:pt-12';
/** Coin of the limits before any product is known. */
const FIRST_COIN = 'USDT';

/** Power loans for everybody; an address that names a product shows its application. */
export function LoanPage() {
  const { apply } = route.useSearch();
  return apply === undefined ? <Overview /> : <Application chosen={apply} />;
}

function Overview() {
  const text = useText();
  const format = useFormatters();
  const signedIn = useSignedIn();
  const query = useLoanProducts();
  const products = query.data?.products.filter(({ state }) => state !== 'closed');
  const coin = products?.[0]?.coin ?? FIRST_COIN;
  return (
    <div className={`${pageClass} gap-12`}>
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h1 className="text-28 font-semibold">{text('loan.title')}</h1>
          <p className="max-w-180 pt-2 text-16 text-ink-2">{text('loan.line')}</p>
        </div>
        {signedIn && (
          <Link to="/loan/order" className={`${loneLinkClass} text-14`}>
            {text('loan.records')}
          </Link>
        )}
      </header>
      <LoanFigures />
      <section className="flex min-w-0 flex-col gap-3">
        <h2 className="text-20 font-semibold">{text('loan.products')}</h2>
        <ProductsTable />
        <p className="text-13 text-ink-3">{text('loan.simple', { days: format.count(YEAR_DAYS) })}</p>
      </section>
      <Loaded
        query={query}
        data={products}
        skeleton={<SkeletonText lines={8} />}
        failedTitle={text('loan.notLoaded')}
      >
        {(rows) => <Calculator products={rows} />}
      </Loaded>
      <Limit coin={coin} />
      <BeforeYouBorrow coin={coin} />
      <LoanChanges />
      <Lender />
    </div>
  );
}

function Application({ chosen }: { readonly chosen: number }) {
  const text = useText();
  const query = useLoanProducts();
  const navigate = route.useNavigate();
  // one that closed meanwhile is shown if the address names it
  const products = query.data?.products.filter(
    ({ state, offerId }) => state !== 'closed' || offerId === chosen,
  );
  return (
    <div className={`${pageClass} gap-8`}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h1 className="text-28 font-semibold">{text('loan.apply.title')}</h1>
        <Link to="/loan/index" className={`${loneLinkClass} text-14`}>
          {text('loan.toProducts')}
        </Link>
      </header>
      <Loaded
        query={query}
        data={products}
        failedTitle={text('loan.notLoaded')}
        skeleton={<SkeletonText lines={10} />}
      >
        {(rows) => {
          const product = chosenOf(rows, chosen);
          return product === undefined ? (
            <EmptyState title={text('loan.none')} text={text('loan.none.text')} />
          ) : (
            <ApplyForm
              product={product}
              products={rows}
              onProductChange={(next) => void navigate({ search: { apply: next }, replace: true })}
            />
          );
        }}
      </Loaded>
    </div>
  );
}

function chosenOf(rows: readonly LoanProductRow[], chosen: number): LoanProductRow | undefined {
  return (
    rows.find(({ offerId }) => offerId === chosen) ?? rows.find(({ state }) => state === 'open') ?? rows[0]
  );
}
