import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildWebApp } from '../../../apps/server/program/builds/index.ts';
import { endAll, root, startProgram } from '../../support/program.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address at which a worker asks for the exchange. */
    readonly sharedExchange: string;
  }
}

/** A running program, which all files share. */
export interface SharedExchange {
  readonly url: string;
  /** Its PostgreSQL, for what a test must take away that only time ends. */
  readonly database: string;
  /** The address of the console. */
  readonly consoleUrl: string;
  /** The password with which the first operator logs in once. */
  readonly operatorPassword: string;
  readonly dataDir: string;
}

/** The answer to a worker, after blanks while the exchange starts. */
export type SharedAnswer = { readonly exchange: SharedExchange } | { readonly error: string };

const SIGN_MS = 30_000;
/** Prices go one way in all runs. */
const SEED = 'e2'.repeat(32);
/** Limits of one address, which here is that of all users of all files. */
const UNLIMITED = '10000';

/** Builds the pages of both apps if their sources changed. */
async function buildPages(): Promise<void> {
  const { signal } = new AbortController();
  for (const name of ['web', 'console'] as const) await buildWebApp({ root, name, log: () => {}, signal });
}

/**
 * Starts one exchange when a worker first asks, and ends it after the last file. An idle exchange takes a tenth of a
 * core, so that one each would take a third of one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirs: string[] = [];
  const runDir = await mkdtemp(join(tmpdir(), 'candor-run-'));
  process.env.CANDOR_TEST_RUN = runDir;
  let started: Promise<SharedExchange> | null = null;

  async function start(): Promise<SharedExchange> {
    await buildPages();
    const dataDir = await mkdtemp(join(tmpdir(), 'candor-e2e-'));
    dataDirs.push(dataDir);
    const running = await startProgram({
      dataDir,
      command: [process.execPath, 'apps/server/main.ts'],
      env: {
        CANDOR_SEED: SEED,
        PRACTICE_CHAIN: 'yes',
        REGISTRATIONS_PER_HOUR: UNLIMITED,
        LOGIN_ATTEMPTS_PER_MINUTE: UNLIMITED,
      },
    });
    const { url, consoleUrl } = await running.ready();
    const operatorPassword = /First operator +operator +password (\S+)/.exec(running.output())?.[1] ?? '';
    const database = `postgresql://candor@/candor?host=${encodeURIComponent(join(dataDir, 'postgres'))}`;
    return { url, consoleUrl, operatorPassword, database, dataDir };
  }

  const door = createServer((_, response) => {
    started ??= start();
    // a client gives up after 300 s without a byte, and a busy machine builds the pages for longer
    const signs = setInterval(() => response.write(' '), SIGN_MS);
    response.write(' ');
    started
      .then(
        (exchange): SharedAnswer => ({ exchange }),
        (error: unknown) => ({ error: String(error) }),
      )
      .then((answer) => {
        clearInterval(signs);
        response.end(JSON.stringify(answer));
      });
  });
  await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening));
  const address = door.address();
  if (address === null || typeof address === 'string') throw new Error('the exchanges have no port');
  project.provide('sharedExchange', `http://127.0.0.1:${address.port}`);

  return async () => {
    door.closeAllConnections();
    door.close();
    await started?.catch(() => null);
    await endAll(...dataDirs);
    await rm(runDir, { recursive: true, force: true });
  };
}
