import { newActKey, type WithdrawalRow } from '@candor/api';
import { JournalError } from '@candor/journal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outbox } from '../../apps/server/engine/outbox/index.ts';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { needOf, sendAct, sha256, show } from '../api/support/step-up.ts';
import { eventually } from '../support/patience.ts';
import {
  FUND_PASSWORD,
  newAddress,
  openPayoutBench,
  type PayoutBench,
  WITHDRAWAL_PATH,
  type Withdrawer,
} from '../support/payout-bench.ts';

let bench: PayoutBench;
beforeAll(async () => {
  bench = await openPayoutBench();
});
afterAll(() => bench?.stop());

/** An act that takes the last of the day's limit and of the balance, with its factors shown. */
async function lastOne(who: Withdrawer) {
  // the house's clock was moved, and a fee must be fresh
  await bench.payer.round();
  for (let at = 0; at < 9; at += 1) await bench.request(who, '1000');
  const { list } = await who.person.client.call('getWithdrawalCurrency');
  const { fee } = list.find(({ coin }) => coin === 'USDT')!;
  const body = {
    coin: 'USDT',
    network: PRACTICE_CHAIN.key,
    address: newAddress(),
    amount: '1000',
    fee: fee ?? '0',
    fundPassword: sha256(FUND_PASSWORD),
  };
  const act = { path: WITHDRAWAL_PATH, body, key: newActKey(bench.house.now()) };
  const { challenge } = needOf(await sendAct(bench.house, who.person, act));
  await show(who.person, challenge, 'authenticator', await who.nextCode());
  return {
    send: () => sendAct(bench.house, who.person, act, challenge),
    sendBare: () => sendAct(bench.house, who.person, act),
  };
}

const count = async ({ person }: Withdrawer): Promise<number> => {
  const { rows } = await bench.house.pool.query(
    'select count(*)::int as count from withdrawals.withdrawal where user_id = $1',
    [person.userId],
  );
  return rows[0].count;
};

it('a retry is shown its withdrawal as it stands, with its challenge or without one', async () => {
  const who = await bench.withdrawer();
  const { send, sendBare } = await lastOne(who);
  const first = (await send()).data as WithdrawalRow;
  expect(first).toMatchObject({ state: 'checks' });
  expect((await send()).data).toEqual(first);
  expect((await sendBare()).data).toEqual(first);
  await bench.payOut();
  // the factors of the first attempt have lapsed meanwhile, and so has its challenge
  bench.house.advance(20 * 60_000);
  for (const retry of [send, sendBare])
    expect((await retry()).data).toMatchObject({ id: first.id, state: 'done' });
  expect(await count(who)).toBe(10);
});

it('attempts beside each other get the one withdrawal, although the first used the limit up', async () => {
  const who = await bench.withdrawer();
  const { send } = await lastOne(who);
  const lock = await bench.house.pool.connect();
  await lock.query('begin');
  await lock.query("select pg_advisory_xact_lock(hashtext('withdrawals'), $1)", [who.person.userId]);
  const first = send();
  await eventually(async () => {
    const { rows } = await bench.house.pool.query(
      "select from pg_locks where locktype = 'advisory' and not granted",
    );
    if (rows.length === 0) throw new Error('the first attempt does not wait yet');
  });
  const others = [send(), send()];
  await lock.query('commit');
  lock.release();
  const { id } = (await first).data as WithdrawalRow;
  for (const other of await Promise.all(others)) expect(other).toMatchObject({ code: 200, data: { id } });
  expect(await count(who)).toBe(10);
});

it('a retry takes on what the door of the first attempt was cut off from', async () => {
  const who = await bench.withdrawer();
  const { send } = await lastOne(who);
  const outbox = bench.house.outbox as { deliver: Outbox['deliver'] };
  const { deliver } = outbox;
  outbox.deliver = async () => {
    throw new JournalError('NOT_READY', 'recovering');
  };
  expect((await send()).code).not.toBe(200);
  const { id } = (await bench.log(who))[0]!;
  expect((await send()).data).toMatchObject({ id, state: 'requested', canCancel: true });
  outbox.deliver = deliver;
  expect((await send()).data).toMatchObject({ id, state: 'checks' });
  expect(await count(who)).toBe(10);
});
