import { marketCalls } from '@candor/api';
import type { Identity } from '../identity/index.ts';
import { createPerpetualMarkets, type PerpetualMarketsDeps } from '../perpetual/index.ts';
import type { DepthSource } from '../ports.ts';
import { createSeconds, type SecondsDeps } from '../seconds/index.ts';
import { defineSubject } from '../subject.ts';
import { marketHandlers } from './handlers.ts';
import { createMarketRows } from './listed-rows.ts';

interface Needs extends PerpetualMarketsDeps, SecondsDeps {
  readonly depth: DepthSource;
  readonly identity: Pick<Identity, 'favourites'>;
}

export const market = defineSubject({
  calls: marketCalls,
  handlers(needs: Needs) {
    const perpetualMarkets = createPerpetualMarkets(needs);
    const { favourites } = needs.identity;
    return marketHandlers({
      ...needs,
      perpetualMarkets,
      rows: createMarketRows({ ...needs, perpetualMarkets, favourites }),
      seconds: createSeconds(needs),
    });
  },
});
