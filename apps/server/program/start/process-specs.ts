import { join } from 'node:path';
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
import type { Supervisor } from './roles/supervise.ts';
import type { ProcessSpec } from './roles/supervised.ts';

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

/** Sends questions to every process. */
export type Report = (questions: readonly string[]) => Promise<object[]>;

type Answers = ProcessSpec['answers'];

/** The parts that the specs of several processes share, and what the processes have published so far. */
interface Launch {
  readonly options: ProcessesOptions;
  readonly input: RoleInput;
  readonly report: Report;
  readonly facts: { -readonly [Fact in keyof Started]: Started[Fact] };
  readonly origin: PromiseWithResolvers<FeedOrigin>;
  readonly doorPort: PromiseWithResolvers<number>;
  readonly database: () => Promise<DatabaseLogins>;
  readonly pages: () => Promise<Pages>;
  readonly codesKey: () => Promise<Buffer>;
  readonly fileStore: Answers;
}

export function createLaunch(options: ProcessesOptions, report: Report): Launch {
  const { config, folder, version } = options;
  const { core, bus, signer } = options.sockets;
  return {
    options,
    input: { logLevel: config.logLevel, config: openConfig(config), version, sockets: { core, bus, signer } },
    report,
    facts: {
      port: 0,
      consolePort: 0,
      metricsPort: 0,
      feed: '',
      operator: null,
      secondOperator: null,
    },
    origin: Promise.withResolvers(),
    doorPort: Promise.withResolvers(),
    database: () => options.database,
    pages: () => options.pages,
    codesKey: async () => Buffer.from(await folder.secret('codes'), 'hex'),
    fileStore: {
      'files-key': async () => Buffer.from(config.filesKey ?? (await folder.secret('files')), 'hex'),
      'files-folder': () => join(folder.path, 'files'),
    },
  };
}

/** Returns the spec of every process that the configuration asks for. */
export function processSpecs(launch: Launch): ProcessSpec[] {
  const { config } = launch.options;
  const { database, origin } = launch;
  const hasChain = config.practiceChain || config.evm !== null || config.bitcoinRpcUrl !== null;
  return [
    ...doorSpecs(launch),
    consoleSpec(launch),
    jobsSpec(launch),
    ...(hasChain ? chainSpecs(launch) : []),
    houseSpec(launch),
    recorderSpec(launch),
    specOf(launch, 'core', { database, 'feed-origin': () => origin.promise }),
    specOf(launch, 'history', { database }),
  ];
}

function specOf(
  { options, input }: Launch,
  role: RoleName,
  answers: Answers,
  more: Partial<ProcessSpec> = {},
): ProcessSpec {
  return {
    name: role,
    entry: options.entryOf(role),
    input: () => input,
    answers,
    layer: layers[role],
    nodeFlags: nodeFlags[role],
    environment: (shared) => environmentOf(role, shared),
    ...more,
  };
}

function doorSpecs(launch: Launch): ProcessSpec[] {
  const { options, facts, doorPort, database, pages, codesKey, fileStore } = launch;
  const { config, folder } = options;
  const factorsKey = async () => Buffer.from(await folder.secret('factors'), 'hex');
  return Array.from({ length: config.doors }, (_, index) => {
    const isFirst = index === 0;
    const place = async (): Promise<Place> => ({
      host: config.host,
      // All doors listen on the port of the first one, also after a restart.
      port: isFirst ? facts.port || config.port : await doorPort.promise,
      variable: 'PORT',
      doors: config.doors,
      isFirst: isFirst && facts.port === 0,
    });
    return specOf(
      launch,
      'door',
      { database, pages, place, 'codes-key': codesKey, 'factors-key': factorsKey, ...fileStore },
      {
        name: config.doors === 1 ? 'door' : `door-${index + 1}`,
        hearsOthers: true,
        onTold: (fact, value) => {
          if (fact !== 'port' || !isFirst) return;
          facts.port = Number(value);
          doorPort.resolve(facts.port);
        },
      },
    );
  });
}

