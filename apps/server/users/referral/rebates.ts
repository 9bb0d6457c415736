import type { RebateRow } from '@candor/api';
import { type Listed, listed, type PageRequest } from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { placedPage } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';
import { DAY_MS, type DayRange } from './rebate-days.ts';

export interface RebatesDeps {
  readonly history: Pick<History, 'referral' | 'places'>;
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
}

/**
 * Lists an inviter's rebates of full days by payer with their receipts, the newest first: no payer is named. The day that
 * runs has none yet: who watched it grow would read single trades.
 */
export async function rebates(
  { history, catalogues }: RebatesDeps,
  inviterId: number,
  { from, to, today }: DayRange,
  { cursor, limit }: PageRequest,
): Promise<Listed<RebateRow>> {
  const found = await history.referral.rebates({
    inviterId,
    fromDay: from,
    toDay: Math.min(to, today),
    cursor,
    limit,
  });
  const catalogue = catalogues.current();
  const rows = listed(found, ({ day, generation, assetId, amount, fees, lastSeq, ...row }) => ({
    day: day * DAY_MS,
    generation,
    coin: catalogue.assetById(assetId).code,
    scale: catalogue.assetById(assetId).scale,
    fees: amountText(catalogue, assetId, fees),
    ...row,
    amount: amountText(catalogue, assetId, amount),
    seq: lastSeq,
  }));
  return placedPage(history, rows);
}
