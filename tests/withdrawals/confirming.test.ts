import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { contentOf } from '../../apps/server/gateway/messages/deliver.ts';
import { cancelUnconfirmed } from '../../apps/server/money/withdrawals/index.ts';
import { codeTo, newestMessage, otherCode } from '../api/support/browser.ts';
import { CODES_KEY } from '../api/support/house.ts';
import { expectNoServerWords } from '../api/support/no-server-words.ts';
import { keyOf, needOf, sendAct, sha256 } from '../api/support/step-up.ts';
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

const U = 100_000_000n;
const MINUTE_MS = 60_000;
let contacts = 0;

/** A withdrawer with an email, or a phone. */
async function reached(kind: 'email' | 'phone' = 'email'): Promise<Withdrawer & { readonly to: string }> {
  const who = await bench.withdrawer();
  contacts += 1;
  const to = kind === 'email' ? `payee${contacts}@example.org` : `+4915123456${100 + contacts}`;
  await bench.house.pool.query(`update identity.user set ${kind} = $2 where user_id = $1`, [
    who.person.userId,
    to,
  ]);
  return { ...who, to };
}

const confirm = ({ person }: Withdrawer, id: number, code: string) =>
  person.client.call('confirmWithdrawal', { body: { id, code } });
const another = ({ person }: Withdrawer, id: number) =>
  person.client.call('sendWithdrawalCode', { body: { id } });
const balanceOf = async ({ person }: Withdrawer) =>
  (await bench.house.engine.read((view) => view.balances(person.userId))).find(
    ({ assetId }) => assetId === 1002,
  )!;
const cancelLate = () => cancelUnconfirmed(kyselyOf(bench.house.pool), bench.house.outbox, bench.house.now());

async function requested(who: Withdrawer, address = newAddress()): Promise<number> {
  // the house's clock was moved, and a fee must be fresh
  await bench.payer.round();
  const { data, text } = await bench.withdraw(who, { address });
  const row = data as { readonly id: number; readonly state: string };
  expect(row.state, text).toBe('confirming');
  return row.id;
}

