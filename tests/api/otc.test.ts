import { type Client, newActKey, type OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetPayments } from '../../apps/server/trading/otc/house.ts';
import { eventually } from '../support/patience.ts';
import { FUND_PASSWORD, withFactors } from '../support/payout-bench.ts';
import type { OperatorsConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { addAlipay, newMerchant, newTrader, OFFER, openOtc } from './support/otc.ts';
import { openOtcDesk } from './support/otc-desk.ts';
import { coinOf, newPerson, type Person, refusal } from './support/person.ts';
import { keyOf, needOf, sendAct, sha256, show } from './support/step-up.ts';

const RELEASE = '/api/v1/coin/otc/release';
const HOUR_MS = 3_600_000;

let house: House;
let merchant: Person;
let offerId: number;
let nextCode: () => Promise<string>;

beforeAll(async () => {
  house = await openHouse();
  await openOtc(house);
  merchant = await newMerchant(house, 'Mia Merchant', 'Silver Fox');
  ({ nextCode } = await withFactors(house, merchant));
  ({ offerId } = await merchant.client.call('publishOtcOffer', { body: OFFER }));
});
afterAll(async () => {
  await house?.stop();
});

const take = (person: Person, amount = '20', seenPrice = '7.2') =>
  person.client.call('takeOtcOffer', {
    body: { offerId, version: 1, seenPrice, amount, method: 'alipay' },
  });
const order = (person: Person, orderId: number) =>
  person.client.call('getOtcOrder', { query: { orderId: String(orderId) } });
/** A release as its seller sends it. */
const releaseBody = (orderId: number, payer: string, amount = '20') => ({
  orderId,
  seen: 'paid',
  amount,
  payer,
  arrived: true,
  whole: true,
  sameName: true,
  fundPassword: sha256(FUND_PASSWORD),
});
describe('an order', () => {
  it('goes from the offer to the release: found, taken, paid, talked about, released and rated', async () => {
    const buyer = await newTrader(house, 'Ann Buyer');
    const { offers } = await buyer.client.call('getOtcOffers', {
      query: { side: 'buy', coin: 'USDT', currency: 'CNY', total: '144' },
    });
    expect(offers).toMatchObject([
      { offerId, price: '7.2', terms: OFFER.terms, merchant: { nickname: 'Silver Fox' } },
    ]);
    const { orderId, state } = await take(buyer);
    expect(state).toBe('created');
    const mine = await order(buyer, orderId);
    expect(mine).toMatchObject({
      role: 'buyer',
      total: '144',
      counterparty: 'Silver Fox',
      other: { verifiedName: 'Mia Merchant' },
      payment: { account: `${merchant.userId}@pay.test`, holder: 'Mia Merchant' },
      payer: null,
      isFirst: true,
    });
    const sent = await buyer.client.call('sendChatRecord', {
      body: { chatId: mine.chatId, content: 'Paying now', contentType: 1 },
    });
    expect(sent.mine).toBe(true);
    const seen = await merchant.client.call('getChatRecord', { params: { chatKey: mine.chatKey }, body: {} });
    expect(seen.records.map(({ content }) => content)).toContain('Paying now');
    await buyer.client.call('payOtcOrder', { body: { orderId, seen: 'created' } });
    const theirs = await order(merchant, orderId);
    expect(theirs).toMatchObject({ role: 'seller', state: 'paid', payer: { released: 0, sellers: 0 } });
    expect(theirs.other.verifiedName).toBe('Ann Buyer');
    const unsure = { path: RELEASE, body: releaseBody(orderId, 'Another Name') };
    expect((await sendAct(house, merchant, unsure)).data).toMatchObject({ key: 'OTC_RELEASE_UNSURE' });
    const body = { ...releaseBody(orderId, 'Ann Buyer'), fundPassword: sha256('another') };
    expect((await sendAct(house, merchant, { path: RELEASE, body })).data).toMatchObject({
      key: 'FUND_PASSWORD_WRONG',
    });
    const act = { path: RELEASE, body: releaseBody(orderId, 'Ann Buyer'), key: newActKey(house.now()) };
    const need = needOf(await sendAct(house, merchant, act));
    expect(need.act).toEqual({
      name: 'releaseOtcOrder',
      facts: [
        { name: 'amount', value: '20', unit: 'USDT' },
        { name: 'name', value: 'Ann Buyer' },
      ],
    });
    await show(merchant, need.challenge, 'authenticator', await nextCode());
    const done = await sendAct(house, merchant, act, need.challenge);
    expect(done.data).toMatchObject({ orderId, state: 'released' });
    expect((await sendAct(house, merchant, act, need.challenge)).data).toEqual(done.data);
    const ended = await order(buyer, orderId);
    expect(ended).toMatchObject({ state: 'released', mayRate: true, other: { verifiedName: null } });
    expect(ended.receipt.entries.map(({ kind }) => kind)).toEqual(['created', 'moved', 'ended']);
    expect((await coinOf(buyer, 'USDT')).available).toBe('10020');
    await buyer.client.call('rateOtcOrder', { body: { orderId, isGood: true, text: 'Fast' } });
    await buyer.client.call('rateOtcOrder', { body: { orderId, isGood: true, text: 'Fast' } });
    expect(await keyOf(buyer.client.call('rateOtcOrder', { body: { orderId, isGood: false } }))).toBe(
      'OTC_RATED',
    );
    expect((await order(merchant, orderId)).rated).toMatchObject({ isGood: true, text: 'Fast' });
  });

  it('is not released within a day of a change of password: what its buyer does goes on', async () => {
    const buyer = await newTrader(house, 'Amy Buyer');
    const { orderId } = await take(buyer);
    await buyer.client.call('payOtcOrder', { body: { orderId, seen: 'created' } });
    const act = { path: RELEASE, body: releaseBody(orderId, 'Amy Buyer'), key: newActKey(house.now()) };
    const need = needOf(await sendAct(house, merchant, act));
    await show(merchant, need.challenge, 'authenticator', await nextCode());
    const { db } = house.kyc;
    await db.transaction().execute((trx) => house.factors.holds.begin(trx, merchant.userId, 'password'));
    expect((await sendAct(house, merchant, act)).data).toMatchObject({ key: 'OTC_SELL_HELD' });
    // factors that were shown before do not carry it over the pause
    expect((await sendAct(house, merchant, act, need.challenge)).data).toMatchObject({
      key: 'OTC_SELL_HELD',
    });
    expect((await merchant.client.call('getOtcStanding')).sellHeldUntil).toBeGreaterThan(house.now());
    expect((await order(buyer, orderId)).state).toBe('paid');
    await merchant.client.call('appealOtcOrder', {
      body: { orderId, seen: 'paid', reason: 'not-paid', statement: 'I look into it' },
    });
    await house.pool.query('delete from factors.hold where user_id = $1', [merchant.userId]);
    await buyer.client.call('cancelOtcOrder', { body: { orderId, seen: 'appealed' } });
  });

  it('that was appealed is rated by nobody, though its seller released it in the end', async () => {
    const buyer = await newTrader(house, 'Eva Buyer');
    const { orderId } = await take(buyer);
    await buyer.client.call('payOtcOrder', { body: { orderId, seen: 'created' } });
    await merchant.client.call('appealOtcOrder', {
      body: { orderId, seen: 'paid', reason: 'not-paid', statement: 'Nothing has arrived yet' },
    });
    const body = { ...releaseBody(orderId, 'Eva Buyer'), seen: 'appealed' };
    const act = { path: RELEASE, body, key: newActKey(house.now()) };
    const { challenge } = needOf(await sendAct(house, merchant, act));
    await show(merchant, challenge, 'authenticator', await nextCode());
    expect((await sendAct(house, merchant, act, challenge)).data).toMatchObject({ state: 'released' });
    expect(await order(buyer, orderId)).toMatchObject({ state: 'released', mayRate: false });
    for (const { client } of [buyer, merchant])
      expect(await keyOf(client.call('rateOtcOrder', { body: { orderId, isGood: false } }))).toBe(
        'OTC_NOT_RATED',
      );
    // it counts for its buyer as a payer
    const next = await take(buyer);
    expect((await order(merchant, next.orderId)).payer).toMatchObject({ released: 1, sellers: 1 });
    await buyer.client.call('cancelOtcOrder', { body: { orderId: next.orderId, seen: 'created' } });
  });

  it('shows four characters of the account once it has ended, whoever asks', async () => {
    const buyer = await newTrader(house, 'Bob Buyer');
    const { orderId } = await take(buyer);
    await buyer.client.call('cancelOtcOrder', { body: { orderId, seen: 'created' } });
    await forgetPayments(house.kyc.db, house.core);
    const { rows } = await house.pool.query('select payment_sealed from otc.order_room where order_id = $1', [
      orderId,
    ]);
    expect(rows[0]).toEqual({ payment_sealed: null });
    expect((await order(buyer, orderId)).payment).toMatchObject({ holder: '', account: '•••• test' });
    expect((await order(merchant, orderId)).payment).toMatchObject({ account: '•••• test' });
  });

  it('is nothing to a stranger', async () => {
    const buyer = await newTrader(house, 'Cat Buyer');
    const { orderId } = await take(buyer);
    const stranger = await newTrader(house, 'Dan Stranger');
    expect(await keyOf(order(stranger, orderId))).toBe('OTC_ORDER_UNKNOWN');
    for (const call of ['payOtcOrder', 'cancelOtcOrder'] as const)
      expect(await keyOf(stranger.client.call(call, { body: { orderId, seen: 'created' } }))).toBe(
        'OTC_ORDER_ENDED',
      );
    await buyer.client.call('cancelOtcOrder', { body: { orderId, seen: 'created' } });
  });

  it('is taken by nobody without an identity check, and at no worse a price than was seen', async () => {
    const plain = await newPerson(house);
    expect(await keyOf(take(plain))).toBe('OTC_NOT_ADMITTED');
    const buyer = await newTrader(house, 'Eve Buyer');
    expect(await keyOf(take(buyer, '20', '7.19'))).toBe('OTC_PRICE_MOVED');
    expect((await coinOf(buyer, 'USDT')).frozen).toBe('0');
  });

  it('is sold only by who can be paid', async () => {
    const { offerId: bought } = await merchant.client.call('publishOtcOffer', {
      body: { ...OFFER, side: 'buy', pricing: { kind: 'fixed', price: '7.1' } },
    });
    const seller = await newTrader(house, 'Fay Seller');
    const body = { offerId: bought, version: 1, seenPrice: '7.1', amount: '20', method: 'alipay' } as const;
    expect(await keyOf(seller.client.call('takeOtcOffer', { body }))).toBe('OTC_NO_ACCOUNT');
    await addAlipay(house, seller, 'Fay Seller');
    const { orderId } = await seller.client.call('takeOtcOffer', { body });
    expect((await order(merchant, orderId)).payment).toMatchObject({ holder: 'Fay Seller' });
    await merchant.client.call('cancelOtcOrder', { body: { orderId, seen: 'created' } });
  });

  it('by express is the best one that takes the sum', async () => {
    const buyer = await newTrader(house, 'Gil Buyer');
    const query = { side: 'buy', coin: 'USDT', currency: 'CNY' } as const;
    const found = await buyer.client.call('getOtcExpress', { query: { ...query, total: '144' } });
    expect(found).toMatchObject({ offer: { offerId }, amount: '20', total: '144', method: 'alipay' });
    const none = await buyer.client.call('getOtcExpress', { query: { ...query, total: '100000' } });
    expect(none.offer).toBeNull();
  });
});

describe('an offer', () => {
  it('rests while its merchant’s account is frozen, and while its coins may not leave', async () => {
    const buyer = await newTrader(house, 'Lea Buyer');
    const { db } = house.kyc;
    const frozen = (at: string) =>
      house.pool.query(`update identity.user set frozen_at = ${at} where user_id = $1`, [merchant.userId]);
    await frozen('now()');
    expect(await keyOf(take(buyer))).toBe('OTC_OFFER_PAUSED');
    await frozen('null');
    await db.transaction().execute((trx) => house.factors.holds.begin(trx, merchant.userId, 'password'));
    expect(await keyOf(take(buyer))).toBe('OTC_OFFER_PAUSED');
    await house.pool.query('delete from factors.hold where user_id = $1', [merchant.userId]);
    const { orderId } = await take(buyer);
    await buyer.client.call('cancelOtcOrder', { body: { orderId, seen: 'created' } });
  });

  it('keeps no words of who is no merchant, and none that no database takes', async () => {
    const person = await newTrader(house, 'Max Trader');
    await addAlipay(house, person, 'Max Trader');
    const publish = (who: Person, terms: string) =>
      keyOf(who.client.call('publishOtcOffer', { body: { ...OFFER, terms } }));
    expect(await publish(person, 'Words of nobody')).toBe('OTC_NOT_MERCHANT');
    const { rows } = await house.pool.query(`select 1 from otc.words where text = 'Words of nobody'`);
    expect(rows).toEqual([]);
    expect(await publish(merchant, 'a\u0000b')).toBe('INVALID_INPUT');
    expect(await publish(merchant, 'half \ud800')).toBe('INVALID_INPUT');
  });
});

describe('a merchant', () => {
  it('is one for the pages, with a number of its own', async () => {
    const { user } = await merchant.client.call('getInfo');
    expect(user).toMatchObject({ is_merchant: 2, merchant: { blade_user_id: merchant.userId } });
    expect(user.merchant?.id).not.toBe(merchant.userId);
    const home = await merchant.client.call('getMerchantIndex');
    expect(home).toMatchObject({ coin: 'USDT', deposit: '500', merchant: { nickname: 'Silver Fox' } });
    // a row says what its taker does, also to its merchant
    expect(home.offers.find((offer) => offer.offerId === offerId)).toMatchObject({ side: 'buy' });
  });

  it.each(['Саndоr Suppоrt', '客服', 'Official Desk', 'Candor'])('is not named “%s”', async (nickname) => {
    const person = await newTrader(house, 'Ned Trader');
    const call = person.client.call('applyMerchant', { body: { nickname, about: 'Trades', accepted: true } });
    expect((await refusal(call)).key).toBe('OTC_NICKNAME');
  });
});

describe('an appeal', () => {
  let desk: OperatorsConsole;
  let rob: Client<OperatorCalls>;
  let sue: Client<OperatorCalls>;

  beforeAll(async () => {
    ({ desk, rob, sue } = await openOtcDesk(house, 'review'));
  });
  afterAll(async () => {
    await desk?.stop();
  });

  it(
    'is read by operators, who see both sides, and is decided only after the answer',
    async () => {
      const buyer = await newTrader(house, 'Joe Buyer');
      const { orderId } = await take(buyer);
      await buyer.client.call('payOtcOrder', { body: { orderId, seen: 'created' } });
      await merchant.client.call('appealOtcOrder', {
        body: { orderId, seen: 'paid', reason: 'not-paid', statement: 'Nothing has arrived' },
      });
      const { appealRows } = await sue.call('getOperatorOtc');
      expect(appealRows.find((row) => row.orderId === orderId)).toMatchObject({ reason: 'not-paid' });
      const shown = await sue.call('getOtcAppeal', { params: { orderId: String(orderId) } });
      expect(shown).toMatchObject({
        buyer: { verifiedName: 'Joe Buyer' },
        seller: { verifiedName: 'Mia Merchant', isMerchant: true },
        statementRows: [{ by: 'seller', text: 'Nothing has arrived' }],
      });
      const decision = {
        params: { orderId: String(orderId) },
        body: { winner: 'seller', fault: 'buyer', code: 'payment-missing', reason: 'No payment was found' },
      } as const;
      expect((await refusal(sue.call('resolveOtcAppeal', decision))).key).toBe('OTC_ANSWER_PENDING');
      await buyer.client.call('stateOtcAppeal', {
        body: { orderId, seen: 'appealed', statement: 'I could not pay' },
      });
      const { statements } = await order(merchant, orderId);
      expect(statements.map(({ by, mine }) => [by, mine])).toEqual([
        ['seller', true],
        ['buyer', false],
      ]);
      // a page that lost the first answer sends it again
      for (let times = 0; times < 2; times += 1)
        await sue.call(
          'sayInOtcAppeal',
          { params: { orderId: String(orderId) }, body: { content: 'We look into it' } },
          { idempotencyKey: 'said-once-in-an-appeal' },
        );
      const { chatKey } = await order(buyer, orderId);
      const { records } = await buyer.client.call('getChatRecord', { params: { chatKey }, body: {} });
      expect(records.filter(({ isStaff, content }) => isStaff && content === 'We look into it')).toHaveLength(
        1,
      );
      const { proposalId } = await sue.call('resolveOtcAppeal', decision);
      const code = await desk.nextCode('rob');
      await rob.call('approveProposal', {
        params: { id: String(proposalId) },
        body: { reason: 'The same view', code },
      });
      await eventually(async () => {
        const ended = await order(buyer, orderId);
        expect(ended).toMatchObject({ state: 'resolved' });
        expect(ended.receipt.entries.at(-1)).toMatchObject({ winner: 'seller', reason: 'payment-missing' });
      });
    },
    HOUR_MS,
  );

  it(
    'is decided to the buyer neither by a proposal nor by an approval while its seller’s withdrawals are on hold',
    async () => {
      const holdBegins = () =>
        house.kyc.db
          .transaction()
          .execute((trx) => house.factors.holds.begin(trx, merchant.userId, 'password'));
      const holdEnds = () =>
        house.pool.query('delete from factors.hold where user_id = $1', [merchant.userId]);
      const buyer = await newTrader(house, 'Kai Buyer');
      const { orderId } = await take(buyer);
      await buyer.client.call('payOtcOrder', { body: { orderId, seen: 'created' } });
      await holdBegins();
      await merchant.client.call('appealOtcOrder', {
        body: { orderId, seen: 'paid', reason: 'other', statement: 'Give it to the buyer' },
      });
      await buyer.client.call('stateOtcAppeal', {
        body: { orderId, seen: 'appealed', statement: 'I have paid' },
      });
      const params = { orderId: String(orderId) };
      const { sellerSecurity } = await sue.call('getOtcAppeal', { params });
      expect(sellerSecurity.holds).toEqual([{ reason: 'password', until: expect.any(Number) }]);
      expect(sellerSecurity.factorChanges.map(({ change }) => change)).toContain('fundPasswordSet');
      expect(sellerSecurity.factorChanges).toContainEqual({
        change: 'holdBegun',
        hold: 'password',
        time: expect.any(Number),
      });
      const body = { fault: 'nobody', code: 'both-agree', reason: 'Both agree' } as const;
      const toBuyer = { params, body: { ...body, winner: 'buyer' } } as const;
      expect(await keyOf(sue.call('resolveOtcAppeal', toBuyer))).toBe('OTC_APPEAL_HELD');
      // back to the seller nothing leaves the account
      await sue.call('resolveOtcAppeal', { params, body: { ...body, winner: 'seller' } });

      await holdEnds();
      const { proposalId } = await sue.call('resolveOtcAppeal', toBuyer);
      await holdBegins();
      const approve = async () => {
        const code = await desk.nextCode('rob');
        return rob.call('approveProposal', {
          params: { id: String(proposalId) },
          body: { reason: 'The same view', code },
        });
      };
      expect(await keyOf(approve())).toBe('OTC_APPEAL_HELD');
      expect((await order(buyer, orderId)).state).toBe('appealed');
      // the proposal waits for the end of the hold
      await holdEnds();
      expect((await approve()).state).toBe('approved');
      await eventually(async () => expect((await order(buyer, orderId)).state).toBe('resolved'));
    },
    HOUR_MS,
  );
});

describe('a repeated key', () => {
  interface Once {
    readonly name: string;
    readonly answer: string;
    readonly again: () => Promise<string>;
  }
  const done: Once[] = [];

  /** Acts under a key of its own, which is kept with its answer. */
  async function once<Answer>(person: Person, path: string, body: object): Promise<Answer> {
    const act = { path: `/api/v1/coin/${path}`, body, key: `once-${done.length}` };
    const again = async () => (await sendAct(house, person, act)).text;
    const first = await sendAct(house, person, act);
    expect(first.code, `${path}: ${first.text}`).toBe(200);
    done.push({ name: path, answer: first.text, again });
    return first.data as Answer;
  }

  /** An answer without the place in the journal from which on it shows: a repeated one names a later place. */
  const unplaced = (text: string) => text.replace(/,"seq":\d+/, '');

  it('has its first answer and moves no coin, also when what it was about has ended', async () => {
    const maker = await newMerchant(house, 'Kim Merchant', 'Grey Heron');
    const { nextCode: code } = await withFactors(house, maker);
    const buyer = await newTrader(house, 'Lou Buyer');
    const { offerId: made } = await once<{ offerId: number }>(maker, 'merchant/publishOffer', OFFER);
    const { side: _, coin: __, currency: ___, ...terms } = OFFER;
    const amount = { from: '1000', to: '900' };
    const changed = { ...terms, offerId: made, version: 1, isPaused: false, amount };
    await once(maker, 'merchant/changeOffer', changed);
    const taking = { offerId: made, version: 2, seenPrice: '7.2', amount: '20', method: 'alipay' };
    const next = async () => (await once<{ orderId: number }>(buyer, 'otc/takeOffer', taking)).orderId;

    const given = await next();
    await once(maker, 'otc/askCancel', { orderId: given, seen: 'created', why: 'other-name' });
    await once(buyer, 'otc/cancel', { orderId: given, seen: 'created' });

    const released = await next();
    await once(buyer, 'otc/pay', { orderId: released, seen: 'created' });
    const act = { path: RELEASE, body: releaseBody(released, 'Lou Buyer'), key: 'once-released' };
    const { challenge } = needOf(await sendAct(house, maker, act));
    await show(maker, challenge, 'authenticator', await code());
    const { text: answer } = await sendAct(house, maker, act, challenge);
    const again = async () => (await sendAct(house, maker, act, challenge)).text;
    done.push({ name: 'release', answer, again });

    const appealed = await next();
    await once(buyer, 'otc/pay', { orderId: appealed, seen: 'created' });
    const appeal = { orderId: appealed, seen: 'paid', reason: 'not-paid', statement: 'Nothing has arrived' };
    await once(maker, 'otc/appeal', appeal);
    await once(buyer, 'otc/stateAppeal', { orderId: appealed, seen: 'appealed', statement: 'I have paid' });
    await buyer.client.call('cancelOtcOrder', { body: { orderId: appealed, seen: 'appealed' } });

    await once(maker, 'merchant/closeOffer', { offerId: made });
    await once(maker, 'merchant/leave', {});
    await house.pool.query('delete from bank.payment where user_id = $1', [maker.userId]);
    const owned = () => Promise.all([coinOf(maker, 'USDT'), coinOf(buyer, 'USDT')]);
    const before = await owned();
    for (const { name, answer: first, again: repeat } of done)
      expect(unplaced(await repeat()), name).toBe(unplaced(first));
    expect(await owned()).toEqual(before);
  });
});
