import { type Client, errors, newActKey, type OperatorCalls } from '@candor/api';
import { exportJournal, verifyExport } from '@candor/journal';
import { OTC_ESCROW } from '@candor/kernel';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyJournal } from '../../apps/verifier/verify.ts';
import { eventually } from '../support/patience.ts';
import { withFactors } from '../support/payout-bench.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import type { OperatorsConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { indexTick, USDT } from './support/listing.ts';
import { newMerchant, newTrader, OFFER, openOtc, payOtc as pay, releasingOtc } from './support/otc.ts';
import { openOtcDesk } from './support/otc-desk.ts';
import { coinOf, type Person, refusal, send } from './support/person.ts';
import { keyOf } from './support/step-up.ts';

const SECOND_MS = 1_000;

let database: FreshDatabase;
let house: House;
let merchant: Person;
let offerId: number;
let nextCode: () => Promise<string>;

beforeAll(async () => {
  database = await freshDatabase();
  house = await openHouse({ database });
  await openOtc(house, { minWindowMs: SECOND_MS, lapseMs: SECOND_MS }, SECOND_MS);
  merchant = await newMerchant(house, 'Mia Merchant', 'Silver Fox');
  ({ nextCode } = await withFactors(house, merchant));
  ({ offerId } = await merchant.client.call('publishOtcOffer', { body: OFFER }));
});
afterAll(async () => {
  await house?.stop();
  await database?.drop();
});

const taking = (of: number, amount: string) =>
  ({ offerId: of, version: 1, seenPrice: '7.2', amount, method: 'alipay' }) as const;
const take = (person: Person, of = offerId, amount = '20') =>
  person.client.call('takeOtcOffer', { body: taking(of, amount) });
const order = (person: Person, orderId: number) =>
  person.client.call('getOtcOrder', { query: { orderId: String(orderId) } });
const cancel = (person: Person, orderId: number, seen: 'created' | 'paid' | 'appealed') =>
  person.client.call('cancelOtcOrder', { body: { orderId, seen } });
const usdt = async (person: Person) => (await coinOf(person, 'USDT')).available;
/** Winners of an order in the journal: one, once it has ended. */
const winnersOf = async (person: Person, orderId: number) =>
  (await order(person, orderId)).receipt.entries.flatMap((entry) =>
    entry.kind === 'ended' ? [entry.winner] : [],
  );

/** An order that is paid. */
async function paid(name: string) {
  const buyer = await newTrader(house, name);
  const { orderId } = await take(buyer);
  await pay(buyer, orderId);
  return { buyer, orderId };
}

/** Lets writes of a kind to a table fail as while the database starts, during some work. */
async function withoutTable(table: string, event: string, work: () => Promise<void>): Promise<void> {
  const admin = new Database({ connectionString: database.connectionString });
  await admin.connect();
  try {
    await admin.query(
      `CREATE FUNCTION otc.is_away() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'starting up' USING ERRCODE = '57P03'; END $$;
       CREATE TRIGGER is_away BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION otc.is_away()`,
    );
    await work();
  } finally {
    await admin.query('DROP FUNCTION IF EXISTS otc.is_away() CASCADE');
    await admin.end();
  }
}

const releasing = (orderId: number, payer: string) =>
  releasingOtc(house, { merchant, nextCode }, { orderId, payer });

