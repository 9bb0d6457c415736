import type { Client, OperatorCalls } from '@candor/api';
import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { BTC, BTCUSDT, HOUSE, indexTick, USDT } from './support/listing.ts';
import { clientOf, newPerson, type Person, refusal } from './support/person.ts';

const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;
const REASON = 'The venues trade thinly this week';
const btc = { assetId: String(BTC) };

let house: House;
let desk: OperatorsConsole;
let operator: Client<OperatorCalls>;
let second: Client<OperatorCalls>;
let person: Person;
let nowMs = Date.UTC(2026, 0, 1);

async function system(body: Command): Promise<void> {
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
}

beforeAll(async () => {
  house = await openHouse({ clock: () => nowMs });
  desk = await openConsole(house);
  operator = await desk.signIn();
  second = await desk.add('second', 'finance', operator);
  for (const [assetId, symbolId] of [[BTC, BTCUSDT] as const, [USDT, 0] as const]) {
    const amount = coins(assetId === BTC ? 5 : 100_000);
    await system({ type: 'fundSwaps', assetId, amount, fromUserId: 0, reason: REASON });
    await system({
      type: 'setSwapTerms',
      assetId,
      symbolId,
      spreadPpm: 1_000,
      minAmount: 1_000n as Amount,
      maxAmount: coins(10_000),
      maxInventory: coins(1_000_000),
      reason: REASON,
    });
  }
  person = await newPerson(house);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

async function fresh(): Promise<void> {
  nowMs += 250;
  await system(indexTick(Math.floor(nowMs / 250), nowMs));
}
const quote = () => person.client.call('quoteSwap', { body: { from: 'USDT', to: 'BTC', amount: '1000' } });

async function approved(proposed: Promise<{ readonly proposalId: number }>) {
  const { proposalId } = await proposed;
  const body = { reason: 'Checked by a second pair of eyes' };
  await second.call('approveProposal', { params: { id: String(proposalId) }, body });
  const { coins: rows } = await operator.call('getOperatorSwaps');
  return rows.find(({ coin }) => coin === 'BTC')!;
}

const newest = async () => {
  const { records } = await clientOf(house).call('getSwapChanges', { query: { pageSize: '1' } });
  return records[0]!;
};

describe('the desk of swaps', () => {
  it('changes terms by four eyes for later quotes, and users read why', async () => {
    await fresh();
    const before = await quote();
    const body = {
      spreadPercent: '0.5',
      minAmount: '0.001',
      maxAmount: '2',
      maxInventory: '40',
      reason: REASON,
    };
    const proposed = operator.call('setSwapTerms', { params: btc, body });
    await proposed;
    expect((await quote()).spreadPercent).toBe(before.spreadPercent);
    expect(await approved(proposed)).toMatchObject({
      spreadPercent: '0.5',
      minAmount: '0.001',
      maxAmount: '2',
      maxInventory: '40',
      inventory: '5',
    });
    expect((await quote()).spreadPercent).toBe('0.6');
    expect(await newest()).toMatchObject({
      coin: 'BTC',
      reason: REASON,
      change: { what: 'terms', before: { spreadPercent: '0.1' }, after: { spreadPercent: '0.5' } },
    });
    const { records } = await operator.call('getOperatorLog', { query: { pageSize: '1' } });
    expect(records[0]).toMatchObject({
      action: 'setSwapTerms',
      details: { coin: 'BTC', spread: '0.5%', least: '0.001', most: '2', inventory: '40' },
    });
  });

  it('moves inventory in both directions, never what open quotes promise', async () => {
    await fresh();
    const move = (direction: 'add' | 'take', source: 'practice' | 'house', amount: string) =>
      operator.call('fundSwaps', { params: btc, body: { amount, direction, source, reason: REASON } });
    expect((await approved(move('add', 'practice', '1'))).inventory).toBe('6');
    expect((await approved(move('take', 'house', '2'))).inventory).toBe('4');
    expect(
      (await house.engine.read((view) => view.balances(HOUSE))).find(({ assetId }) => assetId === BTC),
    ).toMatchObject({ available: coins(1_002) });
    await quote();
    const { proposalId } = await move('take', 'house', '4');
    const refused = await refusal(
      second.call('approveProposal', { params: { id: String(proposalId) }, body: { reason: REASON } }),
    );
    expect(refused.key).toBe('INSUFFICIENT_BALANCE');
    expect((await refusal(move('take', 'practice', '1'))).key).toBe('INVALID_INPUT');
  });

  it('halts at once, with its reason', async () => {
    await fresh();
    const open = await quote();
    const halted = await operator.call('setSwapState', { body: { state: 'halted', reason: REASON } });
    expect(halted).toMatchObject({ state: 'halted', stateReason: REASON });
    expect((await refusal(quote())).key).toBe('SWAP_HALTED');
    await operator.call('setSwapState', { body: { state: 'trading', reason: REASON } });
    const swap = await person.client.call('acceptSwap', { body: { id: open.id } });
    expect(swap.arrives).toBe(open.arrives);
  });
});
