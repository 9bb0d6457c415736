import { pino } from 'pino';
import { createBus } from '../bus/index.ts';
import { Clock } from '../clock/index.ts';
import type { Config } from '../config/index.ts';
import { readOrMakeSeed, seedHash } from '../feeds/index.ts';
import { firstCommands, genesisOf } from '../listing/index.ts';
import { MAKER_SETTINGS } from '../maker/index.ts';
import { startMarket } from '../market/index.ts';
import { openRecorder } from '../recorder/index.ts';
import { openDoors } from './doors.ts';
import { demoCustomers, type FirstLogin, firstOperator, forgetFirstOperator } from './first-logins.ts';
import { openFoundation } from './foundation.ts';
import { openJournal } from './journal.ts';
import type { Lifecycle } from './lifecycle.ts';
import { buildPages } from './pages.ts';
import { openPeople } from './people.ts';
import { createReadiness } from './readiness.ts';

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
 * Starts the whole server as one process, each part after those it needs: data folder, ports and PostgreSQL, the
 * journal with its kernel, the market, the rooms about users, then the doors. Throws StartupError for what a person
 * can mend.
 */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { config, root, lifecycle, say, onLost } = options;
  const now = Date.now;
  const log = pino({ level: config.logLevel, base: null }, pino.destination({ fd: 2, sync: true }));
  const warn = (line: string) => log.warn(line);
  const readiness = createReadiness();
  const onConnectionError = (error: unknown) => log.warn({ err: error }, 'a connection failed');
  const foundation = await openFoundation({ config, lifecycle, readiness, say, onConnectionError, onLost });
  const { folder, front, consoleFront, connectionString, pool } = foundation;
  // Building the pages goes on beside the start of the journal and the market.
  const pages = buildPages({ root, wanted: config.pages, lifecycle, say });

  const seed = await readOrMakeSeed(folder.path, config.seed);
  const feed = await lifecycle.stage(
    'the recorder',
    () => openRecorder({ choice: config.feed, speed: config.feedSpeed, seed, now, log: warn }),
    (running) => running.stop(),
  );
  const journal = await openJournal({
    lifecycle,
    readiness,
    connectionString,
    genesis: genesisOf(config.mode, feed, seedHash(seed)),
    bootstrap: firstCommands(config.mode, feed),
    log: warn,
  });
  const { engine, core } = journal;
  const bus = createBus((error) => log.error({ err: error }, 'a listener of the bus threw'));
  const market = await lifecycle.stage(
    'the market',
    () =>
      startMarket({
        ...{ pool, core, engine, bus, recorder: feed, seedHash: seedHash(seed), now, log: warn, say },
        historyFolder: config.historyFolder,
        makerSettings: { ...MAKER_SETTINGS, sizePpm: config.houseSizePpm, spreadPpm: config.houseSpreadPpm },
      }),
    (running) => running.stop(),
  );
  await lifecycle.stage(
    'the clock',
    () => {
      const clock = new Clock({ engine, now, log: warn });
      clock.start();
      return clock;
    },
    (running) => running.stop(),
  );
  readiness.watch('feed', () => {
    const { phase, note } = feed.status();
    return phase === 'running' || phase === 'ended' ? null : `${phase}: ${note}`;
  });
  const secretKey = Buffer.from(await folder.secret('operators'), 'hex');
  const ticketSeed = Buffer.from(await folder.secret('tickets'), 'hex');
  const people = await openPeople({
    ...{ config, lifecycle, core, pool, secretKey, ticketSeed, bus, log, now },
    history: journal.projections,
    onEnrolled: () => forgetFirstOperator(folder),
  });
  const customers = config.demo ? await demoCustomers(folder, people) : [];
  const operator = await firstOperator(folder, people.operators);
  await openDoors({
    ...{ config, lifecycle, readiness, foundation, journal, market, people, bus, log, now },
    version: options.version,
    pages: await pages,
  });
  readiness.started();
  return {
    url: config.publicUrl ?? `http://${shownHost(config.host)}:${front.port}`,
    consoleUrl: config.consolePublicUrl ?? `http://${shownHost(config.consoleHost)}:${consoleFront.port}`,
    dataDir: folder.path,
    customers,
    operator,
    feed: feed.status().note,
  };
}

/** The address to type: one that listens everywhere or on this machine is reached as localhost. */
function shownHost(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
