import type { DatabaseLogins } from '../../base/database/index.ts';
import { type ConnectedHistory, connectHistory } from '../../engine/history/index.ts';
import { connectOutbox } from '../../engine/outbox/index.ts';
import { openServices } from '../subjects/index.ts';
import { openBusLine } from './bus-line.ts';
import { openCoreLine } from './core-line.ts';
import type { RoleInput } from './open-config.ts';
import { openPool, type PoolSize } from './pool.ts';
import type { Role } from './roles/run-role.ts';

export interface PartsOptions {
  readonly line: 'door' | 'console' | 'jobs';
  readonly pool: PoolSize;
  /** True where several doors or another process follow the same history. */
  readonly manyDoors: boolean;
}

/**
 * Opens the parts that doors, console and jobs stand on: the pool, the lines to the core and the bus, the history, and
 * the services of the subjects.
 */
export async function openParts(role: Role, { config, sockets }: RoleInput, options: PartsOptions) {
  const { lifecycle, log } = role;
  const now = Date.now;
  const logins = (await role.ask('database')) as DatabaseLogins;
  const pool = await openPool(role, logins, options.pool);
  const core = await openCoreLine(role, sockets.core, options.line);
  const bus = await openBusLine(role, sockets.bus, options.line === 'jobs');
  const history: ConnectedHistory = await lifecycle.stage(
    'history',
    () => connectHistory({ pool, core, bus, manyDoors: options.manyDoors, log }),
    (running) => running.stop(),
  );
  const outbox = await lifecycle.stage(
    'the outbox',
    () => connectOutbox({ pool, bus }),
    (running) => running.stop(),
  );
  const { demo, deliveries } = config;
  // In real mode no operator reads codes, so the supervisor gives their process no key.
  const hasKey = options.line !== 'console' || config.mode === 'practice';
  const codesKey = hasKey ? ((await role.ask('codes-key')) as Uint8Array) : null;
  const factorsKey = options.line === 'door' ? ((await role.ask('factors-key')) as Uint8Array) : null;
  const [masterKey, folder] = await Promise.all([
    role.ask('files-key') as Promise<Uint8Array>,
    role.ask('files-folder') as Promise<string>,
  ]);
  const services = await openServices(lifecycle, {
    pool,
    bus,
    core,
    outbox,
    log,
    now,
    demo,
    deliveries,
    codesKey,
    limits: config,
    factorsKey,
    publicUrl: config.publicUrl,
    fileStore: { masterKey, folder },
    mt5Candles: config.mt5Candles,
  });
  return { ...services, codesKey, pool, core, bus, history, outbox, now };
}
