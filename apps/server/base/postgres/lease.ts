import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { isDatabaseAway } from '../database/away.ts';
import { withFixedNames } from '../database/owner.ts';
import { createPatience, type Patience } from '../database/patience.ts';
import { StartupError } from '../errors/startup-error.ts';

const oldestMajor = 15;
const connectPatienceMs = 10_000;
const retakeMs = 500;
/** SQLSTATE of a server that starts, recovers or stops. */
const COMING = '57P03';
/** Any constant that nobody else on the server uses for an advisory lock. */
const processLockKey = 0x43414e44;

export interface DatabaseLease {
  /** Lets the next process have the database. */
  release(): Promise<void>;
}

export interface LeaseOptions {
  /** True for a server that this program runs: it has answered, so one that is away comes back. */
  readonly isOwn?: boolean;
  readonly patience?: Patience;
}

/**
 * Checks that the database can be reached and keeps what it commits, and holds it against a second process. When the
 * server goes away, the lease is taken again as soon as it is back; `onTaken` is called if another process was faster.
 * Throws DATABASE_UNREACHABLE, DATABASE_UNSAFE or DATA_IN_USE.
 */
export async function leaseDatabase(
  connectionString: string,
  onTaken: (reason: string) => void,
  { isOwn = false, patience }: LeaseOptions = {},
): Promise<DatabaseLease> {
  const released = new AbortController();
  const patiently = patience ?? createPatience({ log: () => {}, signal: released.signal });
  let client = hold(await takeOnceThere(connectionString, isOwn, patiently));

  function hold(taken: Client): Client {
    taken.once('end', () => void takeAgain());
    return taken;
  }

  async function takeAgain(): Promise<void> {
    while (!released.signal.aborted) {
      try {
        client = hold(await take(connectionString));
        if (released.signal.aborted) await client.end();
        return;
      } catch (error) {
        if (error instanceof StartupError && error.code === 'DATA_IN_USE') return onTaken(error.message);
        await sleep(retakeMs, undefined, { signal: released.signal }).catch(() => {});
      }
    }
  }

  return {
    release: async () => {
      released.abort();
      await client.end();
    },
  };
}

/** Waits for a server that is there and recovers, or dies meanwhile. One that was never there is refused at once. */
async function takeOnceThere(connectionString: string, isOwn: boolean, patience: Patience): Promise<Client> {
  let wasThere = isOwn;
  const first = await patience(async () => {
    try {
      return await take(connectionString, () => {
        wasThere = true;
      });
    } catch (error) {
      const cause = (error as Error).cause as { readonly code?: unknown } | undefined;
      const isRefusal =
        !wasThere && cause?.code !== COMING && (isDatabaseAway(error) || isDatabaseAway(cause));
      if (isRefusal) return { refused: error };
      throw error;
    }
  });
  if ('refused' in first) throw first.refused;
  return first;
}

async function take(connectionString: string, onThere: () => void = () => {}): Promise<Client> {
  const client = await connect(connectionString);
  onThere();
  try {
    await refuseUnsafe(client);
    await refuseSecond(client);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function connect(connectionString: string): Promise<Client> {
  const config: ClientConfig = {
    connectionString: withFixedNames(connectionString),
    connectionTimeoutMillis: connectPatienceMs,
    keepAlive: true,
  };
  let client: Client | null = null;
  try {
    client = new Client(config);
    // The cause of the broken connection is of no interest, only its end; an unhandled error would end the process.
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (error) {
    await client?.end().catch(() => {});
    throw new StartupError(
      'DATABASE_UNREACHABLE',
      `The database ${withoutPassword(connectionString)} cannot be used: ${reason(error)}. ` +
        'Check DATABASE_URL, and that the server runs and lets this user in; or unset it for the embedded PostgreSQL.',
      { cause: error },
    );
  }
}

async function refuseUnsafe(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version_num', 'server_encoding')",
  );
  const setting = new Map(rows.map((row) => [row.name, row.setting]));
  const wrong: string[] = [];
  const major = Math.floor(Number(setting.get('server_version_num')) / 10_000);
  if (major < oldestMajor) wrong.push(`it is version ${major}, and ${oldestMajor} or newer is needed`);
  for (const name of ['fsync', 'full_page_writes'])
    if (setting.get(name) !== 'on') wrong.push(`${name} is ${setting.get(name)}, and must be on`);
  if (['off', 'local'].includes(setting.get('synchronous_commit') ?? 'off'))
    wrong.push(`synchronous_commit is ${setting.get('synchronous_commit')}, and must be on`);
  if (setting.get('server_encoding') !== 'UTF8')
    wrong.push(`its encoding is ${setting.get('server_encoding')}, and must be UTF8`);
  if (wrong.length > 0)
    throw new StartupError(
      'DATABASE_UNSAFE',
      `The database of DATABASE_URL would not keep what was acknowledged: ${wrong.join('; ')}.`,
    );
}

async function refuseSecond(client: Client): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [
    processLockKey,
  ]);
  if (rows[0]?.held !== true)
    throw new StartupError(
      'DATA_IN_USE',
      'Another Candor is running on this database. Stop it first, or set DATABASE_URL to another one.',
    );
}

function withoutPassword(connectionString: string): string {
  return connectionString.replace(/(:\/\/[^:@/]*):[^@]*@/, '$1:***@').replace(/(password=)[^&]*/, '$1***');
}

function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
