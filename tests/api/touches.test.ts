import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTouches } from '../../apps/server/operators/touches/index.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson } from './support/person.ts';
import { expectListedByTime, inQuery } from './support/times.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

it('shows a user who touched the account, newest first, and nobody else', async () => {
  const [owner, other] = [await newPerson(house, false), await newPerson(house, false)];
  const touches = await openTouches({ pool: house.pool, now: house.now });
  const operator = { name: 'nora', role: 'review' } as const;
  const { userId } = owner;
  await touches.noteView({ userId, operator, act: 'kycViewed', reason: null });
  await touches.noteView({ userId, operator, act: 'noteWritten', reason: 'Asked for a clearer photo' });
  const { records, nextCursor } = await owner.client.call('getAccountTouches');
  expect(records.map(({ role, act, reason }) => [role, act, reason])).toEqual([
    ['review', 'noteWritten', 'Asked for a clearer photo'],
    ['review', 'kycViewed', null],
  ]);
  expect(nextCursor).toBeNull();
  expect(JSON.stringify(records)).not.toContain('nora');
  const first = await owner.client.call('getAccountTouches', { query: { pageSize: '1' } });
  const second = await owner.client.call('getAccountTouches', {
    query: { pageSize: '1', cursor: first.nextCursor as string },
  });
  expect([...first.records, ...second.records]).toEqual(records);
  await expectListedByTime(async (times) =>
    (await owner.client.call('getAccountTouches', { query: inQuery(times) })).records.map(
      ({ createTime }) => createTime,
    ),
  );
  expect((await other.client.call('getAccountTouches')).records).toEqual([]);
});

it('enters an act with what it belongs to, or not at all', async () => {
  const { userId, client } = await newPerson(house, false);
  const touches = await openTouches({ pool: house.pool, now: house.now });
  const operator = { name: 'nora', role: 'finance' } as const;
  const failed = house.factors.db.transaction().execute(async (trx) => {
    await touches.note(trx, { userId, operator, act: 'balanceCorrected', reason: 'A fee was taken twice' });
    throw new Error('the correction fails');
  });
  await expect(failed).rejects.toThrow('the correction fails');
  expect((await client.call('getAccountTouches')).records).toEqual([]);
});
