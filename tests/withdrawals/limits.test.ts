import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPayoutBench, type PayoutBench, type Withdrawer } from '../support/payout-bench.ts';

let bench: PayoutBench;
beforeAll(async () => {
  bench = await openPayoutBench();
});
afterAll(() => bench?.stop());

const limitOf = async ({ person }: Withdrawer) => {
  const { dailyLimitUsdt, verifiedLevel, list } = await person.client.call('getWithdrawalCurrency');
  const left = list.find(({ coin }) => coin === 'USDT')!.remainingToday;
  return { limit: dailyLimitUsdt, level: verifiedLevel, left };
};

/** Enters a level as approved operators leave it. */
const verify = ({ person }: Withdrawer, level: 'primary' | 'advanced') =>
  bench.house.pool.query(
    `insert into kyc.submission (user_id, level, version, state, submitted_at, due_at, decided_at)
     values ($1, $2, 1, 'approved', now(), now(), now())`,
    [person.userId, level],
  );

/** Enters a deposit as the reader of the chain does: it feeds the tier. */
const deposit = ({ person }: Withdrawer, units: bigint) =>
  bench.house.pool.query(
    `insert into deposits.deposit (chain, transaction_hash, ordinal, user_id, address, sender, coin, amount, decimals,
      confirmations_needed, block_number, block_hash, state, credited)
     values ('elsewhere', $1::text, 0, $1::bigint, 'to', 'from', 'USDT', $2::numeric, 8, 6, 1, 'block', 'credited', $2::bigint)`,
    [person.userId, String(units)],
  );

it('what is left of the day shrinks with each withdrawal and comes back with one that is cancelled', async () => {
  const who = await bench.withdrawer();
  expect(await limitOf(who)).toEqual({ limit: '10000', level: 'none', left: '10000' });
  await bench.withdraw(who);
  const second = (await bench.withdraw(who, { amount: '250' })).data as { id: number };
  expect(await limitOf(who)).toMatchObject({ left: '9650' });
  await who.person.client.call('cancelWithdrawal', { body: { id: second.id } });
  expect(await limitOf(who)).toMatchObject({ left: '9900' });
  await bench.payOut();
  expect(await limitOf(who)).toMatchObject({ left: '9900' });
});

it('the level of verification raises it at once', async () => {
  const who = await bench.withdrawer();
  await bench.withdraw(who);
  await verify(who, 'primary');
  expect(await limitOf(who)).toEqual({ limit: '50000', level: 'primary', left: '49900' });
  await verify(who, 'advanced');
  expect(await limitOf(who)).toEqual({ limit: '200000', level: 'advanced', left: '199900' });
});

it('the tier raises it where it gives more than the level, and never lowers it', async () => {
  const [plain, verified] = [await bench.withdrawer(), await bench.withdrawer()];
  for (const who of [plain, verified]) await deposit(who, 1_500n * 10n ** 8n);
  expect(await limitOf(plain)).toEqual({ limit: '20000', level: 'none', left: '20000' });
  await verify(verified, 'primary');
  expect(await limitOf(verified)).toEqual({ limit: '50000', level: 'primary', left: '50000' });
});

it('a request above what is left is refused with what is left', async () => {
  const who = await bench.withdrawer();
  await bench.house.pool.query(
    `insert into withdrawals.withdrawal (user_id, chain, coin, asset_id, address, amount, fee, value_usdt, state,
      requested_at) values ($1, 'elsewhere', 'USDT', 1, 'to', $2::bigint, 0, $2::bigint, 'checks', $3)`,
    [who.person.userId, String(9_950n * 10n ** 8n), new Date(bench.house.now())],
  );
  expect(await limitOf(who)).toMatchObject({ left: '50' });
  expect((await bench.withdraw(who)).data).toMatchObject({
    key: 'WITHDRAWAL_DAILY_LIMIT',
    details: { left: '50' },
  });
  expect((await bench.withdraw(who, { amount: '50' })).code).toBe(200);
  expect(await limitOf(who)).toMatchObject({ left: '0' });
});
