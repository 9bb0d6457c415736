import { Client } from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import type { SchemaName } from './schemas.ts';

/** Schemas that are not made by `migrate`: the journal checks its own, the read models are made again, and the jobs' library. */
type MadeOtherwise = 'jobs' | 'journal' | 'projections';

/**
 * The migrations of every schema, which this version knows before any room is loaded. A test compares them with those of
 * the rooms.
 */
export const KNOWN_MIGRATIONS = {
  apikeys: ['001-keys'],
  bank: ['001-bank'],
  codes: ['001-flows'],
  content: ['001-entry', '002-menus-and-dictionaries'],
  deposits: [
    '001-deposits',
    '002-refused-practice-payments',
    '003-recharges',
    '004-taken-back',
    '005-nodes',
    '006-large',
    '007-pooled',
    '008-delisted',
    '009-returned',
    '010-unlisted-apart',
    '011-unlisted-bounded',
  ],
  factors: ['001-factors', '002-proven-contacts', '003-attempts', '004-facts'],
  features: ['001-features'],
  files: ['001-files', '002-fingerprints'],
  identity: [
    '001-users',
    '002-session-families',
    '003-known-devices',
    '004-devices-of-sessions',
    '005-tickets',
    '006-used-proofs',
    '007-closed-accounts',
    '008-begin-of-sessions',
  ],
  kyc: ['001-kyc', '002-two-approvals'],
  market: ['001_candles'],
  messages: ['001-messages', '002-logins', '003-withdrawals', '004-acts'],
  mydata: ['001-exports', '002-closings'],
  operator: [
    '001-operators',
    '002-known-devices-and-failures',
    '003-roles-and-proposals',
    '004-signing-keys',
    '005-added-by',
    '006-setup-links',
    '010-notes-and-views',
  ],
  outbox: ['001-command'],
  practice: ['001-practice'],
  recovery: ['001-requests'],
  review: ['001-queue', '002-value', '003-claimed-at', '004-served'],
  statements: ['001-statements'],
  terms: ['001-terms'],
  tiers: ['001-tiers'],
  touches: ['001-touches', '002-coded-reasons', '003-corrections', '004-reversals'],
  treasury: ['001-treasury', '002-followed-to-finality', '003-unexplained', '004-unlisted-bounded'],
  withdrawals: [
    '001-withdrawals',
    '002-first-fees',
    '003-approvals',
    '004-fees-that-hold',
    '005-payouts-and-payloads',
    '010-outputs',
    '011-confirmed-addresses',
    '012-stopped-wallets',
    '013-ends-of-addresses',
    '014-first-codes',
    '015-long-histories',
    '016-followed-to-finality',
  ],
} as const satisfies Record<Exclude<SchemaName, MadeOtherwise>, readonly string[]>;

/**
 * Refuses a database in which a later version made a schema, before anything of it is taken or changed.
 * @throws StartupError DATABASE_NEWER
 */
export async function refuseNewerSchemas(
  connectionString: string,
  known: Readonly<Record<string, readonly string[]>> = KNOWN_MIGRATIONS,
): Promise<void> {
  const client = new Client({ connectionString });
  // the statement that was running fails and says so
  client.on('error', () => {});
  try {
    await client.connect();
    for (const [schema, names] of Object.entries(known)) {
      const table = `${schema}.kysely_migration`;
      const found = await client.query<{ is: boolean }>('SELECT to_regclass($1) IS NOT NULL AS is', [table]);
      if (found.rows[0]?.is !== true) continue;
      const { rows } = await client.query<{ name: string }>(
        `SELECT name FROM ${table} WHERE name <> ALL ($1) ORDER BY name`,
        [names],
      );
      if (rows.length > 0)
        throw new StartupError(
          'DATABASE_NEWER',
          `Another version of Candor made the schema ${schema} of this database ` +
            `(${rows.map(({ name }) => name).join(', ')}), which this version does not know: start the version that wrote it.`,
        );
    }
  } finally {
    await client.end();
  }
}
