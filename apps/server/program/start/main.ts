import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import packageJson from '../../../../package.json' with { type: 'json' };
import { StartupError } from '../../base/errors/startup-error.ts';
import { createLifecycle, Stopping } from '../../base/work/lifecycle.ts';
import { readConfig } from '../config/index.ts';
import type { RoleName } from './node-flags.ts';
import { startProgram } from './program.ts';
import { STOP_PATIENCE_MS } from './roles/stop-patience.ts';
import { welcome } from './welcome.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const ownFile = import.meta.filename;
/** The module of a role: a source beside this one, or a file of the bundle that this one is part of. */
const entryOf = (role: RoleName): string =>
  ownFile.endsWith('.ts')
    ? join(root, 'apps/server/program/start/roles', `${role}.ts`)
    : join(dirname(ownFile), `${role}.mjs`);
const say = (line: string) => process.stdout.write(`${line}\n`);
const lifecycle = createLifecycle((line) => process.stderr.write(`${line}\n`), STOP_PATIENCE_MS.program);

/** Stops everything once and exits with `code`. `lastWords` are printed below all output of the stop. */
async function end(code: number, lastWords = ''): Promise<void> {
  process.exitCode = code;
  await lifecycle.stop();
  process.stderr.write(lastWords);
  process.exit();
}

/** npm forwards a signal that the whole group got too, so a second one while stopping is ignored. */
function stopOn(signal: NodeJS.Signals): void {
  process.on(signal, () => {
    if (lifecycle.signal.aborted) return;
    say('Stopping');
    end(0).then(() => {});
  });
}

function fail(error: unknown): void {
  if (error instanceof Stopping || lifecycle.signal.aborted) return;
  const text =
    error instanceof StartupError ? error.message : `Candor met an error of its own:\n${describe(error)}`;
  end(1, `\n${text}\n`).then(() => {});
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) stopOn(signal);
// A terminal that closes ends what was started in it. Without one the signal comes from the rotation of a log, which
// asks for nothing: the lines go to standard error, and no file of ours is open.
if (process.stdin.isTTY || process.stdout.isTTY) stopOn('SIGHUP');
else process.on('SIGHUP', () => {});
// Output errors are ignored: a closed terminal or pipe does not affect the exchange.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
// An error that arrives here may have left a half-done step behind, so the program stops and the next start recovers
// from the journal.
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

try {
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const config = readConfig(process.env, process.argv.slice(2), root);
  const onLost = (reason: string) =>
    fail(new StartupError('DATABASE_UNREACHABLE', `Candor stops: ${reason}`));
  const program = await startProgram({
    config,
    root,
    entryOf,
    version: packageJson.version,
    lifecycle,
    say,
    onLost,
  });
  say(welcome(program));
} catch (error) {
  fail(error);
}
