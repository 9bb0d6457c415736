import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EnterAnswer, entersNothing } from '../../apps/server/gateway/http/enter-answer.ts';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { eventually } from '../support/patience.ts';
import { newAddress, openPayoutBench, type PayoutBench, type Withdrawer } from '../support/payout-bench.ts';

let bench: PayoutBench;
beforeAll(async () => {
  bench = await openPayoutBench();
});
afterAll(() => bench?.stop());

const fails: EnterAnswer = Object.assign(
  async () => {
    throw new Error('done before');
  },
  { begin: async () => {} },
);

async function request({ person }: Withdrawer, amount: string, fee: string, enter = entersNothing) {
  const { requests } = bench.house.withdrawals;
  const asked = { coin: 'USDT', network: PRACTICE_CHAIN.key, address: newAddress(), amount, fee };
  return requests.request(person.userId, asked, enter);
}

async function feeOf({ person }: Withdrawer): Promise<string> {
  const { list } = await person.client.call('getWithdrawalCurrency');
  return list.find(({ coin }) => coin === 'USDT')!.fee!;
}

const rowsOf = async (...who: Withdrawer[]) => {
  const { rows } = await bench.house.pool.query<{ user_id: string; transaction: string; promises: string }>(
    `select w.user_id, s.xmin::text as transaction,
       (select count(*) from outbox.command where key = 'withdrawal-hold:' || w.withdrawal_no) as promises
     from withdrawals.withdrawal w join withdrawals.step s on s.withdrawal_no = w.withdrawal_no and s.step_no = 0
     where w.user_id = any($1) order by w.withdrawal_no`,
    [who.map(({ person }) => person.userId)],
  );
  return rows;
};

it('requests at once share transactions, and never the last of a day’s limit', async () => {
  const [one, other] = [await bench.withdrawer(), await bench.withdrawer()];
  const fee = await feeOf(one);
  const results = await Promise.allSettled([
    ...Array.from({ length: 12 }, () => request(one, '1000', fee)),
    ...Array.from({ length: 3 }, () => request(other, '1000', fee)),
  ]);
  const states = results.map((result) =>
    result.status === 'fulfilled' ? result.value.state : (result.reason as { key: string }).key,
  );
  const ofOne = states.slice(0, 12);
  expect(ofOne.filter((state) => state === 'checks')).toHaveLength(10);
  expect(ofOne.filter((state) => state === 'WITHDRAWAL_DAILY_LIMIT')).toHaveLength(2);
  expect(states.slice(12)).toEqual(['checks', 'checks', 'checks']);
  const rows = await rowsOf(one, other);
  expect(rows).toHaveLength(13);
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBeLessThan(13);
  expect(rows.every(({ promises }) => promises === '1')).toBe(true);
});

it('one whose answer cannot be entered is not written, and holds up none beside it', async () => {
  const who = [await bench.withdrawer(), await bench.withdrawer(), await bench.withdrawer()] as const;
  const fee = await feeOf(who[0]);
  const results = await Promise.allSettled([
    request(who[0], '100', fee),
    request(who[1], '100', fee, fails),
    request(who[2], '100', fee),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((results[1] as PromiseRejectedResult).reason.message).toBe('done before');
  const rows = await rowsOf(...who);
  expect(rows.map(({ user_id }) => Number(user_id)).toSorted()).toEqual(
    [who[0], who[2]].map(({ person }) => person.userId).toSorted(),
  );
  expect(rows.every(({ promises }) => promises === '1')).toBe(true);
});

it('an act that passed its step-up beside one that fails is written once, and a copy has its answer', async () => {
  const [blocker, one, failing] = [
    await bench.withdrawer(),
    await bench.withdrawer(),
    await bench.withdrawer(),
  ];
  const fee = await feeOf(blocker);
  const act = await bench.prepare(one);
  const lock = await bench.house.pool.connect();
  await lock.query('begin');
  await lock.query("select pg_advisory_xact_lock(hashtext('withdrawals'), $1)", [blocker.person.userId]);
  const blocked: Promise<unknown>[] = [];
  // both transactions that may be under way wait, so that the next ones come together
  for (const waiting of [1, 2]) {
    blocked.push(request(blocker, '10', fee));
    await eventually(async () => {
      const { rows } = await bench.house.pool.query(
        "select from pg_locks where locktype = 'advisory' and not granted",
      );
      if (rows.length < waiting) throw new Error(`${rows.length} wait`);
    });
  }
  const written = act();
  // the one that fails comes after it
  await sleep(1_000);
  const failure = request(failing, '10', fee, fails).catch((error: Error) => error.message);
  await sleep(1_000);
  await lock.query('commit');
  lock.release();
  const first = await written;
  expect(first).toMatchObject({ code: 200 });
  expect((await act()).data).toMatchObject({ id: (first.data as { id: number }).id });
  expect(await failure).toBe('done before');
  await Promise.all(blocked);
  expect(await rowsOf(one)).toHaveLength(1);
});
