import { setTimeout as sleep } from 'node:timers/promises';
import { JournalError } from '@candor/journal';
import type { RemoteCore } from '../../engine/core/index.ts';

const RETRY_MS = 200;
/** Nothing was read or done: trying again is safe. */
const NOTHING_DONE: ReadonlySet<string> = new Set(['NOT_READY', 'NOT_COMMITTED', 'OVERLOADED']);

/**
 * The core as a process reaches it that starts: while the journal recovers, questions and commands wait for it instead of
 * ending the start. Once `isPatient` returns false, they are answered as the core answers.
 */
export function patientCore(core: RemoteCore, isPatient: () => boolean): RemoteCore {
  async function patiently<T>(run: () => Promise<T>): Promise<T> {
    for (;;)
      try {
        return await run();
      } catch (error) {
        const isNothingDone = error instanceof JournalError && NOTHING_DONE.has(error.code);
        if (!isNothingDone || !isPatient()) throw error;
        await sleep(RETRY_MS, undefined, { ref: false });
      }
  }
  return {
    submit: (submission) =>
      isPatient() ? patiently(() => core.submit(submission)) : core.submit(submission),
    ask: (name, ...args) =>
      isPatient() ? patiently(() => core.ask(name, ...args)) : core.ask(name, ...args),
    onCommitted: (listener) => core.onCommitted(listener),
    onState: (listener) => core.onState(listener),
    status: () => core.status(),
    get inFlight() {
      return core.inFlight;
    },
    close: () => core.close(),
  };
}
