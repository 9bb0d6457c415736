import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, the longest first: those of the projects side by side, those that mostly wait by the clock
 * before them, then the end-to-end tests. They start first, so that no worker runs one alone at the end, also on a machine
 * that has no durations of an earlier run.
 */
export const LONGEST = [
  'tests/seconds/late-ticks.test.ts',
  'tests/seconds/stopped-processes.test.ts',
  'tests/sim/sim.test.ts',
  'tests/crash/whole.test.ts',
  'tests/crash/two-servers.test.ts',
  'tests/platform/commands.test.ts',
  'tests/crash/restored-wallet.test.ts',
  'tests/crash/server.test.ts',
  'tests/platform/stopping.test.ts',
  'tests/platform/feeds.test.ts',
  'tests/platform/clone.test.ts',
  'tests/crash/processes.test.ts',
  'tests/platform/databases.test.ts',
  'tests/seconds/stalled-server.test.ts',
  'tests/property/plants.test.ts',
  'tests/margin/property.test.ts',
  'tests/crash/withdrawals.test.ts',
  'tests/withdrawals/hostile.test.ts',
  'tests/backup/backup.test.ts',
  'tests/platform/messages.test.ts',
  'tests/crash/embedded-postgres.test.ts',
  'tests/crash/postgres-in-start.test.ts',
  'tests/platform/log-secrets.test.ts',
  'tests/platform/processes.test.ts',
  'tests/rules/adding.test.ts',
  'tests/platform/benches.test.ts',
  'tests/platform/restart.test.ts',
  'tests/api/stuffing.test.ts',
  'tests/dust/dust.test.ts',
  'packages/journal/restart.test.ts',
  'tests/platform/two-doors.test.ts',
  'tests/crash/canary.test.ts',
  'tests/realtime/program.test.ts',
  'tests/projections/upgrade.test.ts',
  'tests/seconds/property.test.ts',
  'tests/perpetual/scope.test.ts',
  'tests/custody/sweep.test.ts',
  'tests/sim/wallet/wallet.test.ts',
  'tests/crash/idle-journal.test.ts',
  'tests/perpetual/plants.test.ts',
  'tests/e2e/content.test.ts',
  'tests/e2e/wallet-path.test.ts',
  'tests/e2e/console.test.ts',
  'tests/e2e/orders.test.ts',
  'tests/e2e/seconds.test.ts',
  'tests/e2e/perpetual.test.ts',
  'tests/e2e/routes.test.ts',
  'tests/e2e/shell.test.ts',
  'tests/e2e/stories.test.ts',
  'tests/e2e/house-rules.test.ts',
  'tests/e2e/transfer.test.ts',
  'tests/e2e/contract-settings.test.ts',
  'tests/e2e/margin.test.ts',
  'tests/e2e/order-centre.test.ts',
  'tests/e2e/journey.test.ts',
  'tests/e2e/recovery.test.ts',
  'tests/e2e/deposits.test.ts',
  'tests/e2e/swap.test.ts',
];

/** Runs the longest files first and the others in vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? LONGEST.length : at;
    };
    return others.toSorted((a, b) => rank(a) - rank(b));
  }
}
