import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataFolder } from '../../base/data-folder/index.ts';
import type { DatabaseLogins } from '../../base/database/index.ts';
import { setupLinksKey } from '../../gateway/messages/index.ts';
import { seedHash } from '../../prices/feeds/simulator/seed.ts';
import type { Config } from '../config/index.ts';
import type { FeedOrigin } from './core.ts';
import type { FirstLogin } from './first-logins.ts';
import { demoLogins, forgetOperatorLogin, operatorLogin } from './login-files.ts';
import { lookAtMachine } from './machine.ts';
import type { MetricsPlace } from './metrics-port.ts';
import { environmentOf, nodeFlags, type RoleName } from './node-flags.ts';
import { openConfig, type RoleInput, type Sockets } from './open-config.ts';
import type { Place } from './open-port.ts';
import type { Pages } from './pages.ts';
import type { ProcessReport } from './process-metrics.ts';
import type { Supervisor } from './roles/supervise.ts';
import type { ProcessSpec } from './roles/supervised.ts';
import { watchVitals } from './roles/vitals.ts';

export interface ProcessesOptions {
  readonly supervisor: Supervisor;
  readonly config: Config;
  readonly version: string;
  /** Returns the path of the module that a role runs. */
  readonly entryOf: (role: RoleName) => string;
  readonly folder: DataFolder;
  readonly sockets: Sockets;
  readonly seed: Uint8Array;
  /** Resolves with the database's logins. */
  readonly database: Promise<DatabaseLogins>;
  readonly pages: Promise<Pages>;
}

/** The facts published by the processes, once all are ready. */
export interface Started {
  readonly port: number;
  readonly consolePort: number;
  /** 0 where there are no metrics. */
  readonly metricsPort: number;
  /** A description of the prices that customers trade on. */
  readonly feed: string;
  /** The first operator, while its second factor is not enrolled. */
  readonly operator: FirstLogin | null;
  /** The second operator of a practice house, while its second factor is not enrolled. */
  readonly secondOperator: FirstLogin | null;
}

/** Layers stop from the highest to the lowest: first entry, then prices, then the parts that all others use. */
const layers = {
  core: 0,
  house: 1,
  history: 2,
  recorder: 3,
  jobs: 3,
  chain: 3,
  signer: 2,
  door: 4,
  console: 4,
} as const satisfies Readonly<Record<RoleName, number>>;

/** A process that does not answer in time is reported without its own figures. */
const REPORT_PATIENCE_MS = 1_000;

/**
 * Starts all processes concurrently; each waits for what it needs from the others. Each secret is given to the one
 * process that uses it. Resolves when all are ready for the first time. Throws StartupError if one cannot start.
 */
