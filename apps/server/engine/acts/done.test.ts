import { JournalError, type Submission } from '@candor/journal';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CoreLink } from '../core/index.ts';
import { createActLimit, limitActs } from './act-limit.ts';
import { runAct } from './done.ts';
import { repeatOf } from './repeats.ts';

const submission: Submission = { userId: 1000, key: 'k', bodyHash: 'h', body: { type: 'tick' } };
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const notReady = new JournalError('NOT_READY', '');

function coreWith(ok: boolean): CoreLink {
  const answer = { seq: 9, timeMs: 9, outcome: ok ? { ok } : { ok, code: 'NO_LIQUIDITY' } };
  const link = { submit: async () => answer, ask: async () => answer } as unknown as CoreLink;
  return limitActs(
    link,
    createActLimit({ perUser: 9, perAddress: 9 }, () => 0),
  );
}

const submitted = (ok: boolean, error: Error) => () =>
  runAct(async () => {
    await coreWith(ok).submit(submission);
    throw error;
  });
const repeated = (error: Error) => () =>
  runAct(async () => {
    await repeatOf(coreWith(true), submission);
    throw error;
  });

describe('an act that the journal holds', () => {
  it.each([
    ['the database is away', submitted(true, away)],
    ['the read models are away', submitted(true, notReady)],
    ['a part says that it is unavailable', submitted(true, new Refusal('UNAVAILABLE'))],
    ['the database is away once more at its repetition', repeated(away)],
  ])('is to be repeated where afterwards %s', async (_, run) => {
    await expect(run()).rejects.toMatchObject({ key: 'OUTCOME_UNKNOWN' });
  });

  it('keeps every other error', async () => {
    const faults = [new Error('a fault'), new Refusal('OTC_METHOD')];
    for (const fault of faults) await expect(submitted(true, fault)()).rejects.toBe(fault);
  });
});

it('an act that was refused, or that never reached the journal, was not done', async () => {
  await expect(submitted(false, away)()).rejects.toBe(away);
  await expect(runAct(() => Promise.reject(away))).rejects.toBe(away);
  expect(await runAct(() => 7)).toBe(7);
});
