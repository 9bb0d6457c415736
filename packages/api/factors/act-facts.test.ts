import { expect, it } from 'vitest';
import { z } from 'zod';
import type { AskedAct, Call } from '../define.ts';
import { calls } from '../index.ts';
import { actSentence } from './act-facts.ts';

const all = Object.values(calls as Readonly<Record<string, Call>>);
const confirmed = all.filter(({ stepUp }) => stepUp !== null);

const hash = 'ab'.repeat(32);
const address = `0x${'5a'.repeat(20)}`;
const outside = { network: 'practice-evm', address };

/** One act of each call, each text of it its own. */
const acts: Readonly<Record<string, Partial<AskedAct>>> = {
  googleVerificationBindingOrReset: { params: { code: '004217', bindMode: '1' } },
  newRecoveryCodes: {},
  addPasskey: { body: { name: 'Laptop', response: null } },
  removePasskey: { params: { passkeyId: 'p'.repeat(20) } },
  bindEmail: { body: { email: 'eve@example.org', code: '004217' } },
  accountVerificationBinding: { body: { type: 'phone', account: '+491701234567', code: '004217' } },
  updatePwd: { body: { oldPassword: hash, newPassword: hash, endApiKeys: true } },
  tardPwdSet: { body: { newPassword: hash } },
  tradePwd: { body: { oldPassword: hash, newPassword: hash } },
  antiCode: { body: { code: 'blue heron' } },
  unfreezeAccount: {},
  requestDataExport: {},
  getDataExportLink: { body: { id: 'an id' } },
  closeAccount: { body: { leaveDust: true } },
  createApi: {
    body: { name: 'Bot', scopes: ['trade', 'withdraw'], addresses: ['203.0.113.7'], expireDays: 30 },
  },
  saveBankCard: {
    body: {
      name: 'Ada Lovelace',
      cardNumber: '4000000000000002',
      bankName: 'Bank of London',
      swiftCode: 'BUKBGB22',
      branch: 'Fleet Street',
      bankAddress: '1 Fleet Street, London',
      homeAddress: '12 St James’s Square, London',
    },
  },
  payment: { body: { type: 'bank', name: 'Ada King', account: 'GB33BUKB20201555555555', bankName: 'Buck' } },
  withdrawal: {
    body: { ...outside, coin: 'USDT', amount: '1250.5', fee: '0.75', fundPassword: hash },
  },
  saveWithdrawalAddress: { body: { ...outside, label: 'Mine' } },
  unlinkWallet: { body: { address } },
  changeMiningWallet: { body: { message: 'A text', signature: '0x00', address } },
  withdrawMining: { body: { coin: 'USDT', amount: '1250.5', fee: '0.75', address, fundPassword: hash } },
  setWithdrawalWhitelist: { body: { on: false } },
  applyLoan: {
    body: {
      offerId: 7,
      amount: '1250.5',
      totalAtMost: '1300',
      termsHash: hash,
      front: 'one',
      back: 'two',
      handheld: 'three',
    },
  },
  releaseOtcOrder: {
    body: {
      orderId: 7,
      seen: 'paid',
      amount: '1250.5',
      payer: 'Ada King',
      arrived: true,
      whole: true,
      sameName: true,
      fundPassword: hash,
    },
  },
};

/** Fields that are no part of what happens: secrets, codes, numbers of the house, and the kind of a contact. */
const leftOut = new Set([
  'oldPassword',
  'newPassword',
  'fundPassword',
  'response',
  'id',
  'type',
  'leaveDust',
  // the terms are shown before, and the photos are the user's own
  'offerId',
  'termsHash',
  'front',
  'back',
  'handheld',
  // the order is the page's own, and the three answers are given beside the names
  'orderId',
  'seen',
  'arrived',
  'whole',
  'sameName',
  // the text that a wallet signed names the address alone
  'message',
  'signature',
  // what ends with a password is chosen beside it
  'endApiKeys',
]);

it('each call that asks for factors, and no other, says what its owner confirms', () => {
  for (const { name, stepUp, shows } of all) expect([name, shows !== null]).toEqual([name, stepUp !== null]);
  expect(Object.keys(acts).sort()).toEqual(confirmed.map(({ name }) => name).sort());
});

it.each(confirmed.map((call) => [call.name, call] as const))(
  '%s shows each part of its content',
  (name, call) => {
    const asked = { params: null, query: null, body: null, ...acts[name] };
    const facts = call.shows?.(asked) ?? [];
    const shown = facts.map(({ value, unit }) => `${value} ${unit ?? ''}`).join('\n');
    for (const [field, value] of Object.entries(asked.body ?? {})) {
      if (leftOut.has(field) || (field === 'code' && value === '004217')) continue;
      const expected = typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
      for (const each of Array.isArray(expected) ? expected : [expected])
        expect(shown, field).toContain(String(each));
    }
    expect(shown).not.toContain(hash);
    expect(shown).not.toContain('004217');
  },
);

it.each(confirmed.map((call) => [call.name, call] as const))(
  '%s shows figures, codes and what was sent, and no words of its own, which one language alone would have',
  (name, call) => {
    const asked = { params: null, query: null, body: null, ...acts[name] };
    const sent = JSON.stringify(asked);
    for (const fact of call.shows?.(asked) ?? [])
      for (const part of fact.value.split(/, ?/))
        expect(sent.includes(part) || /^(yes|no|read|[\d.]+)$/.test(part), `${fact.name}: ${part}`).toBe(
          true,
        );
  },
);

it.each(confirmed.flatMap(({ name, body }) => (body instanceof z.ZodObject ? [[name, body] as const] : [])))(
  'the example of %s has each field that it may have',
  (name, body) => {
    expect(Object.keys(acts[name]?.body ?? {}).sort()).toEqual(Object.keys(body.shape).sort());
  },
);

it('a payment method without a bank is shown by the name of its service', () => {
  const body = { type: 'paypal', name: 'Ada King', account: '' } as const;
  expect(calls.payment.shows?.({ params: null, query: null, body } as AskedAct)).toContainEqual({
    name: 'bank',
    value: 'PayPal',
  });
});

it('the end of an account or address has six characters, however it was spaced', () => {
  for (const value of ['4000 0000 0012 3456', '4000000000123456', `0x${'5a'.repeat(17)} 123 456`]) {
    const name = value.startsWith('0x') ? 'address' : 'account';
    expect(actSentence({ name: 'saveBankCard', facts: [{ name, value }] }, String).values.end).toBe('123456');
  }
});

it('a withdrawal says what arrives, to the last unit', () => {
  const facts = calls.withdrawal.shows?.({ params: null, query: null, ...acts.withdrawal } as AskedAct) ?? [];
  expect(facts.find(({ name }) => name === 'arrives')).toEqual({
    name: 'arrives',
    value: '1249.75',
    unit: 'USDT',
  });
});
