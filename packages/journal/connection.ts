import { Client } from 'pg';
import { JournalError, wordsOf } from './errors.ts';

/** Two integers that name the writer's lock among a database's advisory locks. */
const lockKey = '1128353362, 1246709326';
const lockPatienceMs = 3_000;
/** Past this a server that keeps its connection open but says nothing counts as gone. */
const queryTimeoutMs = 30_000;

/** `pg` keeps the number of the backend that the server announced, but its types do not say so. */
interface Announced {
  readonly processID: number | null;
}

/** Opens one connection of the journal's own. Throws DATABASE_UNREACHABLE. */
export async function connect(connectionString: string, timeoutMs: number, name: string): Promise<Client> {
  const client = new Client({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    query_timeout: queryTimeoutMs,
  });
  // An error between two queries surfaces at the next query, or through the owner's own listener.
  client.on('error', () => {});
  try {
    await client.connect();
    // else a role that may make schemas could put its own function or operator in the place of one of PostgreSQL
    await client.query('SET search_path = pg_catalog, pg_temp');
    return client;
  } catch (cause) {
    destroy(client);
    throw new JournalError('DATABASE_UNREACHABLE', `PostgreSQL does not answer: ${wordsOf(cause)}`, {
      cause,
    });
  }
}

/** Drops the connection at once, without a goodbye: what is in flight may or may not have happened. */
export function destroy(client: Client): void {
  client.connection.stream.destroy();
}

/**
 * Refuses a server that could forget a commit, or that is reached through a pooler: there the session that holds
 * the lock would not be the one that writes. Throws DATABASE_UNSAFE, POOLER_BETWEEN.
 */
export async function checkServer(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number; standby: boolean; [setting: string]: unknown }>(
    `SELECT pg_backend_pid() AS pid, pg_is_in_recovery() AS standby, current_setting('fsync') AS fsync,
       current_setting('full_page_writes') AS full_page_writes,
       current_setting('synchronous_commit') AS synchronous_commit`,
  );
  const row = rows[0] as (typeof rows)[number];
  const announced = (client as unknown as Announced).processID;
  if (announced !== row.pid)
    throw new JournalError(
      'POOLER_BETWEEN',
      'A connection pooler sits between Candor and PostgreSQL. The journal needs a direct connection: ' +
        'let DATABASE_URL name the PostgreSQL server itself.',
    );
  if (row.standby)
    throw new JournalError('DATABASE_UNSAFE', 'PostgreSQL is a standby: the journal needs the primary.');
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'] as const)
    if (row[setting] !== 'on' && !(setting === 'synchronous_commit' && row[setting] === 'remote_apply'))
      throw new JournalError(
        'DATABASE_UNSAFE',
        `PostgreSQL runs with ${setting} = ${String(row[setting])} and could lose an acknowledged order. ` +
          `Set ${setting} = on and start again.`,
      );
  return row.pid;
}

/**
 * Takes the writer's lock for this session. `formerPid` is a backend that this very process has given up: it is
 * ended if it still holds the lock. With `force` any holder is ended; the caller has fenced it by a new epoch first.
 * Throws ALREADY_RUNNING.
 */
export async function takeLock(client: Client, formerPid: number | null, force: boolean): Promise<void> {
  if (await tryLock(client)) return;
  const holder = await lockHolder(client);
  if (holder !== null && (force || holder === formerPid))
    await client.query('SELECT pg_terminate_backend($1, $2)', [holder, lockPatienceMs]);
  // A writer that was just killed lets go within moments; a living one does not.
  await client.query(`SET lock_timeout = ${lockPatienceMs}`);
  try {
    await client.query(`SELECT pg_advisory_lock(${lockKey})`);
  } catch (cause) {
    if ((cause as { code?: string }).code !== '55P03') throw cause;
    throw new JournalError(
      'ALREADY_RUNNING',
      'Another process is running on this data: stop it first, or use another data folder or database.',
      { cause },
    );
  } finally {
    await client.query('SET lock_timeout = 0').catch(() => {});
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(`SELECT pg_try_advisory_lock(${lockKey}) AS got`);
  return rows[0]?.got === true;
}

async function lockHolder(client: Client): Promise<number | null> {
  const [classId, objectId] = lockKey.split(', ');
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [classId, objectId],
  );
  return rows[0]?.pid ?? null;
}
