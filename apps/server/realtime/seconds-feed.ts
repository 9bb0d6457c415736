import type { CommittedBatch } from '@candor/journal';
import type { SecondEndedEvent } from '@candor/kernel';
import type { CoreLink } from '../core/index.ts';
import { openSecondShown, type RowCatalogue, type ShownSecond, secondRowOf } from '../usecases/index.ts';
import type { Accounts } from './accounts.ts';
import type { Catalogue } from './catalogue.ts';

export interface SecondsFeedDeps {
  readonly core: Pick<CoreLink, 'ask' | 'onCommitted'>;
  readonly accounts: Pick<Accounts, 'users' | 'tell'>;
  readonly catalogue: Catalogue;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Tells connected users of their second contracts: countdowns, openings and settlements. */
export interface SecondsFeed {
  /** Sends the countdowns of all who have something open. */
  count(): void;
  stop(): void;
}

export function createSecondsFeed({ core, accounts, catalogue, now, onError }: SecondsFeedDeps): SecondsFeed {
  const listed = rowCatalogue(catalogue);
  /** What was open of a user when it was last told. */
  const told = new Map<number, ReadonlyMap<number, ShownSecond>>();
  let due = new Set<number>();
  let reading = false;

  const tellOpen = (userId: number, open: readonly ShownSecond[], seq: number, timeMs: number): void => {
    if (open.length === 0 && !told.has(userId)) return;
    if (open.length === 0) told.delete(userId);
    else told.set(userId, new Map(open.map((second) => [second.terms.contractId, second])));
    const contracts = open.map((second) => secondRowOf(listed, second, now()));
    accounts.tell(userId, { type: 'second', seq, t: timeMs, contracts });
  };
  const read = async (): Promise<void> => {
    reading = true;
    try {
      while (due.size > 0) {
        const users = due;
        due = new Set();
        const { seq, timeMs, ofUsers } = await core.ask('openSecondsOfAll', [...users]);
        for (const [userId, open] of ofUsers) tellOpen(userId, open.map(openSecondShown), seq, timeMs);
      }
    } catch (error) {
      onError(error);
    } finally {
      reading = false;
    }
  };
  const readSoon = (userId: number): void => {
    due.add(userId);
    if (!reading) void read();
  };
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
    for (const { envelope, events } of commands) {
      for (const event of events) {
        if (event.type === 'secondAccepted') readSoon(event.terms.userId);
        else if (event.type === 'secondOpened') readSoon(event.userId);
        else if (event.type === 'secondEnded') {
          tellEnd(event, envelope.seq, envelope.timeMs);
          readSoon(event.userId);
        }
      }
    }
  };

  const unsubscribe = core.onCommitted(onBatch);
  return {
    count() {
      const users = accounts.users();
      const followed = new Set(users);
      for (const userId of told.keys()) if (!followed.has(userId)) told.delete(userId);
      for (const userId of users) readSoon(userId);
    },
    stop: unsubscribe,
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
