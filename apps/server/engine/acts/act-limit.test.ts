import { JournalError, type Submission } from '@candor/journal';
import { describe, expect, it } from 'vitest';
import type { CoreLink } from '../core/index.ts';
import { createActLimit, limitActs } from './act-limit.ts';
import { runOnlyRepeats } from './repeats.ts';
import { runFrom } from './sender-address.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const HALF_DAY_MS = 43_200_000;

describe('the acts of a user and UTC day', () => {
  const refused = expect.objectContaining({
    problem: { key: 'DAILY_ACTS_REACHED', retryAfterMs: HALF_DAY_MS },
  });
  let timeMs = NOON_MS;
  const limitOf = (acts: number) => {
    timeMs = NOON_MS;
    const limit = createActLimit({ perUser: acts, perAddress: 2 * acts }, () => timeMs);
    const place = (userId = 1000) => limit.take(userId, 'placeOrder');
    return { limit, place };
  };

  it('are bounded for each alone, and start at 0 from midnight', () => {
    const { place } = limitOf(2);
    const takeBack = place();
    place();
    expect(place).toThrow(refused);
    place(1001);
    timeMs += HALF_DAY_MS - 1;
    expect(place).toThrow();
    timeMs += 1;
    place();
    takeBack();
    place();
    expect(place).toThrow();
  });

  it('leave a tenth more for what takes risk away', () => {
    const { limit, place } = limitOf(20);
    for (let act = 0; act < 20; act++) place();
    limit.take(1000, 'cancelAll');
    limit.take(1000, 'closePosition');
    expect(() => limit.take(1000, 'cancelAll')).toThrow(refused);
  });

  it('of all users of one address are bounded together, however many they are', () => {
    const { limit, place } = limitOf(3);
    const from = (address: string, userId: number) =>
      runFrom(address, () => limit.take(userId, 'placeOrder'));
    const backs = [1, 2, 3, 4, 5, 6].map((userId) => from('192.0.2.1', userId));
    expect(() => from('192.0.2.1', 7)).toThrow(refused);
    runFrom('192.0.2.1', () => limit.take(7, 'cancelAll'));
    from('192.0.2.2', 7);
    place(7);
    backs[0]!();
    backs[1]!();
    from('192.0.2.1', 8);
    expect(() => from('192.0.2.1', 9)).toThrow(refused);
  });

  it('of an IPv6 site are bounded together, whatever part of it they come from', () => {
    const { limit } = limitOf(1);
    const from = (part: number) =>
      runFrom(`2001:db8:1:${part}::/64`, () => limit.take(1000 + part, 'placeOrder'));
    for (const part of [1, 2, 3, 4]) from(part);
    expect(() => from(5)).toThrow(refused);
  });

  it('are not used up by what was never done', () => {
    const { place } = limitOf(1);
    place()();
    place();
    expect(place).toThrow(refused);
  });

  it('count where the journal took them or may have, and not where it says that it did nothing', async () => {
    const { limit } = limitOf(2);
    const submission: Submission = { userId: 1000, key: null, bodyHash: null, body: { type: 'tick' } };
    let code: 'OVERLOADED' | 'OUTCOME_UNKNOWN' = 'OVERLOADED';
    const submit = () => Promise.reject(new JournalError(code, ''));
    const core = limitActs({ submit } as unknown as CoreLink, limit);
    for (let act = 0; act < 4; act++) await expect(core.submit(submission)).rejects.toMatchObject({ code });
    code = 'OUTCOME_UNKNOWN';
    for (let act = 0; act < 2; act++) await expect(core.submit(submission)).rejects.toMatchObject({ code });
    await expect(core.submit(submission)).rejects.toThrow(refused);
  });

  it('past a bound let a known key have its answer, without a command, and nothing else', async () => {
    const { limit, place } = limitOf(1);
    const submitted: (string | null)[] = [];
    const outcome = { ok: false, code: 'NO_LIQUIDITY' };
    const core = limitActs(
      {
        submit: async ({ key }: Submission) => {
          submitted.push(key);
          return { seq: 9, timeMs: 9, outcome };
        },
        ask: async (name: string, userId: number, key: string) =>
          name === 'usedKey' && userId === 1000 && key === 'known' ? { seq: 7, timeMs: 8, outcome } : null,
      } as unknown as CoreLink,
      limit,
    );
    const act = (key: string | null): Submission => ({
      userId: 1000,
      key,
      bodyHash: null,
      body: { type: 'tick' },
    });
    place();
    expect(await core.submit(act('known'))).toEqual({ seq: 7, timeMs: 8, outcome });
    await expect(core.submit(act('new'))).rejects.toThrow(refused);
    await expect(core.submit(act(null))).rejects.toThrow(refused);
    timeMs += HALF_DAY_MS;
    expect(await runOnlyRepeats(() => core.submit(act('known')))).toEqual({ seq: 7, timeMs: 8, outcome });
    const limited = expect.objectContaining({ problem: { key: 'RATE_LIMITED', retryAfterMs: 1_000 } });
    await expect(runOnlyRepeats(() => core.submit(act('new')))).rejects.toThrow(limited);
    expect(submitted).toEqual([]);
    expect(await core.submit(act('new'))).toEqual({ seq: 9, timeMs: 9, outcome });
    expect(submitted).toEqual(['new']);
  });
});
