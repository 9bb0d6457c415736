import { connectSigner } from '../../../signer/index.ts';
import { databaseLook, migrate } from '../../base/database/index.ts';
import { registerLooks } from '../../base/metrics/index.ts';
import { archiveLook, archiveReadingLook } from '../../engine/history/index.ts';
import { outboxLook } from '../../engine/outbox/index.ts';
import { createMetrics, loadTranslations, type Metrics } from '../../gateway/http/index.ts';
import { createMessageArchive, loadWords, messagesLook } from '../../gateway/messages/index.ts';
import { depositMigrations, depositsLook } from '../../money/deposits/index.ts';
import { treasuryLook, treasuryMigrations } from '../../money/treasury/index.ts';
import { withdrawalsLook } from '../../money/withdrawals/index.ts';
import {
  FIRST_OPERATOR,
  type OperatorRoom,
  openOperatorRoom,
  SECOND_OPERATOR,
  startSampler,
} from '../../operators/operator/index.ts';
import { askFeedStatus, feedLook } from '../../prices/recorder/index.ts';
import { createOperatorApp } from '../subjects/desks.ts';
import { reviewKinds } from '../subjects/index.ts';
import { type FirstLogin, type KeptLogin, makeCustomers, makeFirstOperator } from './first-logins.ts';
import type { Front } from './front.ts';
import { type Machine, machineLook } from './machine.ts';
import { openMetricsPort } from './metrics-port.ts';
import { mountApp } from './mount-app.ts';
import type { RoleInput } from './open-config.ts';
import type { Pages } from './pages.ts';
import { openParts } from './parts.ts';
import { CONNECTION_WAIT_MS } from './pool.ts';
import { type ProcessReport, processRows, renderMetrics } from './process-metrics.ts';
import type { Role } from './roles/run-role.ts';

const POOL = { max: 4, waitMs: CONNECTION_WAIT_MS.operators } as const;
const DAY_MS = 24 * 3_600_000;

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Serves operators on a separate port, and creates the first logins. */
export async function startConsole(role: Role, input: RoleInput, front: Front): Promise<void> {
  const { config, version } = input;
  const { lifecycle, log } = role;
  const parts = await openParts(role, input, {
    line: 'console',
    pool: POOL,
    manyDoors: true,
  });
  const { pool, core, bus, catalogues, history, now } = parts;
  await migrate(pool, 'deposits', depositMigrations);
  await migrate(pool, 'treasury', treasuryMigrations);
  const operators = await openOperators(role, config, parts);
  await showFirstLogins(role, config, parts, operators);
  const feedStatus = askFeedStatus(bus, () => ({
    kind: catalogues.current().firstFeed,
    phase: 'stalled',
    note: '',
    marketTimeMs: now(),
    round: 1,
    venues: [],
  }));
  const metrics = consoleMetrics(role, parts, operators, feedStatus);
  role.answer({ metrics: metrics.json });
  const processes = async () => processRows((await role.ask('processes')) as ProcessReport[]);
  const app = await lifecycle.stage(
    'the console',
    async () =>
      createOperatorApp({
        ...parts,
        operators,
        log,
        version,
        archive: createMessageArchive({
          pool,
          codesKey: parts.codesKey,
          words: await loadWords(),
          pagesUrl: config.publicUrl ?? `http://localhost:${config.port}`,
          consoleUrl: config.consolePublicUrl ?? `http://localhost:${config.consolePort}`,
        }),
        reviewKinds: reviewKinds(parts),
        acceptedKeys: () => acceptedKeys(input.sockets.signer),
        metrics,
        processes,
        translate: await loadTranslations(),
        secure: config.consolePublicUrl?.startsWith('https:') ?? false,
        subdomains: config.hstsSubdomains,
        proxies: config.proxies,
        callsPerSecond: config.callsPerSecond,
        feed: { feedStatus },
        webRoot: ((await role.ask('pages')) as Pages).console,
        notReady: role.notReady,
        processNames: role.processNames,
      }),
    (running) => running.close(),
  );
  await openMetricsPort(role, {
    contentType: metrics.contentType,
    text: async () => renderMetrics((await role.ask('reports')) as ProcessReport[]),
  });
  await mountApp(lifecycle, app, front);
  await lifecycle.stage(
    'the samples of the dashboard',
    async () =>
      startSampler({ db: operators.db, core, catalogues, history, processes, now }, (error) =>
        log.warn({ err: error }, 'a sample of the dashboard was not taken'),
      ),
    (sampler) => sampler.stop(),
  );
}

async function openOperators(
  role: Role,
  { loginAttemptsPerMinute }: RoleInput['config'],
  { pool, now, messages, catalogues }: Parts,
): Promise<OperatorRoom> {
  return openOperatorRoom({
    pool,
    now,
    secretKey: (await role.ask('operators-key')) as Uint8Array,
    setupLinksKey: (await role.ask('setup-links-key')) as Uint8Array,
    messages,
    loginAttemptsPerMinute,
    // practice shows two operators within minutes; nothing of value waits for them
    newcomerMs: () => (catalogues.current().mode === 'practice' ? 0 : DAY_MS),
    onEnrolled: async (name) => {
      if (name === FIRST_OPERATOR) await role.ask('forget-operator-login');
      if (name === SECOND_OPERATOR) await role.ask('forget-second-operator-login');
    },
  });
}

/** Makes the logins that the program itself creates; one that nobody needs any more is forgotten. */
async function showFirstLogins(
  role: Role,
  config: RoleInput['config'],
  parts: Parts,
  operators: OperatorRoom,
): Promise<void> {
  const { patience } = role;
  if (config.demo) await makeCustomers(parts, (await role.ask('demo-logins')) as FirstLogin[], patience);
  const operatorLogin: KeptLogin = {
    read: async () => (await role.ask('operator-login')) as FirstLogin,
    forget: async () => {
      await role.ask('forget-operator-login');
    },
  };
  // practice is meant to be looked at within minutes, and holds nothing of value
  const isSetup = config.mode === 'real';
  const isShown = await patience(() => makeFirstOperator(operators, operatorLogin, isSetup));
  if (!isShown) await role.ask('forget-operator-login');
  const isSecondShown =
    config.demo &&
    (await patience(() =>
      operators.people.ensureSecond(
        async () => ((await role.ask('second-operator-login')) as FirstLogin).password,
      ),
    ));
  if (!isSecondShown) await role.ask('forget-second-operator-login');
}

function consoleMetrics(
  role: Role,
  { pool, core, catalogues, history, now }: Parts,
  { db }: OperatorRoom,
  feedStatus: ReturnType<typeof askFeedStatus>,
): Metrics {
  return createMetrics(
    core,
    () => history.status().lag,
    (registry) =>
      registerLooks(registry, [
        depositsLook(db),
        withdrawalsLook(db, now),
        treasuryLook(db, () => catalogues.current().mode),
        messagesLook(db, now),
        outboxLook(db),
        databaseLook(pool),
        archiveLook(pool),
        archiveReadingLook(history),
        feedLook(feedStatus),
        machineLook(async () => (await role.ask('machine')) as Machine),
      ]),
  );
}

/** The operators' keys that the signer accepts; null while it does not answer, which the console says. */
async function acceptedKeys(socket: string) {
  try {
    const keys = await connectSigner(socket).allowedKeys();
    return keys.map(({ operator, fingerprint }) => ({ operator, fingerprint }));
  } catch {
    return null;
  }
}
