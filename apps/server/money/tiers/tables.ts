import { ACCOUNT_TIERS, TIERS_NOTICE_DAYS, type TierTable } from '@candor/api';
import { parseDecimal } from '@candor/money';
import type { Selectable } from 'kysely';
import type { Database, Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { StoredTiers } from './schema.ts';

/** Amounts of a table have at most so many decimals. */
const SCALE = 8;
const DAY_MS = 86_400_000;

const unitsOf = (text: string): bigint => {
  const units = parseDecimal(text, SCALE);
  if (units === null) throw new Refusal('TIERS_INVALID');
  return units;
};

type Row = Selectable<Database['tiers.published']>;

const shown = (row: Row): TierTable => {
  const body = row.body as StoredTiers;
  return {
    version: row.version,
    effectiveTime: row.effective_at.getTime(),
    reason: row.reason,
    vipVolume: body.vipVolume,
    tiers: body.tiers.map((tier, index) => ({
      ...tier,
      tier: ACCOUNT_TIERS[index]!,
      isVip: index >= ACCOUNT_TIERS.indexOf(body.vipTier),
    })),
  };
};

/** All published tables, the newest first. */
export async function readTables(db: Db): Promise<TierTable[]> {
  const rows = await db
    .selectFrom('tiers.published')
    .selectAll()
    .orderBy('effective_at', 'desc')
    .orderBy('version', 'desc')
    .execute();
  return rows.map(shown);
}

/** The table that is in effect at a time: of two with one time the later published. */
export function tableAt(tables: readonly TierTable[], timeMs: number): TierTable {
  const found = tables.find(({ effectiveTime }) => effectiveTime <= timeMs) ?? tables.at(-1);
  if (found === undefined) throw new Error('no table of tiers');
  return found;
}

/** @throws Refusal TIERS_INVALID where the tiers do not rise, or the lowest asks for a deposit */
export function checkTable({ tiers, vipVolume }: StoredTiers): void {
  const rows = tiers.map(({ minDeposit, dailyWithdrawal }) => ({
    least: unitsOf(minDeposit),
    limit: unitsOf(dailyWithdrawal),
  }));
  const isSound = rows.every(({ least, limit }, index) => {
    const below = rows[index - 1];
    if (below === undefined) return least === 0n && limit > 0n;
    return least > below.least && limit >= below.limit;
  });
  if (!isSound || unitsOf(vipVolume) === 0n) throw new Refusal('TIERS_INVALID');
}

/** True if a table asks more than another of anybody, or gives less. */
export function takesAway(next: StoredTiers, current: TierTable): boolean {
  const vipFrom = current.tiers.findIndex(({ isVip }) => isVip);
  return (
    ACCOUNT_TIERS.indexOf(next.vipTier) > (vipFrom < 0 ? ACCOUNT_TIERS.length : vipFrom) ||
    unitsOf(next.vipVolume) > unitsOf(current.vipVolume) ||
    next.tiers.some((row, index) => {
      const now = current.tiers[index]!;
      return (
        unitsOf(row.minDeposit) > unitsOf(now.minDeposit) ||
        unitsOf(row.dailyWithdrawal) < unitsOf(now.dailyWithdrawal)
      );
    })
  );
}

/** @throws Refusal TIERS_INVALID, TIERS_NOTICE */
export function checkChange(next: StoredTiers, current: TierTable, afterDays: number): void {
  checkTable(next);
  if (takesAway(next, current) && afterDays < TIERS_NOTICE_DAYS)
    throw new Refusal('TIERS_NOTICE', { field: 'afterDays', details: { days: String(TIERS_NOTICE_DAYS) } });
}

/** Returns the time at which a table takes effect that was approved at `approvedMs`. */
export const effectiveMs = (approvedMs: number, afterDays: number): number => approvedMs + afterDays * DAY_MS;