describe('at once', () => {
  it('paid and cancel: one of them', async () => {
    const buyer = await newTrader(house, 'Hal Buyer');
    const { orderId } = await take(buyer);
    const acts = await Promise.allSettled([pay(buyer, orderId), cancel(buyer, orderId, 'created')]);
    expect(acts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { state } = await order(buyer, orderId);
    expect(['paid', 'cancelled']).toContain(state);
    if (state === 'paid') await cancel(buyer, orderId, 'paid');
    expect(await winnersOf(buyer, orderId)).toEqual(['seller']);
    expect(await usdt(buyer)).toBe('10000');
  });

  it('a cancel that saw created is refused on a paid order', async () => {
    const { buyer, orderId } = await paid('Ida Buyer');
    expect(await keyOf(cancel(buyer, orderId, 'created'))).toBe('OTC_STATE_CHANGED');
    await cancel(buyer, orderId, 'paid');
  });

  it('release and appeal: the buyer has the coins once, or the appeal is open', async () => {
    const { buyer, orderId } = await paid('Dan Buyer');
    const release = await releasing(orderId, 'Dan Buyer');
    const { appealFromTime } = await order(buyer, orderId);
    expect(appealFromTime).not.toBeNull();
    await expect.poll(() => Date.now()).toBeGreaterThan(appealFromTime!);
    const statement = { reason: 'not-released', statement: 'I paid' } as const;
    const [released, appealed] = await Promise.allSettled([
      release(),
      buyer.client.call('appealOtcOrder', { body: { orderId, seen: 'paid', ...statement } }),
    ]);
    const { state } = await order(buyer, orderId);
    expect(['released', 'appealed']).toContain(state);
    const answer = released.status === 'fulfilled' ? (released.value.data as { state?: string }) : {};
    expect(answer.state === 'released').toBe(state === 'released');
    expect(appealed.status === 'fulfilled').toBe(state === 'appealed');
    if (state === 'appealed') await cancel(buyer, orderId, 'appealed');
    expect(await winnersOf(buyer, orderId)).toEqual([state === 'released' ? 'buyer' : 'seller']);
    expect(await usdt(buyer)).toBe(state === 'released' ? '10020' : '10000');
  });

  it('expiry and paid: it is paid, or the coins are back', async () => {
    const { offerId: short } = await merchant.client.call('publishOtcOffer', {
      body: { ...OFFER, windowMs: SECOND_MS },
    });
    const buyer = await newTrader(house, 'Eve Buyer');
    const { orderId } = await take(buyer, short);
    const { dueTime } = await order(buyer, orderId);
    let ticks = 1_000;
    const tick = () => {
      const body = indexTick(++ticks, Date.now());
      return house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
    };
    await expect.poll(() => Date.now()).toBeGreaterThanOrEqual(dueTime! - 20);
    const [sent] = await Promise.allSettled([pay(buyer, orderId), tick(), tick(), tick()]);
    if (sent.status === 'fulfilled') {
      expect((await order(buyer, orderId)).state).toBe('paid');
      await cancel(buyer, orderId, 'paid');
    } else
      await eventually(async () => {
        await tick();
        expect((await order(buyer, orderId)).state).toBe('expired');
      });
    expect(await winnersOf(buyer, orderId)).toEqual(['seller']);
    expect(await keyOf(pay(buyer, orderId))).toBe('OTC_ORDER_ENDED');
  });

  it('a taking and a dearer version: the price that was seen, or nothing is held', async () => {
    const { offerId: moving } = await merchant.client.call('publishOtcOffer', { body: OFFER });
    const buyer = await newTrader(house, 'Gus Buyer');
    const { side: _, coin: __, currency: ___, amount: ____, ...terms } = OFFER;
    const dearer = { ...terms, pricing: { kind: 'fixed', price: '7.3' } } as const;
    const [taken] = await Promise.allSettled([
      take(buyer, moving),
      merchant.client.call('changeOtcOffer', {
        body: { ...dearer, offerId: moving, version: 1, isPaused: false },
      }),
    ]);
    if (taken.status === 'fulfilled') {
      const { orderId } = taken.value;
      expect(await order(buyer, orderId)).toMatchObject({ price: '7.2', total: '144' });
      await cancel(buyer, orderId, 'created');
    }
    // the newer version at the older price
    const seen = { ...taking(moving, '20'), version: 2 };
    expect(await keyOf(buyer.client.call('takeOtcOffer', { body: seen }))).toBe('OTC_PRICE_MOVED');
    expect((await buyer.client.call('getOtcOrders', { query: { state: 'open' } })).records).toEqual([]);
  });

  it('two changes of the version that both saw: one is kept, and the other one says that it came later', async () => {
    const { offerId } = await merchant.client.call('publishOtcOffer', { body: OFFER });
    const { side: _, coin: __, currency: ___, amount: ____, ...terms } = OFFER;
    const change = (price: string, version: number) =>
      merchant.client.call('changeOtcOffer', {
        body: { ...terms, pricing: { kind: 'fixed', price }, offerId, version, isPaused: false },
      });
    const own = async () =>
      (await merchant.client.call('getMerchantIndex')).offers.find((offer) => offer.offerId === offerId);
    const prices = ['7.1', '7.3'] as const;
    const acts = await Promise.allSettled(prices.map((price) => change(price, 1)));
    const kept = acts.findIndex(({ status }) => status === 'fulfilled');
    expect(acts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await keyOf(change(prices[kept === 0 ? 1 : 0], 1))).toBe('OTC_OFFER_OVERTAKEN');
    expect(await own()).toMatchObject({ version: 2, pricing: { price: prices[kept as 0 | 1] } });
    await change('7.2', 2);
    expect(await own()).toMatchObject({ version: 3, pricing: { price: '7.2' } });
  });

  /** A save of other terms wrote the amount back as it was when the form was opened. */
  it('a change beside orders leaves what they left, and another amount is one of what stands now', async () => {
    const { offerId: traded } = await merchant.client.call('publishOtcOffer', { body: OFFER });
    const buyer = await newTrader(house, 'Hal Buyer');
    const { side: _, coin: __, currency: ___, amount: ____, ...terms } = OFFER;
    const change = (version: number, amount?: { readonly from: string; readonly to: string }) =>
      merchant.client.call('changeOtcOffer', {
        body: { ...terms, minReleased: 0, offerId: traded, version, isPaused: false, amount },
      });
    const own = async () =>
      (await merchant.client.call('getMerchantIndex')).offers.find(({ offerId }) => offerId === traded);
    const { orderId } = await take(buyer, traded);
    await change(1);
    expect(await own()).toMatchObject({ version: 2, amount: '980' });
    expect(await refusal(change(2, { from: '1000', to: '500' }))).toMatchObject({
      key: 'OTC_OFFER_TRADED',
      field: 'amount',
      details: { amount: '980', coin: 'USDT' },
    });
    expect(await own()).toMatchObject({ version: 2, amount: '980' });
    await change(2, { from: '980.0', to: '500' });
    expect(await own()).toMatchObject({ version: 3, amount: '500' });
    // a merchant who saw an earlier version reads first that there is another
    expect(await keyOf(change(2, { from: '980', to: '400' }))).toBe('OTC_OFFER_OVERTAKEN');
    await cancel(buyer, orderId, 'created');
  });

  it('many takers, who send many requests each: as many orders as it has coins for', async () => {
    const { offerId: small } = await merchant.client.call('publishOtcOffer', {
      body: { ...OFFER, amount: '100', minAmount: '10', maxAmount: '10' },
    });
    const takers = await Promise.all(
      Array.from({ length: 25 }, (_, at) => newTrader(house, `Taker ${String.fromCharCode(65 + at)}`)),
    );
    const acts = await Promise.allSettled(
      takers.flatMap((taker) => [1, 2, 3, 4].map(() => take(taker, small, '10'))),
    );
    expect(acts.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const open = await Promise.all(
      takers.map(
        async ({ client }) => (await client.call('getOtcOrders', { query: { state: 'open' } })).records,
      ),
    );
    // nobody has two
    expect(open.map((records) => records.length).sort()).toEqual([
      ...Array(15).fill(0),
      ...Array(10).fill(1),
    ]);
    const [left] = (await merchant.client.call('getMerchantIndex')).offers.filter(
      (offer) => offer.offerId === small,
    );
    expect(left).toMatchObject({ amount: '0', hidden: 'OTC_OFFER_SHORT' });
  });
});

describe('two decisions of operators', () => {
  let desk: OperatorsConsole;
  let rob: Client<OperatorCalls>;
  let sue: Client<OperatorCalls>;
  beforeAll(async () => {
    ({ desk, rob, sue } = await openOtcDesk(house, 'risk'));
  });
  afterAll(async () => {
    await desk?.stop();
  });

  it('give the coins once, to one of the two', async () => {
    const { buyer, orderId } = await paid('Fay Buyer');
    await merchant.client.call('appealOtcOrder', {
      body: { orderId, seen: 'paid', reason: 'not-paid', statement: 'Nothing has arrived' },
    });
    await buyer.client.call('stateOtcAppeal', {
      body: { orderId, seen: 'appealed', statement: 'I have paid' },
    });
    const params = { orderId: String(orderId) };
    const decided = (winner: 'buyer' | 'seller') =>
      ({ winner, fault: 'nobody', code: 'both-agree', reason: 'A view of this test' }) as const;
    const proposals = await Promise.all([
      sue.call('resolveOtcAppeal', { params, body: decided('seller') }),
      rob.call('resolveOtcAppeal', { params, body: decided('buyer') }),
    ]);
    const approvers = [
      { client: rob, code: await desk.nextCode('rob') },
      { client: sue, code: await desk.nextCode('sue') },
    ];
    // the second code is one of the next half minute, which passes: two steps ahead the requests would be late
    house.advance(-30_000);
    const decisions = await Promise.all(
      proposals.map(async ({ proposalId }, at) => {
        const { client, code } = approvers[at]!;
        const approval = { params: { id: String(proposalId) }, body: { reason: 'The same view', code } };
        return client.call('approveProposal', approval).then(
          () => 'decided',
          (error: { problem?: { key: string } }) => error.problem?.key ?? String(error),
        );
      }),
    );
    expect(decisions).toContain('decided');
    await eventually(async () => expect((await order(buyer, orderId)).state).toBe('resolved'));
    const [winner, ...more] = await winnersOf(buyer, orderId);
    expect(more).toEqual([]);
    expect(await usdt(buyer)).toBe(winner === 'buyer' ? '10020' : '10000');
  });
});

describe('a database that is away once the coins are in escrow', () => {
  it('leaves the outcome open, and the same key finishes the one order', async () => {
    const buyer = await newTrader(house, 'Kay Buyer');
    const headers = { 'idempotency-key': newActKey(house.now()) };
    const body = taking(offerId, '20');
    const path = '/api/v1/coin/otc/takeOffer';
    const taken = () => send(house, 'POST', path, { token: buyer.token, body, headers });
    const orders = () => house.engine.read(({ otc }) => otc.orders(buyer.userId).length);
    await withoutTable('otc.order_room', 'INSERT', async () => {
      expect((await taken()).code).toBe(errors.OUTCOME_UNKNOWN.code);
      expect(await orders()).toBe(1);
      // the same where the first answer never came
      expect((await taken()).code).toBe(errors.OUTCOME_UNKNOWN.code);
    });
    const { code, data } = await taken();
    expect(code).toBe(200);
    expect(data).toMatchObject({ state: 'created' });
    expect(await orders()).toBe(1);
    await cancel(buyer, (data as { orderId: number }).orderId, 'created');
  });

  it('leaves the outcome of a release open, whose answer the same key has, however late', async () => {
    const { buyer, orderId } = await paid('Lea Buyer');
    const release = await releasing(orderId, 'Lea Buyer');
    const entered = 'UPDATE OF answer_sealed';
    await withoutTable('factors.step_up', entered, async () => {
      expect((await release()).code).toBe(errors.OUTCOME_UNKNOWN.code);
    });
    expect(await winnersOf(buyer, orderId)).toEqual(['buyer']);
    const { code, data } = await release(house.now() - 60_000);
    expect(code).toBe(200);
    expect(data).toMatchObject({ orderId, state: 'released' });
  });
});

describe('after all of it', () => {
  it('the escrow is what open orders hold, and the verifier finds nothing', async () => {
    const parts: Uint8Array[] = [];
    const write = async (part: Uint8Array) => void parts.push(part);
    await exportJournal({ connectionString: database.connectionString, write });
    async function* once() {
      yield Buffer.concat(parts);
    }
    let escrow = 0n;
    for await (const { batch } of verifyExport({ bytes: once(), trusts: () => true }))
      for (const event of batch.commands.flatMap(({ events }) => events))
        if (event.type === 'entry')
          for (const { account, assetId, amount } of event.postings)
            if (account === OTC_ESCROW && assetId === USDT) escrow += amount;
    // the merchant, who pays the fee beside them, is a side of every order
    const held = await house.engine.read(({ otc }) =>
      otc.orders(merchant.userId).reduce((sum, { amount, fee }) => sum + amount + fee, 0n),
    );
    expect(held).toBeGreaterThan(0n);
    expect(escrow).toBe(held);
    expect((await verifyJournal({ bytes: once(), trusts: () => true })).findings).toEqual([]);
  });
});
