import type { KernelView } from '@candor/kernel';

/** Numbers whose outcome the tables do not know yet. */
export interface TreasuryAsk {
  readonly depositNos: readonly number[];
  readonly fundingNos: readonly number[];
  readonly costNos: readonly number[];
  readonly withdrawalNos: readonly number[];
}

/** Live reads of custody. */
export const treasuryQueries = {
  /** Custody of assets and, for each of the numbers, what the ledger knows of it: all at one moment. */
  custodyFigures: (view: KernelView, assetIds: readonly number[], ask: TreasuryAsk) => ({
    assets: assetIds.map((assetId) => ({
      ...view.custody.custodyOf(assetId),
      ...view.treasury.treasuryOf(assetId),
    })),
    credited: ask.depositNos.map((no) => view.custody.creditedOf(no)),
    reversible: ask.depositNos.map((no) => view.custody.isReversible(no)),
    funded: ask.fundingNos.map((no) => view.treasury.isFunded(no)),
    costs: ask.costNos.map((no) => view.custody.isCostBooked(no)),
    ended: ask.withdrawalNos.map((no) => view.custody.withdrawalPhase(no) === 'ended'),
    lastReportNo: view.treasury.lastReportNo,
  }),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly treasury: typeof treasuryQueries;
  }
}
