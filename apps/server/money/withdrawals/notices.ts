import type { WithdrawalReason } from '@candor/api';
import type { Db } from '../../base/database/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { NoticeSource } from '../../gateway/notices/index.ts';
import { chainsOf } from '../chains/index.ts';
import { WITHDRAWAL_KINDS } from './note-step.ts';
import { showRows } from './rows.ts';

export interface WithdrawalNoticesNeeds {
  readonly db: Db;
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
  readonly now: () => number;
}

/** Withdrawals: sent, done, declined or held, with the reason of that step. */
export function withdrawalNotices({ db, catalogues, now }: WithdrawalNoticesNeeds): NoticeSource {
  return {
    noted: {
      kinds: WITHDRAWAL_KINDS,
      async content(kind, { ref, reason = null }) {
        const catalogue = catalogues.current();
        const rows = await db
          .selectFrom('withdrawals.withdrawal')
          .selectAll()
          .where('withdrawal_no', '=', BigInt(ref))
          .execute();
        const chains = chainsOf(catalogue.mode);
        const [row] = await showRows({ db, chains, catalogue, now }, rows);
        const known = WITHDRAWAL_KINDS.find((each) => each === kind);
        if (row === undefined || known === undefined) return null;
        const { id, method, coin, network, amount, fee, arrives, address, transaction } = row;
        return {
          kind: known,
          facts: {
            withdrawalId: id,
            method,
            coin,
            network,
            amount,
            fee,
            arrives,
            address,
            reason: reason as WithdrawalReason | null,
            transaction,
          },
        };
      },
    },
  };
}
