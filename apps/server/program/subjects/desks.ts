import type { OperatorCalls } from '@candor/api';
import type { FastifyInstance } from 'fastify';
import { custodyDesk, custodyFourEyes } from '../../money/custody/desk.ts';
import { miningDesk, miningFourEyes } from '../../money/defi/desk.ts';
import { financeDesk, financeFourEyes } from '../../money/finance/desk.ts';
import { loanDesk, loanFourEyes } from '../../money/loan/desk.ts';
import { stakingDesk, stakingFourEyes } from '../../money/staking/desk.ts';
import { tiersDesk, tiersFourEyes } from '../../money/tiers/desk.ts';
import { correctionsDesk, correctionsFourEyes } from '../../money/wallet/corrections-desk.ts';
import {
  type ConsoleDeps,
  createConsoleApp,
  type DeskDeps,
  type DeskHandlers,
  ownDesks,
} from '../../operators/operator/index.ts';
import { symbolsDesk } from '../../trading/market/symbols-desk.ts';
import { marketTermsDesk, marketTermsFourEyes } from '../../trading/market/terms-desk.ts';
import { type OtcDeskNeeds, otcDesk, otcFourEyes } from '../../trading/otc/desk.ts';
import { secondsDesk, secondsFourEyes } from '../../trading/seconds/desk.ts';
import { swapDesk, swapFourEyes } from '../../trading/swap/desk.ts';
import { type ArticlesDeskNeeds, articlesDesk, articlesFourEyes } from '../../users/articles/desk.ts';
import { imageOf, serveArticleImages } from '../../users/articles/index.ts';
import { type SupportDeskNeeds, supportDesk } from '../../users/chat/desk.ts';
import { featuresDesk, featuresFourEyes } from '../../users/features/desk.ts';
import { type PeopleDeskNeeds, peopleDesk } from '../../users/people/desk.ts';
import { recordsDesk } from '../../users/people/records-desk.ts';
import { referralDesk, referralFourEyes } from '../../users/referral/desk.ts';
import { termsDesk, termsFourEyes } from '../../users/terms/desk.ts';

/** The services of the console's process. */
export type ConsoleServices = Omit<ConsoleDeps, 'handlersOf' | 'fourEyes'> &
  PeopleDeskNeeds &
  SupportDeskNeeds &
  ArticlesDeskNeeds &
  OtcDeskNeeds;

/** The handlers of all desks: one line a desk. A call without a handler is a type error here. */
function handlersOf(
  deps: DeskDeps & PeopleDeskNeeds & SupportDeskNeeds & ArticlesDeskNeeds & OtcDeskNeeds,
): DeskHandlers<OperatorCalls> {
  return {
    ...ownDesks(deps),
    ...peopleDesk(deps),
    ...recordsDesk(deps),
    ...supportDesk(deps),
    ...articlesDesk(deps),
    ...symbolsDesk(deps),
    ...marketTermsDesk(deps),
    ...secondsDesk(deps),
    ...swapDesk(deps),
    ...stakingDesk(deps),
    ...loanDesk(deps),
    ...financeDesk(deps),
    ...referralDesk(deps),
    ...otcDesk(deps),
    ...miningDesk(deps),
    ...tiersDesk(deps),
    ...termsDesk(deps),
    ...featuresDesk(deps),
    ...correctionsDesk(deps),
    ...custodyDesk(deps),
  };
}

/** The operators' app with the desks of all subjects. Await `ready()` and hand requests to `routing`. */
export function createOperatorApp(services: ConsoleServices): Promise<FastifyInstance> {
  return createConsoleApp({
    ...services,
    handlersOf: (deps) => handlersOf({ ...services, ...deps, history: services.history }),
    // an id is known to operators alone until an article shows its image
    downloads: (api, headers) =>
      serveArticleImages(api, {
        headers,
        read: (id) => imageOf(services.operators.db, services.files.vault, id),
      }),
    fourEyes: {
      ...secondsFourEyes(services),
      ...marketTermsFourEyes(services),
      ...swapFourEyes(services),
      ...stakingFourEyes(services),
      ...loanFourEyes(services),
      ...financeFourEyes(services),
      ...referralFourEyes(services),
      ...otcFourEyes(services),
      ...miningFourEyes(services),
      ...correctionsFourEyes(services),
      ...tiersFourEyes(services),
      ...termsFourEyes(services),
      ...articlesFourEyes(services),
      ...featuresFourEyes(services),
      ...custodyFourEyes(services),
    },
  });
}
