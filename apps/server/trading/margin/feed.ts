import type { MarginNoticeMessage } from '@candor/api';
import type { CommittedBatch } from '@candor/journal';
import type { KernelEvent } from '@candor/kernel';
import { eventText } from '@candor/projections';
import {
  type Catalogue,
  createDueUsers,
  type LiveFeed,
  type LiveFeedDeps,
} from '../../gateway/realtime/index.ts';
import { type MarginCatalogue, marginAccountRow, marginNoticeOf } from './rows.ts';

/** Notifies connected users of their margin accounts: risk rates as prices move, margin calls and forced sales at once. */
export function createMarginFeed({ core, accounts, catalogue, onError }: LiveFeedDeps): LiveFeed {
  const listed = rowCatalogue(catalogue);
  /** Connected users who owe, each with the last state sent. */
  const borrowers = new Map<number, string>();

  const read = async (userIds: readonly number[]): Promise<void> => {
    const { seq, timeMs, ofUsers } = await core.ask('marginAccountsOfAll', userIds);
    for (const [userId, facts] of ofUsers) {
      const rows = facts.map((account) => marginAccountRow(listed, account));
      const text = JSON.stringify(rows.map(({ seq: _, ...row }) => row));
      if (rows.length === 0 || borrowers.get(userId) === text) continue;
      if (facts.some(({ wallet }) => wallet.loans.length > 0)) borrowers.set(userId, text);
      else borrowers.delete(userId);
      accounts.tell(userId, { type: 'margin', seq, t: timeMs, accounts: rows });
    }
  };
  const due = createDueUsers({ accounts, read, onError });
  const onBatch = ({ commands }: CommittedBatch): void => {
    for (const { stamp, events } of commands) {
      for (const event of events) {
        const userId = concerned(event);
        if (userId !== null) due.add(userId);
        const notice = marginNoticeOf(listed, event);
        if (notice === null || !('userId' in event)) continue;
        const message: MarginNoticeMessage = {
          type: 'marginNotice',
          seq: stamp.seq,
          t: stamp.timeMs,
          notice: { ...notice, receipt: eventText(event) },
        };
        accounts.tell(event.userId, message);
      }
    }
  };

  const onSnapshot = (userId: number): void => {
    // a user who has just connected has received nothing yet
    borrowers.delete(userId);
    due.add(userId);
  };

  const endings = [core.onCommitted(onBatch), accounts.onSnapshot(onSnapshot)];
  return {
    beat() {
      for (const userId of borrowers.keys()) {
        if (accounts.follows(userId)) due.add(userId);
        else borrowers.delete(userId);
      }
      due.retry();
    },
    stop() {
      for (const end of endings) end();
    },
  };
}

/** The user whose margin accounts an event changed; null for none. */
function concerned(event: KernelEvent): number | null {
  if (!('userId' in event)) return null;
  if (event.type === 'balance') return event.wallet.startsWith('margin') ? event.userId : null;
  return event.type.startsWith('margin') ? event.userId : null;
}

/** The realtime catalogue as rows want it: it throws for what is not listed. */
function rowCatalogue(catalogue: Catalogue): MarginCatalogue {
  return {
    get symbols() {
      return catalogue.symbols();
    },
    symbolById: (symbolId) => catalogue.symbol(symbolId),
    assetById(assetId) {
      const asset = catalogue.asset(assetId);
      if (asset === undefined) throw new Error(`no asset ${assetId} is listed`);
      return asset;
    },
  };
}
