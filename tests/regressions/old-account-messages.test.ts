import type { CommittedBatch } from '@candor/journal';
import { expect, test } from 'vitest';
import { type JournalDeps, keepInStep } from '../../apps/server/gateway/realtime/in-step.ts';

/** After a stop of the whole process, batches of before were sent as live to private sockets until a timer ran. */
test('a door looks whether it is in step before it hands a batch to accounts', async () => {
  const seen: string[] = [];
  let tell: (batch: CommittedBatch) => void = () => {};
  const nothing = () => {};
  const fakes = {
    core: {
      ask: async () => ({ seq: 0, books: [], listings: {} }),
      onCommitted: (listener: typeof tell) => {
        tell = listener;
        return nothing;
      },
    },
    catalogue: { install: nothing, symbols: () => [], contracts: () => [] },
    depth: { install: nothing, apply: nothing },
    accounts: { apply: () => seen.push('account'), reload: nothing },
    hub: { add: nothing },
    openMarketChannels: nothing,
    onLoaded: nothing,
    onResync: (reason: unknown) => seen.push(String(reason)),
    inStep: () => seen.push('in step?') > 0,
  };
  const stop = await keepInStep(fakes as unknown as JournalDeps);
  const commands = [{ stamp: { seq: 1, userId: 1 }, events: [] }];
  tell({ batchNo: 1, firstSeq: 1, lastSeq: 1, hash: '', commands } as unknown as CommittedBatch);
  stop();
  expect(seen).toEqual(['in step?', 'account']);
});
