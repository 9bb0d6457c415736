import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { linkOf } from '../../../apps/server/gateway/messages/index.ts';

/** The mail of an operator of the name. */
export const mailOf = (name: string) => `${name}@operators.test`;

/** The secret of the newest link that was mailed to an operator, derived as the process that delivers it does. */
export async function setupLink(dataDir: string, name: string): Promise<string> {
  const database = new Client({
    connectionString: `postgresql://candor@/candor?host=${encodeURIComponent(join(dataDir, 'postgres'))}`,
  });
  await database.connect();
  try {
    const { rows } = await database.query<{ link_nonce: Buffer }>(
      `select link_nonce from messages.message where kind = 'operatorSetup' and recipient = $1
       order by message_id desc limit 1`,
      [mailOf(name)],
    );
    if (rows[0] === undefined) throw new Error(`no link was mailed to ${name}`);
    const key = (await readFile(join(dataDir, 'codes.secret'), 'utf8')).trim();
    return linkOf(Buffer.from(key, 'hex'), rows[0].link_nonce, 'setup');
  } finally {
    await database.end();
  }
}
