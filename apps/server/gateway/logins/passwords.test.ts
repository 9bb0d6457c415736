import { hash, verify } from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';
import { hashPassword, passwordMatches } from './passwords.ts';

vi.mock('@node-rs/argon2', { spy: true });

const SENDER = { lane: 'visitor', keys: ['address 198.51.100.1'] } as const;

it('a flood of logins has no more than two hashes under way, and each is answered truly', async () => {
  const right = await hashPassword('correct-horse-9', SENDER);
  let running = 0;
  let most = 0;
  const counted =
    <Parameters extends unknown[], Result>(original: (...of: Parameters) => Promise<Result>) =>
    async (...of: Parameters): Promise<Result> => {
      running += 1;
      most = Math.max(most, running);
      try {
        return await original(...of);
      } finally {
        running -= 1;
      }
    };
  const real = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
  vi.mocked(hash).mockImplementation(counted(real.hash));
  vi.mocked(verify).mockImplementation(counted(real.verify));
  const passwords = ['correct-horse-9', 'wrong-horse-9'];
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, (_, n) => passwordMatches(right, passwords[n % 2]!, SENDER)),
    ...Array.from({ length: 2 }, () => passwordMatches(null, passwords[0]!, SENDER)),
  ]);
  expect(answers).toEqual([true, false, true, false, true, false, true, false, false, false]);
  expect(most).toBeLessThanOrEqual(2);
  expect(most).toBeGreaterThan(0);
});
