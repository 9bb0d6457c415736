import { createBus } from '../bus/index.ts';
import { Clock } from '../clock/index.ts';
import type { Config } from '../config/index.ts';
import { seedHash } from '../feeds/index.ts';
import { firstCommands, genesisOf } from '../listing/index.ts';
import { MAKER_SETTINGS } from '../maker/index.ts';
import { startMarket } from '../market/index.ts';
import { openRecorder } from '../recorder/index.ts';
import type { Role } from '../roles/run-role.ts';
import { openDoors } from './doors.ts';
import { type FirstLogin, makeCustomers, makeFirstOperator } from './first-logins.ts';
import { openFront } from './front.ts';
import { openJournal } from './journal.ts';
import type { Pages } from './pages.ts';
import { openPeople } from './people.ts';
import { openPool } from './pool.ts';

export interface ServerInput extends Pick<Config, 'logLevel'> {
  readonly config: Config;
  readonly version: string;
}

/** Starts all but the supervisor, each part after those it needs. */
export async function startServer(role: Role, { config, version }: ServerInput): Promise<void> {
  const { lifecycle, readiness, log, say } = role;
  const now = Date.now;
  const warn = (line: string) => log.warn(line);
  const front = await openDoor(role, 'PORT', config.host, config.port, config.trustProxy);
  const consoleFront = await openDoor(
    role,
    'CONSOLE_PORT',
    config.consoleHost,
    config.consolePort,
    config.trustProxy,
  );
  const connectionString = (await role.ask('database')) as string;
  const pool = await openPool(lifecycle, connectionString, { name: role.name, max: 12 });
  const seed = (await role.ask('seed')) as Uint8Array;
  const feed = await lifecycle.stage(
    'the recorder',
    () => openRecorder({ choice: config.feed, speed: config.feedSpeed, seed, now, log: warn }),
    (running) => running.stop(),
  );
  const journal = await openJournal({
    ...{ lifecycle, readiness, connectionString, log: warn },
    genesis: genesisOf(config.mode, feed, seedHash(seed)),
    bootstrap: firstCommands(config.mode, feed),
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
  const secretKey = (await role.ask('operators-key')) as Uint8Array;
  const ticketSeed = (await role.ask('tickets-seed')) as Uint8Array;
  const people = await openPeople({
    ...{ config, lifecycle, core, pool, secretKey, ticketSeed, bus, log, now },
    history: journal.projections,
    onEnrolled: async () => void (await role.ask('forget-operator-login')),
  });
  if (config.demo) await makeCustomers(people, (await role.ask('demo-logins')) as FirstLogin[]);
  const isNew = await makeFirstOperator(
    people.operators,
    async () => (await role.ask('operator-login')) as FirstLogin,
  );
  if (!isNew) await role.ask('forget-operator-login');
  await openDoors({
    ...{ config, lifecycle, readiness, front, consoleFront, journal, market, people, bus, log, now },
    version,
    pages: (await role.ask('pages')) as Pages,
  });
  role.tell('feed', feed.status().note);
}

async function openDoor(
  { lifecycle, readiness, log, tell }: Role,
  portVariable: string,
  host: string,
  port: number,
  trustProxy: boolean,
) {
  const onError = (error: unknown) => log.warn({ err: error }, 'a connection failed');
  const notReady = readiness.reasons;
  const front = await lifecycle.stage(
    portVariable,
    () => openFront({ host, port, portVariable, notReady, trustProxy, onError }),
    (running) => running.close(),
  );
  tell(portVariable, front.port);
  return front;
}
