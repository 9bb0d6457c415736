import type { LoanPoolRow } from '@candor/api';
import { Detail, DetailList, EmptyState, Loaded, SkeletonText, useFormatters, useText } from '@candor/ui';
import { useLoanWords } from '../common/loan-words.tsx';
import { partPercent } from '../common/part-percent.ts';
import { useLoanProducts } from '../data/index.ts';
import { quoteFirst } from '../markets/quote-first.ts';

/** A pool: what it can lend, what is lent, and what borrowers paid for it. */
function Pool({ pool }: { readonly pool: LoanPoolRow }) {
  const text = useText();
  const format = useFormatters();
  const { coins } = useLoanWords();
  const ofCoin = (amount: string) => coins(amount, pool.coin);
  return (
    <div className="grid gap-x-16 gap-y-6 lg:grid-cols-2">
      <div className="flex flex-col gap-3">
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-13 text-ink-2">{text('loan.figure.free')}</span>
          <span className="figure text-20 font-semibold">{ofCoin(pool.free)}</span>
        </p>
        <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-small bg-wash">
          <span
            className="block h-full bg-accent"
            style={{ width: `${partPercent(pool.free, Number(pool.free) + Number(pool.lent))}%` }}
          />
        </span>
        <p className="text-13 text-ink-3">{text('loan.pool.sum')}</p>
      </div>
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('loan.pool.lent')} strong>
          {ofCoin(pool.lent)}
        </Detail>
        <Detail label={text('loan.pool.loans')}>{format.count(pool.loans)}</Detail>
        <Detail label={text('loan.figure.owed')}>{ofCoin(pool.owed)}</Detail>
        <Detail label={text('loan.pool.overdue')}>{ofCoin(pool.overdue)}</Detail>
        <Detail label={text('loan.entry.funding')}>{ofCoin(pool.funded)}</Detail>
        <Detail label={text('loan.pool.interest30')} strong>
          {ofCoin(pool.interest30Days)}
        </Detail>
        <Detail label={text('loan.pool.interest')}>{ofCoin(pool.interestTotal)}</Detail>
        <Detail label={text('loan.pool.overdueInterest30')}>{ofCoin(pool.overdueInterest30Days)}</Detail>
        <Detail label={text('loan.pool.overdueInterest')}>{ofCoin(pool.overdueInterestTotal)}</Detail>
      </DetailList>
    </div>
  );
}

/** Every pool that lends, in figures of the journal. */
export function PoolFigures() {
  const text = useText();
  const query = useLoanProducts();
  return (
    <Loaded
      query={query}
      data={query.data === undefined ? undefined : quoteFirst(query.data.pools)}
      skeleton={<SkeletonText lines={8} />}
      failedTitle={text('loan.notLoaded')}
    >
      {(pools) =>
        pools.length === 0 ? (
          <EmptyState title={text('earn.pool.none')} text={text('loan.none.text')} />
        ) : (
          pools.map((pool) => <Pool key={pool.coin} pool={pool} />)
        )
      }
    </Loaded>
  );
}
