import { JournalError, type JournalErrorCode } from '@candor/journal';
import { expect, test } from 'vitest';
import type { RemoteCore } from '../../engine/core/index.ts';
import { patientCore } from './patient-core.ts';

/** A core that answers only after it refused so many times. */
function recovering(refusals: number, code: JournalErrorCode = 'NOT_READY') {
  let asked = 0;
  const answer = async () => {
    asked += 1;
    if (asked <= refusals) throw new JournalError(code, 'recovering');
    return asked;
  };
  return { submit: answer, ask: answer } as unknown as RemoteCore;
}

test('a process that starts waits for a journal that recovers', async () => {
  expect(await patientCore(recovering(2), () => true).ask('newestSeq')).toBe(3);
  const command = { userId: 0, key: null, bodyHash: null, body: { type: 'tick' } } as const;
  expect(await patientCore(recovering(1, 'NOT_COMMITTED'), () => true).submit(command)).toBe(2);
});

test('once it has started, and where something may be done, the answer is the core’s', async () => {
  await expect(patientCore(recovering(1), () => false).ask('newestSeq')).rejects.toThrow('recovering');
  const unknown = patientCore(recovering(1, 'OUTCOME_UNKNOWN'), () => true);
  await expect(unknown.ask('newestSeq')).rejects.toThrow('recovering');
});
