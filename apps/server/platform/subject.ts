import { platformCalls } from '@candor/api';
import type { CatalogueFollower } from '../catalogue/index.ts';
import type { Content } from '../content/index.ts';
import type { Messages } from '../messages/index.ts';
import { createPerpetualMarkets, type PerpetualMarketsDeps } from '../perpetual/index.ts';
import { createSeconds, type SecondsDeps } from '../seconds/index.ts';
import { defineSubject } from '../subject.ts';
import { platformHandlers } from './handlers.ts';

interface Needs extends PerpetualMarketsDeps, SecondsDeps {
  readonly catalogues: CatalogueFollower;
  readonly content: Content;
  readonly messages: Pick<Messages, 'isKept'>;
}

export const platform = defineSubject({
  calls: platformCalls,
  handlers: (needs: Needs) =>
    platformHandlers({
      ...needs,
      seconds: createSeconds(needs),
      perpetualMarkets: createPerpetualMarkets(needs),
    }),
});
