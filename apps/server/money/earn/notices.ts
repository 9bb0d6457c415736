import type { NoticeContent } from '@candor/api';
import { type EarnEnded, type EarnProduct, earnTold } from '@candor/kernel';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { amountText } from '../../engine/values/index.ts';
import type { NoticeSource } from '../../gateway/notices/index.ts';

export interface EarnNoticesNeeds {
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
}

/** Facts that the notice of a matured order has in every product. */
export interface MaturedFacts {
  readonly orderId: number;
  readonly coin: string;
  readonly amount: string;
  readonly interest: string;
}

/** Orders of a product that matured. An early exit is its owner's own act. */
export function earnNotices(
  { catalogues }: EarnNoticesNeeds,
  product: EarnProduct,
  matured: (facts: MaturedFacts, end: EarnEnded) => NoticeContent,
): NoticeSource {
  function contentOf(end: EarnEnded): NoticeContent {
    const { orderId, assetId, amount, paidInterest } = end;
    const catalogue = catalogues.current();
    const facts = {
      orderId,
      coin: catalogue.assetById(assetId).code,
      amount: amountText(catalogue, assetId, amount),
      interest: amountText(catalogue, assetId, paidInterest),
    };
    return matured(facts, end);
  }

  return {
    read({ stamp: { timeMs }, events }, draft) {
      for (const event of events) {
        const told = earnTold(product, event);
        if (told?.is !== 'Ended' || told.event.how !== 'matured') continue;
        const { userId, orderId } = told.event;
        draft({ userId, key: `${product}:${orderId}`, timeMs, content: () => contentOf(told.event) });
      }
    },
  };
}