function consoleSpec(launch: Launch): ProcessSpec {
  const { options, facts, report, database, pages, codesKey, fileStore } = launch;
  const { config, folder } = options;
  return specOf(
    launch,
    'console',
    {
      database,
      pages,
      place: (): Place => ({
        host: config.consoleHost,
        port: facts.consolePort || config.consolePort,
        variable: 'CONSOLE_PORT',
        doors: 1,
        isFirst: true,
      }),
      ...fileStore,
      'metrics-place': (): MetricsPlace | null =>
        config.metricsPort === null
          ? null
          : {
              host: config.metricsHost,
              port: facts.metricsPort || config.metricsPort,
              token: config.metricsToken,
            },
      machine: () => lookAtMachine(folder.path),
      processes: () => report(['vitals']),
      reports: () => report(['vitals', 'metrics']),
      // In real mode no operator reads codes, so their process cannot derive them.
      ...(config.mode === 'practice' ? { 'codes-key': codesKey } : {}),
      'setup-links-key': async () => setupLinksKey(await codesKey()),
      'operators-key': async () => Buffer.from(await folder.secret('operators'), 'hex'),
      'demo-logins': () => demoLogins(folder),
      'operator-login': async () => {
        facts.operator = await operatorLogin(folder, 'operator');
        return facts.operator;
      },
      'second-operator-login': async () => {
        facts.secondOperator = await operatorLogin(folder, 'operator2');
        return facts.secondOperator;
      },
      'forget-operator-login': async () => {
        facts.operator = null;
        await forgetOperatorLogin(folder, 'operator');
      },
      'forget-second-operator-login': async () => {
        facts.secondOperator = null;
        await forgetOperatorLogin(folder, 'operator2');
      },
    },
    {
      hearsOthers: true,
      onTold: (fact, value) => {
        if (fact === 'port') facts.consolePort = Number(value);
        if (fact === 'metrics-port') facts.metricsPort = Number(value);
      },
    },
  );
}

function houseSpec(launch: Launch): ProcessSpec {
  const { seed, folder } = launch.options;
  return specOf(launch, 'house', {
    database: launch.database,
    'seed-hash': () => seedHash(seed),
    'tickets-seed': async () => Buffer.from(await folder.secret('tickets'), 'hex'),
  });
}

function recorderSpec(launch: Launch): ProcessSpec {
  const { options, facts, origin } = launch;
  const { seed, folder } = options;
  return specOf(
    launch,
    'recorder',
    { seed: () => seed, 'ticks-folder': () => join(folder.path, 'ticks') },
    {
      onTold: (fact, value) => {
        if (fact === 'feed-origin') origin.resolve(value as FeedOrigin);
        if (fact === 'feed-note') facts.feed = String(value);
      },
    },
  );
}

function jobsSpec(launch: Launch): ProcessSpec {
  const { database, codesKey, fileStore } = launch;
  const { config } = launch.options;
  return specOf(launch, 'jobs', {
    database,
    'codes-key': codesKey,
    'smtp-url': () => config.smtpUrl,
    'smpp-url': () => config.smppUrl,
    ...fileStore,
  });
}

/** The chain's process and the one that holds the keys. */
function chainSpecs(launch: Launch): ProcessSpec[] {
  const { config, folder } = launch.options;
  return [
    specOf(launch, 'chain', {
      database: launch.database,
      'chain-folder': () => join(folder.path, 'chain'),
      'evm-rpc-urls': () => config.evm?.urls ?? [],
      'bitcoin-rpc-url': () => config.bitcoinRpcUrl,
    }),
    specOf(launch, 'signer', {
      'signer-folder': () => join(folder.path, 'signer'),
      'signer-passphrase': () => folder.secret('signer'),
    }),
  ];
}
