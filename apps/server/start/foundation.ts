import { join } from 'node:path';
import { Pool } from 'pg';
import type { Config } from '../config/index.ts';
import { type DataFolder, openDataFolder } from '../data-folder/index.ts';
import { startPostgres } from '../postgres/launch.ts';
import { leaseDatabase } from '../postgres/lease.ts';
import { type Front, openFront } from './front.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Readiness } from './readiness.ts';

export interface FoundationOptions {
  readonly config: Config;
  readonly lifecycle: Lifecycle;
  readonly readiness: Readiness;
  readonly say: (line: string) => void;
  /** Receives the faults of single connections. */
  readonly onConnectionError: (error: unknown) => void;
  /** Called when a part without which nothing works is lost while running. */
  readonly onLost: (reason: string) => void;
}

/** What everything else stands on: a data folder and a database held for this process, and two ports. */
export interface Foundation {
  readonly folder: DataFolder;
  readonly front: Front;
  readonly consoleFront: Front;
  readonly connectionString: string;
  readonly pool: Pool;
}

const poolSize = 12;

/** Takes the data folder and the ports at once, then starts or leases the database. */
export async function openFoundation(options: FoundationOptions): Promise<Foundation> {
  const { config, lifecycle } = options;
  const folder = await lifecycle.stage(
    'the data folder',
    () => openDataFolder(config.dataDir),
    (running) => running.close(),
  );
  const front = await openDoor(options, 'PORT', config.host, config.port);
  const consoleFront = await openDoor(options, 'CONSOLE_PORT', config.consoleHost, config.consolePort);
  const connectionString = config.databaseUrl ?? (await embeddedDatabase(options, folder));
  await lifecycle.stage(
    'the database lease',
    () => leaseDatabase(connectionString, options.onLost),
    (lease) => lease.release(),
  );
  const pool = await lifecycle.stage(
    'the database pool',
    () => new Pool({ connectionString, max: poolSize, application_name: 'candor' }),
    (running) => running.end(),
  );
  // A connection that breaks while idle is replaced by the pool; the lease tells whether the database is gone.
  pool.on('error', () => {});
  // One that breaks in use fails its query, which tells; the pool listens only while it is idle.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { folder, front, consoleFront, connectionString, pool };
}

function openDoor(
  { config, lifecycle, readiness, onConnectionError }: FoundationOptions,
  portVariable: string,
  host: string,
  port: number,
): Promise<Front> {
  const { trustProxy } = config;
  const notReady = readiness.reasons;
  return lifecycle.stage(
    portVariable,
    () => openFront({ host, port, portVariable, notReady, trustProxy, onError: onConnectionError }),
    (running) => running.close(),
  );
}

async function embeddedDatabase(
  { lifecycle, say, onLost }: FoundationOptions,
  folder: DataFolder,
): Promise<string> {
  const postgres = await lifecycle.stage(
    'PostgreSQL',
    () => startPostgres({ dataDir: join(folder.path, 'postgres'), log: say }),
    (running) => running.stop(),
  );
  postgres.exited.then((said) => {
    if (said !== null) onLost(`PostgreSQL ended by itself. It said: ${said}`);
  });
  return postgres.connectionString;
}
