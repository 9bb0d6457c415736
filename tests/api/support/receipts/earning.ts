import type { Amount } from '@candor/money';
import { offerFinance } from '../finance.ts';
import { BTC, USDT } from '../listing.ts';
import { loggedInAgain, offerLoan, payOut } from '../loan.ts';
import { newMerchant, newTrader, OFFER, openOtc } from '../otc.ts';
import { newPerson, type Person } from '../person.ts';
import { offerStaking } from '../staking.ts';
import type { Receipt } from './reads.ts';
import { coins, type ReceiptBench, reason } from './receipt-bench.ts';

/** One order that runs and one that was redeemed. */
export async function stake(bench: ReceiptBench): Promise<Person[]> {
  const offerId = await offerStaking(bench.house, { assetId: USDT });
  const person = await newPerson(bench.house);
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
export async function invest(bench: ReceiptBench): Promise<Person[]> {
  const offerId = await offerFinance(bench.house, { assetId: USDT, lockDays: 0 });
  const person = await newPerson(bench.house);
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
export async function borrow(bench: ReceiptBench): Promise<Person[]> {
  const offerId = await offerLoan(bench.house);
  const person = await newPerson(bench.house);
  await payOut(bench.house, person, offerId, coins(400));
  // all but 5 of what was taken from the tap and what was lent
  const moved = { coin: 'USDT', amount: '10395' };
  await person.client.call('transfer', { query: { from: '1', to: '2', ...moved } });
  await bench.clock.jump(86_400_000);
  await bench.clock.pass(3_000);
  const back = await loggedInAgain(bench.house, person);
  await back.client.call('transfer', { query: { from: '2', to: '1', ...moved } });
  const [loan] = (await back.client.call('getLoans')).loans;
  await back.client.call('repayLoan', { body: { id: loan!.id, amount: null } });
  return [back];
}

/** A node that locks, claims, converts and unlocks. */
export async function mine(bench: ReceiptBench): Promise<Person[]> {
  const half = (coins(1) / 2n) as Amount;
  const gears = [{ minAmount: half, dailyPpm: 10_000 }];
  await bench.system({ type: 'setMiningTerms', assetId: BTC, gears });
  await bench.system({ type: 'fundMining', assetId: BTC, amount: coins(5), fromUserId: 0, reason });
  const person = await newPerson(bench.house);
  const { userId } = person;
  await bench.system({ type: 'joinMining', accountUserId: userId, address: `0x${'5a'.repeat(20)}` });
  await bench.system({ type: 'lockMining', assetId: BTC, amount: coins(1), termsNo: 1 }, userId);
  await bench.clock.pass(4_000);
  await bench.system({ type: 'claimMining', assetId: BTC }, userId);
  const amount = 20n as Amount;
  const body = { type: 'quoteMiningRewards', fromAssetId: BTC, toAssetId: USDT, amount } as const;
  const { outcome } = await bench.house.engine.submit({ userId, key: null, bodyHash: null, body });
  if (!outcome.ok || outcome.kind !== 'swap') throw new Error('no quote was made');
  await bench.system({ type: 'convertMiningRewards', swapId: outcome.swapId }, userId);
  await bench.system({ type: 'unlockMining', assetId: BTC, amount: half }, userId);
  return [person];
}

/**
 * OTC orders of both kinds of offers: open, released, given back, asked for, and decided by operators. The receipt of one
 * that goes on after it is handed to `whilePaid`.
 */
export async function tradeOtc(
  bench: ReceiptBench,
  whilePaid: (receipt: Receipt) => void,
): Promise<Person[]> {
  await openOtc(bench.house);
  const maker = await newMerchant(bench.house, 'Mia Merchant', 'Silver Fox');
  await bench.clock.pass(250);
  const { offerId: sells } = await maker.client.call('publishOtcOffer', { body: OFFER });
  const floating = { kind: 'floating', rate: '7.1', floor: '6.9', cap: '7.3' } as const;
  const { offerId: buys } = await maker.client.call('publishOtcOffer', {
    body: { ...OFFER, side: 'buy', pricing: floating },
  });
  const takers: Person[] = [];
  const take = async (name: string, offerId: number, seenPrice: bigint) => {
    const taker = await newTrader(bench.house, name);
    takers.push(taker);
    const taking = { type: 'takeOtcOffer', offerId, version: 1, seenPrice, amount: coins(20) } as const;
    await bench.system({ ...taking, method: 'alipay' }, taker.userId);
    const { orders } = await bench.house.engine.read(({ otc }) => ({ orders: otc.orders(taker.userId) }));
    return [taker.userId, orders[0]!.orderId] as const;
  };
  const pay = (userId: number, orderId: number) =>
    bench.system({ type: 'payOtcOrder', orderId, seen: 'created' }, userId);
  const release = (userId: number, orderId: number) => {
    const yes = { arrived: true, whole: true, sameName: true } as const;
    return bench.system(
      { type: 'releaseOtcOrder', orderId, seen: 'paid', amount: coins(20), ...yes },
      userId,
    );
  };
  const [ann, bought] = await take('Ann Buyer', sells, 7_200_000n);
  await pay(ann, bought);
  const query = { orderId: String(bought) };
  whilePaid((await maker.client.call('getOtcOrder', { query })).receipt);
  await release(maker.userId, bought);
  const [bob, given] = await take('Bob Buyer', sells, 7_200_000n);
  await bench.system({ type: 'askOtcCancel', orderId: given, seen: 'created', why: 'unable' }, maker.userId);
  await bench.system({ type: 'cancelOtcOrder', orderId: given, seen: 'created' }, bob);
  const [cat, judged] = await take('Cat Buyer', sells, 7_200_000n);
  await pay(cat, judged);
  const evidence = 'ab'.repeat(32);
  const reasoned = { orderId: judged, seen: 'paid', reason: 'not-paid', evidence } as const;
  await bench.system({ type: 'appealOtcOrder', ...reasoned }, maker.userId);
  await bench.system({ type: 'stateOtcAppeal', orderId: judged, seen: 'appealed', evidence }, cat);
  await bench.system({
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