export async function startProcesses(options: ProcessesOptions): Promise<Started> {
  const { supervisor, config, folder, version } = options;
  const { core, bus, signer: signerSocket } = options.sockets;
  const input: RoleInput = {
    logLevel: config.logLevel,
    config: openConfig(config),
    version,
    sockets: { core, bus, signer: signerSocket },
  };
  const origin = Promise.withResolvers<FeedOrigin>();
  const doorPort = Promise.withResolvers<number>();
  let feed = '';
  let consolePort = 0;
  let metricsPort = 0;
  let port = 0;
  let operator: FirstLogin | null = null;
  let secondOperator: FirstLogin | null = null;

  const spec = (
    role: RoleName,
    answers: ProcessSpec['answers'],
    more: Partial<ProcessSpec> = {},
  ): ProcessSpec => ({
    name: role,
    entry: options.entryOf(role),
    input: () => input,
    answers,
    layer: layers[role],
    nodeFlags: nodeFlags[role],
    environment: (shared) => environmentOf(role, shared),
    ...more,
  });
  const report = reporter(supervisor);
  const database = () => options.database;
  const codesKey = async () => Buffer.from(await folder.secret('codes'), 'hex');
  const pages = () => options.pages;
  const factorsKey = async () => Buffer.from(await folder.secret('factors'), 'hex');

  const fileStore = {
    'files-key': async () => Buffer.from(config.filesKey ?? (await folder.secret('files')), 'hex'),
    'files-folder': () => join(folder.path, 'files'),
  };

  const doors = Array.from({ length: config.doors }, (_, index) => {
    const isFirst = index === 0;
    const place = async (): Promise<Place> => ({
      host: config.host,
      // All doors listen on the port of the first one, also after a restart.
      port: isFirst ? port || config.port : await doorPort.promise,
      variable: 'PORT',
      doors: config.doors,
      isFirst: isFirst && port === 0,
    });
    return spec(
      'door',
      { database, pages, place, 'codes-key': codesKey, 'factors-key': factorsKey, ...fileStore },
      {
        name: config.doors === 1 ? 'door' : `door-${index + 1}`,
        hearsOthers: true,
        onTold: (fact, value) => {
          if (fact !== 'port' || !isFirst) return;
          port = Number(value);
          doorPort.resolve(port);
        },
      },
    );
  });

  const console = spec(
    'console',
    {
      database,
      pages,
      place: (): Place => ({
        host: config.consoleHost,
        port: consolePort || config.consolePort,
        variable: 'CONSOLE_PORT',
        doors: 1,
        isFirst: true,
      }),
      ...fileStore,
      'metrics-place': (): MetricsPlace | null =>
        config.metricsPort === null
          ? null
          : { host: config.metricsHost, port: metricsPort || config.metricsPort, token: config.metricsToken },
      machine: () => lookAtMachine(folder.path),
      processes: () => report(['vitals']),
      reports: () => report(['vitals', 'metrics']),
      // In real mode no operator reads codes, so their process cannot derive them.
      ...(config.mode === 'practice' ? { 'codes-key': codesKey } : {}),
      'setup-links-key': async () => setupLinksKey(await codesKey()),
      'operators-key': async () => Buffer.from(await folder.secret('operators'), 'hex'),
      'demo-logins': () => demoLogins(folder),
      'operator-login': async () => {
        operator = await operatorLogin(folder, 'operator');
        return operator;
      },
      'second-operator-login': async () => {
        secondOperator = await operatorLogin(folder, 'operator2');
        return secondOperator;
      },
      'forget-operator-login': async () => {
        operator = null;
        await forgetOperatorLogin(folder, 'operator');
      },
      'forget-second-operator-login': async () => {
        secondOperator = null;
        await forgetOperatorLogin(folder, 'operator2');
      },
    },
    {
      hearsOthers: true,
      onTold: (fact, value) => {
        if (fact === 'port') consolePort = Number(value);
        if (fact === 'metrics-port') metricsPort = Number(value);
      },
    },
  );

  const house = spec('house', {
    database,
    'seed-hash': () => seedHash(options.seed),
    'tickets-seed': async () => Buffer.from(await folder.secret('tickets'), 'hex'),
  });

  const recorder = spec(
    'recorder',
    { seed: () => options.seed, 'ticks-folder': () => join(folder.path, 'ticks') },
    {
      onTold: (fact, value) => {
        if (fact === 'feed-origin') origin.resolve(value as FeedOrigin);
        if (fact === 'feed-note') feed = String(value);
      },
    },
  );

  const jobs = spec('jobs', {
    database,
    'codes-key': codesKey,
    'smtp-url': () => config.smtpUrl,
    'smpp-url': () => config.smppUrl,
    ...fileStore,
  });

  const signer = spec('signer', {
    'signer-folder': () => join(folder.path, 'signer'),
    'signer-passphrase': () => folder.secret('signer'),
  });
  const chain = spec('chain', {
    database,
    'chain-folder': () => join(folder.path, 'chain'),
    'evm-rpc-urls': () => config.evm?.urls ?? [],
    'bitcoin-rpc-url': () => config.bitcoinRpcUrl,
  });

  await Promise.all(
    [
      ...doors,
      console,
      jobs,
      ...(config.practiceChain || config.evm !== null || config.bitcoinRpcUrl !== null
        ? [chain, signer]
        : []),
      house,
      recorder,
      spec('core', { database, 'feed-origin': () => origin.promise }),
      spec('history', { database }),
    ].map((each) => supervisor.start(each)),
  );
  return { port, consolePort, metricsPort, feed, operator, secondOperator };
}

/** Sends the questions to every process; the result of a process that does not answer is null. */
function reporter(supervisor: Supervisor): (questions: readonly string[]) => Promise<object[]> {
  const own = watchVitals();
  return async (questions) => {
    const self: ProcessReport = {
      name: 'supervisor',
      pid: process.pid,
      state: 'ready',
      reasons: {},
      restarts: 0,
      vitals: own(),
      metrics: null,
    };
    const others = supervisor.processes().map(async (state) => {
      const answers = questions.map(async (question) => {
        const late = sleep(REPORT_PATIENCE_MS, null, { ref: false });
        return [question, await Promise.race([supervisor.ask(state.name, question).catch(() => null), late])];
      });
      return { ...state, ...Object.fromEntries(await Promise.all(answers)) };
    });
    return [self, ...(await Promise.all(others))];
  };
}
