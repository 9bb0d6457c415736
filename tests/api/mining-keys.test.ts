import { type CallName, calls } from '@candor/api';
import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { system } from './support/earn.ts';
import { type House, openHouse } from './support/house.ts';
import { BTC } from './support/listing.ts';
import { newPerson, type Person, send } from './support/person.ts';

const COIN = 100_000_000n as Amount;
const reason = 'Mining of this test';

let house: House;
let person: Person;
beforeAll(async () => {
  house = await openHouse();
  person = await newPerson(house);
  const { userId } = person;
  const gears = [{ minAmount: 1_000_000n as Amount, dailyPpm: 10_000 }];
  await system(house, { type: 'setMiningTerms', assetId: BTC, gears });
  await system(house, { type: 'fundMining', assetId: BTC, amount: COIN, fromUserId: 0, reason });
  const joined: Command = { type: 'joinMining', accountUserId: userId, address: `0x${'c2'.repeat(20)}` };
  await system(house, joined);
});
afterAll(() => house?.stop());

/** Asks for an act twice under one key, and returns the data of both answers. */
async function twice(name: CallName, body: object): Promise<readonly [unknown, unknown]> {
  const { path } = calls[name];
  const ask = async () => {
    const headers = { 'idempotency-key': `twice-${name}` };
    const options = { token: person.token, body, headers };
    return (await send(house, 'POST', path.replace('{head}', 'v1'), options)).data;
  };
  return [await ask(), await ask()];
}

it('an act of mining under a used key moves nothing, and answers with the node as it stands', async () => {
  const { client, userId } = person;
  const { termsHash } = await client.call('getMiningOverview');
  const held = (amount: string) => [{ held: amount }, { held: amount }];
  expect(await twice('lockMining', { amount: '0.4', termsHash })).toMatchObject(held('0.4'));
  const accrued = () => house.engine.read((view) => view.mining.positions(userId)[0]!.accrued);
  await eventually(async () => {
    await system(house, { type: 'practiceFunds', accountUserId: userId, assetId: BTC, amount: 1n as Amount });
    expect(await accrued()).toBeGreaterThan(0n);
  });
  const [first, second] = (await twice('claimMining', {})) as readonly { rewards: object[] }[];
  expect(first!.rewards).toMatchObject([{ coin: 'BTC' }]);
  expect(second!.rewards).toEqual(first!.rewards);
  expect(await twice('unlockMining', { amount: '0.1' })).toMatchObject(held('0.3'));
  const refused = (key: string) => [{ key }, { key }];
  expect(await twice('quoteMiningConversion', { amount: '0.5' })).toMatchObject(refused('SWAP_NOT_OFFERED'));
  expect(await twice('convertMining', { id: 999_999 })).toMatchObject(refused('SWAP_QUOTE_ENDED'));
});
