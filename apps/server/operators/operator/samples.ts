import type { Activity } from '@candor/api';
import type { Amount } from '@candor/money';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText } from '../../engine/values/index.ts';
import type { ProcessRow } from './desk.ts';

type Sample = Activity['samples'][number];

const EVERY_MS = 5 * 60_000;
const KEPT_MS = 7 * 24 * 3_600_000;
const MONEY = 'USDT';

export interface SamplerNeeds {
  readonly db: QueryExecutorProvider;
  readonly core: Pick<CoreLink, 'ask'>;
  readonly catalogues: CatalogueFollower;
  readonly history: { status(): { readonly lag: number } };
  readonly processes: () => Promise<readonly ProcessRow[]>;
  readonly now: () => number;
}

/** Keeps one sample of the house's figures, and forgets those of more than a week ago. */
export async function takeSample(needs: SamplerNeeds): Promise<void> {
  const { db, core, catalogues, history, processes, now } = needs;
  const catalogue = catalogues.current();
  const { assetId } = catalogue.asset(MONEY);
  const { ledger, referral } = await core.ask('houseFigures');
  const sums = ledger.find((each) => each.assetId === assetId);
  const rebated = referral.find((each) => each.assetId === assetId)?.paid ?? 0n;
  const text = (units: bigint = 0n) => amountText(catalogue, assetId, units as Amount);
  const rows = await processes();
  const most = (of: (row: ProcessRow) => number | null) => Math.max(0, ...rows.map((row) => of(row) ?? 0));
  const figures = {
    fees: text((sums?.fees ?? 0n) + (sums?.safetyFund ?? 0n) + rebated),
    safetyFund: text(sums?.safetyFund),
    lag: history.status().lag,
    loopDelayMs: most(({ loopDelayMs }) => loopDelayMs),
    busyPercent: most(({ busyPercent }) => busyPercent),
  } satisfies Omit<Sample, 'time'>;
  await sql`
    with old as (delete from operator.sample where at < ${new Date(now() - KEPT_MS)})
    insert into operator.sample (at, figures) values (${new Date(now())}, ${JSON.stringify(figures)}::jsonb)
    on conflict do nothing`.execute(db);
}

/** The samples since `fromMs`, oldest first. */
export async function readSamples(db: QueryExecutorProvider, fromMs: number): Promise<Sample[]> {
  const { rows } = await sql<{ at: Date; figures: Omit<Sample, 'time'> }>`
    select at, figures from operator.sample where at >= ${new Date(fromMs)} order by at`.execute(db);
  return rows.map(({ at, figures }) => ({ time: at.getTime(), ...figures }));
}

/** Takes a sample at once and every five minutes. Resolves with how it ends. */
export function startSampler(needs: SamplerNeeds, onError: (error: unknown) => void): { stop(): void } {
  const take = () => void takeSample(needs).catch(onError);
  take();
  const timer = setInterval(take, EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
