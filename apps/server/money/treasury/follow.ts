import { amount, InvariantError, parseDecimal } from '@candor/money';
import { sql } from 'kysely';
import { idOf, kyselyOf } from '../../base/database/index.ts';
import { hasPassed } from '../../base/work/elapsed.ts';
import { agreedSurplus } from './agreed-surplus.ts';
import { endAlarm, raiseAlarm } from './alarms.ts';
import type { Bell } from './bell.ts';
import type { Compared } from './compare-assets.ts';
import { enterUnexplained } from './enter-unexplained.ts';
import { fundingKey } from './receipts.ts';
import { compareCustody, noteOutcome, type ReconcileDeps, reportComparison } from './reconcile.ts';
import { openSweeper, type Sweeper } from './sweeper.ts';
import type { SweeperDeps } from './sweeper-room.ts';
import { RECONCILE_MS, RECONCILE_SOON_MS, REPORTS_KEPT, treasuryTermsOf } from './terms.ts';

const TICK_MS = 2_000;
const OUTCOME_MS = 200;
const OUTCOME_TRIES = 50;

/** A comparison every ten minutes, and at once when it is asked for. */
export type ReconciliationDeps = ReconcileDeps & { readonly bell?: Bell };
export type TreasuryDeps = ReconciliationDeps & SweeperDeps;

/**
 * Compares each asset with its chain once and hands the result to the ledger. Returns true if all agree; false asks for
 * the next round soon: a shortage, a surplus that is not sure yet, a report that came too late, or a chain that moved.
 */
export async function reconcile(deps: ReconcileDeps): Promise<boolean> {
  const compared = await compareCustody(deps);
  if (compared === null) return false;
  let agrees = true;
  for (const each of compared) {
    if (await bookOpening(deps, each)) {
      agrees = false;
      continue;
    }
    await judgeHot(deps, each);
    const agreed = await agreedSurplus(deps, each);
    const reportNo = await reportComparison(deps, each, agreed);
    let how = await noteOutcome(deps, reportNo, each);
    for (let tries = 0; how === 'waiting' && tries < OUTCOME_TRIES; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, OUTCOME_MS));
      how = await noteOutcome(deps, reportNo, each);
    }
    agrees &&= how === 'agrees' && each.found - each.booked <= agreed;
  }
  // After the reports: what it credits would make them late.
  for (const { block, unexplained } of compared) await enterUnexplained(deps, block.number, unexplained);
  await sql`delete from treasury.report where at < now() - ${REPORTS_KEPT}::interval`.execute(
    kyselyOf(deps.pool),
  );
  return agrees;
}

/**
 * In practice mode, the first comparison of a journal that had a hot wallet before its coins were booked: what nothing
 * explains is the float. Returns true if it was promised to the ledger.
 */
async function bookOpening({ pool, chain, promises }: ReconcileDeps, compared: Compared): Promise<boolean> {
  const { coin, assetId, booked, found, block } = compared;
  if (!chain.isPractice || found <= booked) return false;
  return kyselyOf(pool)
    .transaction()
    .execute(async (trx) => {
      const { rows } = await sql`
        select from treasury.report where chain = ${chain.key} and coin = ${coin} limit 1`.execute(trx);
      if (rows.length > 0) return false;
      const { receipt_no } = await trx
        .insertInto('treasury.receipt')
        .values({
          chain: chain.key,
          transaction_hash: 'opening',
          ordinal: assetId,
          class: 'hot',
          sender: 'opening',
          contract: null,
          coin,
          amount: '0',
          kind: 'funding',
          block_number: 0,
          confirmations_needed: 0,
          state: 'booked',
          booked: found - booked,
          reversal_no: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('receipt_no')
        .executeTakeFirstOrThrow();
      const fundingNo = idOf(receipt_no);
      await promises.promise(trx, {
        key: fundingKey(fundingNo),
        userId: 0,
        body: { type: 'fundCustody', fundingNo, assetId, amount: amount(found - booked) },
      });
      return block.number >= 0;
    });
}

/** Raises an alarm where the hot wallet holds less or more than it should. */
async function judgeHot({ pool, chain, now }: ReconcileDeps, { coin, balances }: Compared): Promise<void> {
  const terms = treasuryTermsOf(coin);
  const decimals = chain.assets.find(({ code }) => code === coin)?.decimals;
  if (terms === null || decimals === undefined) return;
  const db = kyselyOf(pool);
  const judge = async (kind: 'hot-low' | 'hot-high', isWrong: boolean) =>
    isWrong
      ? void (await raiseAlarm(db, { chain: chain.key, coin, kind, details: `${balances.hot}` }, now()))
      : endAlarm(db, { chain: chain.key, coin, kind }, now());
  await judge('hot-low', balances.hot < (parseDecimal(terms.hotLeast, decimals) ?? 0n));
  await judge('hot-high', balances.hot > (parseDecimal(terms.hotMost, decimals) ?? 0n));
}

/** True while the hot wallet waits for coins. */
async function isHotLow({ pool, chain }: ReconcileDeps): Promise<boolean> {
  const { rows } = await sql`
    select from treasury.alarm
    where chain = ${chain.key} and kind = 'hot-low' and ended_at is null limit 1`.execute(kyselyOf(pool));
  return rows.length > 0;
}

/** Sweeps and reconciles one chain until it is stopped. A round that fails is said once and tried again. */
export function followTreasury(deps: TreasuryDeps): () => Promise<void> {
  return follow(deps, (alarm) => openSweeper({ ...deps, alarm }));
}

/** Reconciles one chain that needs no sweeps until it is stopped. */
export function followReconciliation(deps: ReconciliationDeps): () => Promise<void> {
  return follow(deps, null);
}

function follow(
  deps: ReconciliationDeps,
  open: ((alarm: (line: string) => void) => Promise<Sweeper>) | null,
): () => Promise<void> {
  const { alarm, chain, now } = deps;
  let isStopped = false;
  let isCalled = false;
  let wake: () => void = () => {};
  let said = '';
  const once = (line: string): void => {
    if (line !== said) alarm(line);
    said = line;
  };
  const run = async (): Promise<void> => {
    let sweeper: Sweeper | null = null;
    let last = { atMs: Number.NEGATIVE_INFINITY, pauseMs: 0 };
    deps.bell?.listen(() => {
      isCalled = true;
      wake();
    });
    while (!isStopped) {
      try {
        sweeper ??= (await open?.(once)) ?? null;
        await sweeper?.round();
      } catch (error) {
        once(`Sweeps of ${chain.key} wait: ${(error as Error).message}`);
      }
      try {
        if (isCalled || hasPassed(last.atMs, last.pauseMs, now())) {
          isCalled = false;
          const isSoon = !(await reconcile(deps)) || (await isHotLow(deps));
          last = { atMs: now(), pauseMs: isSoon ? RECONCILE_SOON_MS : RECONCILE_MS };
        }
      } catch (error) {
        if (error instanceof InvariantError) {
          await deps.stop(error).catch(() => {});
          last = { atMs: now(), pauseMs: RECONCILE_MS };
        }
        once(`Custody of ${chain.key} is not compared: ${(error as Error).message}`);
      }
      if (isStopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, TICK_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (isCalled) wake();
      });
    }
  };
  const running = run();
  return async () => {
    isStopped = true;
    wake();
    await running;
  };
}
