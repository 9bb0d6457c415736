import { expect, it } from 'vitest';
import { Stage } from '../perpetual/stage.ts';

/*
 * The digest of the whole state, which a row carries once a minute, was first made and then found to have taken too
 * long: a minute after each start the exchange stood still for as long as that took, a second and more.
 */
it('a state too large to be digested between two commands is known before the work is done', () => {
  const s = new Stage();
  expect(s.kernel.stateHashWithin(10_000)).toBe(s.kernel.stateHash());
  for (let userId = 1_000; userId < 3_000; userId++) s.user(userId, 1n);
  expect(s.kernel.stateHashWithin(10_000)).toBeNull();
  expect(s.kernel.stateHashWithin(1_000_000)).toBe(s.kernel.stateHash());
});

it('keys that were used count, and no longer once they are forgotten', () => {
  const s = new Stage();
  const least = s.kernel.snapshot().length;
  const keys = 1_000;
  for (let i = 0; i < keys; i++) {
    const body = { type: 'openAccount', accountUserId: 1_000, kind: 'user' } as const;
    const key = `t${s.nowMs.toString(36)}-${i.toString(36).padStart(32, '0')}`;
    s.kernel.apply({ seq: s.kernel.seq + 1, timeMs: s.nowMs, userId: 0, key, bodyHash: null, body });
  }
  expect(s.kernel.stateHashWithin(least + 9 * keys)).toBeNull();
  s.nowMs += 10 * 86_400_000;
  s.tick(1_000_000);
  expect(s.kernel.stateHashWithin(least + (9 * keys) / 2)).toBe(s.kernel.stateHash());
});
