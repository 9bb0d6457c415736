import { openDataFolder } from '../../base/data-folder/index.ts';
import { openLog } from '../../base/log/index.ts';
import type { Lifecycle } from '../../base/work/lifecycle.ts';
import { readOrMakeSeed } from '../../prices/feeds/simulator/seed.ts';
import { type Config, settingNames } from '../config/index.ts';
import { beginDatabase } from './database.ts';
import type { FirstLogin } from './first-logins.ts';
import { demoLogins } from './login-files.ts';
import type { RoleName } from './node-flags.ts';
import { buildPages } from './pages.ts';
import { keepProcessFile } from './process-file.ts';
import { startProcesses } from './processes.ts';
import { compileCache } from './roles/compile-cache.ts';
import { createSupervisor, type Supervisor } from './roles/supervise.ts';
import { untilServing } from './serving.ts';
import { makeSocketFolder } from './socket-folder.ts';

export interface ProgramOptions {
  readonly config: Config;
  /** The folder of the project. */
  readonly root: string;
  readonly version: string;
  /** Returns the path of the module that a role runs. */
  readonly entryOf: (role: RoleName) => string;
  readonly lifecycle: Lifecycle;
  /** Shows the progress of the start on the terminal. */
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
  readonly secondOperator: FirstLogin | null;
  /** Description of the market feed that customers trade on. */
  readonly feed: string;
  /** Null without a port for metrics. */
  readonly metricsUrl: string | null;
  /** Parts that are away though users are served, with their reasons. */
  readonly degraded: Readonly<Record<string, string>>;
}

/**
 * Starts the whole program: locks the data folder, starts the database, and starts and watches the processes. Throws
 * StartupError for causes that a person can fix.
 */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { config, root, lifecycle, say, onLost, version, entryOf } = options;
  const log = openLog({ level: config.logLevel, process: 'supervisor' });
  const warn = (line: string) => log.warn(line);
  const folder = await lifecycle.stage(
    'the data folder',
    () => openDataFolder(config.dataDir),
    (running) => running.close(),
  );
  let running: Supervisor | null = null;
  // Another program owns the database: acknowledged commands are durable, and nothing more may be written.
  const onDatabaseLost = (reason: string) => {
    void running?.kill();
    onLost(reason);
  };
  const database = await lifecycle.stage(
    'the database',
    () => beginDatabase({ ...config, dataDir: folder.path, say, report: warn, onLost: onDatabaseLost }),
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
    (started) => started.stop(),
  );
  running = supervisor;
  // The pages are built while everything else starts.
  const pages = buildPages({ root, wanted: config.pages, lifecycle, say });
  const seed = await readOrMakeSeed(folder.path, config.seed);
  const [started] = await Promise.all([
    startProcesses({
      supervisor,
      config,
      version,
      entryOf,
      folder,
      sockets,
      seed,
      pages,
      database: database.logins,
    }),
    database.logins,
  ]);
  const degraded = await untilServing(supervisor.processes, lifecycle.signal);
  return {
    url: config.publicUrl ?? `http://${shownHost(config.host)}:${started.port}`,
    consoleUrl: config.consolePublicUrl ?? `http://${shownHost(config.consoleHost)}:${started.consolePort}`,
    dataDir: folder.path,
    customers: config.demo ? await demoLogins(folder) : [],
    operator: started.operator,
    secondOperator: started.secondOperator,
    feed: started.feed,
    metricsUrl:
      started.metricsPort === 0
        ? null
        : `http://${shownHost(config.metricsHost)}:${started.metricsPort}/metrics`,
    degraded,
  };
}

/** Returns the environment of the processes: it holds no configuration, which is passed as input instead. */
function environment(): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) => !settingNames.has(name));
  return { NODE_COMPILE_CACHE: compileCache, ...Object.fromEntries(passed) };
}

/** The address to type: one that listens everywhere or on this machine is reached as localhost. */
function shownHost(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
