import type { EarnProduct } from '@candor/kernel';
import { boolean, defineTable, int2, int8, kept, optional, summed, text } from '../../table.ts';
import { offerChangesTable } from '../offer-changes.ts';
import { poolEntriesTable } from '../pool-entries.ts';

/** Orders, with their end once they have one. */
const ordersTable = (name: string) =>
  defineTable({
    name,
    version: 1,
    rows: 'begun',
    key: ['order_id'],
    columns: {
      order_id: int8,
      user_id: int8,
      offer_id: int8,
      asset_id: int8,
      amount: int8,
      daily_ppm: int8,
      cycle_days: int8,
      exit_ppm: int8,
      interest: int8,
      began_ms: int8,
      matures_ms: int8,
      auto_renew: kept(boolean),
      renewal_of: int8,
      seq: int8,
      how: optional(kept(int2)),
      whole_days: optional(kept(int8)),
      paid_interest: optional(kept(int8)),
      released: optional(kept(int8)),
      ended_ms: optional(kept(int8)),
      renewed_as: optional(kept(int8)),
      ended_seq: optional(kept(int8)),
    },
    indexes: [['user_id', 'order_id']],
  });

/** The tables of a product of orders with a cycle, whose names begin with the product's. */
export function earnTables(product: EarnProduct) {
  /** Offers as they were made: the event itself holds the terms, which never change. */
  const offers = defineTable({
    name: `${product}_offers`,
    version: 1,
    rows: 'once',
    key: ['offer_id'],
    columns: { offer_id: int8, event: text, time_ms: int8, seq: int8 },
    indexes: [],
  });

  const orders = ordersTable(`${product}_orders`);

  /** Movements of the pools. */
  const entries = poolEntriesTable(`${product}_entries`, [['asset_id', 'seq', 'line']]);

  /**
   * Sums of a pool: interest of one day of its open orders, what it ever paid, and what its payments lost by rounding, in
   * millionths of a base unit.
   */
  const pools = defineTable({
    name: `${product}_pools`,
    version: 2,
    rows: 'merged',
    key: ['asset_id'],
    columns: { asset_id: int8, daily: summed, paid: summed, rounded: summed },
    indexes: [],
  });

  /** Interest that a pool paid, by the hour since 1970. */
  const hours = defineTable({
    name: `${product}_hours`,
    version: 1,
    rows: 'merged',
    key: ['asset_id', 'hour'],
    columns: { asset_id: int8, hour: int8, paid: summed },
    indexes: [],
  });

  /** Interest that a user was ever paid. */
  const paid = defineTable({
    name: `${product}_paid`,
    version: 1,
    rows: 'merged',
    key: ['user_id', 'asset_id'],
    columns: { user_id: int8, asset_id: int8, paid: summed },
    indexes: [],
  });

  /** Acts of the operators on the offers, with their reasons. */
  const changes = offerChangesTable(`${product}_offer_changes`);

  return { offers, changes, orders, entries, pools, hours, paid };
}

export type EarnTables = ReturnType<typeof earnTables>;
