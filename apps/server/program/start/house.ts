import { serveBus } from '../../base/bus/index.ts';
import type { DatabaseLogins } from '../../base/database/index.ts';
import { unlessStopping } from '../../base/work/lifecycle.ts';
import { reportsFault } from '../../base/work/passing.ts';
import { followCatalogue } from '../../engine/catalogue/index.ts';
import { connectHistory } from '../../engine/history/index.ts';
import { openOutbox, serveOutbox } from '../../engine/outbox/index.ts';
import { connectRecorder } from '../../prices/recorder/index.ts';
import { MAKER_SETTINGS } from '../../trading/maker/index.ts';
import { startMarket } from '../../trading/market/index.ts';
import { houseParts } from '../subjects/house-parts.ts';
import { busFaults, FIRST_PATIENCE_MS } from './bus-line.ts';
import { openCoreLine } from './core-line.ts';
import type { RoleInput } from './open-config.ts';
import { CONNECTION_WAIT_MS, openPool } from './pool.ts';
import type { Role } from './roles/run-role.ts';

const POOL = { max: 6, waitMs: CONNECTION_WAIT_MS.background } as const;

/**
 * Runs the parts that exist once: the bus, the public market with its candles, the house's makers, the outbox's
 * deliveries, and the parts of subjects that run once.
 */
export async function startHouse(role: Role, { config, sockets }: RoleInput): Promise<void> {
  const { lifecycle, log, say } = role;
  const now = Date.now;
  const warn = (line: string) => log.warn(line);
  const logins = (await role.ask('database')) as DatabaseLogins;
  const pool = await openPool(role, logins, POOL);
  const bus = await lifecycle.stage(
    'the bus',
    () => serveBus({ path: sockets.bus, onError: busFaults(log) }),
    (running) => running.close(),
  );
  const core = await openCoreLine(role, sockets.core, 'house');
  const outbox = await lifecycle.stage(
    'the outbox',
    () => openOutbox({ pool, core, log }),
    (running) => running.stop(),
  );
  serveOutbox(outbox, bus);
  const catalogues = await lifecycle.stage(
    'the catalogue',
    () => followCatalogue(core, reportsFault(log, 'the catalogue was not read')),
    (running) => running.stop(),
  );
  const history = await lifecycle.stage(
    'history',
    () => connectHistory({ pool, core, bus, manyDoors: true, log }),
    (running) => running.stop(),
  );
  const ask = (question: string) => role.ask(question);
  for (const part of houseParts) {
    await lifecycle.stage(
      'the parts of subjects',
      () => part({ pool, bus, core, history, catalogues, log, now, ask }),
      (end) => end(),
    );
  }
  const recorder = await unlessStopping(
    lifecycle.signal,
    connectRecorder({ bus, now, log: warn, timeoutMs: FIRST_PATIENCE_MS }),
  );
  const seedHash = (await role.ask('seed-hash')) as string;
  await lifecycle.stage(
    'the market',
    () =>
      startMarket({
        pool,
        core,
        bus,
        recorder,
        seedHash,
        now,
        log: warn,
        say,
        historyFolder: config.historyFolder,
        makerSettings: { ...MAKER_SETTINGS, sizePpm: config.houseSizePpm, spreadPpm: config.houseSpreadPpm },
      }),
    (running) => running.stop(),
  );
}
