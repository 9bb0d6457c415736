import type { CommittedBatch } from '@candor/journal';
import type { SecondEndedEvent } from '@candor/kernel';
import {
  type Catalogue,
  createDueUsers,
  type LiveFeed,
  type LiveFeedDeps,
} from '../../gateway/realtime/index.ts';
import { openSecondShown, type RowCatalogue, type ShownSecond, secondRowOf } from './rows.ts';

/** Notifies connected users of their second contracts: countdowns, openings and settlements. */
export function createSecondsFeed({ core, accounts, catalogue, now, onError }: LiveFeedDeps): LiveFeed {
  const listed = rowCatalogue(catalogue);
  /** Open contracts by user, as of the user's last update. */
  const told = new Map<number, ReadonlyMap<number, ShownSecond>>();
  const tellOpen = (userId: number, open: readonly ShownSecond[], seq: number, timeMs: number): void => {
    if (open.length === 0 && !told.has(userId)) return;
    if (open.length === 0) told.delete(userId);
    else told.set(userId, new Map(open.map((second) => [second.terms.contractId, second])));
    const contracts = open.map((second) => secondRowOf(listed, second, now()));
    accounts.tell(userId, { type: 'second', seq, t: timeMs, contracts });
  };
  const read = async (userIds: readonly number[]): Promise<void> => {
    const { seq, timeMs, ofUsers } = await core.ask('openSecondsOfAll', userIds);
    for (const [userId, open] of ofUsers) tellOpen(userId, open.map(openSecondShown), seq, timeMs);
  };
  const due = createDueUsers({ accounts, read, onError });
  const tellEnd = (event: SecondEndedEvent, seq: number, timeMs: number): void => {
    const second = told.get(event.userId)?.get(event.contractId);
    // Unknown to whoever connected this very second: the list that a client begins with has it.
    if (second === undefined) return;
    const { result, voidReason, wouldHave, opening, closing, closeTicks, paid } = event;
    const end = { result, voidReason, wouldHave, opening, closing, closeTicks, paid, endedMs: timeMs, seq };
    const contract = secondRowOf(listed, { ...second, opening, indexTicks: null, end, seq }, timeMs);
    accounts.tell(event.userId, { type: 'secondEnded', seq, t: timeMs, contract });
  };
  const onBatch = ({ commands }: CommittedBatch): void => {
    for (const { stamp, events } of commands) {
      for (const event of events) {
        if (event.type === 'secondAccepted') due.add(event.terms.userId);
        else if (event.type === 'secondOpened') due.add(event.userId);
        else if (event.type === 'secondEnded') {
          tellEnd(event, stamp.seq, stamp.timeMs);
          due.add(event.userId);
        }
      }
    }
  };

  const endings = [core.onCommitted(onBatch), accounts.onSnapshot(due.add)];
  return {
    beat() {
      for (const userId of told.keys()) {
        if (accounts.follows(userId)) due.add(userId);
        else told.delete(userId);
      }
      due.retry();
    },
    stop() {
      for (const end of endings) end();
    },
  };
}

/** The realtime catalogue as rows want it: it throws for what is not listed. */
function rowCatalogue(catalogue: Catalogue): RowCatalogue {
  return {
    symbolById: (symbolId) => catalogue.symbol(symbolId),
    assetById(assetId) {
      const asset = catalogue.asset(assetId);
      if (asset === undefined) throw new Error(`no asset ${assetId} is listed`);
      return asset;
    },
  };
}
