import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@candor/api';
import { exportJournal, type JournalPlace, readPlaces, verifyExport } from '@candor/journal';
import type { Command, KernelView } from '@candor/kernel';
import { type Amount, type Lots, type PriceTicks, priceTicks } from '@candor/money';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type PlacedRow, ReceiptFinder, ReceiptUnreadableError } from '../../apps/verifier/receipts/index.ts';
import { verifyJournal } from '../../apps/verifier/verify.ts';
import { GridClock } from '../support/grid-clock.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { offerFinance } from './support/finance.ts';
import { type House, openHouse } from './support/house.ts';
import { BTC, BTCPERP, BTCUSDT, bootstrap, ETHUSDT, HOUSE, USDT } from './support/listing.ts';
import { loggedInAgain, offerLoan, payOut } from './support/loan.ts';
import { openMargin } from './support/margin.ts';
import { newMerchant, newTrader, OFFER, openOtc } from './support/otc.ts';
import { newPerson, type Person } from './support/person.ts';
import { offerSeconds } from './support/seconds.ts';
import { offerStaking } from './support/staking.ts';

const DAY_MS = 86_400_000;
const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;
const reason = 'Terms of this test';
const ALL = { params: { symbol: 'all' }, query: {} } as const;
/** A contract that settles funding every ten seconds. */
const FAST = 'BTCUSDT-FAST';

type Receipt = Readonly<Record<string, unknown>>;

/** Reads a person's receipts by each call whose answer holds any. */
const READS: Readonly<Record<string, (person: Person) => Promise<readonly object[]>>> = {
  myExchangeLog: async ({ client }) => (await client.call('myExchangeLog', ALL)).records,
  transactionDetails: async ({ client }) => {
    const [first] = (await client.call('myExchangeLog', ALL)).records;
    if (first === undefined) return [];
    const params = { orderId: String(first.orderId) };
    return (await client.call('transactionDetails', { params })).fills;
  },
  contractFills: async ({ client }) => (await client.call('contractFills', ALL)).records,
  contractOrderDetails: async ({ client }) => {
    const [first] = (await client.call('contractFills', ALL)).records;
    if (first === undefined) return [];
    const params = { orderId: String(first.orderId) };
    return (await client.call('contractOrderDetails', { params })).fills;
  },
  contractReceipts: async ({ client }) => (await client.call('contractReceipts', ALL)).records,
  marginReceipts: async ({ client }) => (await client.call('marginReceipts')).records,
  getRebates: async ({ client }) => (await client.call('getRebates')).records,
  getSwapLog: async ({ client }) => (await client.call('getSwapLog', { query: {} })).records,
  getSwapReceipt: async ({ client }) => {
    const { records } = await client.call('getSwapLog', { query: {} });
    return Promise.all(records.map(({ id }) => client.call('getSwapReceipt', { query: { id: String(id) } })));
  },
  getPledgeOrder: async ({ client }) => {
    const { records } = await client.call('getPledgeOrders', { query: {} });
    return Promise.all(records.map(({ id }) => client.call('getPledgeOrder', { query: { id: String(id) } })));
  },
  getFinanceOrder: async ({ client }) => {
    const { records } = await client.call('getFinanceOrders', { query: {} });
    return Promise.all(
      records.map(({ id }) => client.call('getFinanceOrder', { query: { id: String(id) } })),
    );
  },
  getLoanRecord: async ({ client }) => {
    const { records } = await client.call('getLoanRecords', { query: {} });
    const details = await Promise.all(
      records.map(({ id }) => client.call('getLoanRecord', { query: { id: String(id) } })),
    );
    return details.flatMap(({ entries }) => entries);
  },
  getMiningRecord: async ({ client }) => {
    const { records } = await client.call('getMiningRecords', { query: {} });
    return Promise.all(records.map(({ id }) => client.call('getMiningRecord', { query: { id } })));
  },
  getOtcOrder: async ({ client }) => {
    const { records } = await client.call('getOtcOrders', { query: {} });
    const details = await Promise.all(
      records.map(({ orderId }) => client.call('getOtcOrder', { query: { orderId: String(orderId) } })),
    );
    return details.map(({ receipt }) => receipt);
  },
  getSecondContractReceipt: async ({ client }) => {
    const { records } = await client.call('secondContractOrderList', { body: { scope: 'history' } });
    return Promise.all(
      records.map(({ id }) => client.call('getSecondContractReceipt', { query: { id: String(id) } })),
    );
  },
};

