import { randomBytes } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBus } from '../../apps/server/base/bus/index.ts';
import { createPatience, startsPatiently } from '../../apps/server/base/database/patience.ts';
import { createLifecycle, type Lifecycle } from '../../apps/server/base/work/lifecycle.ts';
import { openMessages } from '../../apps/server/gateway/messages/index.ts';
import { openOperatorRoom } from '../../apps/server/operators/operator/index.ts';
import { houseParts } from '../../apps/server/program/subjects/house-parts.ts';
import { openServices } from '../../apps/server/program/subjects/index.ts';
import { CODES_KEY, type House, openHouse } from '../api/support/house.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';

const log = pino({ level: 'silent' });
/** The question whether tables stand: its patience has tests of its own, and each room asks it. */
const ABOUT_TABLES = /to_regclass|kysely_migration|graphile_worker/;

let database: FreshDatabase;
let house: House;
let lifecycle: Lifecycle;
beforeAll(async () => {
  database = await freshDatabase();
  house = await openHouse({ database });
  lifecycle = createLifecycle(() => {});
});
afterAll(async () => {
  await lifecycle?.stop();
  await house?.stop();
  await database?.drop();
});

/** A pool that loses its connection at the first sight of each statement, and the statements that it lost. */
function cutPool(): { readonly pool: Pool; readonly cut: ReadonlySet<string> } {
  const cut = new Set<string>();
  const pool = new Pool({ connectionString: database.connectionString, max: 6 });
  pool.on('error', () => {});
  pool.on('connect', (client: PoolClient) => {
    client.on('error', () => {});
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const [first] = given;
      const text = typeof first === 'string' ? first : (first as { readonly text: string }).text;
      if (!ABOUT_TABLES.test(text) && !cut.has(text)) {
        cut.add(text);
        (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      }
      return query(...given);
    }) as PoolClient['query'];
  });
  startsPatiently(pool, createPatience({ log: () => {}, signal: new AbortController().signal }));
  return { pool, cut };
}

it('a start goes on through the loss of its connection at each of its statements', async () => {
  const { pool, cut } = cutPool();
  const { core, outbox, now, catalogues, history, filesFolder } = house;
  const bus = createBus(() => {});
  // what the first start of a practice exchange publishes
  await house.pool.query(
    'delete from articles.text; delete from articles.version; delete from terms.version',
  );
  await openServices(lifecycle, {
    pool,
    bus,
    core,
    outbox,
    log,
    now,
    demo: true,
    deliveries: { email: 'console', sms: 'console' },
    codesKey: CODES_KEY,
    factorsKey: Buffer.alloc(32, 9),
    publicUrl: null,
    fileStore: { masterKey: Buffer.alloc(32, 8), folder: filesFolder },
    mt5Candles: null,
    limits: {
      codesPerHour: 9,
      smsPerCountryAndHour: 9,
      loginAttemptsPerMinute: 9,
      registrationsPerHour: 9,
    },
  });
  await openOperatorRoom({
    pool,
    now,
    secretKey: randomBytes(32),
    loginAttemptsPerMinute: 9,
    onEnrolled: async () => {},
    setupLinksKey: randomBytes(32),
    messages: await openMessages({ pool, deliveries: { email: null, sms: null }, now }),
  });
  for (const part of houseParts) {
    const end = await part({
      pool,
      bus,
      core,
      history,
      catalogues,
      log,
      now,
      ask: async () => randomBytes(32),
    });
    await end();
  }
  await pool.end();
  const { rows } = await house.pool.query(
    'select (select count(*) from terms.version)::int as terms, (select count(*) from articles.version)::int as articles',
  );
  expect(rows[0]).toMatchObject({ terms: 1, articles: expect.any(Number) });
  expect(rows[0].articles).toBeGreaterThan(0);
  for (const room of ['terms', 'articles'])
    expect(
      [...cut].some((text) => text.includes(`"${room}"."version"`) || text.includes(`${room}.version`)),
    ).toBe(true);
});
