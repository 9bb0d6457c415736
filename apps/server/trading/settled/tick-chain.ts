import type { TickChainRecord } from '@candor/api';
import type { CommittedBatch } from '@candor/journal';
import { type CoreLink, indexTickOf, onBatches } from '../../engine/core/index.ts';

/** Records that are kept: ten seconds of them. */
export const MOST_RECORDS = 40;

/** The newest committed records of the recorder's chain, in order and without a gap. */
export interface TickChain {
  /** Records with greater numbers, oldest first. */
  after(no: number): readonly TickChainRecord[];
  /** The number of the newest record; null until one was heard. */
  newestNo(): number | null;
  stop(): void;
}

/** Keeps the records of committed ticks from now on. */
export function followTickChain(core: Pick<CoreLink, 'onCommitted'>): TickChain {
  let records: TickChainRecord[] = [];
  const take = (batch: CommittedBatch, gap: boolean) => {
    if (gap) records = [];
    for (const command of batch.commands) {
      const tick = command.outcome.ok ? indexTickOf(command) : null;
      if (tick?.record === undefined || tick.chainedMs === undefined) continue;
      const { tickNo, chainedMs, record } = tick;
      // an epoch that takes over delivers some batches again
      if (record.no <= (records.at(-1)?.no ?? 0)) continue;
      const quotes = tick.quotes.map(
        ({ venueId, symbolId, bidTicks, askTicks, venueTimeMs }): TickChainRecord['quotes'][number] => [
          venueId,
          symbolId,
          bidTicks,
          askTicks,
          venueTimeMs,
        ],
      );
      const { no, previousHash, hash } = record;
      records.push({ no, previousHash, hash, tickNo, chainedMs, quotes });
    }
    if (records.length > MOST_RECORDS) records = records.slice(-MOST_RECORDS);
  };
  const stop = onBatches(core, take);
  return {
    after: (no) => records.filter((record) => record.no > no),
    newestNo: () => records.at(-1)?.no ?? null,
    stop,
  };
}
