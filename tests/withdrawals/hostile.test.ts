import { newActKey } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { needOf, sendAct, sha256, show } from '../api/support/step-up.ts';
import { ask } from '../crash/through-doors.ts';
import {
  FUND_PASSWORD,
  newAddress,
  openPayoutBench,
  type PayoutBench,
  WITHDRAWAL_PATH,
  type Withdrawer,
} from '../support/payout-bench.ts';

let bench: PayoutBench;
let who: Withdrawer;
beforeAll(async () => {
  bench = await openPayoutBench();
  who = await bench.withdrawer();
});
afterAll(() => bench?.stop());

const U = 100_000_000n;
const USDT = 1002;
const BOOK_PATH = '/api/v1/coin/assets/withdrawal/addresses';

const bodyOf = async ({ person }: Withdrawer, more: object) => {
  const { list } = await person.client.call('getWithdrawalCurrency');
  const { fee } = list.find(({ coin }) => coin === 'USDT')!;
  return {
    coin: 'USDT',
    network: PRACTICE_CHAIN.key,
    address: newAddress(),
    amount: '100',
    fee: fee ?? '0',
    fundPassword: sha256(FUND_PASSWORD),
    ...more,
  };
};
const send = async (more: object) =>
  sendAct(bench.house, who.person, { path: WITHDRAWAL_PATH, body: await bodyOf(who, more) });

/** One letter of each mixed vector of EIP-55 in the wrong case, and what only looks like an address. */
const ADDRESSES: readonly string[] = [
  ...[
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ].map((right) => right.replace(/[a-fA-F](?=[^a-fA-F]*$)/, (letter) => otherCase(letter))),
  `0x${'0'.repeat(40)}`,
  `0x${'g'.repeat(40)}`,
  `0X${'a'.repeat(40)}`,
  'a'.repeat(40),
  `0x${'a'.repeat(39)}`,
  `0x${'a'.repeat(41)}`,
  ` 0x${'a'.repeat(40)}`,
  `0x${'a'.repeat(40)}\n`,
  `0x${'a'.repeat(40)}\0`,
  `0x${'а'.repeat(40)}`,
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'vitalik.eth',
  "'; drop table withdrawals.withdrawal; --",
  '',
  'x'.repeat(5_000),
];

function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

const AMOUNTS: readonly unknown[] = [
  '0',
  '-1',
  '-0.000001',
  '+5',
  '1e2',
  '1E-7',
  '0x10',
  '1_000',
  '1,000',
  '١٠',
  'NaN',
  'Infinity',
  '',
  ' 5',
  '5 ',
  '5.',
  '.5',
  '05',
  '1.2.3',
  '0.0000001',
  `5.${'1'.repeat(40)}`,
  `5.${'0'.repeat(40)}`,
  '9'.repeat(18),
  '9'.repeat(19),
  '9'.repeat(80),
  '9223372036854775807',
  '18446744073709551616',
  -5,
  1e21,
  1e-7,
  null,
  true,
  {},
  ['5'],
];

describe('hostile requests', () => {
  it.each(ADDRESSES)('are refused at the address: %j', async (address) => {
    const answer = await send({ address });
    expect(answer.status, answer.text).toBeLessThan(500);
    expect(answer.data).toMatchObject({ field: 'address' });
  });

  it.each(AMOUNTS)('are refused at the amount: %j', async (amount) => {
    const answer = await send({ amount });
    expect(answer.status, answer.text).toBeLessThan(500);
    expect(answer.data).toMatchObject({ field: 'amount' });
  });

  it.each([
    ['\0', 'INVALID_INPUT'],
    ['Mine\0', 'INVALID_INPUT'],
    ['Mi\nne', 'HIDDEN_SIGN'],
    ['Mine\u202e', 'HIDDEN_SIGN'],
  ])('are refused at the label: %j', async (label, key) => {
    const body = { network: PRACTICE_CHAIN.key, address: newAddress(), label };
    const answer = await sendAct(bench.house, who.person, { path: BOOK_PATH, body });
    expect(answer.status, answer.text).toBeLessThan(500);
    expect(answer.data).toMatchObject({ key, field: 'label' });
  });

  it('are refused at an address to be removed from the book', async () => {
    const body = { network: PRACTICE_CHAIN.key, address: `0x${'a'.repeat(40)}\0` };
    const answer = await sendAct(bench.house, who.person, { path: `${BOOK_PATH}/remove`, body });
    expect(answer.status, answer.text).toBeLessThan(500);
    expect(answer.data).toMatchObject({ key: 'INVALID_INPUT', field: 'address' });
  });

  it('leave no request and no hold', async () => {
    expect(await bench.log(who)).toEqual([]);
    const balances = await bench.house.engine.read((view) => view.balances(who.person.userId));
    expect(balances.find(({ assetId }) => assetId === USDT)).toMatchObject({
      available: 10_000n * U,
      held: 0n,
    });
  });
});

