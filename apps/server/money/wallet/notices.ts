import type { NoticeOf } from '@candor/api';
import type { KernelEvent } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { amountText } from '../../engine/values/index.ts';
import type { NoticeSource } from '../../gateway/notices/index.ts';

export interface WalletNoticesNeeds {
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
}

interface Credit {
  readonly key: string;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: Amount;
  readonly reasonCode: NoticeOf<'correction'>['facts']['reasonCode'];
  readonly reason: string;
}

/** Credits by two operators, with their reason: corrections of a balance, and coins that were found for a user. */
export function walletNotices({ catalogues }: WalletNoticesNeeds): NoticeSource {
  return {
    read({ stamp: { timeMs }, events }, draft) {
      for (const event of events) {
        const credit = creditOf(event);
        if (credit === null) continue;
        const { key, userId, assetId, amount, reasonCode, reason } = credit;
        draft({
          userId,
          key,
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

function creditOf(event: KernelEvent): Credit | null {
  if (event.type === 'balanceCorrected') return { ...event, key: `correction:${event.correctionNo}` };
  // without a user the coins are the house's own
  if (event.type === 'suspenseReleased' && event.userId !== 0)
    return { ...event, key: `release:${event.releaseNo}`, reasonCode: 'deposit' };
  return null;
}
