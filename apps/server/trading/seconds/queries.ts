import type { KernelView, SecondContractView, SecondTerms, TickReading } from '@candor/kernel';
import type { PriceTicks } from '@candor/money';
import { type OfUsers, ofUsers } from '../../engine/core/of-users.ts';

/** An open second contract as the kernel holds it. */
export interface OpenSecond {
  readonly terms: SecondTerms;
  readonly simulated: boolean;
  /** Null before its opening tick. */
  readonly opening: TickReading | null;
  /** The current second-contract index; null while it is stale. */
  readonly indexTicks: PriceTicks | null;
  readonly seq: number;
}

/** Reads a user's open contracts, oldest first, as a part of a query. */
export function openSecondsOf(view: KernelView, userId: number): OpenSecond[] {
  return view.seconds.contracts(userId).map((contract) => openSecondOf(view, contract));
}

function openSecondOf(view: KernelView, { terms, opening }: SecondContractView): OpenSecond {
  return {
    terms: { ...terms },
    simulated: view.mode === 'practice',
    opening: opening === null ? null : { ...opening },
    indexTicks: view.seconds.index(terms.symbolId),
    seq: view.seq,
  };
}

/** Live reads of second contracts. */
export const secondsQueries = {
  /** A user's open contracts, oldest first. */
  openSeconds: (view: KernelView, userId: number) => openSecondsOf(view, userId),
  /** A user's own open contract; null if there is none under this id. */
  openSecond(view: KernelView, userId: number, contractId: number) {
    const contract = view.seconds.contract(contractId);
    return contract === null || contract.terms.userId !== userId ? null : openSecondOf(view, contract);
  },
  /** The offers for users of a country, and the halt of all second contracts. */
  secondsOffers: (view: KernelView, country: string | null) => ({
    enabled: view.seconds.enabledFor(country),
    haltReason: view.seconds.haltReason,
    offers: view.seconds.offers(),
  }),
  /** The pool's balance, its largest possible obligation, and the limit of that. */
  secondsPool: (view: KernelView) => ({ pool: view.seconds.pool(), seq: view.seq }),
  /** The asset of stakes and payouts; null until the first terms name it. */
  secondsAsset: (view: KernelView) => view.seconds.pool().assetId,
  /** The limits that apply to a user, in the asset of stakes. */
  secondsLimits: (view: KernelView, userId: number) => ({
    limits: view.seconds.limits(userId),
    assetId: view.seconds.pool().assetId,
    nowMs: view.timeMs,
  }),
  /** All data of the operators' desk; `houseUserId` is the account that may add to the pool. */
  secondsDesk(view: KernelView, houseUserId: number) {
    const pool = view.seconds.pool();
    const house = view.hasAccount(houseUserId) ? view.balances(houseUserId) : [];
    return {
      mode: view.mode,
      pool,
      haltReason: view.seconds.haltReason,
      offers: view.seconds.offers(),
      symbols: view.symbols(),
      houseAvailable: house.find(({ assetId }) => assetId === pool.assetId)?.available ?? null,
    };
  },
  /** The open second contracts of these users, oldest first for each user. */
  openSecondsOfAll: (view: KernelView, userIds: readonly number[]): OfUsers<readonly OpenSecond[]> =>
    ofUsers(view, userIds, (userId) => openSecondsOf(view, userId)),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly seconds: typeof secondsQueries;
  }
}
