import type { Client, HaltedKind, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Signer, SignerError } from '../../apps/signer/index.ts';
import { type OperatorsConsole, openConsole } from '../api/support/console.ts';
import { toldOf } from '../api/support/told.ts';
import { eventually } from '../support/patience.ts';
import type { Withdrawer } from '../support/payout-bench.ts';
import { openTreasuryBench, type TreasuryBench } from '../support/treasury-bench.ts';

const NEEDED = 6;
/** Blocks after which what a block took is final. */
const FINAL = 14;
const ETHER = 10n ** 18n;
const U = 10n ** 6n;
const REASON = { reason: 'Put right by the chain and the ledger' };

let bench: TreasuryBench;
let desk: OperatorsConsole;
let one: Client<OperatorCalls>;
let other: Client<OperatorCalls>;
beforeAll(async () => {
  bench = await openTreasuryBench({ notices: true });
  desk = await openConsole(bench.house);
  one = await desk.signIn();
  other = await desk.add('ria', 'risk', one);
  await bench.chain.sendEth(bench.gas, ETHER);
  await bench.mineAndRead(NEEDED);
  await bench.reconcile();
});
afterAll(async () => {
  await desk?.stop();
  await bench?.stop();
});

const query = (text: string, values: readonly unknown[] = []) => bench.house.pool.query(text, [...values]);
const set = async (table: string, key: string, no: number, values: Readonly<Record<string, unknown>>) => {
  for (const [column, value] of Object.entries(values))
    await query(`update ${table} set ${column} = $1 where ${key} = $2`, [value, no]);
};
const setWithdrawal = (no: number, values: Readonly<Record<string, unknown>>) =>
  set('withdrawals.withdrawal', 'withdrawal_no', no, values);
/** Counts the alarms of one row: a row that is tried again and again has more than one. */
const alarmsOf = (text: string) => bench.alarms.filter((line) => line.includes(text)).length;
const rowOf = async (who: Withdrawer) => (await bench.log(who))[0]!;

async function approved(proposing: Promise<{ readonly proposalId: number }>): Promise<void> {
  const { proposalId } = await proposing;
  // codes of new users move the house's clock: each client reads it before it acts
  await other.call('getCustody');
  await other.call('approveProposal', { params: { id: String(proposalId) }, body: REASON });
}
const resume = async (kind: HaltedKind, id: number) => {
  await one.call('getCustody');
  await approved(one.call('resumeRow', { params: { kind, id: String(id) }, body: REASON }));
};
async function resumeWallet(): Promise<void> {
  await bench.mineAndRead();
  await bench.reconcile();
  const [wallet] = (await one.call('getCustody')).stopped;
  await approved(one.call('resumeWallet', { params: { network: wallet!.network }, body: REASON }));
}
const halted = async () =>
  (await one.call('getCustody')).halted.map(({ kind, id, detail }) => ({ kind, id, detail }));

async function requested(): Promise<{ readonly who: Withdrawer; readonly no: number }> {
  const who = await bench.withdrawer();
  await bench.withdraw(who);
  return { who, no: (await rowOf(who)).id };
}
async function rounds(count = 3): Promise<void> {
  for (let i = 0; i < count; i += 1) await bench.payer.round();
}

