import { normaliseEvmAddress } from '@candor/chains';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../apps/server/base/database/index.ts';
import type { Refusal } from '../../apps/server/base/errors/refusal.ts';
import { entersNothing } from '../../apps/server/gateway/http/enter-answer.ts';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { createStanding, type StandingQuestion } from '../../apps/server/money/withdrawals/standing.ts';
import { newPerson } from '../api/support/person.ts';
import { newAddress, openPayoutBench, type PayoutBench, type Withdrawer } from '../support/payout-bench.ts';

let bench: PayoutBench;
beforeAll(async () => {
  bench = await openPayoutBench();
});
afterAll(() => bench?.stop());

const network = PRACTICE_CHAIN.key;

const feeOf = async ({ person }: Withdrawer) => {
  const { list } = await person.client.call('getWithdrawalCurrency');
  return list.find(({ coin }) => coin === 'USDT')!.fee!;
};

/** Another address with the same ends. */
const imitationOf = (address: string) =>
  normaliseEvmAddress(
    `0x${address.slice(2, 6)}${newAddress().slice(6, 38)}${address.slice(-4)}`.toLowerCase(),
  )!;

const hold = ({ person }: Withdrawer) =>
  bench.house.pool.query(
    'insert into factors.hold (user_id, reason, begun_at, until) values ($1, $2, $3, $4)',
    [person.userId, 'passkey', new Date(bench.house.now()), new Date(bench.house.now() + 7_200_000)],
  );

const save = ({ person }: Withdrawer, address: string) =>
  bench.house.pool.query(
    `insert into withdrawals.address (user_id, chain, address, label, saved_at) values ($1, $2, $3, 'mine', $4)`,
    [person.userId, network, address, new Date(bench.house.now())],
  );

const whitelist = ({ person }: Withdrawer) =>
  bench.house.pool.query('insert into withdrawals.setting (user_id, whitelist) values ($1, true)', [
    person.userId,
  ]);

/** Takes so many USDT of the day's limit. */
const take = ({ person }: Withdrawer, usdt: bigint) =>
  bench.house.pool.query(
    `insert into withdrawals.withdrawal (user_id, chain, coin, asset_id, address, amount, fee, value_usdt, state,
      requested_at) values ($1, 'elsewhere', 'USDT', 1, 'to', $2::bigint, 0, $2::bigint, 'checks', $3)`,
    [person.userId, String(usdt * 10n ** 8n), new Date(bench.house.now())],
  );

const keyOfRefusal = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' ? null : (result.reason as Refusal).key;

it('each of many requests at once is judged by its own user and its own address', async () => {
  const [plain, held, listed, other] = [
    await bench.withdrawer(),
    await bench.withdrawer(),
    await bench.withdrawer(),
    await bench.withdrawer(),
  ];
  const { userId: without } = await newPerson(bench.house);
  const fee = await feeOf(plain);
  const [saved, strange] = [newAddress(), newAddress()];
  await hold(held);
  await whitelist(listed);
  await save(listed, saved);
  await save(plain, saved);
  const { requests } = bench.house.withdrawals;
  const check = (userId: number, address: string, more: object = {}) =>
    requests.check(userId, { coin: 'USDT', network, address, amount: '100', fee, ...more });
  const imitation = imitationOf(saved);
  const results = await Promise.allSettled([
    check(plain.person.userId, strange),
    check(held.person.userId, saved),
    check(listed.person.userId, strange),
    check(listed.person.userId, saved),
    check(plain.person.userId, imitation),
    check(plain.person.userId, imitation, { compared: true }),
    check(other.person.userId, imitation),
    check(without, saved),
    // a hold is named before what is wrong with the request
    check(held.person.userId, 'nowhere'),
    check(plain.person.userId, 'nowhere'),
    check(plain.person.userId, saved, { network: 'elsewhere' }),
    check(other.person.userId, saved, { amount: '1001' }),
  ]);
  expect(results.map(keyOfRefusal)).toEqual([
    null,
    'WITHDRAWAL_HELD',
    'WITHDRAWAL_ADDRESS_NOT_LISTED',
    null,
    'WITHDRAWAL_ADDRESS_ALIKE',
    null,
    null,
    'FUND_PASSWORD_NOT_SET',
    'WITHDRAWAL_HELD',
    'WITHDRAWAL_ADDRESS_INVALID',
    'WITHDRAWAL_NETWORK_CLOSED',
    'WITHDRAWAL_TOO_LARGE',
  ]);
});

it('questions of one turn are one statement, and each has the answer that it has alone', async () => {
  const [one, two] = [await bench.withdrawer(), await bench.withdrawer()];
  const saved = newAddress();
  await save(one, saved);
  await hold(two);
  const statements: string[] = [];
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: bench.house.pool }),
    log(event) {
      statements.push(event.query.sql);
    },
  });
  const standingOf = createStanding(db, () => bench.house.now());
  const ask = ({ person }: Withdrawer, address: string | null): StandingQuestion => ({
    userId: person.userId,
    target: address === null ? null : { chain: network, coin: 'USDT', address },
  });
  const questions = Array.from({ length: 6 }, () => [
    ask(one, saved),
    ask(two, saved),
    ask(one, imitationOf(saved)),
    ask(two, null),
    ask(one, newAddress()),
  ]).flat();
  const together = await Promise.all(questions.map(standingOf));
  expect(statements).toHaveLength(1);
  const alone: unknown[] = [];
  for (const question of questions) alone.push(await standingOf(question));
  expect(together).toEqual(alone);
  expect(together.slice(0, 3)).toMatchObject([
    { user: { hold: null }, address: { saved: true, imitates: null } },
    { user: { hold: { reason: 'passkey' } }, address: { saved: false, imitates: null } },
    { user: { hold: null }, address: { saved: false, imitates: saved } },
  ]);
});

it('of two requests of one batch that exceed the day’s limit together exactly one passes', async () => {
  const [who, beside] = [await bench.withdrawer(), await bench.withdrawer()];
  const fee = await feeOf(who);
  for (const each of [who, beside]) await take(each, 9_900n);
  const request = ({ person }: Withdrawer, amount: string) =>
    bench.house.withdrawals.requests.request(
      person.userId,
      { coin: 'USDT', network, address: newAddress(), amount, fee },
      entersNothing,
    );
  const results = await Promise.allSettled([
    request(who, '60'),
    request(beside, '50'),
    request(who, '60'),
    request(beside, '50'),
  ]);
  expect([0, 2].map((at) => keyOfRefusal(results[at]!)).toSorted()).toEqual(
    [null, 'WITHDRAWAL_DAILY_LIMIT'].toSorted(),
  );
  expect([1, 3].map((at) => keyOfRefusal(results[at]!))).toEqual([null, null]);
  const { rows } = await bench.house.pool.query<{ sum: string }>(
    "select sum(value_usdt) as sum from withdrawals.withdrawal where user_id = $1 and chain <> 'elsewhere'",
    [who.person.userId],
  );
  expect(rows).toEqual([{ sum: String(60n * 10n ** 8n) }]);
});
