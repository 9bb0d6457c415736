import type { ContractAccount, ContractOrderRow, PositionRow, StopRow } from '@candor/api';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import type { PerpetualFollower } from './listings.ts';
import { createOrderRecords, type OrderRecords } from './order-records.ts';
import { createPositionRecords, type PositionRecords } from './position-records.ts';
import type { OpenContractFacts } from './queries.ts';
import { recordsContext } from './record-pages.ts';
import { accountRow, openOrderRow, positionRow, type RowContext, stopRow } from './rows.ts';

/** All that a user has open in contracts, at one journal sequence. */
export interface OpenContracts {
  readonly positions: PositionRow[];
  readonly orders: ContractOrderRow[];
  readonly stops: StopRow[];
  readonly account: ContractAccount;
  readonly seq: number;
}

/** The user's own contracts: open ones out of the kernel, what is over out of the history. */
export interface PerpetualRecords extends OrderRecords, PositionRecords {}

/** Returns rows for everything that a user has open in contracts. */
export function openContractRows(context: RowContext, facts: OpenContractFacts): OpenContracts {
  const { positions, orders, stops, account, seq } = facts;
  return {
    positions: positions.map((position) => positionRow(context, position, account, seq)),
    orders: orders.map(({ order, settings }) => openOrderRow(context, order, settings, facts)),
    stops: stops.map((exit) => stopRow(context, exit, facts)),
    account: accountRow(context, account, seq),
    seq,
  };
}

export function createPerpetualRecords(
  core: CoreLink,
  history: History,
  catalogues: CatalogueFollower,
  contracts: PerpetualFollower,
): PerpetualRecords {
  const records = recordsContext(core, history, catalogues, contracts);
  return { ...createOrderRecords(records), ...createPositionRecords(records) };
}
