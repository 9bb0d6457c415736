import { connectHistory } from '../history/index.ts';
import { createMetrics, loadTranslations } from '../http/index.ts';
import { connectMarket } from '../market/index.ts';
import { createConsoleApp, openOperatorRoom } from '../operator/index.ts';
import type { Role } from '../roles/run-role.ts';
import { FIRST_PATIENCE_MS, openBusLine } from './bus-line.ts';
import { openCoreLine } from './core-line.ts';
import { type FirstLogin, makeCustomers, makeFirstOperator } from './first-logins.ts';
import type { Front } from './front.ts';
import { unlessStopping } from './lifecycle.ts';
import { mountApp } from './mount-app.ts';
import type { RoleInput } from './open-config.ts';
import type { Pages } from './pages.ts';
import { openPeople } from './people.ts';
import { openPool } from './pool.ts';
import { type ProcessReport, processRows, renderMetrics } from './process-metrics.ts';

const POOL_SIZE = 4;

/** Serves operators on a separate port, and creates the first logins. */
export async function startConsole(
  role: Role,
  { config, sockets, version }: RoleInput,
  front: Front,
): Promise<void> {
  const { lifecycle, log, name } = role;
  const now = Date.now;
  const connectionString = (await role.ask('database')) as string;
  const pool = await openPool(lifecycle, connectionString, { name, max: POOL_SIZE });
  const core = await openCoreLine(role, sockets.core, 'console');
  const bus = await openBusLine(role, sockets.bus);
  const history = await lifecycle.stage(
    'history',
    () => connectHistory({ pool, core, bus, manyDoors: true }),
    (running) => running.stop(),
  );
  const market = await lifecycle.stage(
    'the market',
    () =>
      unlessStopping(
        lifecycle.signal,
        connectMarket(bus, { now, log: (line) => log.warn(line), timeoutMs: FIRST_PATIENCE_MS }),
      ),
    (running) => running.stop(),
  );
  role.readiness.watch('market', () => market.outOfStep());
  const people = await openPeople(role, { config, core, pool, bus, now });
  const operators = await openOperatorRoom({
    ...{ pool, now },
    secretKey: (await role.ask('operators-key')) as Uint8Array,
    loginAttemptsPerMinute: config.loginAttemptsPerMinute,
    onEnrolled: async () => void (await role.ask('forget-operator-login')),
  });
  if (config.demo) await makeCustomers(people, (await role.ask('demo-logins')) as FirstLogin[]);
  const isShown = await makeFirstOperator(
    operators,
    async () => (await role.ask('operator-login')) as FirstLogin,
  );
  if (!isShown) await role.ask('forget-operator-login');
  const metrics = createMetrics(core, () => history.status().lag);
  role.answer({ metrics: metrics.json });
  const app = await lifecycle.stage(
    'the console',
    async () =>
      createConsoleApp({
        ...people,
        ...{ core, history, operators, log, version, now },
        metrics: {
          ...metrics,
          text: async () => renderMetrics((await role.ask('reports')) as ProcessReport[]),
        },
        processes: async () => processRows((await role.ask('processes')) as ProcessReport[]),
        translate: await loadTranslations(),
        secure: config.consolePublicUrl?.startsWith('https:') ?? false,
        trustProxy: config.trustProxy,
        callsPerSecond: config.callsPerSecond,
        feed: market,
        webRoot: ((await role.ask('pages')) as Pages).console,
        notReady: role.notReady,
      }),
    (running) => running.close(),
  );
  await mountApp(lifecycle, app, front);
}
