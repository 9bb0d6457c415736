import type { Client, Feature, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { USDT } from './support/listing.ts';
import { newPerson, type Person, refusal } from './support/person.ts';
import { offerOf, offerStaking } from './support/staking.ts';

const REASON = 'The regulator of the country does not allow it';
const RULE_MS = 6_000;

let house: House;
let desk: OperatorsConsole;
let risk: Client<OperatorCalls>;
let second: Client<OperatorCalls>;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house);
  const admin = await desk.signIn();
  risk = await desk.add('risk', 'risk', admin);
  second = await desk.add('second', 'finance', admin);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

async function set(feature: Feature, country: string, open: boolean): Promise<void> {
  const { proposalId } = await risk.call('setFeature', {
    params: { feature },
    body: { country, open, reason: REASON },
  });
  await second.call('approveProposal', {
    params: { id: String(proposalId) },
    body: { reason: 'Checked by a second pair of eyes' },
  });
  // a rule reaches each door within five seconds
  house.advance(RULE_MS);
}

async function declared(country: string): Promise<Person> {
  const person = await newPerson(house);
  await person.client.call('declareCountry', { body: { country } });
  return person;
}

/** Enters an approved document as a review does. */
const verified = (userId: number, country: string) =>
  house.pool.query(
    `insert into kyc.submission (user_id, level, version, state, country, submitted_at, due_at, decided_at)
     values ($1, 'advanced', 1, 'approved', $2, now(), now(), now())`,
    [userId, country],
  );

const limit = (person: Person, side: 'buy' | 'sell') =>
  person.client.call('exchange', {
    params: { side },
    body: { symbol: 'BTCUSDT', type: 'limit', price: side === 'buy' ? '48000' : '52000', quantity: '0.001' },
  });
const shown = async (person: Person, feature: Feature) =>
  (await person.client.call('getFeatures')).features.find((each) => each.feature === feature);

describe('switches by country', () => {
  it('close a product for a country by four eyes, and say why', async () => {
    const german = await declared('DE');
    const french = await declared('FR');
    await limit(german, 'buy');
    await set('spot', 'DE', false);
    expect(await refusal(limit(german, 'buy'))).toMatchObject({
      key: 'FEATURE_CLOSED',
      details: { feature: 'spot', country: 'DE', reason: REASON },
    });
    expect(await shown(german, 'spot')).toEqual({ feature: 'spot', open: false, reason: REASON });
    await limit(french, 'buy');
    expect(await shown(french, 'spot')).toMatchObject({ open: true, reason: null });
  });

  it('never hold back who sells, cancels, closes or withdraws', async () => {
    const german = await declared('DE');
    const { orderId } = await limit(german, 'sell');
    await german.client.call('cancelEntrust', { body: { orderId } });
    const closing = { symbol: 'BTCUSDT-PERP', type: 'market', quantity: '0.001' } as never;
    await set('perpetual', 'DE', false);
    const open = german.client.call('openContract', { params: { positionSide: 'long' }, body: closing });
    expect((await refusal(open)).key).toBe('FEATURE_CLOSED');
    const close = german.client.call('closeContract', { params: { positionSide: 'long' }, body: closing });
    expect((await refusal(close)).key).not.toBe('FEATURE_CLOSED');
    expect((await german.client.call('getWithdrawalCurrency')).list).not.toEqual([]);
  });

  it('close borrowing by an order as well as by itself, and no order that repays', async () => {
    const german = await declared('DE');
    await set('margin', 'DE', false);
    const order = (sideEffectType: 'normal' | 'autoBorrow' | 'autoRepay') =>
      german.client.call('marginExchange', {
        params: { marginType: 'all', side: 'buy' },
        body: { symbol: 'BTCUSDT', type: 'market', quantity: '0.001', sideEffectType },
      });
    const borrowed = german.client.call('allBorrow', { body: { coin: 'USDT', amount: '10' } });
    expect((await refusal(borrowed)).key).toBe('FEATURE_CLOSED');
    expect((await refusal(order('autoBorrow'))).key).toBe('FEATURE_CLOSED');
    for (const closes of ['normal', 'autoRepay'] as const)
      expect((await refusal(order(closes))).key).not.toBe('FEATURE_CLOSED');
  });

  it('close new staking orders, and keep nobody in one that runs', async () => {
    const german = await declared('DE');
    const offerId = await offerStaking(house, { assetId: USDT });
    const { termsHash } = await offerOf(house, offerId);
    const begin = () => german.client.call('createPledge', { body: { offerId, amount: '10', termsHash } });
    const { id } = await begin();
    await set('staking', 'DE', false);
    expect(await refusal(begin())).toMatchObject({ key: 'FEATURE_CLOSED', details: { feature: 'staking' } });
    expect(await german.client.call('redeemPledge', { body: { id } })).toMatchObject({ status: 'redeemed' });
  });

  it('follow the verified country before the declared one, which is declared once', async () => {
    const person = await declared('FR');
    const again = person.client.call('declareCountry', { body: { country: 'IT' } });
    expect((await refusal(again)).key).toBe('COUNTRY_KNOWN');
    await limit(person, 'buy');
    await verified(person.userId, 'DE');
    expect((await person.client.call('getFeatures')).country).toEqual({ code: 'DE', source: 'kyc' });
    expect((await refusal(limit(person, 'buy'))).key).toBe('FEATURE_CLOSED');
    const unknown = person.client.call('declareCountry', { body: { country: 'XX' } });
    expect((await refusal(unknown)).key).toBe('INVALID_INPUT');
  });

  it('ask a user of whom no country is known, where the product is open by country alone', async () => {
    const person = await newPerson(house);
    await set('margin', '*', false);
    await set('margin', 'IT', true);
    const borrow = () => person.client.call('allBorrow', { body: { coin: 'USDT', amount: '1' } as never });
    expect((await refusal(borrow())).key).toBe('FEATURE_COUNTRY_UNKNOWN');
    await person.client.call('declareCountry', { body: { country: 'IT' } });
    expect((await refusal(borrow())).key).not.toMatch(/^FEATURE/);
  });

  it('journal who may open second contracts, and the kernel holds them as well', async () => {
    await set('seconds', '*', false);
    await set('seconds', 'JP', true);
    const enabled = await house.engine.read(({ seconds }) =>
      ['JP', 'DE', null].map((country) => seconds.enabledFor(country)),
    );
    expect(enabled).toEqual([true, false, false]);
    const rules = await risk.call('getOperatorFeatures');
    expect(rules.find(({ feature }) => feature === 'seconds')?.rules.length).toBe(2);
    expect(await desk.room.log.verify()).toMatchObject({ intact: true });
  });

  it('keep the country of the phone that an account was registered with', async () => {
    const userId = await house.identity.createUser({
      type: 'phone',
      account: '+4915112345678',
      password: 'correct-horse-9',
      language: 'de',
    });
    const { rows } = await house.pool.query('select registered from features.person where user_id = $1', [
      userId,
    ]);
    expect(rows).toEqual([{ registered: 'DE' }]);
  });
});
