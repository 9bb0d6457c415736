import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { type Bus, createBus } from '../../base/bus/index.ts';
import { kyselyOf, migrate } from '../../base/database/index.ts';
import { createKnownDevices } from '../../gateway/logins/index.ts';
import { migrations } from './schema.ts';
import { createSessions, type NewSession, type Sessions } from './sessions.ts';
import { insertUser } from './users.ts';

let database: FreshDatabase;
let pool: Pool;
/** Two doors. The second one's bus delays messages, so it does not receive the first one's. */
let ending: Sessions;
let deaf: Sessions;
let session: NewSession;
const line = { behindMs: 0, say: (_state: 'lost' | 'back') => {} };

beforeAll(async () => {
  database = await freshDatabase();
  pool = new Pool({ connectionString: database.connectionString });
  pool.on('error', () => {});
  await migrate(pool, 'identity', migrations);
  const bus = createBus(() => {});
  const held: Bus = {
    ...createBus(() => {}),
    behindMs: () => line.behindMs,
    onState(listener) {
      line.say = listener;
      return () => {};
    },
  };
  ending = createSessions(kyselyOf(pool), bus, Date.now);
  deaf = createSessions(kyselyOf(pool), held, Date.now);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

let people = 0;

beforeEach(async () => {
  line.behindMs = 0;
  people += 1;
  const name = { type: 'account', value: `person${people}` } as const;
  session = await kyselyOf(pool)
    .transaction()
    .execute(async (trx) => {
      const person = { name, passwordHash: 'none', invitedBy: null, language: 'en' } as const;
      return ending.open(trx, await insertUser(trx, person), null);
    });
  expect(await deaf.authenticate(session.token)).toMatchObject({ userId: session.userId });
  await ending.end(session);
});

it('remembers a session while the bus is in step: it would have told of its end', async () => {
  expect(await deaf.authenticate(session.token)).toMatchObject({ userId: session.userId });
});

it('asks for a session while the bus is behind, as after a pause of the process', async () => {
  line.behindMs = 60_000;
  expect(await deaf.authenticate(session.token)).toBeNull();
});

it('forgets all sessions when the bus is lost, for ends may have been missed when it is back', async () => {
  line.say('lost');
  line.say('back');
  expect(await deaf.authenticate(session.token)).toBeNull();
});

it('tells again what ended while its bus was lost', async () => {
  const shared = createBus(() => {});
  let isCut = false;
  let say = (_state: 'lost' | 'back') => {};
  const cut: Bus = {
    ...shared,
    publish(subject, message) {
      if (!isCut) shared.publish(subject, message);
    },
    onState(listener) {
      say = listener;
      return () => {};
    },
  };
  const lost = createSessions(kyselyOf(pool), cut, Date.now);
  const other = createSessions(kyselyOf(pool), shared, () => 0);
  const { userId } = session;
  const next = await kyselyOf(pool)
    .transaction()
    .execute((trx) => lost.open(trx, userId, null));
  await other.authenticate(next.token);
  isCut = true;
  say('lost');
  await lost.end(next);
  expect(await other.authenticate(next.token)).toMatchObject({ userId });
  isCut = false;
  say('back');
  expect(await other.authenticate(next.token)).toBeNull();
});

it('looks a token up once for all who bring it together, and once more after a session has ended', async () => {
  const counted = new Pool({ connectionString: database.connectionString });
  let lookUps = 0;
  const query = counted.connect.bind(counted);
  counted.connect = (async () => {
    lookUps += 1;
    return query();
  }) as typeof counted.connect;
  try {
    const together = createSessions(
      kyselyOf(counted),
      createBus(() => {}),
      Date.now,
    );
    const next = await kyselyOf(pool)
      .transaction()
      .execute((trx) => ending.open(trx, session.userId, null));
    const three = await Promise.all([1, 2, 3].map(() => together.authenticate(next.token)));
    expect(three.map((found) => found?.userId)).toEqual(Array.from({ length: 3 }, () => session.userId));
    expect(lookUps).toBe(1);

    const other = await kyselyOf(pool)
      .transaction()
      .execute((trx) => ending.open(trx, session.userId, null));
    const before = together.authenticate(other.token);
    together.sayEnded(session.userId);
    await Promise.all([before, together.authenticate(other.token)]);
    expect(lookUps).toBe(3);
  } finally {
    await counted.end();
  }
});

it('keeps the last twenty sessions and devices of a user, the new one among them', async () => {
  const { userId } = session;
  const db = kyselyOf(pool);
  let timeMs = Date.now();
  const sessions = createSessions(
    db,
    createBus(() => {}),
    () => timeMs++,
  );
  const known = createKnownDevices(db, 'identity', () => timeMs++);
  const opened: string[] = [];
  for (let nr = 0; nr < 22; nr += 1) {
    const device = await known.remember(userId, null);
    expect(device.isNew).toBe(true);
    opened.push(device.id);
    await db.transaction().execute((trx) => sessions.open(trx, userId, device.id));
  }
  const { rows } = await pool.query(
    "select encode(device_hash, 'hex') as device from identity.session where user_id = $1 order by issued_at",
    [userId],
  );
  expect(rows.map(({ device }) => device)).toEqual(opened.slice(2));
  const devices = async () => (await known.list(userId)).map(({ id }) => id).toReversed();
  expect(await devices()).toEqual(opened.slice(2));

  const mine = await known.remember(userId, null);
  const renewed = await known.remember(userId, mine.token);
  expect(renewed.isNew).toBe(false);
  expect(await devices()).toEqual([...opened.slice(3), renewed.id]);
});
