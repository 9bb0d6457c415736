import { getRouteApi } from '@tanstack/react-router';
import { staking } from '../earn/product.ts';
import { TicketPage } from '../earn/ticket-page.tsx';

const route = getRouteApi('/shell/pledge/add');

/** The ticket of a staking order; the address names the offer. */
export function PledgeAddPage() {
  const { offer } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <TicketPage
      product={staking}
      chosen={offer}
      onChosenChange={(next) => void navigate({ search: { offer: next }, replace: true })}
    />
  );
}
