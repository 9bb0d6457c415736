import { expect, test } from 'vitest';
import { createLifecycle, type Lifecycle } from '../../base/work/lifecycle.ts';
import { followUntilServed } from './followed.ts';
import type { Role } from './roles/run-role.ts';

function role() {
  const lines: string[] = [];
  const lifecycle = createLifecycle(() => {});
  const log = { warn: (_: unknown, line: string) => lines.push(line) };
  return { lines, lifecycle, role: { lifecycle, log } as unknown as Pick<Role, 'lifecycle' | 'log'> };
}

test('a chain whose node or signer is away is begun again, without what the attempt before had begun', async () => {
  const { lines, lifecycle, role: own } = role();
  const running = new Set<string>();
  const stage = (within: Lifecycle, name: string) =>
    within.stage(
      name,
      () => {
        expect(running.has(name)).toBe(false);
        running.add(name);
      },
      () => {
        running.delete(name);
      },
    );
  const failures = ['node away', 'node away', 'wrong chain', null];
  await followUntilServed(
    own,
    'Chain',
    async ({ lifecycle: within }) => {
      await stage(within, 'deposits');
      const failure = failures.shift();
      if (failure) throw new Error(failure);
      await stage(within, 'withdrawals');
    },
    1,
  );
  expect([...running]).toEqual(['deposits', 'withdrawals']);
  expect(lines).toEqual(['Chain is not followed yet: node away', 'Chain is not followed yet: wrong chain']);
  await lifecycle.stop();
  expect([...running]).toEqual([]);
});

test('a stop ends the attempts', async () => {
  const { lifecycle, role: own } = role();
  let attempts = 0;
  const following = followUntilServed(
    own,
    'Chain',
    async () => {
      attempts += 1;
      if (attempts === 2) void lifecycle.stop();
      throw new Error('away');
    },
    1,
  );
  await following;
  await lifecycle.stop();
  expect(attempts).toBe(2);
});
