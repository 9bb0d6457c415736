import type { FinanceOfferRow } from '@candor/api';
import { simpleYearlyPpm } from '@candor/rules';
import { Detail, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useClient, useSignedIn } from '../data/index.ts';
import { OfferRoomFigure, useOfferWords } from '../earn/offer-words.tsx';
import { finance } from '../earn/product.ts';
import { Source } from '../earn/source.tsx';
import { TicketPage } from '../earn/ticket-page.tsx';
import { MembersNote, useMembersObstacle } from './members.tsx';

const route = getRouteApi('/shell/finance/detail');

/** Returns how many orders of each offer the user ever began; empty for visitors. */
function useParticipations(): ReadonlyMap<number, number> {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...finance.queryKey, 'participations'],
    queryFn: () => client.call('getFinanceSummary'),
    enabled: useSignedIn(),
  });
  return new Map(data?.participations.map(({ offerId, orders }) => [offerId, orders]));
}

interface OwnTermsProps {
  readonly offer: FinanceOfferRow;
  /** Orders of the offer that the user ever began. */
  readonly begun: number;
}

/** Terms of a finance product beside those of all offers. */
function OwnTerms({ offer, begun }: OwnTermsProps) {
  const text = useText();
  const format = useFormatters();
  const { coins } = useOfferWords();
  const { coin, zone, minAmount, maxParticipations } = offer;
  return (
    <>
      <Detail label={text('finance.zones')}>{text(`finance.zone.${zone}`)}</Detail>
      <Detail label={text('finance.least')}>{coins(minAmount, coin)}</Detail>
      <Detail label={text('finance.times')}>
        {begun === 0
          ? format.count(maxParticipations)
          : text('finance.times.used', { used: format.count(begun), all: format.count(maxParticipations) })}
      </Detail>
    </>
  );
}

/** The figures of a product at a glance: its rate, its income, its days, and how full it is. */
function Glance({ offer }: Pick<OwnTermsProps, 'offer'>) {
  const text = useText();
  const format = useFormatters();
  const { coins, days, rate } = useOfferWords();
  const { coin, cycle, lockDays, minAmount, dailyIncome, dailyPpm } = offer;
  const figures = [
    {
      head: text('earn.daily'),
      value: rate(dailyPpm),
      note: text('finance.yearly', { rate: rate(simpleYearlyPpm(dailyPpm)) }),
    },
    {
      head: text('finance.dailyIncome'),
      value: coins(dailyIncome, coin),
      note: text('finance.dailyIncome.for', { amount: format.quantity(minAmount), coin }),
    },
    {
      head: text('earn.term'),
      value: days(cycle),
      note: text('finance.lockedFor', { count: lockDays }),
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 border-y py-5 lg:grid-cols-4">
      {figures.map(({ head, value, note }) => (
        <div key={head} className="flex min-w-0 flex-col gap-0.5">
          <dt className="text-13 text-ink-2">{head}</dt>
          <dd className="figure text-16 font-semibold sm:text-20">{value}</dd>
          <dd className="text-13 text-ink-3">{note}</dd>
        </div>
      ))}
      <div className="flex min-w-0 flex-col gap-2 max-sm:col-span-2">
        <dt className="text-13 text-ink-2">{text('earn.room')}</dt>
        <dd>
          <OfferRoomFigure offer={offer} />
        </dd>
      </div>
    </dl>
  );
}

/** One finance product: all its terms, the ticket, what leaving early costs, and the pool that pays. */
export function FinanceDetailPage() {
  const text = useText();
  const { offer: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const membersOnly = useMembersObstacle();
  const begun = useParticipations();
  const obstacleOf = ({ zone, offerId, maxParticipations }: FinanceOfferRow): string | null => {
    if (zone === 'members' && membersOnly !== null) return membersOnly;
    return (begun.get(offerId) ?? 0) >= maxParticipations ? text('finance.times.obstacle') : null;
  };
  return (
    <TicketPage
      product={finance}
      chosen={chosen}
      onChosenChange={(next) => void navigate({ search: { offer: next }, replace: true })}
      obstacleOf={obstacleOf}
      ownTerms={(offer) => <OwnTerms offer={offer} begun={begun.get(offer.offerId) ?? 0} />}
      titleOf={({ name }) => name}
      above={(offer) => (
        <>
          <Glance offer={offer} />
          {offer.zone === 'members' && <MembersNote />}
        </>
      )}
      below={() => <Source product={finance} />}
    />
  );
}