/**
 * Meets the step-up of many withdrawals of one user before any is sent. A user may keep 20 open challenges, so the one that
 * was met is copied: each act has a key and a challenge of its own.
 */
async function prepareMany(rich: Withdrawer, count: number, amount: string) {
  const { house } = bench;
  const { person } = rich;
  const body = await bodyOf(rich, { amount });
  const act = { path: WITHDRAWAL_PATH, body };
  const { challenge } = needOf(await sendAct(house, person, act));
  await show(person, challenge, 'authenticator', await rich.nextCode());
  const { rows: fields } = await house.pool.query(
    `select column_name as name from information_schema.columns
     where table_schema = 'factors' and table_name = 'step_up' and column_name <> 'challenge'`,
  );
  const names = fields.map(({ name }) => name).join(', ');
  const { rows } = await house.pool.query(
    `insert into factors.step_up (${names})
     select ${names} from factors.step_up, generate_series(1, $2::int) where challenge = $1 returning challenge`,
    [challenge, count],
  );
  return rows.map((row) => {
    const key = newActKey(house.now());
    const headers = { 'idempotency-key': key, 'step-up': row.challenge };
    // a connection of its own each, so that all are under way at once
    return async () => {
      const answer = await ask(house.url + WITHDRAWAL_PATH, { token: person.token, body, headers });
      return answer.body;
    };
  });
}

it('of 1,000 withdrawals of one balance at once exactly one passes', async () => {
  const rich = await bench.withdrawer();
  // 9 USDT, so that the limit of the day does not shield the balance
  const query = { from: '1', to: '2', coin: 'USDT', amount: '9991' } as const;
  await rich.person.client.call('transfer', { query });
  await bench.payer.round();
  const ready = await prepareMany(rich, 1_000, '9');
  const answers = await Promise.all(ready.map((sendOne) => sendOne()));
  const passed = answers.filter(({ code }) => code === 200);
  expect(passed, JSON.stringify(answers[0])).toHaveLength(1);
  const refused = answers.filter(({ code }) => code !== 200);
  expect(new Set(refused.map(({ data }) => data.key))).toEqual(new Set(['INSUFFICIENT_BALANCE']));
  // A request that only the ledger refused is refused again by a retry, and is not said to stand.
  const again = await Promise.all(ready.map((sendOne) => sendOne()));
  expect(again.map(({ code }) => code)).toEqual(answers.map(({ code }) => code));
  const keys = new Set(again.filter(({ code }) => code !== 200).map(({ data }) => data.key));
  expect(keys).toEqual(new Set(['INSUFFICIENT_BALANCE']));
  const { balances, sums } = await bench.house.engine.read((view) => ({
    balances: view.balances(rich.person.userId),
    sums: view.ledgerSums(),
  }));
  expect(balances.find(({ assetId }) => assetId === USDT)).toMatchObject({ available: 0n, held: 9n * U });
  expect(sums.filter(({ sum }) => sum !== 0n)).toEqual([]);
  // not a page of the log: how many the ledger refused, and so come before it, depends on the machine
  const open = await bench.house.pool.query(
    `select withdrawal_no::int as id from withdrawals.withdrawal where user_id = $1 and state = 'checks'`,
    [rich.person.userId],
  );
  expect(open.rows).toEqual([{ id: passed[0]!.data.id }]);
  await bench.payOut();
  const { rows } = await bench.house.pool.query(
    `select count(*)::int as paid from withdrawals.withdrawal where user_id = $1 and state = 'done'`,
    [rich.person.userId],
  );
  expect(rows).toEqual([{ paid: 1 }]);
});
