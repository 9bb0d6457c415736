import { type CallInput, type Calls, newActKey } from '@candor/api';
import { firstOtcTerms, type OtcTerms } from '@candor/rules';
import { FUND_PASSWORD } from '../../support/payout-bench.ts';
import { system } from './earn.ts';
import type { House } from './house.ts';
import { USDT } from './listing.ts';
import { newPerson, type Person } from './person.ts';
import { needOf, sendAct, sha256, show } from './step-up.ts';

const REASON = 'OTC of this test';

/** Opens OTC: terms, CNY at 7.20 and two instant methods. */
export async function openOtc(
  house: House,
  changed: Partial<OtcTerms> = {},
  appealAfterMs = 900_000,
): Promise<void> {
  const terms = { ...firstOtcTerms(USDT, 8), ...changed };
  await system(house, { type: 'setOtcTerms', terms, effectiveMs: 0, reason: REASON });
  await system(house, {
    type: 'setOtcCurrency',
    currency: 'CNY',
    scale: 2,
    rate: 7_200_000n,
    reason: REASON,
  });
  for (const method of ['alipay', 'wise'])
    await system(house, {
      type: 'setOtcMethod',
      method,
      appealAfterMs,
      isOpen: true,
      reason: REASON,
    });
}

/** A person whose identity check stands, as the last approval of level 2 leaves it. */
export async function newTrader(house: House, name: string): Promise<Person> {
  const person = await newPerson(house);
  const idNumber = `ID-${person.userId}`;
  const { safe } = house.kyc;
  await house.pool.query(
    `insert into kyc.submission (user_id, level, version, state, person_sealed, id_hash, submitted_at, due_at)
     values ($1, 'primary', 1, 'approved', $2, $3, now(), now())`,
    [person.userId, safe.seal({ name, idNumber }), safe.hashOf(idNumber)],
  );
  await house.pool.query(
    `insert into kyc.submission (user_id, level, version, state, submitted_at, due_at, primary_version)
     values ($1, 'advanced', 1, 'approved', now(), now(), 1)`,
    [person.userId],
  );
  await house.kyc.db
    .transaction()
    .execute((trx) => house.kyc.checked(trx, person.userId, safe.hashOf(idNumber).toString('hex')));
  await house.outbox.deliver(`otc-trader:${person.userId}:1`);
  return person;
}

/** A merchant with 5,000 USDT in the OTC wallet and an Alipay account. */
export async function newMerchant(house: House, name: string, nickname: string): Promise<Person> {
  const person = await newTrader(house, name);
  await person.client.call('transfer', { query: { from: '1', to: '8', coin: 'USDT', amount: '5000' } });
  await addAlipay(house, person, name);
  await house.pool.query(
    `insert into otc.merchant (user_id, nickname, nickname_key, since) values ($1, $2, $2, now())`,
    [person.userId, nickname],
  );
  await system(house, { type: 'admitOtcMerchant', accountUserId: person.userId, reason: REASON });
  return person;
}

/** Gives a person an Alipay account, as the act behind factors would. */
export async function addAlipay(house: House, { userId }: Person, name: string): Promise<void> {
  const method = { type: 'alipay', name, account: `${userId}@pay.test`, bankName: '' } as const;
  await house.kyc.db.transaction().execute((trx) => house.bank.setPayment(trx, userId, method));
}

export const OFFER: CallInput<Calls['publishOtcOffer']>['body'] = {
  side: 'sell',
  coin: 'USDT',
  currency: 'CNY',
  pricing: { kind: 'fixed', price: '7.2' },
  amount: '1000',
  minAmount: '10',
  maxAmount: '200',
  windowMs: 900_000,
  methods: ['alipay'],
  terms: 'Pay from your own account',
};

/** Says that an order is paid. */
export const payOtc = (buyer: Person, orderId: number) =>
  buyer.client.call('payOtcOrder', { body: { orderId, seen: 'created' } });

/** Shows every factor for the release of a paid order of 20 USDT: the result sends it. */
export async function releasingOtc(
  house: House,
  { merchant, nextCode }: { readonly merchant: Person; readonly nextCode: () => Promise<string> },
  { orderId, payer }: { readonly orderId: number; readonly payer: string },
) {
  const sure = { arrived: true, whole: true, sameName: true, fundPassword: sha256(FUND_PASSWORD) };
  const body = { orderId, seen: 'paid', amount: '20', payer, ...sure };
  const act = { path: '/api/v1/coin/otc/release', body, key: newActKey(house.now()) };
  const { challenge } = needOf(await sendAct(house, merchant, act));
  await show(merchant, challenge, 'authenticator', await nextCode());
  return (timeMs?: number) => sendAct(house, merchant, { ...act, timeMs }, challenge);
}
