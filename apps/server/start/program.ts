import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import { type DataFolder, openDataFolder } from '../data-folder/index.ts';
import { startPostgres } from '../postgres/launch.ts';
import { leaseDatabase } from '../postgres/lease.ts';
import { buildWebApp, type WebAppName } from '../web-apps/index.ts';
import { openFront } from './front.ts';
import type { Lifecycle } from './lifecycle.ts';

export interface ProgramOptions {
  readonly config: Config;
  /** The folder of the project. */
  readonly root: string;
  readonly lifecycle: Lifecycle;
  /** Tells the person at the terminal how far the start is. */
  readonly say: (line: string) => void;
  /** Called when a part without which nothing works is lost while running. */
  readonly onLost: (reason: string) => void;
}

export interface Program {
  readonly url: string;
  readonly consoleUrl: string;
  readonly dataDir: string;
}

/**
 * Starts the whole server as one process, each part after those it needs: data folder, ports, PostgreSQL, engine,
 * market, projections, then the doors. Throws StartupError for what a person can mend.
 */
export async function startProgram({
  config,
  root,
  lifecycle,
  say,
  onLost,
}: ProgramOptions): Promise<Program> {
  const starting = new Map<string, string>([['server', 'starting']]);
  const folder = await lifecycle.stage(
    'data folder',
    () => openDataFolder(config.dataDir),
    (running) => running.close(),
  );
  const notReady = () => Object.fromEntries(starting);
  const door = (host: string, port: number, portVariable: string) =>
    lifecycle.stage(
      portVariable,
      () => openFront({ host, port, portVariable, notReady }),
      (running) => running.close(),
    );
  const front = await door(config.host, config.port, 'PORT');
  const consoleFront = await door(config.consoleHost, config.consolePort, 'CONSOLE_PORT');

  const pages = startPages(root, config.pages ? ['web', 'console'] : [], lifecycle, say);
  const connectionString = config.databaseUrl ?? (await embedded(folder, lifecycle, say, onLost));
  await lifecycle.stage(
    'database lease',
    () => leaseDatabase(connectionString, (error) => onLost(`the database was lost: ${error.message}`)),
    (lease) => lease.release(),
  );
  await pages;
  starting.clear();
  return {
    url: config.publicUrl ?? `http://${shownHost(config.host)}:${front.port}`,
    consoleUrl: `http://${shownHost(config.consoleHost)}:${consoleFront.port}`,
    dataDir: folder.path,
  };
}

/** The address to type: one that listens everywhere or on this machine is reached as localhost. */
function shownHost(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

async function embedded(
  folder: DataFolder,
  lifecycle: Lifecycle,
  say: (line: string) => void,
  onLost: (reason: string) => void,
): Promise<string> {
  const postgres = await lifecycle.stage(
    'PostgreSQL',
    () => startPostgres({ dataDir: join(folder.path, 'postgres'), log: say }),
    (running) => running.stop(),
  );
  postgres.exited.then((said) => {
    if (said !== null) onLost(`PostgreSQL ended by itself. It said: ${said}`);
  });
  return postgres.connectionString;
}

/** Builds the apps' pages one after the other while the database starts: two at once would starve two cores. */
async function startPages(
  root: string,
  names: readonly WebAppName[],
  lifecycle: Lifecycle,
  say: (line: string) => void,
): Promise<Map<WebAppName, string>> {
  const folders = new Map<WebAppName, string>();
  for (const name of names.filter((candidate) => existsSync(join(root, 'apps', candidate, 'main.tsx'))))
    folders.set(name, await buildWebApp({ root, name, log: say, signal: lifecycle.signal }));
  return folders;
}
