import type { EarnSummaryRow } from '@candor/api';
import type { MessageId } from '@candor/i18n';
import { Skeleton, useText } from '@candor/ui';
import { useMasked } from '../common/eye.tsx';
import { quoteFirst } from '../markets/quote-first.ts';
import { useOfferWords } from './offer-words.tsx';
import type { EarnProduct } from './product.ts';
import { useSummary } from './use-earn.ts';

interface Figure {
  readonly head: MessageId;
  readonly of: (row: EarnSummaryRow) => string;
}

const figuresOf = (id: EarnProduct['id']): readonly Figure[] => [
  { head: `${id}.mine.principal`, of: ({ principal }) => principal },
  { head: 'earn.mine.reserved', of: ({ reserved }) => reserved },
  { head: 'earn.mine.paid', of: ({ paid }) => paid },
];

/** The user's coins in a product, and the interest that is reserved and that was paid. */
export function OwnFigures({ product }: { readonly product: EarnProduct }) {
  const text = useText();
  const masked = useMasked();
  const { coins } = useOfferWords();
  const { data, error } = useSummary(product);
  const rows = data === undefined ? undefined : quoteFirst(data.list);
  if (data === undefined && error !== null) return null;
  return (
    <dl className="grid gap-x-6 gap-y-4 border-b pb-5 sm:grid-cols-3">
      {figuresOf(product.id).map(({ head, of }) => (
        <div key={head} className="flex min-w-0 justify-between gap-x-4 gap-y-1 sm:flex-col">
          <dt className="text-13 text-ink-2">{text(head)}</dt>
          <dd className="flex flex-col max-sm:items-end">
            {rows === undefined && <Skeleton className="my-1 h-5 w-32" />}
            {rows?.length === 0 && <span className="text-20 font-semibold">–</span>}
            {rows?.map((row, at) => (
              <span
                key={row.coin}
                className={`figure ${at === 0 ? 'text-16 font-semibold sm:text-20' : 'text-14 text-ink-2'}`}
              >
                {masked(coins(of(row), row.coin))}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
