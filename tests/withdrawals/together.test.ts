import { ChainError } from '@candor/chains';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignRequest } from '../../apps/signer/index.ts';
import { openPayoutBench, type PayoutBench, type Withdrawer } from '../support/payout-bench.ts';

let bench: PayoutBench;
let who: Withdrawer;
beforeAll(async () => {
  bench = await openPayoutBench();
  who = await bench.withdrawer();
});
afterAll(() => bench?.stop());

const rowsOf = async <Row>(sql: string) => (await bench.house.pool.query(sql)).rows as Row[];
const nonces = () =>
  rowsOf<{ nonce: number }>(
    'select nonce from withdrawals.withdrawal where nonce is not null order by withdrawal_no',
  ).then((rows) => rows.map(({ nonce }) => nonce));
const request = async (amounts: readonly string[]) => {
  const ids: number[] = [];
  for (const amount of amounts) ids.push((await bench.request(who, amount)).id);
  return ids;
};
const statesOf = async (ids: readonly number[]) => {
  const log = await bench.log(who);
  return ids.map((id) => log.find((row) => row.id === id)?.state);
};

it('several are signed in one row, and a payer that lost the answer asks for the same bytes', async () => {
  const ids = await request(['10', '11', '12', '13']);
  const rows: SignRequest[][] = [];
  const lost = await bench.openPayer({
    signer: {
      ...bench.signer,
      async signRow(requests) {
        rows.push([...requests]);
        await bench.signer.signRow(requests);
        throw new Error('The signer is gone');
      },
    },
  });
  await lost.round();
  await lost.round();
  expect(rows.map((row) => row.map(({ withdrawalNo }) => withdrawalNo))).toEqual([ids]);
  expect(await statesOf(ids)).toEqual(Array.from(ids, () => 'signing'));
  const given = await nonces();
  await bench.payOut();
  expect(await statesOf(ids)).toEqual(Array.from(ids, () => 'done'));
  expect(await nonces()).toEqual(given);
  expect(given).toEqual(Array.from(ids, (_, at) => given[0]! + at));
});

it('one that the signer refuses gives its nonce to the next, and goes into its review', async () => {
  const ids = await request(['10', '11', '12']);
  const [, refused] = ids;
  const strict = await bench.openPayer({
    signer: {
      ...bench.signer,
      async signRow(requests) {
        const at = requests.findIndex(({ withdrawalNo }) => withdrawalNo === refused);
        if (at < 0) return bench.signer.signRow(requests);
        const { signed } = at === 0 ? { signed: [] } : await bench.signer.signRow(requests.slice(0, at));
        return { signed, refused: { code: 'APPROVALS_NEEDED', message: 'not today' } };
      },
    },
  });
  await strict.round();
  await strict.round();
  expect(await statesOf(ids)).toEqual(['broadcast', 'review', 'broadcast']);
  const [first, ...others] = await nonces();
  expect(others).toEqual(others.map((_, at) => first! + at + 1));
  await bench.payOut();
  expect(await statesOf(ids)).toEqual(['done', 'review', 'done']);
});

it('one that is cancelled or refused leaves no gap between the others', async () => {
  const ids = await request(['10', '11', '12', '13']);
  const cancelling = await bench.openPayer({
    adapter: {
      ...bench.chain.adapter,
      async buildPayment(payment) {
        const whole = payment.amount / 1_000_000n;
        if (whole === 10n) throw new ChainError('WOULD_FAIL', 'the token refuses');
        // between the look at it and its nonce
        if (whole === 11n) await who.person.client.call('cancelWithdrawal', { body: { id: ids[2]! } });
        return bench.chain.adapter.buildPayment(payment);
      },
    },
  });
  await cancelling.round();
  await cancelling.round();
  await bench.payOut();
  expect(await statesOf(ids)).toEqual(['done', 'done', 'cancelled', 'done']);
  const all = (await nonces()).toSorted((left, right) => left - right);
  expect(all).toEqual(all.map((_, at) => all[0]! + at));
});
