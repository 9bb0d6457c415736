import type { EarnPoolRow } from '@candor/api';
import type { MessageId } from '@candor/i18n';
import { Skeleton, useText } from '@candor/ui';
import { quoteFirst } from '../markets/quote-first.ts';
import { useOfferWords } from './offer-words.tsx';
import type { EarnProduct } from './product.ts';
import { usePools } from './use-earn.ts';

interface Figure {
  readonly head: MessageId;
  readonly of: (pool: EarnPoolRow) => string;
}

const figuresOf = (id: EarnProduct['id']): readonly Figure[] => [
  { head: `${id}.figure.principal`, of: ({ principal }) => principal },
  { head: 'earn.figure.paid7', of: ({ paid7Days }) => paid7Days },
  { head: 'earn.figure.paid30', of: ({ paid30Days }) => paid30Days },
  { head: 'earn.figure.reserved', of: ({ reserved }) => reserved },
];

/** Sums of all orders, coin by coin: what they hold, what was paid, and what is reserved. Left out where they can't be loaded. */
export function PoolFigures({ product }: { readonly product: EarnProduct }) {
  const text = useText();
  const { coins } = useOfferWords();
  const { data, error } = usePools(product);
  if (data === undefined && error !== null) return null;
  return (
    <section aria-label={text(`${product.id}.figures`)}>
      <dl className="grid gap-x-6 gap-y-4 border-y py-5 sm:grid-cols-2 sm:gap-y-6 sm:py-6 lg:grid-cols-4">
        {figuresOf(product.id).map(({ head, of }) => (
          <div key={head} className="flex min-w-0 justify-between gap-x-4 gap-y-1 sm:flex-col">
            <dt className="text-13 text-ink-2">{text(head)}</dt>
            {data === undefined ? (
              <dd>
                <Skeleton className="my-1 h-5 w-32" />
              </dd>
            ) : (
              <FigureOf pools={quoteFirst(data.pools)} of={of} coins={coins} />
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

interface FigureOfProps extends Pick<Figure, 'of'> {
  readonly pools: readonly EarnPoolRow[];
  readonly coins: (amount: string, coin: string) => string;
}

function FigureOf({ pools, of, coins }: FigureOfProps) {
  const [first, ...others] = pools;
  if (first === undefined) return <dd className="text-20 font-semibold">–</dd>;
  return (
    <dd className="flex flex-col max-sm:items-end">
      <span className="figure text-16 font-semibold sm:text-20">{coins(of(first), first.coin)}</span>
      {others.map((pool) => (
        <span key={pool.coin} className="figure text-13 text-ink-2">
          {coins(of(pool), pool.coin)}
        </span>
      ))}
    </dd>
  );
}
