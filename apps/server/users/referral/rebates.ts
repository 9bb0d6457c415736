import type { RebateRow } from '@candor/api';
import { type Listed, listed, type PageRequest } from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { placedPage } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';

export interface RebatesDeps {
  readonly history: Pick<History, 'referral' | 'places'>;
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
}

/** Lists an inviter's rebates one by one with their receipts, the newest first: no payer is named. */
export async function rebates(
  { history, catalogues }: RebatesDeps,
  inviterId: number,
  page: PageRequest,
): Promise<Listed<RebateRow>> {
  const found = await history.referral.rebates({ ...page, inviterId });
  const catalogue = catalogues.current();
  const rows = listed(found, ({ timeMs, generation, assetId, amount, charged, ...row }) => ({
    time: timeMs,
    generation,
    coin: catalogue.assetById(assetId).code,
    scale: catalogue.assetById(assetId).scale,
    fees: amountText(catalogue, assetId, charged),
    sharePpm: row.sharePpm,
    restMillionths: row.restMillionths,
    amount: amountText(catalogue, assetId, amount),
    seq: row.seq,
  }));
  return placedPage(history, rows);
}
