import type { PlatformConfig } from '@candor/api';
import { COOKIE_DAYS, TOKEN_AGE_SECONDS } from '@candor/products';
import { createRefusalLog } from '../../base/limits/refusal-log.ts';
import { shareLimits } from '../../base/limits/shared-limits.ts';
import { registerLooks } from '../../base/metrics/index.ts';
import { unlessStopping } from '../../base/work/lifecycle.ts';
import { reportsFault } from '../../base/work/passing.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { archiveReadingLook, type ConnectedHistory } from '../../engine/history/index.ts';
import { createMetrics, loadTranslations } from '../../gateway/http/index.ts';
import { createRealtime, type Realtime, registerRealtimeMetrics } from '../../gateway/realtime/index.ts';
import { connectMarket } from '../../trading/market/index.ts';
import { connectTickets } from '../../trading/seconds/index.ts';
import { createCustomerApp, liveFeeds } from '../subjects/index.ts';
import { FIRST_PATIENCE_MS } from './bus-line.ts';
import type { Front } from './front.ts';
import { mountApp } from './mount-app.ts';
import type { RoleInput } from './open-config.ts';
import type { Pages } from './pages.ts';
import { openParts } from './parts.ts';
import { CONNECTION_WAIT_MS } from './pool.ts';
import type { Role } from './roles/run-role.ts';

/** This program serves one house. */
const TENANT_ID = 'candor';
/** The maximum age of public answers. */
const SHARED_FOR_MS = 1_000;
const POOL = { max: 8, waitMs: CONNECTION_WAIT_MS.customers } as const;

type Config = RoleInput['config'];
type Parts = Awaited<ReturnType<typeof openParts>>;

/** Serves customers on the port that this process already listens on: the API, the sockets and the pages. */
export async function startDoor(role: Role, input: RoleInput, front: Front): Promise<void> {
  const { config, version } = input;
  const { lifecycle, log } = role;
  const manyDoors = config.doors > 1;
  const parts = await openParts(role, input, { line: 'door', pool: POOL, manyDoors });
  const { core, bus, history, identity, now } = parts;
  const market = await followMarket(role, parts);
  const tickets = await unlessStopping(lifecycle.signal, connectTickets(bus, FIRST_PATIENCE_MS));
  const { share } = await lifecycle.stage(
    'limits over all doors',
    () => shareLimits(bus, config.doors),
    (running) => running.stop(),
  );
  const refusals = await lifecycle.stage(
    'the log of refusals',
    async () => createRefusalLog(log),
    async (running) => running.end(),
  );
  const realtime = await lifecycle.stage(
    'realtime',
    () =>
      createRealtime({
        server: front.server,
        core,
        bus,
        now,
        share,
        refusals,
        market: market.heard,
        sessions: identity.sessions,
        chatOwner: parts.chat.ownerOf,
        merchantOwner: parts.otc.ownerOf,
        feeds: liveFeeds,
        onError: reportsFault(log, 'realtime'),
        allowedOrigins: config.publicUrl === null ? [] : [new URL(config.publicUrl).origin],
        proxies: config.proxies,
      }),
    (running) => running.stop(),
  );
  const metrics = metricsOf(core, history, realtime);
  role.answer({ metrics: metrics.json });
  const app = await lifecycle.stage(
    'the API',
    async () =>
      createCustomerApp({
        services: {
          ...parts,
          market,
          tickets,
          depth: realtime,
          secure: config.publicUrl?.startsWith('https:') ?? false,
        },
        metrics,
        log,
        refusals,
        version,
        translate: await loadTranslations(),
        head: config.apiHead,
        subdomains: config.hstsSubdomains,
        proxies: config.proxies,
        securityText: securityTextOf(config),
        limits: { ...config, share },
        sharedForMs: SHARED_FOR_MS,
        checkPublic: config.checkAnswers,
        platformConfig: () => platformConfig(config, parts),
        webRoot: ((await role.ask('pages')) as Pages).web,
        notReady: role.notReady,
        processNames: role.processNames,
      }),
    (running) => running.close(),
  );
  await mountApp(lifecycle, app, front);
}

/** Follows the market. The door is not ready while it is out of step. */
async function followMarket({ lifecycle, log, readiness }: Role, { bus, now }: Parts) {
  const heard = { now, log: (line: string) => log.warn(line), timeoutMs: FIRST_PATIENCE_MS };
  const market = await lifecycle.stage(
    'the market',
    () => unlessStopping(lifecycle.signal, connectMarket(bus, heard)),
    (running) => running.stop(),
  );
  readiness.watch('market', () => market.outOfStep());
  return market;
}

const securityTextOf = ({ securityContact, publicUrl }: Config) =>
  securityContact === null ? null : { contact: securityContact, publicUrl };

const platformConfig = (config: Config, { withdrawals }: Parts): PlatformConfig => ({
  head: config.apiHead,
  apiBase: '',
  socketBase: '',
  mqttPath: '/mqtt',
  mode: config.mode,
  tenantId: TENANT_ID,
  tokenAgeSeconds: TOKEN_AGE_SECONDS,
  cookieTimeDays: COOKIE_DAYS,
  withdrawalKey: withdrawals.sealed.currentKey(),
});

function metricsOf(core: CoreLink, history: ConnectedHistory, realtime: Realtime) {
  return createMetrics(
    core,
    () => history.status().lag,
    (registry) => {
      registerRealtimeMetrics(registry, realtime.stats);
      registerLooks(registry, [archiveReadingLook(history)]);
    },
  );
}
