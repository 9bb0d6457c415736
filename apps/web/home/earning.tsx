import { loneLinkClass, Skeleton, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { OffersTable, useOfferColumns } from '../earn/offer-columns.tsx';
import { useOfferWords } from '../earn/offer-words.tsx';
import type { EarnOffer, EarnProduct } from '../earn/product.ts';
import { useOffers, usePools } from '../earn/use-earn.ts';
import { quoteFirst } from '../markets/quote-first.ts';

const SHOWN = 3;

interface EarningProps<Offer extends EarnOffer = EarnOffer> {
  readonly product: EarnProduct<Offer>;
}

/** Interest that the pools paid in the last seven days, coin by coin. */
function Paid({ product }: EarningProps) {
  const text = useText();
  const { coins } = useOfferWords();
  const { data, isPending } = usePools(product);
  const [first, ...others] = quoteFirst(data?.pools ?? []);
  return (
    <div className="flex flex-col gap-1 pt-4">
      <h3 className="text-13 text-ink-2">{text('earn.figure.paid7')}</h3>
      {isPending ? (
        <Skeleton className="h-9 w-48" />
      ) : (
        <p className="figure text-28 font-semibold">{first ? coins(first.paid7Days, first.coin) : '–'}</p>
      )}
      {others.map(({ coin, paid7Days }) => (
        <p key={coin} className="figure text-14 text-ink-2">
          {coins(paid7Days, coin)}
        </p>
      ))}
    </div>
  );
}

/** A product with offers of a fixed rate on the home page: what was paid lately, and the first offers. */
export function HomeEarning<Offer extends EarnOffer>({ product }: EarningProps<Offer>) {
  const text = useText();
  const query = useOffers(product);
  const { offer, daily, yearly, size, room, act } = useOfferColumns(product);
  const open = query.data?.offers.filter(({ state }) => state === 'open');
  return (
    <section
      aria-labelledby={`home-${product.id}-title`}
      className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]"
    >
      <div className="flex min-w-0 flex-col items-start gap-2">
        <h2 id={`home-${product.id}-title`} className="text-20 font-semibold sm:text-28">
          {text(`${product.id}.title`)}
        </h2>
        <p className="text-14 text-ink-2">{text(`${product.id}.home.text`)}</p>
        <Paid product={product} />
        <Link {...product.offersAt} hash="source" className={`${loneLinkClass} pt-2 text-14`}>
          {text('earn.source')}
        </Link>
      </div>
      <OffersTable<Offer>
        product={product}
        rows={open === undefined ? null : quoteFirst(open).slice(0, SHOWN)}
        columns={[
          offer,
          daily,
          { ...yearly, from: 'md' },
          { ...size, from: 'xl' },
          { ...room, className: 'sm:ps-8!' },
          act,
        ]}
      />
    </section>
  );
}