it('a withdrawal whose amount, state or owner is not what the ledger holds stops alone, once', async () => {
  const [more, early, others, sound] = [
    await requested(),
    await requested(),
    await requested(),
    await requested(),
  ];
  const { rows } = await query('select amount from withdrawals.withdrawal where withdrawal_no = $1', [
    more.no,
  ]);
  await setWithdrawal(more.no, { amount: BigInt(rows[0].amount) * 2n });
  await setWithdrawal(early.no, { state: 'broadcast' });
  await setWithdrawal(others.no, { user_id: sound.who.person.userId });
  await rounds();
  expect(await halted()).toEqual(
    expect.arrayContaining([
      { kind: 'withdrawal', id: more.no, detail: expect.stringContaining('WITHDRAWAL_AMOUNT_HELD') },
      { kind: 'withdrawal', id: early.no, detail: expect.stringContaining('WITHDRAWAL_NONCE_MISSING') },
      { kind: 'withdrawal', id: others.no, detail: expect.stringContaining('WITHDRAWAL_OWNER') },
    ]),
  );
  for (const { no } of [more, early, others]) expect(alarmsOf(`Withdrawal ${no} is halted`)).toBe(1);
  expect(await rowOf(more.who)).toMatchObject({ state: 'signing', reason: 'halted' });
  const { alarms, stopped } = await one.call('getCustody');
  expect(stopped).toEqual([]);
  expect(alarms).toMatchObject([{ kind: 'halted', figure: 3 }]);
  expect(await rowOf(sound.who)).toMatchObject({ state: 'broadcast' });
  const held = await toldOf(bench.house, more.who.person, 'withdrawal-held');
  expect(held.map(({ facts }) => [facts.withdrawalId, facts.reason])).toEqual([[more.no, 'halted']]);

  // still wrong: asserted once more, and halted again
  await resume('withdrawal', more.no);
  await rounds();
  expect(alarmsOf(`Withdrawal ${more.no} is halted`)).toBe(2);
  await setWithdrawal(more.no, { amount: rows[0].amount });
  await setWithdrawal(early.no, { state: 'checks' });
  await setWithdrawal(others.no, { user_id: others.who.person.userId });
  for (const { no } of [more, early, others]) await resume('withdrawal', no);
  await bench.payOut();
  for (const { who } of [more, early, others, sound])
    expect(await rowOf(who)).toMatchObject({ state: 'done' });
  expect(await halted()).toEqual([]);
  expect((await one.call('getCustody')).alarms).toEqual([]);
});

it('stored bytes that are not those of their row are not sent again, and the others go on', async () => {
  const [first, bytes, nonce] = [await requested(), await requested(), await requested()];
  await rounds();
  const raws = await query(
    'select withdrawal_no, raw from withdrawals.transaction where withdrawal_no = any($1)',
    [[first.no, bytes.no]],
  );
  const rawOf = (no: number) => raws.rows.find((row) => Number(row.withdrawal_no) === no).raw;
  await query('update withdrawals.transaction set raw = $1 where withdrawal_no = $2', [
    rawOf(first.no),
    bytes.no,
  ]);
  const { rows } = await query('select nonce from withdrawals.withdrawal where withdrawal_no = $1', [
    nonce.no,
  ]);
  await setWithdrawal(nonce.no, { nonce: rows[0].nonce - 1_000 < 0 ? 1_000_000 : rows[0].nonce - 1_000 });
  await bench.chain.ask('anvil_dropAllTransactions', []);
  await bench.chain.mine();
  await rounds();
  expect(await halted()).toEqual(
    expect.arrayContaining([
      { kind: 'withdrawal', id: bytes.no, detail: expect.stringContaining('WITHDRAWAL_BYTES_HASH') },
      { kind: 'withdrawal', id: nonce.no, detail: expect.stringContaining('WITHDRAWAL_BYTES_NONCE') },
    ]),
  );
  // the wallet gives out no number below one that is bound
  const next = await requested();
  await rounds();
  expect((await one.call('getCustody')).stopped).toMatchObject([
    { cause: 'invariant', detail: expect.stringContaining('WALLET_NONCE_BOUND') },
  ]);
  expect(await rowOf(next.who)).toMatchObject({ state: 'signing', reason: 'stopped' });
  await query('update withdrawals.transaction set raw = $1 where withdrawal_no = $2', [
    rawOf(bytes.no),
    bytes.no,
  ]);
  await setWithdrawal(nonce.no, { nonce: rows[0].nonce });
  for (const { no } of [bytes, nonce]) await resume('withdrawal', no);
  await resumeWallet();
  await bench.payOut(20);
  for (const { who } of [first, bytes, nonce, next])
    expect(await rowOf(who)).toMatchObject({ state: 'done' });
  for (const { no } of [bytes, nonce]) expect(alarmsOf(`Withdrawal ${no} is halted`)).toBe(1);
});

