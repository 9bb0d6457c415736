import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, PASSWORD, type Person, refusal } from './support/person.ts';

const REASON = 'A large team of friends';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let house: House;
let desk: OperatorsConsole;
let operator: Client<OperatorCalls>;
let second: Client<OperatorCalls>;
let inviter: Person;
let nowMs = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  house = await openHouse({ clock: () => nowMs });
  desk = await openConsole(house);
  operator = await desk.signIn();
  second = await desk.add('second', 'finance', operator);
  inviter = await newPerson(house);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const propose = (sharePercent: string, effectiveTime: number | null = null, userId = inviter.userId) =>
  operator.call('setAgent', {
    params: { userId: String(userId) },
    body: { sharePercent, effectiveTime, reason: REASON },
  });
const approve = async (proposed: Promise<{ readonly proposalId: number }>) =>
  second.call('approveProposal', {
    params: { id: String((await proposed).proposalId) },
    body: { reason: REASON },
  });
const agents = async () => (await operator.call('getOperatorReferral')).agents;

it('names an agent by two operators, from the named time on', async () => {
  expect((await refusal(propose('12.5', null, 999_999_999))).key).toBe('NOT_FOUND');
  const proposal = propose('12.5', nowMs + MINUTE_MS);
  await proposal;
  expect(await agents()).toEqual([]);
  await approve(proposal);
  expect(await agents()).toMatchObject([
    {
      userId: inviter.userId,
      sharePercent: '0',
      next: { sharePercent: '12.5', effectiveTime: nowMs + MINUTE_MS },
    },
  ]);
  const { records } = await operator.call('getOperatorLog', { query: { pageSize: '1' } });
  expect(records[0]).toMatchObject({ action: 'setAgent' });
  nowMs += MINUTE_MS;
  await approve(propose('15'));
  expect(await agents()).toMatchObject([{ sharePercent: '15', next: null }]);
  expect((await refusal(approve(propose('10')))).key).toBe('TERMS_TOO_SOON');
  await approve(propose('0', nowMs + DAY_MS + MINUTE_MS));
  expect(await agents()).toMatchObject([{ sharePercent: '15', next: { sharePercent: '0' } }]);
});

it('lists who shares something with the inviter, and leaves the rebates alone', async () => {
  const { user } = await inviter.client.call('getInfo');
  const { satoken, userId } = await clientOf(house).call('register', {
    body: {
      type: 'account',
      account: 'own_second',
      password: PASSWORD,
      confirmPassword: PASSWORD,
      invite_code: user.invite_code,
    },
  });
  expect(satoken).not.toBe('');
  await house.pool.query('delete from identity.login_log where user_id = any($1)', [
    [inviter.userId, userId],
  ]);
  const flagged = async () => (await operator.call('getOperatorReferral')).flagged;
  expect(await flagged()).toEqual([]);
  const login = (id: number, address: string) =>
    house.pool.query(
      `insert into identity.login_log (user_id, at, address, agent, method, is_new_device)
       values ($1, now(), $2, 'Firefox', 'password', true)`,
      [id, address],
    );
  await login(inviter.userId, '203.0.113.7');
  await login(userId, '203.0.113.8');
  expect(await flagged()).toEqual([]);
  await login(userId, '203.0.113.7');
  expect(await flagged()).toMatchObject([
    { userId, inviterId: inviter.userId, generation: 1, account: 'ow****nd', shares: ['device'] },
  ]);
  const card = (id: number, mark: string) =>
    house.pool.query(
      `insert into bank.card (user_id, card_sealed, card_mark, bound_at) values ($1, '', $2, now())`,
      [id, Buffer.from(mark)],
    );
  await card(inviter.userId, 'one');
  await card(userId, 'one');
  expect(await flagged()).toMatchObject([{ shares: ['device', 'card'] }]);
  expect(await house.engine.read((view) => view.referral.inviterOf(userId))).toBe(inviter.userId);
  // an account in between hides nothing: who earns of the fees is up to three above
  const between = await newPerson(house);
  const invitedBy = (id: number, by: number) =>
    house.pool.query('update identity.user set invited_by = $2 where user_id = $1', [id, by]);
  await invitedBy(between.userId, inviter.userId);
  await invitedBy(userId, between.userId);
  expect(await flagged()).toMatchObject([
    { userId, inviterId: inviter.userId, generation: 2, shares: ['device', 'card'] },
  ]);
});
