import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Refusal } from '../../apps/server/base/errors/refusal.ts';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { newPerson } from '../api/support/person.ts';
import { newAddress, openPayoutBench, type PayoutBench } from '../support/payout-bench.ts';

let bench: PayoutBench;
beforeAll(async () => {
  bench = await openPayoutBench();
});
afterAll(() => bench?.stop());

const check = async (userId: number): Promise<Refusal['problem'] | null> => {
  const asked = {
    coin: 'USDT',
    network: PRACTICE_CHAIN.key,
    address: newAddress(),
    amount: '100',
    fee: '50',
  };
  try {
    await bench.house.withdrawals.requests.check(userId, asked);
    return null;
  } catch (error) {
    return (error as Refusal).problem;
  }
};

it('nobody withdraws without a fund password', async () => {
  const { userId } = await newPerson(bench.house);
  expect(await check(userId)).toMatchObject({ key: 'FUND_PASSWORD_NOT_SET' });
});

it('the longest hold that lasts is named, and one that is over holds nothing', async () => {
  const { person } = await bench.withdrawer();
  const nowMs = bench.house.now();
  const hold = (reason: string, ms: number) =>
    bench.house.pool.query(
      'insert into factors.hold (user_id, reason, begun_at, until) values ($1, $2, $3, $4)',
      [person.userId, reason, new Date(nowMs - 7_200_000), new Date(nowMs + ms)],
    );
  await hold('email', -3_600_000);
  expect(await check(person.userId)).toBeNull();
  await hold('password', 3_600_000);
  await hold('passkey', 7_200_000);
  expect(await check(person.userId)).toMatchObject({
    key: 'WITHDRAWAL_HELD',
    details: { reason: 'passkey', until: new Date(nowMs + 7_200_000).toISOString() },
  });
});
