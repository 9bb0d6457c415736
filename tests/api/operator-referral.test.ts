import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('a wallet in common', () => {
  const CHAIN = 'practice-evm';
  const flagged = async () => (await operator.call('getOperatorReferral')).flagged;
  type Way = (id: number, address: string) => Promise<unknown>;
  const saved: Way = (id, address) =>
    house.pool.query(
      `insert into withdrawals.address (user_id, chain, address, label, saved_at) values ($1, $2, $3, 'Mine', now())`,
      [id, CHAIN, address],
    );
  const paidAs =
    (state: string, chain = CHAIN): Way =>
    (id, address) =>
      house.pool.query(
        `insert into withdrawals.withdrawal (user_id, chain, coin, asset_id, address, amount, fee, value_usdt, state,
           requested_at) values ($1, $2, 'USDT', 1, $3, 10, 0, 10, $4, now())`,
        [id, chain, address, state],
      );
  const linked: Way = (id, address) =>
    house.pool.query(
      `insert into defi.wallet (user_id, address, chain_id, kind, linked_at) values ($1, $2, 31337, 'plain', now())`,
      [id, address],
    );
  // one that its user has moved away from since
  const joined: Way = (id, address) =>
    house.pool.query(
      `insert into defi.join (hash, user_id, address, state, confirmations, moves, sent_at, changed_at)
       values ($1, $2, $3, 'joined', 1, false, now(), now())`,
      [`${id} ${address}`, id, address],
    );
  const ways = { saved, paid: paidAs('done'), linked, joined } as const;
  type Name = keyof typeof ways;
  const names = Object.keys(ways) as Name[];
  const pairs = names.flatMap((one) =>
    names.filter((other) => one !== 'linked' || other !== 'linked').map((other) => [one, other] as const),
  );
  /** A person, and another whom that one invited over so many generations. */
  async function pair(generations = 1) {
    const line = [];
    for (let at = 0; at <= generations; at++) line.push(await newPerson(house));
    for (const [at, person] of line.entries())
      if (at > 0)
        await house.pool.query('update identity.user set invited_by = $2 where user_id = $1', [
          person.userId,
          line[at - 1]!.userId,
        ]);
    // all of a test come from one address by one program
    const ids = line.map(({ userId }) => userId);
    await house.pool.query('delete from identity.login_log where user_id = any($1)', [ids]);
    return { above: ids[0]!, guest: ids.at(-1)! };
  }
  let count = 0;
  const newAddress = () => `0xAbCd${String(++count).padStart(36, '0')}`;
  const sharing = async (guest: number) => (await flagged()).filter(({ userId }) => userId === guest);

  it.each(pairs)('is one that the inviter has %s and the guest has %s', async (one, other) => {
    const { above, guest } = await pair();
    const address = newAddress();
    await ways[one](above, address);
    expect(await sharing(guest)).toEqual([]);
    await ways[other](guest, newAddress());
    expect(await sharing(guest)).toEqual([]);
    if (other === 'linked') await house.pool.query('delete from defi.wallet where user_id = $1', [guest]);
    await ways[other](guest, address);
    expect(await sharing(guest)).toMatchObject([{ inviterId: above, generation: 1, shares: ['wallet'] }]);
  });

  it('is found three generations up and no further, and whatever the case of its letters', async () => {
    for (const [generations, found] of [
      [3, 1],
      [4, 0],
    ] as const) {
      const { above, guest } = await pair(generations);
      const address = newAddress();
      await linked(above, address);
      await paidAs('broadcast')(guest, address.toLowerCase());
      expect(await sharing(guest)).toHaveLength(found);
    }
  });

  it('is none that nothing was paid to, no bank card’s text, and no address of ours', async () => {
    const { above, guest } = await pair();
    const both = async (way: Way, address: string) => {
      await way(above, address);
      await way(guest, address);
    };
    for (const state of ['confirming', 'review', 'rejected', 'cancelled'])
      await both(paidAs(state), newAddress());
    await both(paidAs('done', 'bank'), 'First Bank **** 1234');
    const [hot, deposit] = [newAddress(), newAddress()];
    await house.pool.query('insert into withdrawals.house_address (chain, address) values ($1, $2)', [
      CHAIN,
      hot,
    ]);
    await both(paidAs('done'), hot.toLowerCase());
    await house.pool.query(
      'insert into deposits.follower (chain, batch, read_at) values ($1, gen_random_uuid(), now()) on conflict do nothing',
      [CHAIN],
    );
    await house.pool.query(
      `insert into deposits.address (chain, derivation_index, address, batch, user_id)
       values ($1, 900000, $2, gen_random_uuid(), $3)`,
      [CHAIN, deposit, guest],
    );
    await both(paidAs('done'), deposit);
    expect(await sharing(guest)).toEqual([]);
    await both(paidAs('done'), newAddress());
    expect(await sharing(guest)).toMatchObject([{ shares: ['wallet'] }]);
  });
});
