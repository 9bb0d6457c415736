import { Pool } from 'pg';

/** Connection strings of the database: the role at work cannot change rows of journal and audit. */
export interface DatabaseLogins {
  /** Connects as the role that works. */
  readonly runtime: string;
  /** Connects as the owner of all tables: for migrations alone. */
  readonly owner: string;
}

interface Owner {
  readonly connectionString: string;
  /** The role of the pool, quoted. */
  readonly role: string;
}

const owners = new WeakMap<Pool, Owner>();

/** Lets migrations of a pool run as the owner of its tables. */
export function ownedBy(pool: Pool, { runtime, owner }: DatabaseLogins): void {
  if (runtime !== owner) owners.set(pool, { connectionString: owner, role: quoted(roleOf(runtime)) });
}

/** The role that a connection string logs in as. */
export const roleOf = (connectionString: string): string =>
  decodeURIComponent(new URL(connectionString.replace(/@\//, '@localhost/')).username);

/**
 * The login of the owner with names that mean what PostgreSQL itself calls so. Else a role that may make schemas could make
 * one that is named as the owner is, which comes first by default, and in it a function or an operator that the owner's
 * own statements would call.
 */
export function withFixedNames(connectionString: string): string {
  const [address = '', query = ''] = connectionString.split(/\?(.*)/s);
  const settings = new URLSearchParams(query);
  const others = settings.get('options')?.replace(FIXED_NAMES, '').trim() ?? '';
  settings.set('options', `${others} ${FIXED_NAMES}`.trim());
  // libpq takes a plus for itself
  return `${address}?${settings.toString().replaceAll('+', '%20')}`;
}

const FIXED_NAMES = '-c search_path=pg_catalog,pg_temp';

/** A name as PostgreSQL takes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Longest wait for a connection of the owner; steps of a start try again after it. */
const WAIT_MS = 60_000;

/**
 * Runs a task on a pool of the tables' owner, and with the name of the role that works; on the pool itself and with
 * null where one role does both.
 */
export async function asOwner<T>(
  pool: Pool,
  task: (pool: Pool, role: string | null) => Promise<T>,
): Promise<T> {
  const owner = owners.get(pool);
  if (owner === undefined) return task(pool, null);
  const own = new Pool({
    connectionString: withFixedNames(owner.connectionString),
    max: 2,
    application_name: 'candor-owner',
    connectionTimeoutMillis: WAIT_MS,
  });
  own.on('error', () => {});
  // a connection that breaks in use fails its query, and nobody else need hear of it
  own.on('connect', (client) => client.on('error', () => {}));
  try {
    return await task(own, owner.role);
  } finally {
    await own.end();
  }
}
