import { openContent } from '../content/index.ts';
import type { CoreLink } from '../core/index.ts';
import { type ConnectedHistory, connectHistory } from '../history/index.ts';
import { createHttpApp, createMetrics, loadTranslations } from '../http/index.ts';
import { connectMarket } from '../market/index.ts';
import { createRealtime, type Realtime, registerRealtimeMetrics } from '../realtime/index.ts';
import type { Role } from '../roles/run-role.ts';
import { shareLimits } from '../shared-limits.ts';
import { connectTickets } from '../tickets/index.ts';
import { FIRST_PATIENCE_MS, openBusLine } from './bus-line.ts';
import { openCoreLine } from './core-line.ts';
import type { Front } from './front.ts';
import { unlessStopping } from './lifecycle.ts';
import { mountApp } from './mount-app.ts';
import type { RoleInput } from './open-config.ts';
import type { Pages } from './pages.ts';
import { openPeople } from './people.ts';
import { openPool } from './pool.ts';

const tokenAgeDays = 7;
/** The maximum age of public answers. */
const SHARED_FOR_MS = 1_000;
const POOL_SIZE = 8;

/** Serves customers on the port that this process already listens on: the API, the sockets and the pages. */
export async function startDoor(
  role: Role,
  { config, sockets, version }: RoleInput,
  front: Front,
): Promise<void> {
  const { lifecycle, log, name } = role;
  const now = Date.now;
  const warn = (line: string) => log.warn(line);
  const connectionString = (await role.ask('database')) as string;
  const pool = await openPool(lifecycle, connectionString, { name, max: POOL_SIZE });
  const core = await openCoreLine(role, sockets.core, 'door');
  const bus = await openBusLine(role, sockets.bus);
  const history = await lifecycle.stage(
    'history',
    () => connectHistory({ pool, core, bus, manyDoors: config.doors > 1 }),
    (running) => running.stop(),
  );
  const market = await lifecycle.stage(
    'the market',
    () =>
      unlessStopping(lifecycle.signal, connectMarket(bus, { now, log: warn, timeoutMs: FIRST_PATIENCE_MS })),
    (running) => running.stop(),
  );
  role.readiness.watch('market', () => market.outOfStep());
  const people = await openPeople(role, { config, core, pool, bus, now });
  const tickets = await unlessStopping(lifecycle.signal, connectTickets(bus, FIRST_PATIENCE_MS));
  const { share } = await lifecycle.stage(
    'limits over all doors',
    () => shareLimits(bus, config.doors),
    (running) => running.stop(),
  );
  const realtime = await lifecycle.stage(
    'realtime',
    () =>
      createRealtime({
        ...{ server: front.server, core, bus, now, share },
        market: market.heard,
        sessions: people.identity.sessions,
        onError: (error) => log.error({ err: error }, 'realtime'),
        allowedOrigins: config.publicUrl === null ? [] : [new URL(config.publicUrl).origin],
        trustProxy: config.trustProxy,
      }),
    (running) => running.stop(),
  );
  const metrics = metricsOf(core, history, realtime);
  role.answer({ metrics: metrics.json });
  const app = await lifecycle.stage(
    'the API',
    async () =>
      createHttpApp({
        ...people,
        ...{ core, history, market, tickets, metrics, log, version, now },
        depth: realtime,
        content: await openContent(pool),
        translate: await loadTranslations(),
        head: config.apiHead,
        secure: config.publicUrl?.startsWith('https:') ?? false,
        trustProxy: config.trustProxy,
        limits: { ...config, share },
        sharedForMs: SHARED_FOR_MS,
        checkPublic: config.checkAnswers,
        platformConfig: () => ({
          head: config.apiHead,
          apiBase: '',
          socketBase: '',
          mqttPath: '/mqtt',
          mode: config.mode,
          tokenAgeSeconds: tokenAgeDays * 86_400,
          cookieTimeDays: tokenAgeDays,
        }),
        webRoot: ((await role.ask('pages')) as Pages).web,
        notReady: role.notReady,
      }),
    (running) => running.close(),
  );
  await mountApp(lifecycle, app, front);
}

function metricsOf(core: CoreLink, history: ConnectedHistory, realtime: Realtime) {
  return createMetrics(
    core,
    () => history.status().lag,
    (registry) => registerRealtimeMetrics(registry, realtime.stats),
  );
}
