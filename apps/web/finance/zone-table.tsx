import type { FinanceOfferRow, FinanceZone } from '@candor/api';
import { simpleYearlyPpm } from '@candor/rules';
import { useFormatters, useText } from '@candor/ui';
import type { ReactNode } from 'react';
import { OffersTable, useOfferColumns } from '../earn/offer-columns.tsx';
import { useOfferWords } from '../earn/offer-words.tsx';
import { finance } from '../earn/product.ts';
import { useOffers } from '../earn/use-earn.ts';
import { quoteFirst } from '../markets/quote-first.ts';

interface TwoLinesProps {
  readonly first: ReactNode;
  readonly second: string;
}

/** A figure over what qualifies it. */
function TwoLines({ first, second }: TwoLinesProps) {
  return (
    <>
      <span className="block">{first}</span>
      <span className="block text-12 font-normal text-ink-3">{second}</span>
    </>
  );
}

/** The products of a zone with their terms, and the part of each that is taken. */
export function ZoneTable({ zone }: { readonly zone: FinanceZone }) {
  const text = useText();
  const format = useFormatters();
  const { rate, coins, days } = useOfferWords();
  const { offer, room, act } = useOfferColumns(finance);
  const listed = useOffers(finance).data?.offers.filter((row) => row.zone === zone && row.state !== 'closed');
  return (
    <OffersTable<FinanceOfferRow>
      product={finance}
      rows={listed === undefined ? null : quoteFirst(listed)}
      columns={[
        offer,
        {
          head: 'earn.daily',
          kind: 'figure',
          card: 'corner',
          cell: ({ dailyPpm }) => (
            <TwoLines
              first={<span className="font-semibold">{rate(dailyPpm)}</span>}
              second={text('finance.yearly', { rate: rate(simpleYearlyPpm(dailyPpm)) })}
            />
          ),
        },
        {
          head: 'finance.dailyIncome',
          kind: 'figure',
          cell: ({ dailyIncome, minAmount, coin }) => (
            <TwoLines
              first={coins(dailyIncome, coin)}
              second={text('finance.dailyIncome.for', { amount: format.quantity(minAmount), coin })}
            />
          ),
        },
        {
          head: 'finance.least',
          kind: 'figure',
          quiet: true,
          cell: ({ minAmount, coin }) => coins(minAmount, coin),
        },
        {
          head: 'finance.limit',
          kind: 'figure',
          quiet: true,
          cell: ({ limit, coin }) => coins(limit, coin),
        },
        { head: 'finance.locked', kind: 'figure', quiet: true, cell: ({ lockDays }) => days(lockDays) },
        {
          head: 'finance.times',
          kind: 'figure',
          quiet: true,
          cell: ({ maxParticipations }) => format.count(maxParticipations),
        },
        room,
        act,
      ]}
    />
  );
}
