import type { KernelView } from '@candor/kernel';
import { historyQueries } from '../history/queries.ts';
import { publicQueries } from '../http/handlers/queries.ts';
import { listingQueries } from '../listing/queries.ts';
import { makerQueries } from '../maker/queries.ts';
import { marketQueries } from '../market/queries.ts';
import { operatorQueries } from '../operator/queries.ts';
import { realtimeQueries } from '../realtime/queries.ts';
import { catalogueQueries } from '../usecases/catalogue-queries.ts';
import { contractQueries } from '../usecases/contracts/contract-queries.ts';
import { feeQueries } from '../usecases/fee-queries.ts';
import { keyQueries } from '../usecases/key-queries.ts';
import { marginQueries } from '../usecases/margin-queries.ts';
import { orderQueries } from '../usecases/order-queries.ts';
import { secondsQueries } from '../usecases/seconds-queries.ts';
import { walletQueries } from '../usecases/wallet-queries.ts';

/**
 * All live reads that the core serves, by name. A query copies its result out of the state: plain values, arrays,
 * maps and bigints, without methods and without objects that the kernel later changes.
 */
export const queries = {
  ...historyQueries,
  ...listingQueries,
  ...makerQueries,
  ...marketQueries,
  ...operatorQueries,
  ...publicQueries,
  ...catalogueQueries,
  ...contractQueries,
  ...feeQueries,
  ...keyQueries,
  ...marginQueries,
  ...orderQueries,
  ...secondsQueries,
  ...walletQueries,
  ...realtimeQueries,
} satisfies Record<string, (view: KernelView, ...args: never[]) => unknown>;

export type Queries = typeof queries;
export type QueryName = keyof Queries & string;
export type QueryArgs<Name extends QueryName> =
  Parameters<Queries[Name]> extends [KernelView, ...infer Args] ? Args : [];
export type QueryResult<Name extends QueryName> = ReturnType<Queries[Name]>;
