import type { OtcOfferRow } from '@candor/api';
import { Button, DataTable, type RecordQuery, useFormatters, useText } from '@candor/ui';
import { Methods, Who } from './reputation.tsx';
import type { OtcTakerSide } from './search.ts';
import { useOtcWords } from './use-words.ts';

interface OffersTableProps {
  readonly offers: readonly OtcOfferRow[] | null;
  readonly query: RecordQuery;
  readonly side: OtcTakerSide;
  readonly onTake: (offer: OtcOfferRow) => void;
}

/** Offers that can be taken, the best price first. */
export function OffersTable({ offers, query, side, onTake }: OffersTableProps) {
  const text = useText();
  const format = useFormatters();
  const words = useOtcWords();
  return (
    <DataTable<OtcOfferRow>
      label={text('otc.offers')}
      density="roomy"
      rows={offers}
      rowKey={({ offerId }) => offerId}
      query={query}
      skeletons={6}
      failedTitle={text('otc.offers.failed')}
      emptyTitle={text('otc.offers.none')}
      emptyText={text('otc.offers.none.text')}
      columns={[
        {
          head: 'otc.merchant',
          card: 'title',
          cell: ({ merchant }) => <Who nickname={merchant.nickname} reputation={merchant.reputation} />,
        },
        {
          head: 'otc.price',
          kind: 'figure',
          cell: ({ price, currency }) => (
            <span className="text-16 font-semibold">
              {format.quantity(price)} <span className="text-12 font-normal text-ink-3">{currency}</span>
            </span>
          ),
        },
        {
          head: 'otc.available',
          kind: 'figure',
          cell: ({ available, coin }) => words.coins(available, coin),
        },
        {
          head: 'otc.limits',
          kind: 'figure',
          quiet: true,
          cell: ({ minTotal, maxTotal, currency }) =>
            `${format.quantity(minTotal)} – ${format.quantity(maxTotal)} ${currency}`,
        },
        {
          head: 'otc.payBy',
          wraps: true,
          cell: ({ methods, windowMs }) => (
            <span className="flex flex-col items-start gap-1">
              <Methods methods={methods} />
              <span className="text-12 text-ink-3">
                {text('otc.window.within', { time: words.span(windowMs) })}
              </span>
            </span>
          ),
        },
        {
          head: 'otc.act',
          kind: 'actions',
          cell: (offer) => (
            <Button
              variant={side === 'buy' ? 'buy' : 'sell'}
              className="max-sm:w-full"
              onClick={() => onTake(offer)}
            >
              {text(`otc.take.${side}`, { coin: offer.coin })}
              <span className="sr-only">{offer.merchant.nickname}</span>
            </Button>
          ),
        },
      ]}
    />
  );
}
