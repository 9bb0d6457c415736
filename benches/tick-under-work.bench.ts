/**
 * Measures whether the recorder's ticks stay on their grid while the core of the real program liquidates thousands of
 * positions at once, settles funding of tens of thousands, and is killed and loads its snapshot.
 */
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { processesOf, type RunningProgram, startProgram } from '../tests/support/program.ts';
import { writeFeed } from '../tools/workload/price-feed.ts';
import type { BenchRow } from './row.ts';
import { type GridReport, ratioOf, ticksOnGrid, wordsOf } from './ticks/grid.ts';
import { CONTRACT_ID, openPositions, PRICE } from './ticks/positions.ts';
import { withDatabase } from './ticks/program.ts';

interface Plan {
  readonly positions: number;
  readonly liquidated: number;
  /** Seconds from the beginning of the feed. */
  readonly fallsAtS: number;
  /** Seconds from the time that the program is ready. */
  readonly killsAtS: readonly number[];
  readonly seconds: number;
}

const FULL: Plan = { positions: 20_000, liquidated: 4_000, fallsAtS: 45, killsAtS: [70, 85], seconds: 100 };
const QUICK: Plan = { positions: 2_000, liquidated: 400, fallsAtS: 15, killsAtS: [18], seconds: 25 };

const FEED_SECONDS = 900;
const FALLEN_PRICE = 58_200;

/** The core's work during the measurement. */
interface Work {
  liquidated: number;
  fundings: number;
  kills: number;
}

/** Returns the row `tick-under-work`. */
export function run(quick = false): Promise<BenchRow[]> {
  const plan = quick ? QUICK : FULL;
  return withDatabase(async (connectionString, dataDir, ownDir) => {
    const start = async (name: string, fallsAtS: number | null): Promise<RunningProgram> => {
      const fallsAtMs = fallsAtS === null ? Number.POSITIVE_INFINITY : 1_000 * fallsAtS;
      const priceAt = (ms: number) => (ms < fallsAtMs ? PRICE : FALLEN_PRICE);
      const feed = await writeFeed(join(ownDir, name), { seconds: FEED_SECONDS, priceAt });
      // The house does not quote: its quotes would fill the orders meant for the bench's own users.
      const env = { DATABASE_URL: connectionString, CANDOR_FEED: `replay:${feed}`, HOUSE_SIZE_PERCENT: '0' };
      const program = await startProgram({ dataDir, env });
      await program.ready();
      return program;
    };
    const before = await start('still', null);
    await openPositions(dataDir, plan.positions, plan.liquidated);
    // The stop writes the snapshot that the core loads later.
    before.child.kill('SIGTERM');
    await before.ended;

    const program = await start('falling', plan.fallsAtS);
    const fromMs = Date.now();
    const at = (seconds: number) => sleep(Math.max(0, fromMs + seconds * 1_000 - Date.now()));
    for (const seconds of plan.killsAtS) {
      await at(seconds);
      const core = (await processesOf(program.dataDir)).get('core');
      if (core === undefined) throw new Error('the program has no core');
      process.kill(core, 'SIGKILL');
    }
    await at(plan.seconds);
    const untilMs = Date.now();
    // The recorder's last ticks are journaled within this time.
    await sleep(2_000);
    return [await rowOf(connectionString, fromMs, untilMs, plan)];
  });
}

async function rowOf(
  connectionString: string,
  fromMs: number,
  untilMs: number,
  plan: Plan,
): Promise<BenchRow> {
  const work: Work = { liquidated: 0, fundings: 0, kills: plan.killsAtS.length };
  const grid: GridReport = await ticksOnGrid(connectionString, fromMs, untilMs, ({ events }) => {
    for (const event of events) {
      if (event.type === 'perpetualLiquidated') work.liquidated += 1;
      if (event.type === 'perpetualFunding' && event.symbolId === CONTRACT_ID && event.paid > 0n)
        work.fundings += 1;
    }
  });
  if (work.liquidated < plan.liquidated || work.fundings === 0)
    throw new Error(
      `${work.liquidated} positions were liquidated, funding was settled ${work.fundings} times`,
    );
  return {
    name: 'tick-under-work',
    ours: grid.missing + grid.late,
    peer: grid.allowed,
    ratio: ratioOf(grid),
    unit: 'ticks off',
    note:
      `while the core liquidated ${work.liquidated} positions, settled funding of ${plan.positions} ${work.fundings} ` +
      `times, was killed ${work.kills} times and loaded its snapshot: ${wordsOf(grid)}; peer: what is allowed; ` +
      'ratio: (allowed + 1) / (off + 1)',
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
  process.exit();
}
