import { expect, it } from 'vitest';
import { eventually } from '../../../../tests/support/patience.ts';
import { ASKED_TOGETHER } from './accounts.ts';
import { createDueUsers } from './due-users.ts';

/** Records the users that are queried; queries fail while `fails` is true. */
function stage(connected: (userId: number) => boolean) {
  const asked: (readonly number[])[] = [];
  const errors: unknown[] = [];
  const given = { fails: false };
  const due = createDueUsers({
    accounts: { follows: connected },
    async read(userIds) {
      asked.push(userIds);
      await Promise.resolve();
      if (given.fails) throw new Error('not ready');
    },
    onError: (error) => errors.push(error),
  });
  return { due, asked, errors, given };
}

it('asks of all who are due, some at a time, and never twice at once', async () => {
  const { due, asked } = stage(() => true);
  const users = Array.from({ length: 3 * ASKED_TOGETHER + 7 }, (_, at) => 1_000 + at);
  for (const userId of users) due.add(userId);
  await eventually(() => expect(asked.flat().toSorted()).toEqual(users));
  for (const userIds of asked) expect(userIds.length).toBeLessThanOrEqual(ASKED_TOGETHER);
});

it('asks of nobody who is not connected', async () => {
  const { due, asked } = stage((userId) => userId === 1_001);
  due.add(1_000);
  due.add(1_001);
  await eventually(() => expect(asked).toEqual([[1_001]]));
});

it('forgets nobody whose question failed', async () => {
  const { due, asked, errors, given } = stage(() => true);
  given.fails = true;
  due.add(1_000);
  await eventually(() => expect(errors).toHaveLength(1));
  given.fails = false;
  due.retry();
  await eventually(() => expect(asked).toEqual([[1_000], [1_000]]));
  due.retry();
  expect(errors).toHaveLength(1);
});
