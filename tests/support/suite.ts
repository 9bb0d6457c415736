import { createHash } from 'node:crypto';

/**
 * The run of tests: `quick` is `npm test`, `long` is `npm run test:long`, which runs what the quick one leaves out, and
 * `all` is vitest by itself.
 */
export type Suite = 'quick' | 'long' | 'all';

/** Reads the suite of a run from its environment. */
export function suiteOf(value: string | undefined): Suite {
  if (value === undefined || value === 'all') return 'all';
  if (value === 'quick' || value === 'long') return value;
  throw new RangeError(`CANDOR_SUITE is "${value}", not quick, long or all`);
}

/** True in `npm test`, which takes a part of each long table. */
export const isQuick = suiteOf(process.env.CANDOR_SUITE) === 'quick';

/** Returns a number for each commit and table, so that quick runs of many commits take every part of every table. */
function turnOf(commit: string, table: string): number {
  return createHash('sha256').update(`${commit} ${table}`).digest().readUInt32BE(0);
}

/**
 * Returns all of a table, and in a quick run `count` of its rows in a circle from a row that the commit chooses. The name
 * of the table makes tables turn independently of each other.
 */
export function inTurn<Row>(
  table: string,
  rows: readonly Row[],
  count = 1,
  { quick = isQuick, commit = process.env.CANDOR_COMMIT ?? '' } = {},
): readonly Row[] {
  if (!quick || count >= rows.length) return rows;
  const first = turnOf(commit, table) % rows.length;
  return Array.from({ length: count }, (_, at) => rows[(first + at) % rows.length]!);
}

/** Defines tests in every run but the quick one. */
export function inLongRun(define: () => void): void {
  if (!isQuick) define();
}

/** Files that only a long run takes: they start the program many times, wait by the clock, or walk every page. */
export const LONG_FILES: readonly string[] = [
  'apps/server/prices/feeds/replay/replay.test.ts',
  'apps/server/trading/market/replayed-market.test.ts',
  'packages/journal/restart.test.ts',
  'tests/api/stuffing.test.ts',
  'tests/backup/backup.test.ts',
  'tests/crash/canary.test.ts',
  'tests/crash/embedded-postgres.test.ts',
  'tests/crash/full-disk.test.ts',
  'tests/crash/idle-journal.test.ts',
  'tests/crash/postgres-in-start.test.ts',
  'tests/crash/server.test.ts',
  'tests/crash/two-servers.test.ts',
  'tests/crash/whole.test.ts',
  'tests/crash/withdrawals.test.ts',
  'tests/custody/found.test.ts',
  'tests/custody/sweep.test.ts',
  'tests/e2e/address-look.test.ts',
  'tests/e2e/contract-settings.test.ts',
  'tests/e2e/lost-files.test.ts',
  'tests/e2e/stories.test.ts',
  'tests/gaming/informed.test.ts',
  'tests/gaming/replayed-stalls.test.ts',
  'tests/platform/benches.test.ts',
  'tests/platform/bitcoin.test.ts',
  'tests/platform/clone.test.ts',
  'tests/platform/commands.test.ts',
  'tests/platform/databases.test.ts',
  'tests/platform/feeds.test.ts',
  'tests/platform/log-secrets.test.ts',
  'tests/platform/messages.test.ts',
  'tests/platform/noisy-neighbour.test.ts',
  'tests/platform/stopping.test.ts',
  'tests/platform/two-doors.test.ts',
  'tests/realtime/program.test.ts',
  'tests/rules/adding.test.ts',
  'tests/seconds/late-ticks.test.ts',
  'tests/seconds/stalled-server.test.ts',
  'tests/seconds/stopped-processes.test.ts',
];
