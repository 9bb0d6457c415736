import type { StakingEndedEvent, StakingFundedEvent, StakingSubscribedEvent } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { eventText } from '../../event-text.ts';
import type { ReadModel } from '../../read-model.ts';
import type { Rows } from '../../table-rows.ts';
import { fixedEnds, type PoolEntryKind, poolEntryKinds } from './codes.ts';
import { StakingQueries } from './queries.ts';
import {
  stakingEntriesTable,
  stakingHoursTable,
  stakingOffersTable,
  stakingOrdersTable,
  stakingPaidTable,
  stakingPoolsTable,
} from './tables.ts';

const HOUR_MS = 3_600_000;
const PPM = 1_000_000n;

interface Entry {
  readonly assetId: number;
  readonly kind: PoolEntryKind;
  readonly amount: Amount;
  readonly balance: Amount;
  readonly reason: string;
}

export const stakingModel: ReadModel<StakingQueries> = {
  tables: [
    stakingOffersTable,
    stakingOrdersTable,
    stakingEntriesTable,
    stakingPoolsTable,
    stakingHoursTable,
    stakingPaidTable,
  ],
  project({ stamp: { seq, timeMs }, events }, rows) {
    const entries: Entry[] = [];
    for (const event of events) {
      switch (event.type) {
        case 'stakingOffered':
          rows.of(stakingOffersTable).put({
            offer_id: event.offerId,
            event: eventText(event),
            time_ms: timeMs,
            seq,
          });
          break;
        case 'stakingSubscribed':
          rows.of(stakingOrdersTable).put(orderRow(event, seq));
          addDaily(rows, event, 1n);
          entries.push(...subscribedEntries(event));
          break;
        case 'stakingEnded':
          rows.of(stakingOrdersTable).change(event.orderId, endOf(event, seq));
          addDaily(rows, event, -1n);
          addPaid(rows, event, timeMs);
          entries.push(...endedEntries(event));
          break;
        case 'stakingRenewalSet':
          rows.of(stakingOrdersTable).change(event.orderId, { auto_renew: event.autoRenew });
          break;
        case 'stakingFunded':
          entries.push(fundedEntry(event));
          break;
      }
    }
    for (const [line, { assetId, kind, ...entry }] of entries.entries())
      rows.of(stakingEntriesTable).put({
        seq,
        line,
        asset_id: assetId,
        kind: poolEntryKinds.of(kind),
        ...entry,
        time_ms: timeMs,
      });
  },
  queries: (pool, schema) => new StakingQueries(pool, schema),
};

function orderRow(event: StakingSubscribedEvent, seq: number) {
  return {
    order_id: event.orderId,
    user_id: event.userId,
    offer_id: event.offerId,
    asset_id: event.assetId,
    amount: event.amount,
    daily_ppm: event.dailyPpm,
    cycle_days: event.cycleDays,
    exit_ppm: event.exitPpm,
    interest: event.interest,
    began_ms: event.beganMs,
    matures_ms: event.maturesMs,
    auto_renew: event.autoRenew,
    renewal_of: event.renewalOf,
    seq,
  };
}

function endOf(event: StakingEndedEvent, seq: number) {
  return {
    how: fixedEnds.of(event.how),
    whole_days: event.wholeDays,
    paid_interest: event.paidInterest,
    released: event.released,
    ended_ms: event.endedMs,
    renewed_as: event.renewedAs,
    ended_seq: seq,
  };
}

/** Adds or takes off the interest of one day of an order, rounded down. */
function addDaily(
  rows: Pick<Rows, 'of'>,
  { assetId, amount, dailyPpm }: StakingSubscribedEvent | StakingEndedEvent,
  sign: 1n | -1n,
): void {
  const daily = (amount * BigInt(dailyPpm)) / PPM;
  rows.of(stakingPoolsTable).put({ asset_id: assetId, daily: sign * daily, paid: 0n });
}

function addPaid(
  rows: Pick<Rows, 'of'>,
  { assetId, userId, paidInterest }: StakingEndedEvent,
  timeMs: number,
): void {
  if (paidInterest === 0n) return;
  rows.of(stakingPoolsTable).put({ asset_id: assetId, daily: 0n, paid: paidInterest });
  rows
    .of(stakingHoursTable)
    .put({ asset_id: assetId, hour: Math.floor(timeMs / HOUR_MS), paid: paidInterest });
  rows.of(stakingPaidTable).put({ user_id: userId, asset_id: assetId, paid: paidInterest });
}

function fundedEntry({ assetId, before, after, reason }: StakingFundedEvent): Entry {
  return { assetId, kind: 'funding', amount: (after - before) as Amount, balance: after, reason };
}

function subscribedEntries({ assetId, interest, poolFree }: StakingSubscribedEvent): Entry[] {
  return [{ assetId, kind: 'reserved', amount: -interest as Amount, balance: poolFree, reason: '' }];
}

function endedEntries({ assetId, paidInterest, released, poolFree }: StakingEndedEvent): Entry[] {
  const before = (poolFree - released) as Amount;
  const entry = (kind: PoolEntryKind, amount: Amount, balance: Amount): Entry[] =>
    amount === 0n ? [] : [{ assetId, kind, amount, balance, reason: '' }];
  return [...entry('paid', -paidInterest as Amount, before), ...entry('released', released, poolFree)];
}
