import type { Client, OperatorCalls } from '@candor/api';
import type { Amount } from '@candor/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { ETH } from './support/listing.ts';
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
  const gears = [{ minAmount: 100_000_000n as Amount, dailyPpm: 1_000 }];
  const body = { type: 'setMiningTerms', assetId: ETH, gears } as const;
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  expect(outcome.ok).toBe(true);
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
