import { platformCalls } from '@candor/api';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { Content } from '../../gateway/content/index.ts';
import type { Messages } from '../../gateway/messages/index.ts';
import { defineSubject } from '../../gateway/subject.ts';
import type { Articles } from '../../users/articles/index.ts';
import { createPerpetualMarkets, type PerpetualMarketsDeps } from '../perpetual/index.ts';
import { createSeconds, type SecondsDeps } from '../seconds/index.ts';
import { platformHandlers } from './handlers.ts';

interface Needs extends PerpetualMarketsDeps, SecondsDeps {
  readonly catalogues: CatalogueFollower;
  readonly content: Content;
  readonly articles: Pick<Articles, 'table' | 'categoryTable'>;
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
