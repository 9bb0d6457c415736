import type { FinanceOfferRow } from '@candor/api';
import { Detail, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useClient, useSignedIn } from '../data/index.ts';
import { useOfferWords } from '../earn/offer-words.tsx';
import { finance } from '../earn/product.ts';
import { Source } from '../earn/source.tsx';
import { TicketPage } from '../earn/ticket-page.tsx';
import { MembersNote, useIsMember } from './members.tsx';

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
  const { coins, days } = useOfferWords();
  const { coin, zone, cycle, lockDays, minAmount, limit, maxParticipations, dailyIncome } = offer;
  return (
    <>
      <Detail label={text('finance.zones')}>{text(`finance.zone.${zone}`)}</Detail>
      <Detail label={text('earn.term')}>{days(cycle)}</Detail>
      <Detail label={text('finance.locked')}>{days(lockDays)}</Detail>
      <Detail label={text('finance.least')}>{coins(minAmount, coin)}</Detail>
      <Detail label={text('finance.limit')}>{coins(limit, coin)}</Detail>
      <Detail label={text('finance.times')}>
        {begun === 0
          ? format.count(maxParticipations)
          : text('finance.times.used', { used: format.count(begun), all: format.count(maxParticipations) })}
      </Detail>
      <Detail label={text('finance.dailyIncome')} wraps>
        {`${coins(dailyIncome, coin)} · ${text('finance.dailyIncome.for', { amount: format.quantity(minAmount), coin })}`}
      </Detail>
    </>
  );
}

/** One finance product: all its terms, the ticket, what leaving early costs, and the pool that pays. */
export function FinanceDetailPage() {
  const text = useText();
  const { offer: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const signedIn = useSignedIn();
  const isMember = useIsMember();
  const begun = useParticipations();
  const obstacleOf = ({ zone, offerId, maxParticipations }: FinanceOfferRow): string | null => {
    if (signedIn && zone === 'members' && !isMember) return text('finance.members.obstacle');
    return (begun.get(offerId) ?? 0) >= maxParticipations ? text('finance.times.obstacle') : null;
  };
  return (
    <TicketPage
      product={finance}
      chosen={chosen}
      onChosenChange={(next) => void navigate({ search: { offer: next }, replace: true })}
      obstacleOf={obstacleOf}
      ownTerms={(offer) => <OwnTerms offer={offer} begun={begun.get(offer.offerId) ?? 0} />}
      above={({ zone }) => (zone === 'members' ? <MembersNote /> : null)}
      below={() => <Source product={finance} />}
    />
  );
}