let database: FreshDatabase;
let house: House;
let btc = 50_000;
/** Receipts by the call that answered them. */
const receipts = new Map<string, Receipt[]>();
/** Receipt of an OTC order that went on after it. */
let whilePaid: Receipt;
/** The rows of the exported journal, and the state at its end. */
const rows: PlacedRow[] = [];
let view: KernelView;
/** The place of each command in the export. */
const places = new Map<number, JournalPlace>();
let bytes: Buffer;

const clock = new GridClock((tickNo, venueTimeMs) => {
  const quote = (symbolId: number, mid: number) => ({
    venueId: 1,
    symbolId,
    venueTimeMs,
    bidTicks: priceTicks(mid - 1),
    askTicks: priceTicks(mid + 1),
  });
  const quotes = [quote(BTCUSDT, btc * 100), quote(ETHUSDT, 250_000)];
  return system({ type: 'indexTick', tickNo, quotes });
});

async function system(body: Command, userId = 0): Promise<void> {
  const { outcome } = await house.engine.submit({ userId, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
}

/** The house's only quotes are these. */
async function quoted(bid: number, ask: number): Promise<void> {
  await system({ type: 'cancelAll', symbolId: BTCUSDT }, HOUSE);
  const level = (side: 'buy' | 'sell', price: number) => ({
    side,
    priceTicks: (price * 100) as PriceTicks,
    lots: 1_000_000 as Lots,
  });
  await system(
    { type: 'massQuote', symbolId: BTCUSDT, levels: [level('buy', bid), level('sell', ask)] },
    HOUSE,
  );
}

async function moveTo(price: number): Promise<void> {
  btc = price;
  await clock.pass(250);
}

/** Fills of spot orders, two against the house. The seller invited the buyer. */
async function tradeSpot(): Promise<Person[]> {
  const [buyer, seller] = [await newPerson(house), await newPerson(house)];
  await system({ type: 'setReferralTerms', sharesPpm: [200_000, 100_000, 50_000], capPpm: 350_000 });
  await system({ type: 'setReferrer', accountUserId: buyer.userId, inviterId: seller.userId });
  const place = { symbol: 'BTCUSDT', type: 'limit', price: '50000', quantity: '0.01' } as const;
  await seller.client.call('exchange', { params: { side: 'sell' }, body: place });
  await buyer.client.call('exchange', { params: { side: 'buy' }, body: place });
  await quoted(49_999, 50_001);
  const body = { symbol: 'BTCUSDT', type: 'market', quantity: '0.02' } as const;
  await buyer.client.call('exchange', { params: { side: 'buy' }, body });
  return [buyer, seller];
}

/** A margin account that borrows, is called and sold: its fills are of its forced sale too. */
async function tradeOnMargin(): Promise<Person[]> {
  const margin = await openMargin(house);
  const person = await newPerson(house);
  await person.client.call('transfer', { query: { from: '1', to: '4', coin: 'BTC', amount: '1' } });
  await clock.pass(250);
  await person.client.call('allBorrow', { body: { coin: 'BTC', amount: '1.5' } });
  await margin.quote(1_000_000);
  await person.client.call('marginExchange', {
    params: { marginType: 'all', side: 'sell' },
    body: { symbol: 'BTCUSDT', type: 'market', quantity: '2.5' },
  });
  await moveTo(69_500);
  await quoted(75_000, 76_000);
  await moveTo(76_000);
  await moveTo(50_000);
  return [person, await ruined(), await cutOff()];
}

/** Owes more than it has when the price falls: what is too small to sell is taken over, and the rest is a deficit. */
async function ruined(): Promise<Person> {
  const person = await newPerson(house);
  const { client } = person;
  await client.call('transfer', { query: { from: '1', to: '4', coin: 'BTC', amount: '0.00009' } });
  await clock.pass(250);
  await client.call('allBorrow', { body: { coin: 'USDT', amount: '3' } });
  await client.call('transfer', { query: { from: '4', to: '1', coin: 'USDT', amount: '1.27' } });
  await moveTo(18_000);
  await moveTo(50_000);
  return person;
}

/** Owes, and has an order that the index leaves far behind. */
async function cutOff(): Promise<Person> {
  const person = await newPerson(house);
  const { client } = person;
  await client.call('transfer', { query: { from: '1', to: '4', coin: 'BTC', amount: '1' } });
  await quoted(40_000, 60_000);
  await clock.pass(250);
  await client.call('allBorrow', { body: { coin: 'USDT', amount: '1000' } });
  await client.call('marginExchange', {
    params: { marginType: 'all', side: 'sell' },
    body: { symbol: 'BTCUSDT', type: 'limit', price: '51000', quantity: '0.1' },
  });
  await moveTo(56_000);
  await moveTo(50_000);
  return person;
}

/** Two with a position against each other: funding, a warning, a liquidation and who it was closed against. */
async function tradeContracts(): Promise<Person[]> {
  const listed = bootstrap.find((command) => command.type === 'listPerpetual')!;
  await system({ ...listed, symbolId: BTCPERP + 1, name: FAST, fundingIntervalMs: 10_000 } as Command);
  await clock.pass(250);
  const [long, short] = [await newPerson(house), await newPerson(house)];
  for (const { client } of [long, short])
    await client.call('transfer', { query: { from: '1', to: '2', coin: 'USDT', amount: '5000' } });
  const body = { symbol: FAST, type: 'limit', price: '50000', quantity: '20', leverage: 10 } as const;
  await short.client.call('openContract', { params: { positionSide: 'short' }, body });
  await long.client.call('openContract', {
    params: { positionSide: 'long' },
    body: { ...body, type: 'limit', marginMode: 'isolated' },
  });
  await clock.pass(10_250);
  const half = { symbol: FAST, type: 'limit', price: '50000', quantity: '5' } as const;
  await short.client.call('closeContract', { params: { positionSide: 'short' }, body: half });
  await long.client.call('closeContract', { params: { positionSide: 'long' }, body: half });
  await moveTo(45_350);
  await moveTo(44_000);
  await moveTo(50_000);
  return [long, short];
}

async function playSeconds(): Promise<Person[]> {
  await offerSeconds(house);
  const person = await newPerson(house);
  await person.client.call('transfer', { query: { from: '1', to: '3', coin: 'USDT', amount: '500' } });
  for (const direction of ['up', 'down'] as const)
    await person.client.call('createSecondContractOrder', {
      body: { symbol: 'BTC/USDT', direction, periodSeconds: 5, quantity: 10 },
    });
  await clock.pass(3_500);
  btc = 50_010;
  await clock.pass(6_000);
  btc = 50_000;
  return [person];
}

async function swap(): Promise<Person[]> {
  for (const [assetId, symbolId, most] of [[USDT, 0, 50_000] as const, [BTC, BTCUSDT, 20] as const]) {
    await system({ type: 'fundSwaps', assetId, amount: coins(2 * most), fromUserId: 0, reason });
    await system({
      type: 'setSwapTerms',
      assetId,
      symbolId,
      spreadPpm: 1_000,
      reason,
      minAmount: 1n as Amount,
      maxAmount: coins(most),
      maxInventory: coins(10 * most),
    });
  }
  const person = await newPerson(house);
  await clock.pass(250);
  const { client } = person;
  const { id } = await client.call('quoteSwap', { body: { from: 'USDT', to: 'BTC', amount: '501.37' } });
  await client.call('acceptSwap', { body: { id } });
  return [person];
}

/** One order that runs and one that was redeemed. */
async function stake(): Promise<Person[]> {
  const offerId = await offerStaking(house, { assetId: USDT });
  const person = await newPerson(house);
  const { client } = person;
  const { offers } = await client.call('getPledgeProducts');
  const { termsHash } = offers.find((offer) => offer.offerId === offerId)!;
  const begin = (amount: string) => client.call('createPledge', { body: { offerId, amount, termsHash } });
  await begin('123.45');
  const { id } = await begin('200');
  await client.call('redeemPledge', { body: { id } });
  return [person];
}

/** The same of a finance product. */
async function invest(): Promise<Person[]> {
  const offerId = await offerFinance(house, { assetId: USDT, lockDays: 0 });
  const person = await newPerson(house);
  const { client } = person;
  const { offers } = await client.call('getFinanceProducts');
  const { termsHash } = offers.find((offer) => offer.offerId === offerId)!;
  const begin = (amount: string) => client.call('createFinance', { body: { offerId, amount, termsHash } });
  await begin('123.45');
  const { id } = await begin('200');
  await client.call('redeemFinance', { body: { id } });
  return [person];
}

/** A loan that falls due, of which a part is collected, that is overdue for a while and then repaid as a whole. */
async function borrow(): Promise<Person[]> {
  const offerId = await offerLoan(house);
  const person = await newPerson(house);
  await payOut(house, person, offerId, coins(400));
  // all but 5 of what was taken from the tap and what was lent
  const moved = { coin: 'USDT', amount: '10395' };
  await person.client.call('transfer', { query: { from: '1', to: '2', ...moved } });
  await clock.jump(86_400_000);
  await clock.pass(3_000);
  const back = await loggedInAgain(house, person);
  await back.client.call('transfer', { query: { from: '2', to: '1', ...moved } });
  const [loan] = (await back.client.call('getLoans')).loans;
  await back.client.call('repayLoan', { body: { id: loan!.id, amount: null } });
  return [back];
}

/** A node that locks, claims, converts and unlocks. */
async function mine(): Promise<Person[]> {
  const half = (coins(1) / 2n) as Amount;
  const gears = [{ minAmount: half, dailyPpm: 10_000 }];
  await system({ type: 'setMiningTerms', assetId: BTC, gears });
  await system({ type: 'fundMining', assetId: BTC, amount: coins(5), fromUserId: 0, reason });
  const person = await newPerson(house);
  const { userId } = person;
  await system({ type: 'joinMining', accountUserId: userId, address: `0x${'5a'.repeat(20)}` });
  await system({ type: 'lockMining', assetId: BTC, amount: coins(1) }, userId);
  await clock.pass(4_000);
  await system({ type: 'claimMining', assetId: BTC }, userId);
  const amount = 20n as Amount;
  const body = { type: 'quoteMiningRewards', fromAssetId: BTC, toAssetId: USDT, amount } as const;
  const { outcome } = await house.engine.submit({ userId, key: null, bodyHash: null, body });
  if (!outcome.ok || outcome.kind !== 'swap') throw new Error('no quote was made');
  await system({ type: 'convertMiningRewards', swapId: outcome.swapId }, userId);
  await system({ type: 'unlockMining', assetId: BTC, amount: half }, userId);
  return [person];
}

/** OTC orders of both kinds of offers: open, released, given back, asked for, and decided by operators. */
async function tradeOtc(): Promise<Person[]> {
  await openOtc(house);
  const maker = await newMerchant(house, 'Mia Merchant', 'Silver Fox');
  await clock.pass(250);
  const { offerId: sells } = await maker.client.call('publishOtcOffer', { body: OFFER });
  const floating = { kind: 'floating', rate: '7.1', floor: '6.9', cap: '7.3' } as const;
  const { offerId: buys } = await maker.client.call('publishOtcOffer', {
    body: { ...OFFER, side: 'buy', pricing: floating },
  });
  const takers: Person[] = [];
  const take = async (name: string, offerId: number, seenPrice: bigint) => {
    const taker = await newTrader(house, name);
    takers.push(taker);
    const taking = { type: 'takeOtcOffer', offerId, version: 1, seenPrice, amount: coins(20) } as const;
    await system({ ...taking, method: 'alipay' }, taker.userId);
    const { orders } = await house.engine.read(({ otc }) => ({ orders: otc.orders(taker.userId) }));
    return [taker.userId, orders[0]!.orderId] as const;
  };
  const pay = (userId: number, orderId: number) =>
    system({ type: 'payOtcOrder', orderId, seen: 'created' }, userId);
  const release = (userId: number, orderId: number) => {
    const yes = { arrived: true, whole: true, sameName: true } as const;
    return system({ type: 'releaseOtcOrder', orderId, seen: 'paid', amount: coins(20), ...yes }, userId);
  };
  const [ann, bought] = await take('Ann Buyer', sells, 7_200_000n);
  await pay(ann, bought);
  const query = { orderId: String(bought) };
  whilePaid = (await maker.client.call('getOtcOrder', { query })).receipt;
  await release(maker.userId, bought);
  const [bob, given] = await take('Bob Buyer', sells, 7_200_000n);
  await system({ type: 'askOtcCancel', orderId: given, seen: 'created', why: 'unable' }, maker.userId);
  await system({ type: 'cancelOtcOrder', orderId: given, seen: 'created' }, bob);
  const [cat, judged] = await take('Cat Buyer', sells, 7_200_000n);
  await pay(cat, judged);
  const evidence = 'ab'.repeat(32);
  const reasoned = { orderId: judged, seen: 'paid', reason: 'not-paid', evidence } as const;
  await system({ type: 'appealOtcOrder', ...reasoned }, maker.userId);
  await system({ type: 'stateOtcAppeal', orderId: judged, seen: 'appealed', evidence }, cat);
  await system({
    type: 'resolveOtcAppeal',
    orderId: judged,
    seen: 'appealed',
    winner: 'seller',
    fault: 'buyer',
    reason: 'payment-missing',
    operators: ['olga', 'otto'],
  });
  const [dan, sold] = await take('Dan Seller', buys, 7_000_000n);
  await pay(maker.userId, sold);
  await release(dan, sold);
  await take('Eve Buyer', sells, 7_200_000n);
  return [maker, ...takers];
}

beforeAll(async () => {
  database = await freshDatabase();
  house = await openHouse({ clock: clock.now, database });
  await clock.pass(250);
  const people: Person[] = [];
  for (const act of [
    borrow,
    tradeSpot,
    tradeOnMargin,
    tradeContracts,
    playSeconds,
    swap,
    stake,
    invest,
    mine,
    tradeOtc,
  ])
    people.push(...(await act()));
  // rebates are paid once their day is over
  await clock.jump(DAY_MS);
  while (await house.engine.read(({ nextDueMs }) => nextDueMs <= clock.now())) await system({ type: 'tick' });
  for (const [name, read] of Object.entries(READS))
    receipts.set(name, (await Promise.all(people.map(read))).flat() as Receipt[]);
  const parts: Uint8Array[] = [];
  const write = async (part: Uint8Array) => void parts.push(part);
  await exportJournal({ connectionString: database.connectionString, write });
  bytes = Buffer.concat(parts);
  const seqs = new Set(everyReceipt().map(([, { journal }]) => (journal as { seq: number }).seq));
  for await (const { batch, eventsDigest, view: now } of verifyExport({
    bytes: once(),
    trusts: () => true,
  })) {
    const needed = batch.commands.some(
      ({ stamp, events }) =>
        seqs.has(stamp.seq) ||
        events.some(
          ({ type }) => type === 'secondAccepted' || type === 'referralPaid' || type.startsWith('otc'),
        ),
    );
    if (needed) rows.push({ ...batch, eventsDigest });
    const { batchNo: row, hash: rowHash } = batch;
    for (const { stamp } of batch.commands)
      places.set(stamp.seq, { seq: stamp.seq, row, rowHash, eventsDigest });
    view = now;
  }
});
afterAll(async () => {
  await house?.stop();
  await database?.drop();
});

async function* once(): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const everyReceipt = (): (readonly [string, Receipt])[] =>
  [...receipts].flatMap(([name, found]) => found.map((receipt) => [name, receipt] as const));

/** Returns where a receipt stands in the export. */
function found(receipt: unknown) {
  const finder = new ReceiptFinder(JSON.parse(JSON.stringify(receipt)));
  for (const row of rows) finder.see(row);
  return finder.found(view);
}

/** Returns each leaf of a receipt with the receipt in which it alone is another. */
function alterations(value: unknown, path = ''): [string, unknown][] {
  if (Array.isArray(value))
    return value.flatMap((part, at) =>
      alterations(part, `${path}[${at}]`).map(([where, altered]): [string, unknown] => [
        where,
        value.with(at, altered),
      ]),
    );
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) =>
      alterations(part, path === '' ? name : `${path}.${name}`).map(([where, altered]): [string, unknown] => [
        where,
        { ...value, [name]: altered },
      ]),
    );
  return [[path, other(value, path)]];
}

