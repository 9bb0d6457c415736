import type { AgentDay, PromotionDay } from '@candor/api';
import { type Listed, listed, type PageRequest } from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';

export const DAY_MS = 86_400_000;

export interface RebateDaysDeps {
  readonly history: Pick<History, 'referral'>;
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
}

/** UTC days since 1970, from one on and before another, and the one that runs. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
  readonly today: number;
}

/** The UTC day of a time, since 1970. */
export const dayOf = (timeMs: number) => Math.floor(timeMs / DAY_MS);

/** The days of a page's times, up to the one of `nowMs`. */
export function daysOf({ fromMs, toMs }: PageRequest, nowMs: number): DayRange {
  const end = Math.min(toMs ?? Number.POSITIVE_INFINITY, nowMs + DAY_MS);
  const begin = Math.min(fromMs ?? 0, end);
  return { from: dayOf(begin), to: Math.ceil(end / DAY_MS), today: dayOf(nowMs) };
}

/** Lists an inviter's rebates by UTC day, generation and coin, the newest first. */
export async function rebateDays(
  { history, catalogues }: RebateDaysDeps,
  inviterId: number,
  { from, to }: DayRange,
  { cursor, limit }: PageRequest,
): Promise<Listed<PromotionDay>> {
  const query = { inviterId, fromDay: from, toDay: to, cursor, limit };
  const page = await history.referral.days(query);
  const catalogue = catalogues.current();
  return listed(page, ({ day, generation, assetId, amount }) => ({
    day: day * DAY_MS,
    generation,
    coin: catalogue.assetById(assetId).code,
    amount: amountText(catalogue, assetId, amount),
  }));
}

/** Lists fees and commission of an agent's team by UTC day and coin, the newest first. */
export async function agentDays(
  { history, catalogues }: RebateDaysDeps,
  inviterId: number,
  { from, to }: DayRange,
  { cursor, limit }: PageRequest,
): Promise<Listed<AgentDay>> {
  const query = { inviterId, fromDay: from, toDay: to, cursor, limit };
  const page = await history.referral.agentDays(query);
  const catalogue = catalogues.current();
  return listed(page, ({ day, assetId, payers, fees, amount }) => ({
    day: day * DAY_MS,
    coin: catalogue.assetById(assetId).code,
    payers,
    fees: amountText(catalogue, assetId, fees),
    commission: amountText(catalogue, assetId, amount),
  }));
}
