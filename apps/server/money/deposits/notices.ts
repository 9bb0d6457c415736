import type { NoticeContent } from '@candor/api';
import type {
  DepositCreditedEvent,
  DepositHeldEvent,
  DepositHoldEndedEvent,
  DepositRestoredEvent,
  DepositReversedEvent,
  KernelEvent,
  RechargeCreditedEvent,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { Db } from '../../base/database/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { amountText } from '../../engine/values/index.ts';
import type { NoticeSource } from '../../gateway/notices/index.ts';

export interface DepositNoticesNeeds {
  readonly db: Db;
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
}

type TakenBack = DepositHeldEvent | DepositRestoredEvent | DepositHoldEndedEvent | DepositReversedEvent;

const STATES = {
  depositHeld: 'held',
  depositRestored: 'restored',
  depositHoldEnded: 'released',
  depositReversed: 'reversed',
} as const;

/** Deposits that the ledger credited, and what became of those that their chain took back. */
export function depositNotices({ db, catalogues }: DepositNoticesNeeds): NoticeSource {
  const coinOf = (assetId: number) => catalogues.current().assetById(assetId).code;
  const text = (assetId: number, amount: bigint) =>
    amountText(catalogues.current(), assetId, amount as Amount);

  const credited = (event: DepositCreditedEvent): NoticeContent => ({
    kind: 'deposit-credited',
    facts: {
      method: 'chain',
      coin: coinOf(event.assetId),
      network: event.chain,
      amount: text(event.assetId, event.amount),
      transactionHash: event.transaction,
    },
  });

  async function recharged({ depositNo, assetId, amount }: RechargeCreditedEvent): Promise<NoticeContent> {
    const row = await db
      .selectFrom('deposits.recharge')
      .select(['method', 'bank'])
      .where('recharge_no', '=', BigInt(depositNo))
      .executeTakeFirst();
    return {
      kind: 'deposit-credited',
      facts: {
        method: row?.method ?? 'manual',
        coin: coinOf(assetId),
        network: row?.bank ?? null,
        amount: text(assetId, amount),
        transactionHash: null,
      },
    };
  }

  async function takenBack(event: TakenBack): Promise<NoticeContent | null> {
    const row = await db
      .selectFrom('deposits.deposit')
      .select(['chain', 'transaction_hash', 'credited'])
      .where('deposit_no', '=', BigInt(event.depositNo))
      .executeTakeFirst();
    if (row === undefined) return null;
    const { assetId } = event;
    const amount = 'amount' in event ? event.amount : (row.credited ?? 0n);
    return {
      kind: 'deposit-taken-back',
      facts: {
        method: 'chain',
        coin: coinOf(assetId),
        network: row.chain,
        amount: text(assetId, amount),
        transactionHash: row.transaction_hash,
        state: STATES[event.type],
        debited: event.type === 'depositReversed' ? text(assetId, event.debited) : null,
      },
    };
  }

  function contentOf(event: KernelEvent) {
    switch (event.type) {
      case 'depositCredited':
        return { event, key: `deposit:${event.depositNo}`, content: () => credited(event) };
      case 'rechargeCredited':
        return { event, key: `deposit:${event.depositNo}`, content: () => recharged(event) };
      case 'depositHeld':
      case 'depositRestored':
      case 'depositHoldEnded':
      case 'depositReversed':
        return { event, key: `deposit:${event.depositNo}:back`, content: () => takenBack(event) };
      default:
        return null;
    }
  }

  return {
    read({ stamp: { timeMs }, events }, draft) {
      for (const each of events) {
        const found = contentOf(each);
        if (found === null) continue;
        draft({ userId: found.event.userId, key: found.key, timeMs, content: found.content });
      }
    },
  };
}
