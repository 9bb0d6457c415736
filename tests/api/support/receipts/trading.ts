import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { BTC, BTCPERP, BTCUSDT, bootstrap, USDT } from '../listing.ts';
import { openMargin } from '../margin.ts';
import { newPerson, type Person } from '../person.ts';
import { offerSeconds } from '../seconds.ts';
import { coins, type ReceiptBench, reason } from './receipt-bench.ts';

/** A contract that settles funding every ten seconds. */
const FAST = 'BTCUSDT-FAST';

/** Fills of spot orders, two against the house. The seller invited the buyer. */
export async function tradeSpot(bench: ReceiptBench): Promise<Person[]> {
  const [buyer, seller] = [await newPerson(bench.house), await newPerson(bench.house)];
  await bench.system({ type: 'setReferralTerms', sharesPpm: [200_000, 100_000, 50_000], capPpm: 350_000 });
  await bench.system({ type: 'setReferrer', accountUserId: buyer.userId, inviterId: seller.userId });
  const place = { symbol: 'BTCUSDT', type: 'limit', price: '50000', quantity: '0.01' } as const;
  await seller.client.call('exchange', { params: { side: 'sell' }, body: place });
  await buyer.client.call('exchange', { params: { side: 'buy' }, body: place });
  await bench.quoted(49_999, 50_001);
  const body = { symbol: 'BTCUSDT', type: 'market', quantity: '0.02' } as const;
  await buyer.client.call('exchange', { params: { side: 'buy' }, body });
  return [buyer, seller];
}

/** A margin account that borrows, is called and sold: its fills are of its forced sale too. */
export async function tradeOnMargin(bench: ReceiptBench): Promise<Person[]> {
  const margin = await openMargin(bench.house);
  const person = await newPerson(bench.house);
  await person.client.call('transfer', { query: { from: '1', to: '4', coin: 'BTC', amount: '1' } });
  await bench.clock.pass(250);
  await person.client.call('allBorrow', { body: { coin: 'BTC', amount: '1.5' } });
  await margin.quote(1_000_000);
  await person.client.call('marginExchange', {
    params: { marginType: 'all', side: 'sell' },
    body: { symbol: 'BTCUSDT', type: 'market', quantity: '2.5' },
  });
  await bench.moveTo(69_500);
  await bench.quoted(75_000, 76_000);
  await bench.moveTo(76_000);
  await bench.moveTo(50_000);
  return [person, await ruined(bench), await cutOff(bench)];
}

/** Owes more than it has when the price falls: what is too small to sell is taken over, and the rest is a deficit. */
async function ruined(bench: ReceiptBench): Promise<Person> {
  const person = await newPerson(bench.house);
  const { client } = person;
  await client.call('transfer', { query: { from: '1', to: '4', coin: 'BTC', amount: '0.00009' } });
  await bench.clock.pass(250);
  await client.call('allBorrow', { body: { coin: 'USDT', amount: '3' } });
  await client.call('transfer', { query: { from: '4', to: '1', coin: 'USDT', amount: '1.27' } });
  await bench.moveTo(18_000);
  await bench.moveTo(50_000);
  return person;
}

/** Owes, and has an order that the index leaves far behind. */
async function cutOff(bench: ReceiptBench): Promise<Person> {
  const person = await newPerson(bench.house);
  const { client } = person;
  await client.call('transfer', { query: { from: '1', to: '4', coin: 'BTC', amount: '1' } });
  await bench.quoted(40_000, 60_000);
  await bench.clock.pass(250);
  await client.call('allBorrow', { body: { coin: 'USDT', amount: '1000' } });
  await client.call('marginExchange', {
    params: { marginType: 'all', side: 'sell' },
    body: { symbol: 'BTCUSDT', type: 'limit', price: '51000', quantity: '0.1' },
  });
  await bench.moveTo(56_000);
  await bench.moveTo(50_000);
  return person;
}

/** Two with a position against each other: funding, a warning, a liquidation and who it was closed against. */
export async function tradeContracts(bench: ReceiptBench): Promise<Person[]> {
  const listed = bootstrap.find((command) => command.type === 'listPerpetual')!;
  await bench.system({ ...listed, symbolId: BTCPERP + 1, name: FAST, fundingIntervalMs: 10_000 } as Command);
  await bench.clock.pass(250);
  const [long, short] = [await newPerson(bench.house), await newPerson(bench.house)];
  for (const { client } of [long, short])
    await client.call('transfer', { query: { from: '1', to: '2', coin: 'USDT', amount: '5000' } });
  const body = { symbol: FAST, type: 'limit', price: '50000', quantity: '20', leverage: 10 } as const;
  await short.client.call('openContract', { params: { positionSide: 'short' }, body });
  await long.client.call('openContract', {
    params: { positionSide: 'long' },
    body: { ...body, type: 'limit', marginMode: 'isolated' },
  });
  await bench.clock.pass(10_250);
  const half = { symbol: FAST, type: 'limit', price: '50000', quantity: '5' } as const;
  await short.client.call('closeContract', { params: { positionSide: 'short' }, body: half });
  await long.client.call('closeContract', { params: { positionSide: 'long' }, body: half });
  await bench.moveTo(45_350);
  await bench.moveTo(44_000);
  await bench.moveTo(50_000);
  return [long, short];
}

export async function playSeconds(bench: ReceiptBench): Promise<Person[]> {
  await offerSeconds(bench.house);
  const person = await newPerson(bench.house);
  await person.client.call('transfer', { query: { from: '1', to: '3', coin: 'USDT', amount: '500' } });
  for (const direction of ['up', 'down'] as const)
    await person.client.call('createSecondContractOrder', {
      body: { symbol: 'BTC/USDT', direction, periodSeconds: 5, quantity: 10 },
    });
  await bench.clock.pass(3_500);
  bench.btc = 50_010;
  await bench.clock.pass(6_000);
  bench.btc = 50_000;
  return [person];
}

export async function swap(bench: ReceiptBench): Promise<Person[]> {
  for (const [assetId, symbolId, most] of [[USDT, 0, 50_000] as const, [BTC, BTCUSDT, 20] as const]) {
    await bench.system({ type: 'fundSwaps', assetId, amount: coins(2 * most), fromUserId: 0, reason });
    await bench.system({
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
  const person = await newPerson(bench.house);
  await bench.clock.pass(250);
  const { client } = person;
  const { id } = await client.call('quoteSwap', { body: { from: 'USDT', to: 'BTC', amount: '501.37' } });
  await client.call('acceptSwap', { body: { id } });
  return [person];
}