describe('a first-used address', () => {
  it('waits for the code of a mail that names it, and is known from then on', async () => {
    const who = await reached();
    const address = newAddress();
    const id = await requested(who, address);
    expect(await balanceOf(who)).toMatchObject({ available: 9_900n * U, held: 100n * U });
    await bench.payOut(3);
    const [waiting] = await bench.log(who);
    expect(waiting).toMatchObject({
      state: 'confirming',
      reason: 'newAddress',
      status: 'review',
      confirmBy: 'email',
      canCancel: true,
      isLate: false,
      transaction: null,
    });
    expect(waiting!.deadline! - waiting!.steps.at(-1)!.time).toBe(30 * MINUTE_MS);

    const { rows } = await bench.house.pool.query(
      'select * from messages.message where recipient = $1 order by message_id desc limit 1',
      [who.to],
    );
    const content = contentOf(rows[0], {
      codesKey: CODES_KEY,
      pagesUrl: 'https://candor.example',
      consoleUrl: 'https://console.candor.example',
    });
    expect(content).toMatchObject({
      kind: 'codeWithdrawal',
      withdrawal: { amount: '100', coin: 'USDT', network: 'practice-evm', address },
    });
    expect(content.link).toMatch(/\/user\/freeze#/);

    const code = await codeTo(bench.house, who.to);
    expect(await keyOf(confirm(who, id, otherCode(code)))).toBe('CODE_WRONG');
    const stranger = await reached();
    expect(await keyOf(confirm(stranger, id, code))).toBe('WITHDRAWAL_UNKNOWN');
    expect(await keyOf(another(stranger, id))).toBe('WITHDRAWAL_UNKNOWN');
    expect(await confirm(who, id, code)).toMatchObject({ state: 'checks', reason: null });
    // a retry after the answer was lost
    expect(await confirm(who, id, code)).toMatchObject({ state: 'checks' });
    await bench.payOut();
    const [paid] = await bench.log(who);
    expect(paid).toMatchObject({ state: 'done' });
    expect(paid!.steps.map(({ state }) => state)).toEqual([
      'requested',
      'confirming',
      'checks',
      'signing',
      'broadcast',
      'done',
    ]);
    expect((await bench.withdraw(who, { address: address.toLowerCase() })).data).toMatchObject({
      state: 'checks',
      confirmBy: null,
    });
    // the code named the first; a message of its own names the one without a code
    const { rows: told } = await bench.house.pool.query(
      'select kind, act from messages.message where recipient = $1 order by message_id',
      [who.to],
    );
    expect(told.map(({ kind }) => kind).filter((kind) => /withdrawal/i.test(kind))).toEqual([
      'codeWithdrawal',
      'withdrawalAsked',
    ]);
    const asked = JSON.stringify(told.at(-1)?.act);
    for (const part of ['"100', 'USDT', address.toLowerCase()]) expect(asked).toContain(part);
  });

  it('is named by its network’s code in each step-up: each page names it in its own language', async () => {
    const { person } = await bench.withdrawer();
    const { list } = await person.client.call('getWithdrawalCurrency');
    const fee = list.find(({ coin }) => coin === 'USDT')!.fee!;
    const outside = { network: 'practice-evm', address: newAddress() };
    const asked = { ...outside, coin: 'USDT', amount: '100', fee, fundPassword: sha256(FUND_PASSWORD) };
    for (const [path, body] of [
      [WITHDRAWAL_PATH, asked],
      [`${WITHDRAWAL_PATH}/addresses`, { ...outside, label: 'Mine' }],
    ] as const) {
      const { act } = needOf(await sendAct(bench.house, person, { path, body }));
      expect(act.facts).toContainEqual({ name: 'network', value: 'practice-evm' });
      expectNoServerWords(act.facts);
    }
  });

  it('is confirmed by a text where the account has no mail', async () => {
    const who = await reached('phone');
    const id = await requested(who);
    expect((await bench.log(who))[0]).toMatchObject({ confirmBy: 'sms' });
    expect(await confirm(who, id, await codeTo(bench.house, who.to))).toMatchObject({ state: 'checks' });
  });

  it('of an account without mail and phone is confirmed by the step-up, which names it', async () => {
    const who = await bench.withdrawer();
    expect((await bench.withdraw(who)).data).toMatchObject({ state: 'checks', confirmBy: null });
  });

  it('gets another code, which ends the first, and each is for its own withdrawal alone', async () => {
    const who = await reached();
    const [first, second] = [await requested(who), await requested(who)];
    expect(await keyOf(another(who, first))).toBe('CODE_TOO_SOON');
    const ofSecond = await codeTo(bench.house, who.to);
    expect(await keyOf(confirm(who, first, ofSecond))).toBe('CODE_WRONG');
    bench.house.advance(2 * MINUTE_MS);
    const { expiresAt } = await another(who, first);
    expect(expiresAt - bench.house.now()).toBeGreaterThan(9 * MINUTE_MS);
    expect(await confirm(who, first, await codeTo(bench.house, who.to))).toMatchObject({ state: 'checks' });
    expect(await confirm(who, second, ofSecond)).toMatchObject({ state: 'checks' });
  });

  it('that nobody confirms in time is cancelled with that reason, and what it held is released', async () => {
    const who = await reached();
    const id = await requested(who);
    const code = await codeTo(bench.house, who.to);
    await cancelLate();
    expect((await bench.log(who))[0]).toMatchObject({ state: 'confirming' });
    bench.house.advance(31 * MINUTE_MS);
    // also before the round that cancels it
    expect(await keyOf(confirm(who, id, code))).toBe('WITHDRAWAL_CONFIRM_OVER');
    expect((await bench.log(who))[0]).toMatchObject({ isLate: true });
    await cancelLate();
    expect((await bench.log(who))[0]).toMatchObject({
      state: 'cancelled',
      reason: 'unconfirmed',
      status: 'failed',
      deadline: null,
      canCancel: false,
    });
    await bench.house.outbox.deliver(`withdrawal-end:${id}`);
    expect(await balanceOf(who)).toMatchObject({ available: 10_000n * U, held: 0n });
    expect(await keyOf(another(who, id))).toBe('WITHDRAWAL_CONFIRM_OVER');
    // once more releases nothing more
    await cancelLate();
    expect(await balanceOf(who)).toMatchObject({ available: 10_000n * U, held: 0n });
  });

  it('is cancelled by its owner while it waits, and confirms nothing afterwards', async () => {
    const who = await reached();
    const address = newAddress();
    const id = await requested(who, address);
    const code = await codeTo(bench.house, who.to);
    const cancelled = await who.person.client.call('cancelWithdrawal', { body: { id } });
    expect(cancelled).toMatchObject({ state: 'cancelled', reason: 'owner' });
    expect(await balanceOf(who)).toMatchObject({ available: 10_000n * U, held: 0n });
    expect(await keyOf(confirm(who, id, code))).toBe('WITHDRAWAL_CONFIRM_OVER');
    // an address that was never confirmed and never paid is still a first-used one
    await requested(who, address);
  });

  it('stands where the door was cut off: the payer asks the owner, who asks for a code', async () => {
    const who = await reached();
    const id = await requested(who);
    await bench.house.pool.query(
      `update withdrawals.withdrawal set state = 'requested', reason = null where withdrawal_no = $1`,
      [id],
    );
    await bench.payer.round();
    expect((await bench.log(who))[0]).toMatchObject({ state: 'confirming', reason: 'newAddress' });
  });

  it('stands although the first code could not be sent, and gets it later, once', async () => {
    const who = await reached();
    const flows = (from: string, to: string) =>
      bench.house.pool.query(`alter table codes.${from} rename to ${to}`);
    await flows('flow', 'flow_away');
    const id = await requested(who).finally(() => flows('flow_away', 'flow'));
    expect(await newestMessage(bench.house, who.to)).toBeNull();
    bench.house.advance(15_000);
    const { sendFirsts } = bench.house.withdrawals.confirming;
    await sendFirsts();
    const code = await codeTo(bench.house, who.to);
    bench.house.advance(2 * MINUTE_MS);
    await sendFirsts();
    expect(await confirm(who, id, code)).toMatchObject({ state: 'checks' });
  });

  it('stands although no more codes are sent today', async () => {
    const who = await reached();
    await requested(who);
    await bench.house.pool.query(`update codes.limits set points = 10 where key like 'to:%'`);
    const before = await newestMessage(bench.house, who.to);
    const id = await requested(who);
    expect(await newestMessage(bench.house, who.to)).toEqual(before);
    expect(await keyOf(another(who, id))).toBe('CODES_LIMITED');
  });
});
