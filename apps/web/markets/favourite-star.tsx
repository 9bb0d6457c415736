import type { MarketRow } from '@candor/api';
import { IconButton, toasts } from '@candor/ui';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../common/error-words.ts';
import { useFavourites, useSignedIn, useToggleFavourite } from '../data/index.ts';

/** Puts a market on the watchlist or takes it off; blocked while a call is in flight. Visitors log in first. */
export function FavouriteStar({ market }: { market: MarketRow }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const href = useRouterState({ select: (state) => state.location.href });
  const signedIn = useSignedIn();
  const { data: favourites } = useFavourites();
  const toggle = useToggleFavourite();
  const favourite = favourites?.some((row) => row.id === market.id) ?? market.optional === 1;

  const press = () => {
    if (!signedIn) {
      void navigate({ to: '/user/login', search: { from: href } });
      return;
    }
    if (toggle.isPending) return;
    toggle.mutate(
      { market, favourite: !favourite },
      { onError: (error) => toasts.error(wordsOf(intl, error)) },
    );
  };

  return (
    <IconButton
      size="small"
      aria-pressed={favourite}
      label={intl.formatMessage({ id: 'markets.favouriteLabel' }, { symbol: market.symbol_name })}
      onClick={press}
      className="-ml-1.5 touch:-ml-3"
    >
      <Star
        aria-hidden="true"
        className={favourite ? 'size-4 fill-accent text-accent' : 'size-4'}
        strokeWidth={1.75}
      />
    </IconButton>
  );
}
