import type { PromotionDay } from '@candor/api';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';

const DAY_MS = 86_400_000;
const MOST_LINES = 500;

export interface RebateDaysDeps {
  readonly history: Pick<History, 'referral'>;
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
}

/** Reads an inviter's rebates by UTC day since 1970, from one day on and before another, the newest first. */
export async function rebateDays(
  { history, catalogues }: RebateDaysDeps,
  userId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<PromotionDay[]> {
  const rows = await history.referral.days(userId, from, to, MOST_LINES);
  const catalogue = catalogues.current();
  return rows.map(({ day, generation, assetId, amount }) => ({
    day: day * DAY_MS,
    generation,
    coin: catalogue.assetById(assetId).code,
    amount: amountText(catalogue, assetId, amount),
  }));
}
