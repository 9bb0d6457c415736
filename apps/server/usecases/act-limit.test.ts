import { type Engine, JournalError, type Submission } from '@candor/journal';
import { describe, expect, it } from 'vitest';
import { createActLimit, limitActs } from './act-limit.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const HALF_DAY_MS = 43_200_000;

describe('the acts of a user and UTC day', () => {
  const refused = expect.objectContaining({
    problem: { key: 'DAILY_ACTS_REACHED', retryAfterMs: HALF_DAY_MS },
  });
  let timeMs = NOON_MS;
  const limitOf = (acts: number) => {
    timeMs = NOON_MS;
    const limit = createActLimit(acts, () => timeMs);
    const place = (key: string | null, userId = 1000) => limit.take(userId, 'placeOrder', key);
    return { limit, place };
  };

  it('are bounded for each alone, and anew from midnight', () => {
    const { place } = limitOf(2);
    place('a');
    place(null);
    expect(() => place('b')).toThrow(refused);
    expect(() => place(null)).toThrow(refused);
    place('b', 1001);
    timeMs += HALF_DAY_MS - 1;
    expect(() => place('b')).toThrow();
    timeMs += 1;
    place('b');
    place('c');
    expect(() => place('d')).toThrow();
  });

  it('leave a tenth more for what takes risk away', () => {
    const { limit, place } = limitOf(20);
    for (let act = 0; act < 20; act++) place(`${act}`);
    limit.take(1000, 'cancelAll', 'x');
    limit.take(1000, 'closePosition', 'y');
    expect(() => limit.take(1000, 'cancelAll', 'z')).toThrow(refused);
  });

  it('count a retry under one of the last keys once, and answer it behind the bound, so many times', () => {
    const { place } = limitOf(5_000);
    for (let act = 0; act < 5_000; act++) place(`${act}`);
    expect(() => place('5000')).toThrow(refused);
    expect(() => place('3999')).toThrow(refused);
    for (let retry = 0; retry < 1_000; retry++) place(`${4_000 + retry}`);
    expect(() => place('4999')).toThrow(refused);
  });

  it('are not used up by what was never done', () => {
    const { place } = limitOf(1);
    place('a')();
    place('b');
    expect(() => place('a')).toThrow(refused);
    place('b')();
    expect(() => place('c')).toThrow(refused);
  });

  it('count where the journal took them or may have, and not where it says that it did nothing', async () => {
    const { limit } = limitOf(2);
    const submission: Submission = { userId: 1000, key: null, bodyHash: null, body: { type: 'tick' } };
    let code: 'OVERLOADED' | 'OUTCOME_UNKNOWN' = 'OVERLOADED';
    const submit = () => Promise.reject(new JournalError(code, ''));
    const engine = limitActs({ submit } as unknown as Engine, limit);
    for (let act = 0; act < 4; act++) await expect(engine.submit(submission)).rejects.toMatchObject({ code });
    code = 'OUTCOME_UNKNOWN';
    for (let act = 0; act < 2; act++) await expect(engine.submit(submission)).rejects.toMatchObject({ code });
    await expect(engine.submit(submission)).rejects.toThrow(refused);
  });
});
