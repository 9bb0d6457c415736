import { watchlistCalls } from '@candor/api';
import { defineSubject } from '../../gateway/subject.ts';
import type { Identity } from '../../users/identity/index.ts';
import { createMarketRows } from '../market/index.ts';
import { createPerpetualMarkets, type PerpetualMarketsDeps } from '../perpetual/index.ts';
import { watchlistHandlers } from './handlers.ts';

interface Needs extends PerpetualMarketsDeps {
  readonly identity: Pick<Identity, 'favourites'>;
  readonly now: () => number;
}

export const watchlist = defineSubject({
  calls: watchlistCalls,
  handlers(needs: Needs) {
    const { favourites } = needs.identity;
    const perpetualMarkets = createPerpetualMarkets(needs);
    return watchlistHandlers({
      ...needs,
      favourites,
      rows: createMarketRows({ ...needs, perpetualMarkets, favourites }),
    });
  },
});
