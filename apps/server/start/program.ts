import { pino } from 'pino';
import { type Config, settingNames } from '../config/index.ts';
import { openDataFolder } from '../data-folder/index.ts';
import { readOrMakeSeed } from '../feeds/simulator/seed.ts';
import { createSupervisor } from '../roles/supervise.ts';
import type { CoreInput, FeedOrigin } from './core.ts';
import { beginDatabase } from './database.ts';
import type { FirstLogin } from './first-logins.ts';
import type { Lifecycle } from './lifecycle.ts';
import { demoLogins, forgetOperatorLogin, operatorLogin } from './login-files.ts';
import { buildPages } from './pages.ts';
import { keepProcessFile } from './process-file.ts';
import type { ServerInput } from './server.ts';
import { makeSocketFolder } from './socket-folder.ts';

export interface ProgramOptions {
  readonly config: Config;
  /** The folder of the project. */
  readonly root: string;
  readonly version: string;
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
  readonly customers: readonly FirstLogin[];
  readonly operator: FirstLogin | null;
  /** What the customers trade on, in words. */
  readonly feed: string;
}

/**
 * Starts the whole program: takes the data folder, begins the database, and has the processes started and watched.
 * Throws StartupError for what a person can mend.
 */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { config, root, lifecycle, say, onLost, version } = options;
  const log = pino(
    { level: config.logLevel, base: { process: 'supervisor' } },
    pino.destination({ fd: 2, sync: true }),
  );
  const warn = (line: string) => log.warn(line);
  const folder = await lifecycle.stage(
    'the data folder',
    () => openDataFolder(config.dataDir),
    (running) => running.close(),
  );
  const database = await lifecycle.stage(
    'the database',
    () => beginDatabase({ ...config, dataDir: folder.path, say, report: warn, onLost }),
    (running) => running.stop(),
  );
  const processFile = await lifecycle.stage(
    'the list of processes',
    () =>
      keepProcessFile(folder, (error) => log.warn({ err: error }, 'the list of processes was not written')),
    (running) => running.remove(),
  );
  const sockets = await lifecycle.stage(
    'the folder of the sockets',
    () => makeSocketFolder(folder),
    (running) => running.remove(),
  );
  const supervisor = await lifecycle.stage(
    'the processes',
    () => createSupervisor({ env: environment(), say, log: warn, onLost, onChange: processFile.write }),
    (running) => running.stop(),
  );
  // Building the pages goes on beside the start of everything else.
  const pages = buildPages({ root, wanted: config.pages, lifecycle, say });
  const seed = await readOrMakeSeed(folder.path, config.seed);
  const ports = { port: config.port, consolePort: config.consolePort };
  const told = new Map<string, unknown>();
  let operator: FirstLogin | null = null;
  const feedOrigin = Promise.withResolvers<FeedOrigin>();
  await Promise.all([
    database.connectionString,
    supervisor.start({
      name: 'core',
      entry: new URL('../roles/core.ts', import.meta.url),
      input: () =>
        ({ logLevel: config.logLevel, mode: config.mode, socket: sockets.core }) satisfies CoreInput,
      answers: {
        database: () => database.connectionString,
        'feed-origin': () => feedOrigin.promise,
      },
      layer: 0,
    }),
    supervisor.start({
      name: 'server',
      entry: new URL('../roles/server.ts', import.meta.url),
      input: () =>
        ({
          logLevel: config.logLevel,
          // One that is started again listens where it did.
          config: { ...config, ...ports },
          version,
          sockets: { core: sockets.core, bus: sockets.bus },
        }) satisfies ServerInput,
      answers: {
        database: () => database.connectionString,
        seed: () => seed,
        pages: () => pages,
        'operators-key': async () => Buffer.from(await folder.secret('operators'), 'hex'),
        'tickets-seed': async () => Buffer.from(await folder.secret('tickets'), 'hex'),
        'demo-logins': () => demoLogins(folder),
        'operator-login': async () => {
          operator = await operatorLogin(folder);
          return operator;
        },
        'forget-operator-login': async () => {
          operator = null;
          await forgetOperatorLogin(folder);
        },
      },
      layer: 1,
      hearsOthers: true,
      onTold: (fact, value) => {
        told.set(fact, value);
        if (fact === 'PORT') ports.port = Number(value);
        if (fact === 'CONSOLE_PORT') ports.consolePort = Number(value);
        if (fact === 'feed-origin') feedOrigin.resolve(value as FeedOrigin);
      },
    }),
  ]);
  return {
    url: config.publicUrl ?? `http://${shownHost(config.host)}:${ports.port}`,
    consoleUrl: config.consolePublicUrl ?? `http://${shownHost(config.consoleHost)}:${ports.consolePort}`,
    dataDir: folder.path,
    customers: config.demo ? await demoLogins(folder) : [],
    operator,
    feed: String(told.get('feed')),
  };
}

/** The environment of the processes: what they are to know of the configuration is handed over, and nothing else. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settingNames.has(name)));
}

/** The address to type: one that listens everywhere or on this machine is reached as localhost. */
function shownHost(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
