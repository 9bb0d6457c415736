import type {
  MiningAddressMovedEvent,
  MiningClaimedEvent,
  MiningConvertedEvent,
  MiningEvent,
  MiningFundedEvent,
  MiningJoinedEvent,
  MiningLockedEvent,
  MiningPoolEndedEvent,
  MiningReturnedEvent,
  MiningTermsSetEvent,
  MiningUnlockedEvent,
  MiningWithdrawnEvent,
} from '@candor/kernel';
import { eventText } from '../../event-text.ts';
import type { ReadModel } from '../../read-model.ts';
import { type MiningMoveKind, miningEntryKinds, miningMoveKinds } from './codes.ts';
import { MiningQueries } from './queries.ts';
import {
  miningEntriesTable,
  miningHeldTable,
  miningHoursTable,
  miningMovesTable,
  miningPointsTable,
} from './tables.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Events that are a movement of one user's node, by their types. */
export type MiningMove =
  | MiningJoinedEvent
  | MiningLockedEvent
  | MiningUnlockedEvent
  | MiningClaimedEvent
  | MiningConvertedEvent
  | MiningWithdrawnEvent
  | MiningReturnedEvent
  | MiningAddressMovedEvent;

const KINDS: Readonly<Record<MiningMove['type'], MiningMoveKind>> = {
  miningJoined: 'joined',
  miningLocked: 'locked',
  miningUnlocked: 'unlocked',
  miningClaimed: 'claimed',
  miningConverted: 'converted',
  miningWithdrawn: 'withdrawn',
  miningReturned: 'returned',
  miningAddressMoved: 'moved',
};

const isMove = (event: MiningEvent | { readonly type: string }): event is MiningMove => event.type in KINDS;

export const miningModel: ReadModel<MiningQueries> = {
  tables: [miningMovesTable, miningEntriesTable, miningHoursTable, miningHeldTable, miningPointsTable],
  project({ stamp: { seq, timeMs }, events }, rows) {
    for (const [line, event] of events.entries()) {
      if (isMove(event))
        rows.of(miningMovesTable).put({
          seq,
          line,
          user_id: event.userId,
          kind: miningMoveKinds.of(KINDS[event.type]),
          move_id: moveIdOf(event),
          event: eventText(event),
          time_ms: timeMs,
        });
      if (event.type === 'miningLocked' || event.type === 'miningUnlocked')
        rows
          .of(miningHeldTable)
          .put({ asset_id: event.assetId, user_id: event.userId, held: event.heldAfter });
      if (
        event.type === 'miningTermsSet' ||
        event.type === 'miningFunded' ||
        event.type === 'miningPoolEnded'
      )
        rows
          .of(miningPointsTable)
          .put({ seq, line, asset_id: event.assetId, ...pointOf(event, Math.floor(timeMs / SECOND_MS)) });
      if (event.type !== 'miningFunded' && event.type !== 'miningClaimed') continue;
      rows.of(miningEntriesTable).put({ seq, line, ...entryOf(event), time_ms: timeMs });
      if (event.type === 'miningClaimed')
        rows
          .of(miningHoursTable)
          .put({ asset_id: event.assetId, hour: Math.floor(timeMs / HOUR_MS), paid: event.amount });
    }
  },
  queries: (pool, schema) => new MiningQueries(pool, schema),
};

/** Returns the number by which a command's answer names its movement; 0 where it names none. */
function moveIdOf(event: MiningMove): number {
  if ('moveId' in event) return event.moveId;
  return event.type === 'miningConverted' ? event.swapId : 0;
}

function entryOf(event: MiningFundedEvent | MiningClaimedEvent) {
  if (event.type === 'miningFunded')
    return {
      asset_id: event.assetId,
      kind: miningEntryKinds.of('funding'),
      amount: event.after - event.before,
      balance: event.after,
      reason: event.reason,
    };
  return {
    asset_id: event.assetId,
    kind: miningEntryKinds.of('paid'),
    amount: -event.amount,
    balance: event.pool,
    reason: '',
  };
}

/** Returns the second, the paid seconds until then and the free part of the pool of an event at `second`. */
function pointOf(event: MiningTermsSetEvent | MiningFundedEvent | MiningPoolEndedEvent, second: number) {
  if (event.type === 'miningTermsSet') return { second, seconds: event.fromSeconds };
  const { seconds, owed } = event;
  return event.type === 'miningFunded'
    ? { second, seconds, free: event.after - owed }
    : { second: event.endSecond, seconds, free: event.pool - owed };
}
