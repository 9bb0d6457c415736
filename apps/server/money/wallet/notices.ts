import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { amountText } from '../../engine/values/index.ts';
import type { NoticeSource } from '../../gateway/notices/index.ts';

export interface WalletNoticesNeeds {
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
}

/** Corrections of a balance by two operators, with their reason. */
export function walletNotices({ catalogues }: WalletNoticesNeeds): NoticeSource {
  return {
    read({ stamp: { timeMs }, events }, draft) {
      for (const event of events) {
        if (event.type !== 'balanceCorrected') continue;
        const { userId, correctionNo, assetId, amount, reasonCode, reason } = event;
        draft({
          userId,
          key: `correction:${correctionNo}`,
          timeMs,
          content: () => {
            const catalogue = catalogues.current();
            const coin = catalogue.assetById(assetId).code;
            const facts = { coin, amount: amountText(catalogue, assetId, amount), reasonCode, reason };
            return { kind: 'correction', facts };
          },
        });
      }
    },
  };
}
