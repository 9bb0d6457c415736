import type { ColumnType } from '../columns.ts';
import type { Merge, ProductTable, TableColumn } from './product-table.ts';

const column = (name: string, type: ColumnType = 'int8', merge?: Merge): TableColumn =>
  merge === undefined ? { name, type } : { name, type, merge };
const optional = (name: string, type: ColumnType = 'int8'): TableColumn => ({ name, type, nullable: true });
/** Said once, by the first row. */
const first = (name: string, type: ColumnType = 'int8') => column(name, type, 'keep');
const summed = (name: string) => column(name, 'int8', 'add');

/** Contract orders of users and of liquidations. */
export const contractOrders: ProductTable = {
  name: 'contract_orders',
  keyLength: 1,
  merges: true,
  columns: [
    column('order_id'),
    ...['user_id', 'symbol_id', 'position_side', 'side', 'order_type', 'time_in_force'].map((name) =>
      first(name),
    ),
    first('post_only', 'boolean'),
    first('reduce_only', 'boolean'),
    first('price_ticks'),
    first('lots'),
    first('client_order_id', 'text'),
    ...['trigger_ticks', 'trigger_source', 'take_profit_ticks', 'stop_loss_ticks'].map((name) => first(name)),
    ...['fired_ticks', 'fired_ms'].map((name) => first(name)),
    first('rejected', 'text'),
    ...['leverage', 'margin_mode', 'origin', 'done_reason', 'created_ms'].map((name) => first(name)),
    ...[
      'cut_lots',
      'filled_lots',
      'filled_notional',
      'fee',
      'realised',
      'closed_lots',
      'closed_notional',
    ].map(summed),
    column('updated_ms'),
    column('seq'),
  ],
  indexes: [['user_id', 'order_id']],
};

/** What users set for contracts, and since when: orders that are open follow it. */
export const contractSettings: ProductTable = {
  name: 'contract_settings',
  keyLength: 3,
  merges: true,
  columns: ['user_id', 'symbol_id', 'seq', 'leverage', 'margin_mode'].map((name) => column(name)),
  indexes: [],
};

/** Each user's side of a contract fill. */
export const contractFills: ProductTable = {
  name: 'contract_fills',
  keyLength: 2,
  merges: false,
  columns: [
    ...['user_id', 'trade_id', 'order_id', 'symbol_id', 'position_id', 'position_side', 'side'].map((name) =>
      column(name),
    ),
    column('maker', 'boolean'),
    ...['price_ticks', 'lots', 'notional', 'fee', 'fee_ppm', 'realised', 'closed_lots'].map((name) =>
      column(name),
    ),
    optional('held_lots'),
    optional('held_cost'),
    column('liquidation', 'boolean'),
    column('house_counterparty', 'boolean'),
    column('time_ms'),
    column('seq'),
  ],
  indexes: [],
};

/** Positions as they last were; `closed_ms` is set where they are over. */
export const contractPositions: ProductTable = {
  name: 'contract_positions',
  keyLength: 1,
  merges: true,
  columns: [
    ...['position_id', 'user_id', 'symbol_id', 'direction', 'change', 'lots', 'max_lots'].map((name) =>
      column(name),
    ),
    ...['opened_lots', 'opened_cost', 'closed_lots', 'closed_value'].map((name) => column(name)),
    ...['margin_mode', 'leverage', 'realised', 'fees', 'funding', 'opened_ms'].map((name) => column(name)),
    optional('closed_ms'),
    column('seq'),
  ],
  indexes: [['user_id', 'seq', 'position_id']],
};

/** Stop-profits and stop-losses. */
export const contractExits: ProductTable = {
  name: 'contract_exits',
  keyLength: 1,
  merges: true,
  columns: [
    column('exit_id'),
    ...['user_id', 'position_id', 'symbol_id', 'direction', 'kind', 'trigger_ticks', 'source', 'lots'].map(
      (name) => first(name),
    ),
    ...['twin_id', 'done_reason', 'fired_ticks', 'order_id', 'created_ms'].map((name) => first(name)),
    column('updated_ms'),
    column('seq'),
  ],
  indexes: [['user_id', 'exit_id']],
};

/** The settled funding of each contract. */
export const contractFunding: ProductTable = {
  name: 'contract_funding',
  keyLength: 2,
  merges: false,
  columns: [
    'symbol_id',
    'time_ms',
    'rate_ppb',
    'premium_ppb',
    'mark_ticks',
    'samples',
    'expected_samples',
    'seq',
  ].map((name) => column(name)),
  indexes: [],
};

/** What happened to positions without their users: the receipts, with the event that says it all. */
export const contractReceipts: ProductTable = {
  name: 'contract_receipts',
  keyLength: 3,
  merges: false,
  columns: [
    ...['user_id', 'seq', 'line', 'kind'].map((name) => column(name)),
    ...['symbol_id', 'position_id', 'direction', 'lots', 'price_ticks', 'rate_ppb', 'amount'].map((name) =>
      optional(name),
    ),
    column('event', 'text'),
    column('time_ms'),
  ],
  indexes: [],
};