it('a signer whose assert failed, or that signed something else, stops the wallet after one try', async () => {
  const { rows: earlier } = await query('select hash, raw from withdrawals.transaction limit 1');
  const answers: Readonly<Record<string, Signer['signRow']>> = {
    'Payment 1 is bound twice': async () => {
      throw new SignerError('INVARIANT', 'Payment 1 is bound twice');
    },
    WALLET_SIGNED_OTHERWISE: async () => ({ signed: [earlier[0]], refused: null }),
  };
  for (const [why, signRow] of Object.entries(answers)) {
    const { who, no } = await requested();
    let tries = 0;
    const counted: Signer['signRow'] = (requests) => {
      tries += 1;
      return signRow(requests);
    };
    const payer = await bench.openPayer({ signer: { ...bench.signer, signRow: counted } });
    for (let i = 0; i < 4; i += 1) await payer.round();
    expect([why, tries]).toEqual([why, 1]);
    expect((await one.call('getCustody')).stopped).toMatchObject([
      { cause: 'invariant', detail: expect.stringContaining(why) },
    ]);
    const { rows } = await query('select hash from withdrawals.transaction where withdrawal_no = $1', [no]);
    expect(rows).toEqual([]);
    expect(await rowOf(who)).toMatchObject({ state: 'signing', reason: 'stopped' });
    await resumeWallet();
    await bench.payOut();
    expect(await rowOf(who)).toMatchObject({ state: 'done' });
  }
});

it('a deposit that would be credited twice stops alone', async () => {
  const [twice, sound] = [await bench.withdrawer(), await bench.withdrawer()];
  for (const { person } of [twice, sound])
    await bench.chain.sendUsdt(await bench.address(person.userId), 50n * U);
  await bench.mineAndRead(1);
  const { rows } = await query(
    `select deposit_no as no from deposits.deposit where user_id = $1 and state = 'seen'`,
    [twice.person.userId],
  );
  const no = Number(rows[0].no);
  const setDeposit = (values: Readonly<Record<string, unknown>>) =>
    set('deposits.deposit', 'deposit_no', no, values);
  const stateOf = async (userId: number) =>
    (await query('select state from deposits.deposit where user_id = $1', [userId])).rows[0].state;
  await setDeposit({ credited: 5 });
  await bench.mineAndRead(NEEDED);
  await bench.mineAndRead(2);
  expect(await halted()).toEqual([
    { kind: 'deposit', id: no, detail: expect.stringContaining('DEPOSIT_CREDITED_BEFORE') },
  ]);
  expect(alarmsOf(`Deposit ${no} is halted`)).toBe(1);
  expect([await stateOf(twice.person.userId), await stateOf(sound.person.userId)]).toEqual([
    'seen',
    'credited',
  ]);
  const shownOf = async ({ person }: Withdrawer) =>
    (await person.client.call('getRechargeLog', { body: { type: 1 } })).records.map(({ state }) => state);
  expect([await shownOf(twice), await shownOf(sound)]).toEqual([['review'], ['credited']]);
  const toldOfHold = ({ person }: Withdrawer) => toldOf(bench.house, person, 'deposit-held');
  expect(await toldOfHold(twice)).toMatchObject([{ facts: { coin: 'USDT', amount: '50' } }]);
  expect(await toldOfHold(sound)).toEqual([]);
  await setDeposit({ credited: null, block_hash: `0x${'0'.repeat(64)}` });
  const { rows: blocks } = await query(
    'select hash from deposits.block b join deposits.deposit d on d.block_number = b.number where d.deposit_no = $1',
    [no],
  );
  await resume('deposit', no);
  await bench.mineAndRead(1);
  expect(await halted()).toMatchObject([{ id: no, detail: expect.stringContaining('DEPOSIT_BLOCK') }]);
  await setDeposit({ block_hash: blocks[0].hash });
  await resume('deposit', no);
  await bench.mineAndRead(1);
  expect(await stateOf(twice.person.userId)).toBe('credited');
  expect(await shownOf(twice)).toEqual(['credited']);
  // the credit takes the place of the notice that it was held
  await eventually(async () => expect(await toldOfHold(twice)).toEqual([]));
  expect(await halted()).toEqual([]);
});

