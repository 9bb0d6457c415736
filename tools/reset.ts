import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { openDataFolder } from '../apps/server/base/data-folder/index.ts';
import { SCHEMAS } from '../apps/server/base/database/index.ts';
import { StartupError } from '../apps/server/base/errors/startup-error.ts';
import { leaseDatabase } from '../apps/server/base/postgres/lease.ts';
import { readConfig } from '../apps/server/program/config/index.ts';
import { root } from './run.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function confirmed(what: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    say(`${what}\nThere is nobody to ask here: say \`npm run reset -- --yes\` to do it.`);
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`${what}\nType "start over" to do it: `);
    return answer.trim().toLowerCase() === 'start over';
  } finally {
    terminal.close();
  }
}

async function resetDatabase(connectionString: string): Promise<void> {
  const lease = await leaseDatabase(connectionString, () => {});
  const client = new Client({ connectionString });
  try {
    await client.connect();
    for (const schema of SCHEMAS) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  } finally {
    await client.end();
    await lease.release();
  }
}

async function reset(): Promise<number> {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } });
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const config = readConfig(process.env, [], root);
  if (config.databaseUrl === null && config.databaseRuntimeUrl !== null) {
    say('DATABASE_RUNTIME_URL may delete no tables. Set DATABASE_URL, the login of their owner, too.');
    return 1;
  }
  const database =
    config.databaseUrl === null ? '' : ', and all that Candor keeps in the database of DATABASE_URL';
  const what = `This deletes everything in ${config.dataDir}${database}: accounts, orders, balances and the journal.`;
  if (!existsSync(config.dataDir) && config.databaseUrl === null) {
    say(`There is nothing to delete: ${config.dataDir} does not exist.`);
    return 0;
  }
  // Taking the folder proves that it is ours and that no Candor is running on it.
  const folder = await openDataFolder(config.dataDir);
  try {
    if (!values.yes && !(await confirmed(what))) {
      say('Nothing was deleted.');
      return 1;
    }
    if (config.databaseUrl !== null) await resetDatabase(config.databaseUrl);
    const names = (await readdir(folder.path)).filter((name) => !name.startsWith('lock'));
    await Promise.all(names.map((name) => rm(join(folder.path, name), { recursive: true, force: true })));
  } finally {
    folder.close();
  }
  say(`Started over: ${config.dataDir} is empty. \`npm start\` makes a new journal.`);
  return 0;
}

try {
  process.exitCode = await reset();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
