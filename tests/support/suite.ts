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
  'tests/backup/own-postgres.test.ts',
  'tests/crash/canary.test.ts',
  'tests/crash/embedded-postgres.test.ts',
  'tests/crash/full-disk.test.ts',
  'tests/crash/idle-journal.test.ts',
  'tests/crash/postgres-in-start.test.ts',
  'tests/crash/restored-wallet.test.ts',
  'tests/crash/server.test.ts',
  'tests/crash/two-servers.test.ts',
  'tests/crash/whole.test.ts',
  'tests/crash/withdrawals.test.ts',
  'tests/custody/found.test.ts',
  'tests/custody/sweep.test.ts',
  'tests/e2e/address-look.test.ts',
  'tests/e2e/agents.test.ts',
  'tests/e2e/content.test.ts',
  'tests/e2e/contract-settings.test.ts',
  'tests/e2e/listing.test.ts',
  'tests/e2e/lost-files.test.ts',
  'tests/e2e/otc.test.ts',
  'tests/e2e/stories.test.ts',
  'tests/e2e/turned-clock.test.ts',
  'tests/gaming/informed.test.ts',
  'tests/gaming/replayed-stalls.test.ts',
  'tests/platform/alerts.test.ts',
  'tests/platform/benches.test.ts',
  'tests/platform/bitcoin.test.ts',
  'tests/platform/clone.test.ts',
  'tests/platform/commands.test.ts',
  'tests/platform/databases.test.ts',
  'tests/platform/feeds.test.ts',
  'tests/platform/image.test.ts',
  'tests/platform/log-secrets.test.ts',
  'tests/platform/messages.test.ts',
  'tests/platform/noisy-neighbour.test.ts',
  'tests/platform/operating.test.ts',
  'tests/platform/proxies.test.ts',
  'tests/platform/stopping.test.ts',
  'tests/platform/two-doors.test.ts',
  'tests/realtime/program.test.ts',
  'tests/rules/adding.test.ts',
  'tests/seconds/late-ticks.test.ts',
  'tests/seconds/stalled-server.test.ts',
  'tests/seconds/stopped-processes.test.ts',
];

/**
 * Files that go deep into one part, of which a quick run takes a third in a circle from one that the commit chooses. Long and
 * short, houses, processes and browsers stand mixed, so that each third costs about as much.
 */
export const TURNING_FILES: readonly string[] = [
  'tests/api/guesses.test.ts',
  'tests/e2e/transfer.test.ts',
  'tests/e2e/notices.test.ts',
  'tests/api/notice-mails.test.ts',
  'tests/custody/reconciliation.test.ts',
  'tests/perpetual/scope.test.ts',
  'tests/e2e/contacts.test.ts',
  'tests/realtime/slow.test.ts',
  'tests/withdrawals/refused.test.ts',
  'tests/e2e/bank.test.ts',
  'tests/margin/property.test.ts',
  'tests/chains/several-nodes.test.ts',
  'tests/crash/faults.test.ts',
  'tests/withdrawals/bitcoin-payer.test.ts',
  'tests/e2e/house-rules.test.ts',
  'tests/e2e/routes.test.ts',
  'tests/custody/taken-back.test.ts',
  'tests/perpetual/scenarios.test.ts',
  'tests/e2e/login-proof.test.ts',
  'tests/api/login-limits.test.ts',
  'tests/withdrawals/reviews.test.ts',
  'tests/e2e/security.test.ts',
  'tests/property/plants.test.ts',
  'tests/chains/unlisted.test.ts',
  'tests/crash/stopped-door.test.ts',
  'tests/withdrawals/hostile.test.ts',
  'tests/e2e/recovery.test.ts',
  'tests/platform/supervisor.test.ts',
  'tests/perpetual/plants.test.ts',
  'tests/e2e/bills-csv.test.ts',
  'tests/api/repeated-keys.test.ts',
  'tests/projections/upgrade.test.ts',
  'tests/e2e/api-keys.test.ts',
  'tests/dust/dust.test.ts',
  'tests/e2e/order-centre.test.ts',
];
