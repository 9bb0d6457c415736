import {
  type EarnEnded,
  type EarnProduct,
  type EarnSubscribed,
  earnTold,
  type FixedFundedFacts,
  type FixedOffer,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { eventText } from '../../event-text.ts';
import type { ReadModel } from '../../read-model.ts';
import type { Rows } from '../../table-rows.ts';
import { offerChangeRow } from '../offer-changes.ts';
import { fixedEnds, type PoolEntryKind, poolEntryKinds } from './codes.ts';
import { EarnQueries } from './queries.ts';
import { type EarnTables, earnTables } from './tables.ts';

const HOUR_MS = 3_600_000;
const PPM = 1_000_000n;

interface Entry {
  readonly assetId: number;
  readonly kind: PoolEntryKind;
  readonly amount: Amount;
  readonly balance: Amount;
  readonly reason: string;
}

/** The read model of a product of orders with a cycle. */
export function earnModel<O extends FixedOffer>(product: EarnProduct): ReadModel<EarnQueries<O>> {
  const tables = earnTables(product);
  return {
    tables: Object.values(tables),
    project({ stamp: { seq, timeMs }, events }, rows) {
      const entries: Entry[] = [];
      for (const [line, event] of events.entries()) {
        const at = { seq, line, time_ms: timeMs };
        const told = earnTold(product, event);
        switch (told?.is) {
          case 'Offered':
            rows
              .of(tables.offers)
              .put({ offer_id: told.event.offerId, event: eventText(event), time_ms: timeMs, seq });
            rows
              .of(tables.changes)
              .put(offerChangeRow('added', { ...told.event, atMs: told.event.opensMs }, at));
            break;
          case 'OfferClosed':
            rows
              .of(tables.changes)
              .put(offerChangeRow('closed', { ...told.event, atMs: told.event.closesMs }, at));
            break;
          case 'Subscribed':
            rows.of(tables.orders).put(orderRow(told.event, seq));
            addDaily(rows, tables, told.event, 1n);
            entries.push(...subscribedEntries(told.event));
            break;
          case 'Ended':
            rows.of(tables.orders).change(told.event.orderId, endOf(told.event, seq));
            addDaily(rows, tables, told.event, -1n);
            addPaid(rows, tables, told.event, timeMs);
            entries.push(...endedEntries(told.event));
            break;
          case 'RenewalSet':
            rows.of(tables.orders).change(told.event.orderId, { auto_renew: told.event.autoRenew });
            break;
          case 'Funded':
            entries.push(fundedEntry(told.event));
            break;
        }
      }
      for (const [line, { assetId, kind, ...entry }] of entries.entries())
        rows.of(tables.entries).put({
          seq,
          line,
          asset_id: assetId,
          kind: poolEntryKinds.of(kind),
          ...entry,
          time_ms: timeMs,
        });
    },
    queries: (pool, schema) => new EarnQueries<O>(pool, schema, product),
  };
}

function orderRow(event: EarnSubscribed, seq: number) {
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

function endOf(event: EarnEnded, seq: number) {
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
  { pools }: EarnTables,
  { assetId, amount, dailyPpm }: EarnSubscribed | EarnEnded,
  sign: 1n | -1n,
): void {
  const daily = (amount * BigInt(dailyPpm)) / PPM;
  rows.of(pools).put({ asset_id: assetId, daily: sign * daily, paid: 0n, rounded: 0n });
}

function addPaid(
  rows: Pick<Rows, 'of'>,
  { pools, hours, paid }: EarnTables,
  ended: EarnEnded,
  timeMs: number,
): void {
  const { assetId, userId, paidInterest } = ended;
  // a payment that rounds to nothing loses the most
  rows.of(pools).put({ asset_id: assetId, daily: 0n, paid: paidInterest, rounded: roundedOff(ended) });
  if (paidInterest === 0n) return;
  rows.of(hours).put({ asset_id: assetId, hour: Math.floor(timeMs / HOUR_MS), paid: paidInterest });
  rows.of(paid).put({ user_id: userId, asset_id: assetId, paid: paidInterest });
}

/** The part of a payment that rounding down took, in millionths of a base unit: less than one unit, which stays in the pool. */
function roundedOff({ how, amount, dailyPpm, exitPpm, wholeDays, paidInterest }: EarnEnded): bigint {
  const brought = amount * BigInt(dailyPpm) * BigInt(wholeDays);
  const exact = how === 'matured' ? brought : (brought * BigInt(exitPpm)) / PPM;
  return exact - paidInterest * PPM;
}

function fundedEntry({ assetId, before, after, reason }: FixedFundedFacts): Entry {
  return { assetId, kind: 'funding', amount: (after - before) as Amount, balance: after, reason };
}

function subscribedEntries({ assetId, interest, poolFree }: EarnSubscribed): Entry[] {
  return [{ assetId, kind: 'reserved', amount: -interest as Amount, balance: poolFree, reason: '' }];
}

function endedEntries({ assetId, paidInterest, released, poolFree }: EarnEnded): Entry[] {
  const before = (poolFree - released) as Amount;
  const entry = (kind: PoolEntryKind, amount: Amount, balance: Amount): Entry[] =>
    amount === 0n ? [] : [{ assetId, kind, amount, balance, reason: '' }];
  return [...entry('paid', -paidInterest as Amount, before), ...entry('released', released, poolFree)];
}
