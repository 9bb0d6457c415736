import { type Borrowing, createBorrowing } from './borrowing.ts';
import type { MarginDeps } from './context.ts';
import { createMarginOrders, type MarginOrders } from './orders.ts';
import {
  createMarginAccounts,
  createMarginRecords,
  type MarginAccounts,
  type MarginRecords,
} from './records.ts';

export type { MarginChoice, MarginDeps } from './context.ts';

/** Margin accounts, as users meet them. */
export interface Margin extends Borrowing, MarginOrders, MarginAccounts, MarginRecords {}

export const createMargin = (deps: MarginDeps): Margin => ({
  ...createBorrowing(deps),
  ...createMarginOrders(deps),
  ...createMarginAccounts(deps),
  ...createMarginRecords(deps),
});
