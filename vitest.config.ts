import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';
import { memoryFolder } from './tests/support/memory-folder.ts';
import { inTurn, LONG_FILES, suiteOf, TURNING_FILES } from './tests/support/suite.ts';

// all that a run makes and removes, from databases to data folders, lies in memory where there is room
process.env.TMPDIR = memoryFolder('/dev/shm', process.availableMemory()) ?? process.env.TMPDIR ?? '/tmp';

/** The commit under test, by which a quick run chooses its part of long tables; empty without git. */
function commitUnderTest(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

process.env.CANDOR_COMMIT ??= commitUnderTest();

/** Files of tests that the suite of this run leaves out; the long one takes the parts of tables that the quick one left. */
function leftOut(): string[] {
  const suite = suiteOf(process.env.CANDOR_SUITE);
  if (suite === 'all') return [];
  if (suite === 'quick') {
    const third = Math.ceil(TURNING_FILES.length / 3);
    const taken = inTurn('files', TURNING_FILES, third, { quick: true });
    return [...LONG_FILES, ...TURNING_FILES.filter((file) => !taken.includes(file))];
  }
  const files = globSync(['{apps,packages,tests,tools}/**/*.test.{ts,tsx}'], {
    exclude: ['**/node_modules/**'],
  });
  const turns = (file: string) =>
    /\b(inTurn|inLongRun|isQuick|sizesInTurn|seedsOf|fitsOnPhones)\b/.test(readFileSync(file, 'utf8'));
  const elsewhere = new Set([...LONG_FILES, ...TURNING_FILES]);
  return files.filter((file) => !elsewhere.has(file) && !turns(file));
}

const excluded = leftOut();

/** Replaces a module, counts its calls, or judges its process: for a process of its own. */
const alone = [
  'tests/api/stuffing.test.ts',
  'apps/server/gateway/logins/passwords.test.ts',
  'apps/server/prices/feeds/replay/replay.test.ts',
  'packages/journal/archive-disk.test.ts',
  'packages/journal/restart.test.ts',
  'tests/margin/sweep.test.ts',
  'tests/perpetual/plants.test.ts',
  'tests/perpetual/scenarios.test.ts',
  'tests/support/end-with-me.test.ts',
];

/** Files that start engines on PostgreSQL, play recordings or mock a package: too long for the quick check. */
const integration = [
  'apps/server/{prices/feeds,prices/listing,trading/maker,trading/market}/**/*.test.ts',
  'packages/{journal,projections}/**/*.test.ts',
  'apps/verifier/**/*.test.ts',
];

/**
 * Folders of tests that work through the API of a house in its own process. Their files share a process and its loaded
 * modules, one after another, so they replace no module and leave no fake clock behind.
 */
const houses = ['api', 'chains', 'messages', 'realtime', 'regressions', 'withdrawals'].join('|');

export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // more than the cores of a small machine: many tests wait for processes and sockets
    maxWorkers: 3,
    // A busy machine is no fault: see tests/support/patience.ts.
    testTimeout: 300_000,
    hookTimeout: 400_000,
    expect: { poll: { timeout: 120_000 } },
    // Processes that tests start read the program's types away once, not each anew.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/candor-tests') },
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'packages/kernel/**', ...integration, ...alone, ...excluded],
          // a process and its loaded modules serve many files, one after another: half the processor time
          isolate: false,
          globalSetup: ['tests/support/global-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'kernel',
          include: ['packages/kernel/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...excluded],
          isolate: false,
          setupFiles: ['tests/support/shadow-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: integration,
          exclude: ['**/node_modules/**', ...alone, ...excluded],
          isolate: false,
          globalSetup: ['tests/support/global-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: [`tests/@(${houses})/**/*.test.ts`],
          exclude: [...alone, ...excluded],
          isolate: false,
          globalSetup: ['tests/support/global-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: [`tests/!(e2e|${houses})/**/*.test.ts`],
          exclude: [...alone, ...excluded],
          isolate: false,
          globalSetup: ['tests/support/global-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          exclude: excluded,
          globalSetup: ['tests/support/global-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          testTimeout: 600_000,
          include: ['tests/e2e/**/*.test.ts'],
          exclude: excluded,
          globalSetup: ['tests/e2e/support/shared-exchange.ts'],
          // one after another, the files of a worker share its browser
          isolate: false,
          // an open page takes its part of a core for as long as it stands
          maxWorkers: 2,
        },
      },
    ],
  },
});
