import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { BTC, ETH } from './support/listing.ts';
import { clientOf, refusal } from './support/person.ts';

const REASON = 'Rewards for the spring';
let house: House;
let desk: OperatorsConsole;
let operator: Client<OperatorCalls>;
let second: Client<OperatorCalls>;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house);
  operator = await desk.signIn();
  second = await desk.add('second', 'finance', operator);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const move = (direction: 'add' | 'take', source: 'practice' | 'house', amount: string) =>
  operator.call('fundMining', {
    params: { assetId: String(ETH) },
    body: { amount, direction, source, reason: REASON },
  });
const approve = (proposalId: number) =>
  second.call('approveProposal', { params: { id: String(proposalId) }, body: { reason: REASON } });
const poolOf = async () => (await operator.call('getOperatorMining')).pools[0]!;

const open = (assetId: number, gears: readonly { minAmount: string; dailyPercent: string }[]) =>
  operator.call('openMining', {
    params: { assetId: String(assetId) },
    body: { gears: [...gears], reason: REASON },
  });

it('opens by two operators, for one coin and once; other gears are announced', async () => {
  const first = await operator.call('getOperatorMining');
  expect(first.pools).toEqual([]);
  expect(first.openable).toContainEqual({ assetId: ETH, coin: 'ETH' });
  const gears = [
    { minAmount: '1', dailyPercent: '0.1' },
    { minAmount: '5', dailyPercent: '0.25' },
  ];
  const { proposalId } = await open(ETH, gears);
  const other = await open(BTC, gears);
  expect((await operator.call('getOperatorMining')).pools).toEqual([]);
  expect((await clientOf(house).call('getMiningOverview')).state).toBe('closed');
  const own = operator.call('approveProposal', {
    params: { id: String(proposalId) },
    body: { reason: REASON },
  });
  expect((await refusal(own)).key).toBe('OPERATOR_OWN_PROPOSAL');
  await approve(proposalId);
  const { pools, openable } = await operator.call('getOperatorMining');
  expect(openable).toEqual([]);
  expect(pools).toMatchObject([
    {
      coin: 'ETH',
      gears: [
        { minAmount: '1', dailyPpm: 1_000 },
        { minAmount: '5', dailyPpm: 2_500 },
      ],
    },
  ]);
  // one that was proposed beside it, and one more, change nothing
  expect((await refusal(approve(other.proposalId))).key).toBe('MINING_OPENED');
  expect((await refusal(open(ETH, gears))).key).toBe('MINING_OPENED');
  const { records } = await operator.call('getOperatorLog', { query: {} });
  const done = records.find(({ action }) => action === 'openMining');
  expect(done?.details).toMatchObject({ coin: 'ETH', gears: '≥ 1 ETH: 0.1%; ≥ 5 ETH: 0.25%' });
  const effectiveTime = (Math.floor(house.now() / 60_000) + 3_000) * 60_000;
  const change = (assetId: number) =>
    operator.call('announceMarketTerms', {
      body: { terms: { kind: 'gears', assetId, gears }, effectiveTime, reason: REASON },
    });
  expect((await refusal(change(BTC))).key).toBe('UNKNOWN_COIN');
  expect((await change(ETH)).proposalId).toBeGreaterThan(0);
});

it('refuses gears that are none', async () => {
  const wrong = (gears: readonly { minAmount: string; dailyPercent: string }[]) =>
    refusal(open(ETH, gears)).then(({ key }) => key);
  expect(await wrong([])).toBe('INVALID_INPUT');
  expect(await wrong([{ minAmount: '1', dailyPercent: '1.0001' }])).toBe('AMOUNT_INVALID');
  expect(await wrong([{ minAmount: '0.123456789', dailyPercent: '0.1' }])).toBe('AMOUNT_INVALID');
});

it('funds the pool by two operators, for everybody to see, and takes back what is free', async () => {
  expect(await poolOf()).toMatchObject({ coin: 'ETH', free: '0', owed: '0', held: '0', holders: 0 });
  const { proposalId } = await move('add', 'house', '10');
  expect((await poolOf()).free).toBe('0');
  await approve(proposalId);
  expect((await poolOf()).free).toBe('10');
  const { records } = await clientOf(house).call('getMiningPoolEntries', { query: {} });
  expect(records).toMatchObject([{ kind: 'funding', amount: '10', balance: '10', reason: REASON }]);
  await approve((await move('take', 'house', '4')).proposalId);
  expect((await poolOf()).free).toBe('6');
  const more = await move('take', 'house', '7');
  expect((await refusal(approve(more.proposalId))).key).toBe('INSUFFICIENT_BALANCE');
  expect((await refusal(move('take', 'practice', '1'))).key).toBe('INVALID_INPUT');
});
