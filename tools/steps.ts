import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { checkImports } from './import-rules.ts';
import { secretsInLogs } from './log-secrets.ts';
import { checkPurity } from './purity.ts';
import { type Ran, root, runTool, runTypes } from './run.ts';

/** Counts of a step of the checks. A step that ran nothing has failed. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** The failed ones, each with its name and the start of its message. They are repeated at the end of the run. */
  readonly causes?: readonly string[];
}

/** Place that a step writes to. */
export interface Output {
  /** True where a tool may write to this terminal while it runs. */
  readonly isLive: boolean;
  say(text: string): void;
}

export interface Step {
  readonly name: string;
  run(output: Output): Promise<Tally>;
}

const say = (text: string) => process.stdout.write(`${text}\n`);

/** One check that either holds or fails with what the tool said. */
function single(name: string, check: () => Promise<string | null>): Step {
  return {
    name,
    async run(output) {
      const wrong = await check();
      if (wrong === null) return { passed: 1, failed: 0 };
      output.say(wrong);
      return { passed: 0, failed: 1, causes: [`${name}\n    ${startOf(wrong)}`] };
    },
  };
}

const outputIfFailed = ({ code, output }: Ran) => (code === 0 ? null : output.trim() || `ended with ${code}`);

const types = (config: string) =>
  single(`types: ${config}`, async () => outputIfFailed(await runTypes(['-p', config])));

const lint = single('lint and format', async () =>
  outputIfFailed(
    await runTool('@biomejs/biome/bin/biome', [
      'ci',
      '--colors=off',
      '--error-on-warnings',
      '--max-diagnostics=60',
      '.',
    ]),
  ),
);

const imports = single('import rules', async () => {
  const report = await checkImports(root);
  if (report.modules === 0) return 'no source file was read';
  if (report.imports <= report.modules)
    return `of ${report.modules} files only ${report.imports} imports were seen`;
  return report.violations.length === 0 ? null : report.violations.join('\n');
});

const purity = single('kernel purity', async () => {
  const report = checkPurity(root);
  if (report.files === 0) return 'no source file was read';
  const lines = report.impurities.map(({ file, line, what, why }) => `${file}:${line}: ${what} (${why})`);
  return lines.length === 0 ? null : lines.join('\n');
});

/** The checks that run nothing of the program. */
export const staticSteps: readonly Step[] = [
  ...['tsconfig.json', 'tsconfig.pure.json', 'tsconfig.web.json', 'tsconfig.browser-tests.json'].map(types),
  lint,
  imports,
  purity,
];

/** The tests of projects of vitest.config.ts. The output of every program that they start must hold no secret. */
export function vitestStep(name: string, projects: readonly string[], env: NodeJS.ProcessEnv = {}): Step {
  return {
    name,
    async run({ isLive, say: tell }) {
      const folder = mkdtempSync(join(tmpdir(), 'candor-report-'));
      const file = join(folder, 'report.json');
      const logs = join(folder, 'logs');
      mkdirSync(logs);
      try {
        const chosen = projects.map((project) => `--project=${project}`);
        const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
        const { code, output } = await runTool('vitest/vitest.mjs', ['run', ...chosen, ...reporters], {
          show: isLive,
          env: { ...env, CANDOR_TEST_LOGS: logs },
        });
        if (!isLive) tell(output.trim());
        if (!existsSync(file)) return { passed: 0, failed: 1, causes: [withoutReport(name, code, output)] };
        return withSecrets(tally(readFileSync(file, 'utf8'), code), logs, tell);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Counts each secret in the outputs of programs as a failure. */
function withSecrets(counts: Tally, logs: string, tell: Output['say']): Tally {
  const { programs, lines, found } = secretsInLogs(logs);
  tell(`  ${found.length} secrets in ${lines} lines of ${programs} programs`);
  if (found.length === 0) return counts;
  const causes = found.map((line) => `a secret in the output of a program\n    ${line}`);
  return { ...counts, failed: counts.failed + found.length, causes: [...(counts.causes ?? []), ...causes] };
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const CAUSE_LINES = 12;
const LAST_LINES = 60;

/** Returns the first lines of a message, without the colours of a terminal. */
function startOf(message: string): string {
  return stripVTControlCharacters(message).trim().split('\n').slice(0, CAUSE_LINES).join('\n    ');
}

/** Says how a run without a report ended, with its last lines. */
function withoutReport(name: string, code: number, output: string): string {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n').slice(-LAST_LINES);
  return [`${name}: ended with ${code} and wrote no report`, ...lines].join('\n    ');
}

function causesOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}\n    ${startOf(message)}`];
    return failed.map((test) => `${file}: ${test.fullName}\n    ${startOf(test.failureMessages.join('\n'))}`);
  });
}

/** Counts a report of vitest. Skipped tests, files that did not load and errors outside of tests are failures. */
export function tally(json: string, code: number): Tally {
  const report = JSON.parse(json) as VitestReport;
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((result) => result.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests + broken;
  const passed = report.numPassedTests;
  if (code !== 0 && failed === 0)
    return {
      passed,
      failed: 1,
      causes: ['every test passed, but the run ended with an error outside of them'],
    };
  return { passed, failed, causes: causesOf(report) };
}

/**
 * Runs lanes of steps side by side, the steps of a lane in order, says what each came to, and ends with the one line that
 * sums them. The first lane writes while it runs; a step of another is shown when it has ended. Resolves to the exit
 * code: 0 only if something ran and nothing failed.
 */
export async function runSteps(...lanes: readonly (readonly Step[])[]): Promise<number> {
  const total = { passed: 0, failed: 0 };
  const failures: string[] = [];
  const causes: string[] = [];

  async function runStep(step: Step, isLive: boolean): Promise<void> {
    const held: string[] = [];
    const output: Output = { isLive, say: isLive ? say : (text) => held.push(text) };
    const startedMs = Date.now();
    if (isLive) say(`\n— ${step.name}`);
    const { passed, failed, causes: ofStep = [] } = await attempt(step, output);
    if (!isLive) say([`\n— ${step.name}`, ...held].join('\n'));
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) failures.push(step.name);
    causes.push(...ofStep);
    say(
      `  ${step.name}: ${failed === 0 ? 'holds' : 'FAILED'} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`,
    );
  }

  await Promise.all(
    lanes.map(async (lane, at) => {
      for (const step of lane) await runStep(step, at === 0);
    }),
  );
  if (failures.length > 0) say([`\nFailed: ${failures.join(', ')}`, ...causes].join('\n  '));
  say(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

async function attempt(step: Step, output: Output): Promise<Tally> {
  const failedBy = (why: string): Tally => {
    output.say(why);
    return { passed: 0, failed: 1, causes: [`${step.name}\n    ${startOf(why)}`] };
  };
  try {
    const tally = await step.run(output);
    return tally.passed + tally.failed > 0 ? tally : failedBy('nothing ran');
  } catch (error) {
    return failedBy(error instanceof Error ? error.message : String(error));
  }
}
