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
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

let house: House;
let person: Person;
/** Time by which the clock of the ledger was turned forward. */
let aheadMs = 0;
beforeAll(async () => {
  house = await openHouse({ clock: () => Date.now() + aheadMs });
  person = await newPerson(house);
  const { userId } = person;
  await system(house, gears(10_000));
  await system(house, { type: 'fundMining', assetId: BTC, amount: COIN, fromUserId: 0, reason });
  const joined: Command = { type: 'joinMining', accountUserId: userId, address: `0x${'c2'.repeat(20)}` };
  await system(house, joined);
});
afterAll(() => house?.stop());

const gears = (dailyPpm: number): Extract<Command, { type: 'setMiningTerms' }> => ({
  type: 'setMiningTerms',
  assetId: BTC,
  gears: [{ minAmount: 1_000_000n as Amount, dailyPpm }],
});

/** Asks for an act under a key. Returns the text of the answer. */
async function ask(name: CallName, body: object, key: string): Promise<string> {
  const path = calls[name].path.replace('{head}', 'v1');
  const headers = { 'idempotency-key': key };
  return (await send(house, 'POST', path, { token: person.token, body, headers })).text;
}
const dataOf = (text: string) => JSON.parse(text).data;

it('an act of mining under a used key moves nothing, and is answered as it was', async () => {
  const { client, userId } = person;
  const { termsHash } = await client.call('getMiningOverview');
  const asked: [CallName, object, string][] = [];
  const answers: string[] = [];
  const act = async (name: CallName, body: object) => {
    asked.push([name, body, `key-${asked.length}`]);
    answers.push(await ask(...asked.at(-1)!));
    return dataOf(answers.at(-1)!);
  };
  expect(await act('lockMining', { amount: '0.4', termsHash })).toMatchObject({ held: '0.4', accrued: '0' });
  expect(await act('lockMining', { amount: '0.2', termsHash })).toMatchObject({ held: '0.6' });
  const accrued = () => house.engine.read((view) => view.mining.positions(userId)[0]!.accrued);
  const passed = async () => {
    await system(house, { type: 'practiceFunds', accountUserId: userId, assetId: BTC, amount: 1n as Amount });
    expect(await accrued()).toBeGreaterThan(0n);
  };
  await eventually(passed);
  const first = await act('claimMining', {});
  expect(first).toMatchObject({ held: '0.6', accrued: '0', rewards: [{ coin: 'BTC' }] });
  await eventually(passed);
  const second = await act('claimMining', {});
  expect(Number(second.rewards[0].amount)).toBeGreaterThan(Number(first.rewards[0].amount));
  expect(await act('unlockMining', { amount: '0.1' })).toMatchObject({ held: '0.5' });
  expect(await act('quoteMiningConversion', { amount: '0.5' })).toMatchObject({ key: 'SWAP_NOT_OFFERED' });
  expect(await act('convertMining', { id: 999_999 })).toMatchObject({ key: 'SWAP_QUOTE_ENDED' });
  const node = await house.engine.read((view) => view.mining.positions(userId)[0]!.held);
  const repeated: string[] = [];
  for (const each of asked) repeated.push(await ask(...each));
  expect(repeated).toEqual(answers);
  // terms that hold no longer are those that a used key accepted, and no terms of a new one
  const change = gears(5_000);
  const effectiveMs = (Math.floor((house.now() + DAY_MS) / MINUTE_MS) + 1) * MINUTE_MS;
  await system(house, { type: 'scheduleChange', change, effectiveMs, reason });
  aheadMs = effectiveMs - house.now();
  await eventually(async () => {
    await passed();
    expect(await house.engine.read((view) => view.mining.versions(BTC))).toHaveLength(2);
  });
  expect(await ask(...asked[0]!)).toBe(answers[0]);
  const late = await ask('lockMining', { amount: '0.4', termsHash }, 'key-late');
  expect(dataOf(late)).toMatchObject({ key: 'MINING_TERMS_CHANGED' });
  const other = await ask('unlockMining', { amount: '0.2' }, asked[4]![2]);
  expect(dataOf(other)).toMatchObject({ key: 'KEY_REUSED_WITH_OTHER_BODY' });
  expect(await house.engine.read((view) => view.mining.positions(userId)[0]!.held)).toBe(node);
});