function other(value: unknown, path: string): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return '1';
  // texts that hold JSON: a figure within
  if (path === 'receipt') return value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
  if (path === 'ticket') {
    const [head, signed, signature] = value.split('.');
    const terms = JSON.parse(Buffer.from(signed!, 'base64url').toString());
    const payload = Buffer.from(JSON.stringify({ ...terms, payoutPpm: terms.payoutPpm + 1 }));
    return [head, payload.toString('base64url'), signature].join('.');
  }
  return /\d$/.test(value) ? value.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)) : `${value}x`;
}

describe('every receipt', () => {
  it('is read by a call of this test, and by no other', () => {
    const carrying = Object.entries(calls)
      .filter(([, { data }]) =>
        JSON.stringify(z.toJSONSchema(data, { unrepresentable: 'any' })).includes('eventsDigest'),
      )
      .map(([name]) => name);
    expect(carrying.sort()).toEqual(Object.keys(READS).sort());
  });

  it('of every kind carries its place in the journal', () => {
    for (const [name, all] of receipts) expect(all.length, name).toBeGreaterThan(0);
    const kinds = (name: string) => new Set(receipts.get(name)!.map(({ kind }) => kind));
    expect(kinds('contractReceipts')).toEqual(
      new Set(['funding', 'margin-warning', 'liquidation', 'deleveraging']),
    );
    expect(kinds('marginReceipts')).toEqual(
      new Set(['call', 'sale', 'sold', 'takeover', 'deficit', 'cancelled']),
    );
    const ends = receipts.get('getOtcOrder')!.map(({ state }) => state);
    expect(new Set(ends)).toEqual(new Set(['released', 'cancelled', 'resolved', 'created']));
    expect(kinds('getLoanRecord')).toEqual(new Set(['paidOut', 'due', 'overdueCharged', 'repaid']));
    for (const [name, { journal, seq }] of everyReceipt()) {
      const place = journal as { readonly seq: number; readonly rowHash: string };
      expect(place.rowHash, name).toMatch(/^[0-9a-f]{64}$/);
      if (name !== 'getSecondContractReceipt') expect(place.seq, name).toBe(seq);
    }
  });

  it('stands in an export as it is shown, figure by figure', () => {
    for (const [name, receipt] of everyReceipt()) {
      const at = found(receipt);
      expect(at, name).toMatchObject({
        findings: [],
        // while an order runs its owner may change its renewal, which no receipt pays by
        notCompared: 'autoRenew' in receipt && receipt.status === 'inProgress' ? ['autoRenew'] : [],
        hashMatches: true,
        digestMatches: true,
      });
      expect(at.row, name).toBe((receipt.journal as { readonly row: number }).row);
      expect(at.figures, name).toBeGreaterThan(8);
      expect(at.kind, name).not.toBe('place');
    }
  });

  it('of an OTC order stands as it was when it was read, although the order went on', () => {
    expect(whilePaid).toMatchObject({ state: 'paid', held: '20.02', bought: null });
    expect(found({ order: { receipt: whilePaid } })).toMatchObject({ kind: 'OTC order', findings: [] });
    const released = { ...whilePaid, state: 'released' };
    expect(found(released).findings).toEqual([
      expect.stringContaining('state: the receipt states "released"'),
    ]);
  });

  it('is found with any one of its figures altered, its sequence, row hash and digest too', () => {
    const tried = new Set<string>();
    for (const [name, receipt] of everyReceipt()) {
      // one of each call and kind
      const kind = `${name} ${receipt.kind ?? receipt.role ?? ''} ${receipt.state ?? ''}`;
      if (tried.has(kind)) continue;
      tried.add(kind);
      const altered = alterations(receipt);
      expect(altered.length).toBeGreaterThan(8);
      for (const [path, bent] of altered)
        expect(found(bent).findings.length, `${kind}: ${path}`).toBeGreaterThan(0);
    }
    expect(tried.size).toBeGreaterThan(Object.keys(READS).length);
  });

  it('is found by its place alone', () => {
    for (const [, { journal }] of everyReceipt()) {
      expect(found(journal)).toMatchObject({ kind: 'place', findings: [] });
      for (const [path, bent] of alterations(journal))
        expect(found(bent).findings.length, path).toBeGreaterThan(0);
    }
  });

  it('is where the export has it, as is every other command, and what was never sent is nowhere', async () => {
    const pool = new Pool({ connectionString: database.connectionString, max: 1 });
    try {
      expect(places.size).toBeGreaterThan(150);
      expect(new Set([...places.values()].map(({ row }) => row)).size).toBeLessThan(places.size);
      const beside = [-1, 0, places.size + 1, Number.MAX_SAFE_INTEGER];
      const read = await readPlaces(pool, [...places.keys(), ...beside]);
      expect([...read].sort(([a], [b]) => a - b)).toEqual([...places]);
      expect((await readPlaces(pool, [])).size).toBe(0);
    } finally {
      await pool.end();
    }
  });

  it('is found in the copy that a page makes of it, beside the verification of the whole journal', async () => {
    const [fill] = receipts.get('myExchangeLog')!;
    const receipt = new ReceiptFinder({ fill, check: { ok: true, steps: [] } });
    const verified = await verifyJournal({ bytes: once(), trusts: () => true, receipt });
    expect(verified.findings).toEqual([]);
    expect(verified.receipt).toMatchObject({ kind: 'fill', findings: [], notCompared: [] });
  });

  it('without its place is none', () => {
    const [fill] = receipts.get('myExchangeLog')!;
    for (const none of [null, 1, [], {}, { ...fill, journal: null }, { fill: { id: 1 } }])
      expect(() => new ReceiptFinder(none)).toThrow(ReceiptUnreadableError);
  });

  it('shows its place in its dialog', () => {
    const folder = new URL('../../apps/web/', import.meta.url).pathname;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.tsx'),
    );
    const stubs = files.filter((file) => readFileSync(join(folder, file), 'utf8').includes('<ReceiptStub'));
    expect(stubs.length).toBeGreaterThan(3);
    // a public settlement is no receipt that the verifier takes: it names no owner, and its place by the sequence alone
    const ofNobody = 'home/proof/settlement-stub.tsx';
    expect(readFileSync(join(folder, ofNobody), 'utf8')).toContain('row.seq');
    for (const file of stubs.filter((each) => each !== ofNobody))
      expect(readFileSync(join(folder, file), 'utf8'), file).toContain('<JournalPlaceDetails');
  });
});
