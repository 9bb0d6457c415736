/**
 * Measures the writer of notices: 500 orders fill at once, and each of 1,000 users is told of it, with settings read, mails
 * planned and the sockets' messages published. The peer inserts as many rows of the same content into a table of the same
 * indexes, in one statement of one transaction.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { type House, openHouse } from '../tests/api/support/house.ts';
import { BTC, BTCUSDT, indexTick, USDT } from '../tests/api/support/listing.ts';
import { limitOrder } from '../tools/workload/exchange.ts';
import { median } from './http-orders/running.ts';
import { startDatabase } from './journal/postgres.ts';
import type { BenchRow } from './row.ts';

const USERS = 1_000;
const ORDERS = USERS / 2;
const FIRST_USER = 500_000;
const PRICE_TICKS = 5_000_000;
const LOTS = 1_000;
const FUNDS = 1_000_000_000_000n as Amount;

const seller = (at: number) => FIRST_USER + at;
const buyer = (at: number) => FIRST_USER + ORDERS + at;

async function send(house: House, all: readonly (readonly [number, Command])[]): Promise<void> {
  const done = await Promise.all(
    all.map(([userId, body]) => house.engine.submit({ userId, key: null, bodyHash: null, body })),
  );
  const refused = done.find(({ outcome }) => !outcome.ok);
  if (refused !== undefined) throw new Error(`refused: ${JSON.stringify(refused.outcome)}`);
}

/** Fills 500 orders while nobody writes, and returns the ms that the writer takes for 1,000 notices of them. */
async function told(house: House, tickNo: number): Promise<number> {
  let beganMs = 0;
  await house.withoutNotices(async () => {
    await send(house, [[0, indexTick(tickNo, Date.now())]]);
    const order = (side: 'buy' | 'sell') => limitOrder(BTCUSDT, side, PRICE_TICKS, LOTS);
    await send(
      house,
      Array.from({ length: ORDERS }, (_, at) => [seller(at), order('sell')] as const),
    );
    await send(
      house,
      Array.from({ length: ORDERS }, (_, at) => [buyer(at), order('buy')] as const),
    );
    await house.projections.caughtUp(house.engine.status().committedSeq, 60_000);
    beganMs = performance.now();
  });
  await house.noticed();
  return performance.now() - beganMs;
}

/** Inserts the newest 1,000 notices once more, into a table of its own with the same indexes. */
async function inserted(house: House): Promise<number> {
  const { rows } = await house.pool.query(
    `select user_id, key, kind, facts::text, at, is_read, is_mail_due, is_sms_due
     from notices.notice order by notice_id desc limit $1`,
    [USERS],
  );
  if (rows.length !== USERS) throw new Error(`${rows.length} notices instead of ${USERS}`);
  await house.pool.query('drop table if exists public.bare');
  await house.pool.query('create table public.bare (like notices.notice including all)');
  const column = (name: string) => rows.map((row) => row[name]);
  const beganMs = performance.now();
  await house.pool.query(
    `insert into public.bare (user_id, key, kind, facts, at, is_read, is_mail_due, is_sms_due)
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::bool[], $7::bool[], $8::bool[])`,
    ['user_id', 'key', 'kind', 'facts', 'at', 'is_read', 'is_mail_due', 'is_sms_due'].map(column),
  );
  return performance.now() - beganMs;
}

/** The row `notices`. Throws if anybody was told nothing. */
export async function run(quick = false): Promise<BenchRow[]> {
  const { connectionString, stop } = await startDatabase();
  try {
    const house = await openHouse({ notices: true, database: { connectionString, drop: async () => {} } });
    try {
      const users = Array.from({ length: USERS }, (_, at) => FIRST_USER + at);
      const open = (accountUserId: number): Command => ({ type: 'openAccount', accountUserId, kind: 'user' });
      const fund = (accountUserId: number, assetId: number): Command => ({
        type: 'practiceFunds',
        accountUserId,
        assetId,
        amount: FUNDS,
      });
      await send(
        house,
        users.map((user) => [0, open(user)] as const),
      );
      await send(
        house,
        users.flatMap(
          (user) =>
            [
              [0, fund(user, BTC)],
              [0, fund(user, USDT)],
            ] as const,
        ),
      );
      const [ours, bare]: [number[], number[]] = [[], []];
      for (let round = 0; round < (quick ? 2 : 7); round += 1) {
        ours.push(await told(house, 10 + round));
        bare.push(await inserted(house));
      }
      // the first round makes plans and compiles
      const [own, peer] = [median(ours.slice(1)), median(bare.slice(1))];
      return [
        {
          name: 'notices',
          ours: Number(own.toFixed(1)),
          peer: Number(peer.toFixed(1)),
          ratio: Number((peer / own).toFixed(2)),
          unit: 'ms',
          note: `${USERS} notices of ${ORDERS} orders filled at once, median of ${ours.length - 1}; peer: one insert of as many rows`,
        },
      ];
    } finally {
      await house.stop();
    }
  } finally {
    await stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
