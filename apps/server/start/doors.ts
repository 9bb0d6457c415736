import type { Logger } from 'pino';
import type { Bus } from '../bus/index.ts';
import type { Config } from '../config/index.ts';
import { createHttpApp, loadTranslations } from '../http/index.ts';
import type { RunningMarket } from '../market/index.ts';
import { createRealtime, type Realtime } from '../realtime/index.ts';
import type { Foundation } from './foundation.ts';
import type { Journal } from './journal.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { People } from './people.ts';
import type { Readiness } from './readiness.ts';

export interface DoorOptions {
  readonly config: Config;
  readonly lifecycle: Lifecycle;
  readonly readiness: Readiness;
  readonly foundation: Foundation;
  readonly journal: Journal;
  readonly market: RunningMarket;
  readonly people: People;
  readonly bus: Bus;
  readonly log: Logger;
  readonly version: string;
  readonly now: () => number;
  /** The built customer app; null where another program serves it. */
  readonly webRoot: string | null;
}

const tokenAgeDays = 7;

/** Opens what users come in by: the sockets and the HTTP app, on the port that listens since the start. */
export async function openDoors(options: DoorOptions): Promise<void> {
  const { lifecycle, foundation } = options;
  const realtime = await lifecycle.stage(
    'realtime',
    () => openRealtime(options),
    (running) => running.stop(),
  );
  const app = await lifecycle.stage(
    'the HTTP app',
    () => openHttp(options, realtime),
    (running) => running.close(),
  );
  await lifecycle.stage(
    'the door',
    () => foundation.front.mount(app.routing),
    () => foundation.front.close(),
  );
}

function openRealtime({ config, foundation, journal, market, people, bus, log, now }: DoorOptions) {
  return createRealtime({
    server: foundation.front.server,
    engine: journal.engine,
    bus,
    market: {
      tickers: () => market.data.tickers(),
      recentTrades: (...of) => market.data.recentTrades(...of).reverse(),
    },
    sessions: people.identity.sessions,
    onError: (error) => log.error({ err: error }, 'realtime'),
    allowedOrigins: config.publicUrl === null ? [] : [config.publicUrl],
    now,
  });
}

async function openHttp(options: DoorOptions, realtime: Realtime) {
  const { config, people, journal, market } = options;
  const app = await createHttpApp({
    ...people,
    log: options.log,
    head: config.apiHead,
    secure: config.publicUrl?.startsWith('https:') ?? false,
    trustProxy: config.trustProxy,
    version: options.version,
    limits: config,
    translate: await loadTranslations(),
    now: options.now,
    engine: journal.engine,
    history: journal.projections,
    market: market.data,
    depth: realtime,
    platformConfig: () => ({
      head: config.apiHead,
      apiBase: '',
      socketBase: '',
      mqttPath: '/mqtt',
      mode: config.mode,
      tokenAgeSeconds: tokenAgeDays * 86_400,
      cookieTimeDays: tokenAgeDays,
    }),
    webRoot: options.webRoot,
    notReady: options.readiness.reasons,
  });
  await app.ready();
  return app;
}
