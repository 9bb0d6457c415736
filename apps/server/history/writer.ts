import { readCommitted } from '@candor/journal';
import { type BatchSource, type ProjectionsStatus, startProjections } from '@candor/projections';
import type { Bus } from '../bus/index.ts';
import type { CoreLink } from '../core/index.ts';
import { type Progress, subjects } from './progress.ts';

export interface HistoryWriterOptions {
  /** The database of the journal and of the read models. */
  readonly connectionString: string;
  readonly core: CoreLink;
  readonly bus: Bus;
  readonly log: (line: string) => void;
}

export interface HistoryWriter {
  status(): ProjectionsStatus;
  /** Writes the remaining rows and closes the database connections. */
  stop(): Promise<void>;
}

/** The interval at which progress is published while no reader waits, in ms. */
const SAY_EVERY_MS = 500;
/** Progress is published after this many unchanged checks, for readers that connected since. */
const LOOKS_PER_BEAT = 2;
const HASTE_MS = 10_000;

/** Writes the read models in a process other than the core's, and publishes their progress on the bus. */
export async function startHistoryWriter(options: HistoryWriterOptions): Promise<HistoryWriter> {
  const { connectionString, core, bus, log } = options;
  const engine: BatchSource = {
    onCommitted: (listener) => core.onCommitted(listener),
    replay: (afterSeq) => readCommitted({ connectionString, afterSeq, log }),
    status: () => core.status(),
  };
  const projections = await startProjections({ connectionString, engine, log });
  let said: Progress | null = null;
  let silent = 0;
  const say = (): void => {
    const { seq, reason } = projections.status();
    silent += 1;
    if (said?.seq === seq && said.reason === reason && silent < LOOKS_PER_BEAT) return;
    said = { seq, reason };
    silent = 0;
    bus.publish(subjects.progress, said);
  };
  const saying = setInterval(say, SAY_EVERY_MS);
  const end = bus.subscribe(subjects.wanted, (seq) => {
    if (!Number.isSafeInteger(seq)) return;
    projections.caughtUp(seq as number, HASTE_MS).then(say, (error: unknown) => log(String(error)));
  });
  return {
    status: () => projections.status(),
    async stop() {
      clearInterval(saying);
      end();
      await projections.stop();
    },
  };
}
