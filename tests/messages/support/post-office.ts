import { Pool } from 'pg';
import { pino } from 'pino';
import { type Db, kyselyOf } from '../../../apps/server/base/database/index.ts';
import { startJobWorker } from '../../../apps/server/base/jobs/worker.ts';
import { type NewMessage, openMessages } from '../../../apps/server/gateway/messages/index.ts';
import { openMessageTasks } from '../../../apps/server/gateway/messages/tasks.ts';
import { freshDatabase } from '../../support/postgres.ts';

export const KEY: Uint8Array = Buffer.alloc(32, 5);
export const NONCE = Buffer.alloc(16, 6);

export interface PostOfficeOptions {
  readonly smtpUrl: string | null;
  readonly smppUrl: string | null;
}

export interface PostOffice {
  readonly pool: Pool;
  /** Lines shown on the terminal. */
  readonly said: readonly string[];
  /** Everything that was logged, as one text. */
  logged(): string;
  send(message: Partial<NewMessage>): Promise<string>;
  /** State and reason of a message. */
  state(
    id: string,
  ): Promise<{ readonly state: string; readonly reason: string | null; readonly attempts: number }>;
  /** Makes every job that waits for its next attempt due. */
  hurry(): Promise<void>;
  advance(ms: number): void;
  stop(): Promise<void>;
}

/** The rooms of messages and jobs on a database of their own, with a worker that runs. */
export async function openPostOffice({ smtpUrl, smppUrl }: PostOfficeOptions): Promise<PostOffice> {
  const database = await freshDatabase();
  const pool = new Pool({ connectionString: database.connectionString });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const lines: string[] = [];
  const said: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  let offsetMs = 0;
  const now = () => Date.now() + offsetMs;
  const delivery = (url: string | null) => (url === null ? 'console' : 'server');
  const deliveries = { email: delivery(smtpUrl), sms: delivery(smppUrl) } as const;
  const messages = await openMessages({ pool, deliveries, now });
  const open = await openMessageTasks({
    pool,
    codesKey: KEY,
    pagesUrl: 'https://candor.example',
    consoleUrl: 'https://console.candor.example',
    now,
    log,
    say: (line: string) => void said.push(line),
    smtp: smtpUrl === null ? null : { url: smtpUrl, from: 'Candor <no-reply@candor.example>' },
    smsc: smppUrl === null ? null : { url: smppUrl, from: 'Candor' },
  });
  const onLost = (error: unknown) => {
    throw error;
  };
  const worker = await startJobWorker({ pool, log, tasks: open.tasks, onLost, pollMs: 50 });
  const db: Db = kyselyOf(pool);
  return {
    pool,
    said,
    logged: () => lines.join(''),
    async send(message) {
      const sent: NewMessage = {
        channel: 'email',
        to: 'ada@example.org',
        kind: 'codeLogin',
        language: 'en',
        userId: null,
        antiPhishing: null,
        codeNonce: NONCE,
        expiresAtMs: now() + 600_000,
        ...message,
      };
      await db.transaction().execute((trx) => messages.send(trx, sent));
      const { rows } = await pool.query('select max(message_id) as id from messages.message');
      return rows[0].id;
    },
    async state(id) {
      const { rows } = await pool.query(
        'select state, reason, attempts from messages.message where message_id = $1',
        [id],
      );
      return rows[0];
    },
    async hurry() {
      await pool.query('update jobs._private_jobs set run_at = now() where locked_at is null');
    },
    advance(ms) {
      offsetMs += ms;
    },
    async stop() {
      await worker.stop();
      open.stop();
      await pool.end();
      await database.drop();
    },
  };
}
