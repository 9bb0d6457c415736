import { readCommitted } from '@candor/journal';
import { type Projections, startProjections } from '@candor/projections';
import type { CoreLink } from '../core/index.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Readiness } from './readiness.ts';

export interface HistoryOptions {
  readonly lifecycle: Lifecycle;
  readonly readiness: Readiness;
  readonly core: CoreLink;
  readonly connectionString: string;
  readonly log: (line: string) => void;
}

/** Read models that trail by more than this many commands make the program not ready. */
const lagMax = 50_000;

/** Starts the writer of the read models. */
export async function openHistory(options: HistoryOptions): Promise<Projections> {
  const { lifecycle, readiness, core, connectionString, log } = options;
  const engine = {
    onCommitted: core.onCommitted.bind(core),
    status: core.status.bind(core),
    replay: (afterSeq: number) => readCommitted({ connectionString, afterSeq, log }),
  };
  const projections = await lifecycle.stage(
    'the read models',
    () => startProjections({ connectionString, engine, log }),
    (running) => running.stop(),
  );
  readiness.watch('history', () => {
    const { lag, reason } = projections.status();
    if (lag <= lagMax) return null;
    return `${lag} commands behind${reason === null ? '' : `: ${reason}`}`;
  });
  return projections;
}
