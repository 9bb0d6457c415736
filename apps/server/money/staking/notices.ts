import type { NoticeContent } from '@candor/api';
import type { StakingEndedEvent } from '@candor/kernel';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { amountText } from '../../engine/values/index.ts';
import type { NoticeSource } from '../../gateway/notices/index.ts';

export interface StakingNoticesNeeds {
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
}

/** Orders that matured, with what was paid and what became of their renewal. An early exit is its owner's own act. */
export function stakingNotices({ catalogues }: StakingNoticesNeeds): NoticeSource {
  function matured({ orderId, assetId, amount, paidInterest, ...end }: StakingEndedEvent): NoticeContent {
    const catalogue = catalogues.current();
    const wanted = end.renewedAs === 0 ? 'refused' : 'renewed';
    return {
      kind: 'staking-matured',
      facts: {
        orderId,
        coin: catalogue.assetById(assetId).code,
        amount: amountText(catalogue, assetId, amount),
        interest: amountText(catalogue, assetId, paidInterest),
        renewal: end.autoRenew ? wanted : 'none',
      },
    };
  }

  return {
    read({ stamp: { timeMs }, events }, draft) {
      for (const event of events) {
        if (event.type !== 'stakingEnded' || event.how !== 'matured') continue;
        const { userId, orderId } = event;
        draft({ userId, key: `staking:${orderId}`, timeMs, content: () => matured(event) });
      }
    },
  };
}
