import type { Projections } from '@candor/projections';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Bus } from '../bus/index.ts';
import type { Config } from '../config/index.ts';
import type { CoreLink } from '../core/index.ts';
import {
  createHttpApp,
  createMetrics,
  loadTranslations,
  type Metrics,
  type Translate,
} from '../http/index.ts';
import type { RunningMarket } from '../market/index.ts';
import { createConsoleApp } from '../operator/index.ts';
import { createRealtime, type Realtime, registerRealtimeMetrics } from '../realtime/index.ts';
import type { Front } from './front.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Pages } from './pages.ts';
import type { People } from './people.ts';

export interface DoorOptions {
  readonly config: Config;
  readonly lifecycle: Lifecycle;
  /** Why the program is not ready, per part. */
  readonly notReady: () => Readonly<Record<string, string>>;
  readonly front: Front;
  readonly consoleFront: Front;
  readonly core: CoreLink;
  readonly history: Projections;
  readonly market: RunningMarket;
  readonly people: People;
  readonly bus: Bus;
  readonly log: Logger;
  readonly version: string;
  readonly now: () => number;
  readonly pages: Pages;
}

/** What both doors use. */
interface Shared {
  readonly translate: Translate;
  readonly metrics: Metrics;
}

const tokenAgeDays = 7;
/** Public answers are at most this old. */
const SHARED_FOR_MS = 1_000;

/** Opens what people come in by, on the ports that listen since the start: sockets, the API and the pages. */
export async function openDoors(options: DoorOptions): Promise<void> {
  const { lifecycle } = options;
  const translate = await loadTranslations();
  const realtime = await lifecycle.stage(
    'realtime',
    () => openRealtime(options),
    (running) => running.stop(),
  );
  const { core, history } = options;
  const metrics = createMetrics(
    core,
    () => history.status().lag,
    (registry) => registerRealtimeMetrics(registry, realtime.stats),
  );
  const shared = { translate, metrics };
  await openDoor(lifecycle, 'the API', options.front, () => openHttp(options, shared, realtime));
  await openDoor(lifecycle, 'the console', options.consoleFront, () => openConsole(options, shared));
}

/** Stopping goes the other way round: first nobody comes in any more, then the app ends. */
async function openDoor(
  lifecycle: Lifecycle,
  name: string,
  front: Front,
  open: () => Promise<FastifyInstance>,
): Promise<void> {
  const app = await lifecycle.stage(name, open, (running) => running.close());
  await app.ready();
  await lifecycle.stage(
    `the door of ${name}`,
    () => front.mount(app.routing),
    () => front.close(),
  );
}

function openRealtime({ config, front, core, market, people, bus, log, now }: DoorOptions) {
  return createRealtime({
    server: front.server,
    core,
    bus,
    market: market.data,
    sessions: people.identity.sessions,
    onError: (error) => log.error({ err: error }, 'realtime'),
    allowedOrigins: config.publicUrl === null ? [] : [new URL(config.publicUrl).origin],
    trustProxy: config.trustProxy,
    now,
  });
}

function openHttp(options: DoorOptions, shared: Shared, realtime: Realtime): Promise<FastifyInstance> {
  const { config, people, market } = options;
  return createHttpApp({
    ...people,
    ...shared,
    log: options.log,
    head: config.apiHead,
    secure: isSecure(config.publicUrl),
    trustProxy: config.trustProxy,
    version: options.version,
    limits: config,
    sharedForMs: SHARED_FOR_MS,
    checkPublic: config.checkAnswers,
    now: options.now,
    core: options.core,
    history: options.history,
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
    webRoot: options.pages.web,
    notReady: options.notReady,
  });
}

function openConsole(options: DoorOptions, shared: Shared): Promise<FastifyInstance> {
  const { config, people, market } = options;
  return createConsoleApp({
    ...people,
    ...shared,
    log: options.log,
    secure: isSecure(config.consolePublicUrl),
    trustProxy: config.trustProxy,
    version: options.version,
    callsPerSecond: config.callsPerSecond,
    now: options.now,
    core: options.core,
    history: options.history,
    feed: market.data,
    webRoot: options.pages.console,
    notReady: options.notReady,
  });
}

const isSecure = (url: string | null) => url?.startsWith('https:') ?? false;
