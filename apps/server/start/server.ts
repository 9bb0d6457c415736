import { createBus } from '../bus/index.ts';
import type { Config } from '../config/index.ts';
import { seedHash } from '../feeds/index.ts';
import { MAKER_SETTINGS } from '../maker/index.ts';
import { startMarket } from '../market/index.ts';
import { openRecorder } from '../recorder/index.ts';
import type { Role } from '../roles/run-role.ts';
import type { FeedOrigin } from './core.ts';
import { openCoreLine } from './core-line.ts';
import { openDoors } from './doors.ts';
import { type FirstLogin, makeCustomers, makeFirstOperator } from './first-logins.ts';
import { openFront } from './front.ts';
import { openHistory } from './history.ts';
import type { Pages } from './pages.ts';
import { openPeople } from './people.ts';
import { openPool } from './pool.ts';

export interface ServerInput extends Pick<Config, 'logLevel'> {
  readonly config: Config;
  readonly version: string;
  readonly sockets: { readonly core: string; readonly bus: string };
}

/** Starts all but the supervisor, each part after those it needs. */
export async function startServer(role: Role, { config, version, sockets }: ServerInput): Promise<void> {
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
  const origin: FeedOrigin = { kind: feed.kind, venues: feed.venues, seedHash: seedHash(seed) };
  role.tell('feed-origin', origin);
  const core = await openCoreLine(role, sockets.core, 'house');
  const doorCore = await openCoreLine(role, sockets.core, 'door');
  const recorderCore = await openCoreLine(role, sockets.core, 'recorder');
  const historyCore = await openCoreLine(role, sockets.core, 'history');
  const history = await openHistory({ lifecycle, readiness, core: historyCore, connectionString, log: warn });
  const engine = {
    submitFirst: recorderCore.submit.bind(recorderCore),
    status: recorderCore.status.bind(recorderCore),
    onTurn: () => () => {},
  };
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
  readiness.watch('feed', () => {
    const { phase, note } = feed.status();
    return phase === 'running' || phase === 'ended' ? null : `${phase}: ${note}`;
  });
  const secretKey = (await role.ask('operators-key')) as Uint8Array;
  const ticketSeed = (await role.ask('tickets-seed')) as Uint8Array;
  const people = await openPeople({
    ...{ config, lifecycle, core, pool, secretKey, ticketSeed, bus, log, now },
    history,
    onEnrolled: async () => void (await role.ask('forget-operator-login')),
  });
  if (config.demo) await makeCustomers(people, (await role.ask('demo-logins')) as FirstLogin[]);
  const isNew = await makeFirstOperator(
    people.operators,
    async () => (await role.ask('operator-login')) as FirstLogin,
  );
  if (!isNew) await role.ask('forget-operator-login');
  await openDoors({
    ...{
      config,
      lifecycle,
      notReady: role.notReady,
      front,
      consoleFront,
      history,
      market,
      people,
      bus,
      log,
      now,
    },
    core: doorCore,
    version,
    pages: (await role.ask('pages')) as Pages,
  });
  role.tell('feed', feed.status().note);
}

async function openDoor(
  { lifecycle, log, tell, notReady }: Role,
  portVariable: string,
  host: string,
  port: number,
  trustProxy: boolean,
) {
  const onError = (error: unknown) => log.warn({ err: error }, 'a connection failed');
  const front = await lifecycle.stage(
    portVariable,
    () => openFront({ host, port, portVariable, notReady, trustProxy, onError }),
    (running) => running.close(),
  );
  tell(portVariable, front.port);
  return front;
}