it('a sweep and gas whose rows are not their bytes stop alone', async () => {
  for (let i = 0; i < 3; i += 1) await bench.sweeper.round();
  const movements = async () =>
    (
      await query(
        'select movement_no as no, kind, state, nonce, max_fee, amount from treasury.movement order by movement_no',
      )
    ).rows;
  const [gas, more] = await movements();
  expect([gas.kind, more.kind, gas.state, more.state]).toEqual(['gas', 'gas', 'signed', 'signed']);
  const setMovement = (row: { no: number }, values: Readonly<Record<string, unknown>>) =>
    set('treasury.movement', 'movement_no', Number(row.no), values);
  // its amount is not what was signed, and the node has forgotten it
  await setMovement(more, { amount: `${BigInt(more.amount) + 1n}` });
  await bench.chain.ask('anvil_dropAllTransactions', []);
  await bench.chain.mine();
  for (let i = 0; i < 3; i += 1) await bench.sweeper.round();
  expect(await halted()).toEqual([
    { kind: 'movement', id: Number(more.no), detail: expect.stringContaining('MOVEMENT_BYTES_AMOUNT') },
  ]);
  expect(bench.alarms.filter((line) => line.includes('MOVEMENT_BYTES_AMOUNT'))).toHaveLength(1);
  const goOn = async () => {
    for (let i = 0; i < NEEDED + FINAL; i += 1) {
      await bench.sweeper.round();
      await bench.mineAndRead();
    }
  };
  await goOn();
  const after = await movements();
  expect(after.find(({ no }) => no === more.no)).toMatchObject({ state: 'signed' });
  expect(after.find(({ no }) => no === gas.no)).toMatchObject({ state: 'done' });
  expect(after.some(({ kind, state }) => kind === 'sweep' && state === 'done')).toBe(true);
  await setMovement(more, { amount: more.amount });
  await resume('movement', Number(more.no));
  await goOn();
  await goOn();
  expect((await movements()).every(({ state }) => state === 'done')).toBe(true);
  expect(await halted()).toEqual([]);
});

it('a funding of the house that was booked before stops alone', async () => {
  await bench.chain.sendEth(bench.hot, ETHER);
  await bench.chain.sendUsdt(bench.hot, 5n * U);
  await bench.mineAndRead(1);
  const { rows } = await query(
    `select receipt_no as no, coin from treasury.receipt where state = 'seen' and kind = 'funding'`,
  );
  const [broken] = rows;
  await set('treasury.receipt', 'receipt_no', Number(broken.no), { booked: 1 });
  await bench.mineAndRead(NEEDED);
  await bench.mineAndRead(1);
  expect(await halted()).toMatchObject([{ kind: 'receipt', id: Number(broken.no) }]);
  const statesOf = async () =>
    (
      await query('select state from treasury.receipt where receipt_no = any($1) order by receipt_no', [
        rows.map(({ no }) => no),
      ])
    ).rows.map(({ state }) => state);
  expect((await statesOf()).sort()).toEqual(['booked', 'seen']);
  await set('treasury.receipt', 'receipt_no', Number(broken.no), { booked: null });
  await resume('receipt', Number(broken.no));
  await bench.mineAndRead(1);
  expect(await statesOf()).toEqual(['booked', 'booked']);
});
