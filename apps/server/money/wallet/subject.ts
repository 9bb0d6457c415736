import { walletCalls } from '@candor/api';
import type { FeedKind } from '@candor/kernel';
import type { ActLimit } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History, MarketSource } from '../../engine/ports.ts';
import type { Content } from '../../gateway/content/index.ts';
import { defineSubject } from '../../gateway/subject.ts';
import type { Touches } from '../../operators/touches/index.ts';
import { createAssetDetails } from './asset-details.ts';
import { createBalanceReader } from './balances.ts';
import { createBills } from './bills.ts';
import { walletHandlers } from './handlers.ts';
import { limitPractice } from './limit-practice.ts';
import { openPractice, type Practice } from './practice.ts';
import type { PairFeed } from './practice-rates.ts';
import { createCoinRates } from './rates.ts';
import { createTransfers } from './transfers.ts';

interface Needs {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly content: Content;
  readonly now: () => number;
  readonly practice: Practice;
  readonly acts: ActLimit;
  readonly touches: Touches;
  readonly market: MarketSource;
  readonly pairFeed: (kind: FeedKind) => PairFeed | null;
}

export const wallet = defineSubject({
  calls: walletCalls,
  open: async (_lifecycle, { pool, core, outbox, catalogues, demo, now }) => ({
    practice: await openPractice({ pool, core, outbox, catalogues, enabled: demo, now }),
  }),
  handlers: ({ core, history, catalogues, practice, acts, touches, content, market, pairFeed, now }: Needs) =>
    walletHandlers({
      balances: createBalanceReader(core, catalogues),
      rates: createCoinRates({
        core,
        catalogues,
        content,
        pairs: () => pairFeed(market.feedKind()),
        now,
      }),
      transfers: createTransfers(core, catalogues),
      bills: createBills({ core, history, catalogues, touches }),
      assets: createAssetDetails({ core, history, catalogues, market, now }),
      practice: limitPractice(core, practice, acts),
    }),
});
