import { Refusal } from '../../base/errors/refusal.ts';
import type { Listed, PageRequest } from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import type { OrderScope } from '../spot/index.ts';
import { rowContext } from './context.ts';
import type { PerpetualFollower } from './listings.ts';
import type { RowContext } from './rows.ts';

export interface RecordsFilter {
  readonly scope: OrderScope;
  readonly symbol: string | null;
  /** Only orders with this id of the client's own. */
  readonly clientOrderId?: string | null;
}

/** All that records of contracts are read with. */
export interface RecordsContext {
  readonly core: CoreLink;
  readonly history: History;
  readonly contracts: PerpetualFollower;
  /** Returns the context of rows as things are listed now. */
  readonly context: () => RowContext;
  /** Null for all contracts. @throws Refusal UNKNOWN_SYMBOL */
  readonly symbolIdOf: (name: string | null) => number | null;
  /** Waits for the read models. */
  readonly upToDate: () => Promise<boolean>;
}

/** Longest wait of a list for the read models; one that lags longer is answered as it stands. */
const PATIENCE_MS = 2_000;

export function recordsContext(
  core: CoreLink,
  history: History,
  catalogues: CatalogueFollower,
  contracts: PerpetualFollower,
): RecordsContext {
  return {
    core,
    history,
    contracts,
    context: () => rowContext(catalogues, contracts),
    symbolIdOf: (name) =>
      name === null || name.toLowerCase() === 'all' ? null : contracts.current().contract(name).symbolId,
    upToDate: () => history.caughtUp(core.status().committedSeq, PATIENCE_MS),
  };
}

/** Returns the id below which a page of open orders or positions begins. */
export function beginningOf({ cursor }: PageRequest): number {
  const before = cursor === null ? Number.POSITIVE_INFINITY : Number(cursor);
  if (Number.isNaN(before)) throw new Refusal('INVALID_INPUT', { field: 'cursor' });
  return before;
}

/** Builds a page from rows, newest first. One extra row shows that another page follows. */
export function openPage<Row extends { readonly id: number }>(
  rows: readonly Row[],
  { limit }: PageRequest,
): Listed<Row> {
  const records = rows.slice(0, limit);
  return { records, nextCursor: rows.length > limit ? String(records.at(-1)?.id) : null };
}

export const listed = <From, To>(
  { rows, next }: { readonly rows: readonly From[]; readonly next: string | null },
  show: (row: From) => To,
): Listed<To> => ({ records: rows.map(show), nextCursor: next });
