import { normaliseEvmAddress } from '@candor/chains';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { keyOf } from '../api/support/step-up.ts';
import { newAddress, openPayoutBench, type PayoutBench, type Withdrawer } from '../support/payout-bench.ts';

let bench: PayoutBench;
beforeAll(async () => {
  bench = await openPayoutBench();
});
afterAll(() => bench?.stop());

/** Another address with the first and last four characters of this one. */
function imitationOf(address: string): string {
  const other = newAddress();
  return normaliseEvmAddress(
    `0x${address.slice(2, 6)}${other.slice(6, 38)}${address.slice(-4)}`.toLowerCase(),
  )!;
}

const lookAt = ({ person }: Withdrawer, address: string) =>
  person.client.call('getWithdrawalAddress', { query: { network: PRACTICE_CHAIN.key, address } });

it('an address that imitates one which was paid is shown, refused, and paid once both were compared', async () => {
  const who = await bench.withdrawer();
  const paid = newAddress();
  const imitation = imitationOf(paid);
  expect(await lookAt(who, imitation.toLowerCase())).toEqual({
    address: imitation,
    alike: null,
    confirmBy: null,
  });
  await bench.withdraw(who, { address: paid });
  expect((await lookAt(who, paid)).alike).toBeNull();
  const found = await lookAt(who, imitation);
  expect(found.alike).toEqual({ address: paid, label: null, time: expect.any(Number) });
  // one that begins like it alone, or ends like it alone, is another at a glance
  const beginsAlike = normaliseEvmAddress(
    `0x${paid.slice(2, 6)}${newAddress().slice(6, 38)}0000`.toLowerCase(),
  )!;
  if (!paid.endsWith('0000')) expect((await lookAt(who, beginsAlike)).alike).toBeNull();

  const refused = await bench.withdraw(who, { address: imitation });
  expect(refused.data).toMatchObject({
    key: 'WITHDRAWAL_ADDRESS_ALIKE',
    field: 'address',
    details: { used: paid },
  });
  expect((await bench.log(who)).map(({ address }) => address)).toEqual([paid]);
  expect((await bench.withdraw(who, { address: imitation, compared: true })).data).toMatchObject({
    address: imitation,
    state: 'checks',
  });
  // from now on both are known, and neither warns of the other
  expect((await lookAt(who, imitation)).alike).toBeNull();
  expect((await lookAt(who, paid)).alike).toBeNull();
});

it('what another user paid, and what was cancelled, is imitated by nothing', async () => {
  const [who, stranger] = [await bench.withdrawer(), await bench.withdrawer()];
  const paid = newAddress();
  const { data } = await bench.withdraw(who, { address: paid });
  expect((await lookAt(stranger, imitationOf(paid))).alike).toBeNull();
  await who.person.client.call('cancelWithdrawal', { body: { id: (data as { id: number }).id } });
  expect((await lookAt(who, imitationOf(paid))).alike).toBeNull();
});

it('an address that its network refuses is refused as in a request', async () => {
  const who = await bench.withdrawer();
  expect(await keyOf(lookAt(who, `0x${'g'.repeat(40)}`))).toBe('WITHDRAWAL_ADDRESS_INVALID');
});

it('a deposit whose sender imitates a saved address is marked', async () => {
  const who = await bench.withdrawer();
  const { userId, client } = who.person;
  const [saved, honest] = [newAddress(), newAddress()];
  const { pool } = bench.house;
  await pool.query(`insert into withdrawals.address values ($1, $2, $3, 'Mine', now())`, [
    userId,
    PRACTICE_CHAIN.key,
    saved,
  ]);
  for (const [at, sender] of [imitationOf(saved), honest, saved].entries())
    await pool.query(
      `insert into deposits.deposit (chain, transaction_hash, ordinal, user_id, address, sender, coin, amount, decimals,
         confirmations_needed, block_number, block_hash, state)
       values ($1, $2, 0, $3, $4, $5, 'USDT', '1', 6, 1, 1, $2, 'dust')`,
      [PRACTICE_CHAIN.key, `0x${userId}${at}`.padEnd(66, '0'), userId, newAddress(), sender],
    );
  const { records } = await client.call('getRechargeLog', { body: {} });
  expect(records.map(({ sender, imitates }) => [sender === saved || sender === honest, imitates])).toEqual([
    [true, false],
    [true, false],
    [false, true],
  ]);
});
