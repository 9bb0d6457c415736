import type { Amount } from '@candor/money';
import { expect } from 'vitest';
import { eventually } from '../../support/patience.ts';
import { system } from './earn.ts';
import { offerFinance } from './finance.ts';
import type { House } from './house.ts';
import { type Keyed, newActor } from './keyed-acts.ts';
import { BTC, USDT } from './listing.ts';
import { offerStaking } from './staking.ts';

const coins = (whole: bigint) => (whole * 100_000_000n) as Amount;
const reason = 'a test';

/** Offers what the acts of this file are about. */
export async function offerEarning(house: House): Promise<void> {
  const loans = { assetId: USDT, method: 'equal', cycle: 'month', cycleCount: 1, instalments: 3 } as const;
  const rates = { dailyPpm: 300, overduePpm: 450, overdueCapPpm: 100_000 };
  const bounds = { minAmount: coins(1n), maxAmount: coins(1_000n), opensMs: 0 };
  const fromPractice = { fromUserId: 0, reason };
  await system(house, { type: 'fundLoanPool', assetId: USDT, amount: coins(5_000n), ...fromPractice });
  await system(house, { type: 'offerLoan', ...loans, ...rates, ...bounds, reason });
  await offerStaking(house, { assetId: USDT });
  await offerFinance(house, { assetId: USDT, lockDays: 0 });
  const gears = [{ minAmount: 1_000_000n as Amount, dailyPpm: 10_000 }];
  await system(house, { type: 'setMiningTerms', assetId: BTC, gears });
  await system(house, { type: 'fundMining', assetId: BTC, amount: coins(1n), ...fromPractice });
}

/** An order that is renewed at will, and redeemed in the end. */
export async function actOnStaking(keyed: Keyed): Promise<void> {
  const { client, act } = await newActor(keyed);
  const { offers } = await client.call('getPledgeProducts');
  const { offerId, termsHash } = offers[0]!;
  const { id } = await act('createPledge', { body: { offerId, amount: '25', termsHash } });
  await act('setPledgeRenewal', { body: { id, autoRenew: true } });
  expect(await act('redeemPledge', { body: { id } })).toMatchObject({ id, status: 'redeemed' });
}

/** An order of a finance product that is left. */
export async function actOnFinance(keyed: Keyed): Promise<void> {
  const { client, act } = await newActor(keyed);
  const { offers } = await client.call('getFinanceProducts');
  const { offerId, termsHash } = offers[0]!;
  const { id } = await act('createFinance', { body: { offerId, amount: '25', termsHash } });
  expect(await act('redeemFinance', { body: { id } })).toMatchObject({ id, status: 'redeemed' });
}

/** A loan that is repaid in part and then as a whole. */
export async function actOnLoans(keyed: Keyed): Promise<void> {
  const person = await newActor(keyed);
  const credit = { kyc: 'advanced', memberDays: 365 } as const;
  const amount = coins(100n);
  const accepted = { applicationId: 1, totalAtMost: coins(200n) };
  const application = { accountUserId: person.userId, offerId: 1, amount, ...accepted };
  await system(keyed.house(), { type: 'payOutLoan', ...application, ...credit });
  const [loan] = (await person.client.call('getLoans')).loans;
  await person.act('repayLoan', { body: { id: loan!.id, amount: '40' } });
}

/** A node that is locked to, claimed from, converted and unlocked; something else of it is locked in the end. */
export async function actOnMining(keyed: Keyed): Promise<void> {
  const { client, userId, act, also } = await newActor(keyed);
  const house = keyed.house();
  await system(house, { type: 'joinMining', accountUserId: userId, address: `0x${'c3'.repeat(20)}` });
  const { termsHash } = await client.call('getMiningOverview');
  await act('lockMining', { body: { amount: '0.4', termsHash } });
  await act('lockMining', { body: { amount: '90000', termsHash } }, 'INSUFFICIENT_BALANCE');
  const accrued = () => house.engine.read((view) => view.mining.positions(userId)[0]!.accrued);
  await eventually(async () => expect(await accrued()).toBeGreaterThan(0n));
  const { rewards } = await act('claimMining', { body: {} });
  const [{ amount }] = rewards as unknown as [{ amount: string }];
  const { id } = await act('quoteMiningConversion', { body: { amount } });
  expect(await act('convertMining', { body: { id } })).toMatchObject({ from: 'BTC', to: 'USDT', amount });
  expect(await act('unlockMining', { body: { amount: '0.3' } })).toMatchObject({ held: '0.1' });
  await also('lockMining', { body: { amount: '0.2', termsHash } });
}
