import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { refusal } from './support/person.ts';

const DAY_MS = 24 * 3_600_000;
const REASON = 'A change of duties';
const DECIDED = { reason: 'Checked with both of them' };

let house: House;
let desk: OperatorsConsole;
let one: Client<OperatorCalls>;
let other: Client<OperatorCalls>;
let samId: string;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house);
  one = await desk.signIn();
  await desk.add('sam', 'support', one);
  other = await desk.add('alex', 'admin', one);
  samId = String((await one.call('getOperators')).find(({ name }) => name === 'sam')?.operatorId);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const propose = async (role: 'risk' | 'review' | 'content', key?: string) => {
  const input = { params: { id: samId }, body: { role, reason: REASON } } as const;
  const answer = await one.call(
    'changeOperatorRole',
    input,
    key === undefined ? {} : { idempotencyKey: key },
  );
  return { params: { id: String(answer.proposalId) }, body: DECIDED };
};
const roleOfSam = async () => (await one.call('getOperators')).find(({ name }) => name === 'sam')?.role;

describe('a proposal', () => {
  it('is approved by another operator alone, and done once', async () => {
    const proposal = await propose('risk', 'to-risk');
    expect(await propose('risk', 'to-risk')).toEqual(proposal);
    expect((await refusal(one.call('approveProposal', proposal))).key).toBe('OPERATOR_OWN_PROPOSAL');
    const [row] = (await other.call('getProposals', { query: {} })).records;
    expect(row).toMatchObject({
      act: 'changeOperatorRole',
      proposer: desk.first.name,
      isOwn: false,
      mayDecide: true,
      before: { name: 'sam', role: 'support' },
      after: { name: 'sam', role: 'risk' },
    });
    expect(await roleOfSam()).toBe('support');
    const done = await Promise.all([
      other.call('approveProposal', proposal),
      other.call('approveProposal', proposal),
    ]);
    expect(done.map(({ state }) => state)).toEqual(['approved', 'approved']);
    expect(await roleOfSam()).toBe('risk');
    expect(
      (await desk.room.log.page({ pageSize: 50, where: { act: 'changeOperatorRole' } })).rows,
    ).toHaveLength(1);
    const [approval] = (await desk.room.log.page({ pageSize: 1, where: { act: 'approveProposal' } })).rows;
    expect(approval).toMatchObject({
      operator: 'alex',
      details: { proposer: desk.first.name, reason: DECIDED.reason },
    });
  });

  it('is refused where what it changes has changed', async () => {
    const [first, second] = [await propose('review'), await propose('content')];
    await other.call('approveProposal', first);
    expect((await refusal(other.call('approveProposal', second))).key).toBe('OPERATOR_PROPOSAL_OUTDATED');
    expect(await roleOfSam()).toBe('review');
    const [ended] = (await one.call('getProposals', { query: { ended: 'yes' } })).records;
    expect(ended).toMatchObject({ state: 'outdated', decider: 'alex' });
  });

  it('does not outlive its proposer, nor the role by which it was proposed', async () => {
    const before = await roleOfSam();
    const set = (column: 'disabled_at' | 'role', value: string | null) =>
      house.pool.query(`update operator.person set ${column} = $1 where name = $2`, [value, desk.first.name]);
    for (const [column, value, was] of [
      ['disabled_at', new Date(house.now()).toISOString(), null],
      ['role', 'support', 'admin'],
    ] as const) {
      const proposal = await propose('risk');
      await set(column, value);
      const { key } = await refusal(other.call('approveProposal', proposal));
      await set(column, was);
      expect(key, column).toBe('OPERATOR_PROPOSAL_OUTDATED');
      const [ended] = (await one.call('getProposals', { query: { ended: 'yes' } })).records;
      expect(ended).toMatchObject({ id: Number(proposal.params.id), state: 'outdated', decider: 'alex' });
    }
    expect(await roleOfSam()).toBe(before);
  });

  it('ends when it is rejected, withdrawn or a day old, and nothing is done', async () => {
    const rejected = await propose('risk');
    expect(await other.call('rejectProposal', rejected)).toMatchObject({ state: 'rejected' });
    expect((await refusal(other.call('approveProposal', rejected))).key).toBe('OPERATOR_PROPOSAL_ENDED');
    const withdrawn = await propose('risk');
    expect(await one.call('rejectProposal', withdrawn)).toMatchObject({ state: 'withdrawn' });
    const late = await propose('risk');
    house.advance(DAY_MS + 1_000);
    one = await desk.signIn();
    expect((await one.call('getProposals', { query: {} })).records).toEqual([]);
    const [expired] = (await one.call('getProposals', { query: { ended: 'yes' } })).records;
    expect(expired).toMatchObject({ id: Number(late.params.id), state: 'expired', decider: null });
    expect(await roleOfSam()).toBe('review');
    expect((await desk.room.log.verify()).intact).toBe(true);
  });

  it('is listed by act, proposer, outcome and time, in either order and page by page', async () => {
    const all = async (query: object, pageSize = '100') => {
      const found: number[] = [];
      let cursor: string | null = null;
      do {
        const more: object = cursor === null ? {} : { cursor };
        const answer = await one.call('getProposals', {
          query: { ended: 'yes', pageSize, ...query, ...more },
        });
        found.push(...answer.records.map(({ id }) => id));
        cursor = answer.nextCursor;
      } while (cursor !== null);
      return found;
    };
    const newest = await all({});
    expect(newest.length).toBeGreaterThan(4);
    expect(newest).toEqual(newest.toSorted((left, right) => right - left));
    expect(await all({ sort: 'time' }, '2')).toEqual(newest.toReversed());
    expect(await all({ sort: '-until' }, '2')).toHaveLength(newest.length);
    const { records } = await one.call('getProposals', { query: { ended: 'yes', state: 'expired' } });
    expect(records.map(({ state }) => state)).toEqual(['expired']);
    const expired = records[0]!;
    expect(await all({ from: String(expired.createTime), to: String(expired.createTime + 1) })).toEqual([
      expired.id,
    ]);
    expect(await all({ act: 'changeOperatorRole', operator: desk.first.name.toUpperCase() })).toEqual(newest);
    expect(await all({ act: 'correctBalance' })).toEqual([]);
    expect(await all({ operator: 'alex' })).toEqual([]);
  });

  it('is kept by the database: nobody approves an own one, and none ends twice', async () => {
    const { id } = (await propose('content')).params;
    const set = (values: string) =>
      house.pool.query(`update operator.proposal set ${values} where proposal_id = ${id}`);
    const own = "state = 'approved', decider_id = proposer_id, decision_reason = 'mine', decided_at = now()";
    await expect(set(own)).rejects.toThrow(/check constraint/);
    await expect(set("payload = '{}'")).rejects.toThrow(/only ends/);
    await set("state = 'withdrawn', decider_id = proposer_id, decision_reason = 'mine', decided_at = now()");
    await expect(set("state = 'open', decided_at = null")).rejects.toThrow(/only ends/);
    await expect(house.pool.query('delete from operator.proposal')).rejects.toThrow(/are kept/);
  });
});
