import { readCommitted } from '@candor/journal';
import { type BatchSource, type ProjectionsStatus, startProjections } from '@candor/projections';
import type { Bus } from '../../base/bus/index.ts';
import type { Patience } from '../../base/database/index.ts';
import type { CoreLink } from '../core/index.ts';
import { type Progress, subjects } from './progress.ts';

export interface HistoryWriterOptions {
  /** The database of the journal and of the read models. */
  readonly connectionString: string;
  readonly core: CoreLink;
  readonly bus: Bus;
  /** Repeats what the start does in the database while that is away. */
  readonly patience?: Patience;
  readonly log: (line: string) => void;
}

export interface HistoryWriter {
  status(): ProjectionsStatus;
  /** The journal as the read models follow it. */
  readonly journal: BatchSource;
  /** Resolves with true once the rows cover command `seq`; with false after `timeoutMs`. */
  caughtUp(seq: number, timeoutMs?: number): Promise<boolean>;
  /** Writes the remaining rows and closes the database connections. */
  stop(): Promise<void>;
}

/** The interval at which progress is published while no reader waits, in ms; also unchanged, for new readers. */
const SAY_EVERY_MS = 1_000;
const HASTE_MS = 10_000;

/** Writes the read models in a process other than the core's, and publishes their progress on the bus. */
export async function startHistoryWriter(options: HistoryWriterOptions): Promise<HistoryWriter> {
  const { connectionString, core, bus, log, patience } = options;
  const engine: BatchSource = {
    onCommitted: (listener) => core.onCommitted(listener),
    replay: (afterSeq) => readCommitted({ connectionString, afterSeq, log }),
    status: () => core.status(),
  };
  const projections = await startProjections({
    connectionString,
    engine,
    log,
    ...(patience === undefined ? {} : { patience }),
  });
  const say = (): void => {
    const { seq, reason } = projections.status();
    bus.publish(subjects.progress, { seq, reason } satisfies Progress);
  };
  const progressTimer = setInterval(say, SAY_EVERY_MS);
  const end = bus.subscribe(subjects.wanted, (seq) => {
    if (!Number.isSafeInteger(seq)) return;
    projections.caughtUp(seq as number, HASTE_MS).then(say, (error: unknown) => log(String(error)));
  });
  return {
    status: () => projections.status(),
    journal: engine,
    caughtUp: (seq, timeoutMs) => projections.caughtUp(seq, timeoutMs),
    async stop() {
      clearInterval(progressTimer);
      end();
      await projections.stop();
    },
  };
}
