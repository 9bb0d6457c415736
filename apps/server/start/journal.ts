import {
  type Engine,
  type EngineOptions,
  JournalError,
  type JournalErrorCode,
  openEngine,
} from '@candor/journal';
import { type Projections, startProjections } from '@candor/projections';
import { type CoreLink, localLink } from '../core/index.ts';
import { StartupError, type StartupErrorCode } from '../startup-error.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Readiness } from './readiness.ts';

export interface Journal {
  readonly engine: Engine;
  readonly core: CoreLink;
  readonly projections: Projections;
}

export interface JournalOptions extends Pick<EngineOptions, 'genesis' | 'bootstrap' | 'connectionString'> {
  readonly lifecycle: Lifecycle;
  readonly readiness: Readiness;
  readonly log: (line: string) => void;
}

/** Read models that trail by more than this many commands make the program not ready. */
const lagMax = 50_000;

/** Recovers the engine from the journal and starts the writer of the read models beside it. */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { lifecycle, readiness, log, connectionString, genesis } = options;
  const bootstrap = options.bootstrap ?? [];
  const engine = await lifecycle.stage(
    'the journal',
    () => openEngine({ connectionString, genesis, bootstrap, log }).catch(explain),
    (running) => running.stop(),
  );
  readiness.watch('journal', () => {
    const status = engine.status();
    return status.state === 'ready' ? null : `${status.state}: ${status.reason ?? 'no reason given'}`;
  });
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
  return { engine, core: localLink(engine), projections };
}

const startupCodes: Partial<Record<JournalErrorCode, StartupErrorCode>> = {
  DATABASE_UNREACHABLE: 'DATABASE_UNREACHABLE',
  DATABASE_UNSAFE: 'DATABASE_UNSAFE',
  POOLER_BETWEEN: 'DATABASE_UNSAFE',
  ALREADY_RUNNING: 'DATA_IN_USE',
  MODE_MISMATCH: 'FEED_MODE',
};

function explain(error: unknown): never {
  if (!(error instanceof JournalError)) throw error;
  const code = startupCodes[error.code] ?? 'JOURNAL_REFUSED';
  const place = error.batchNo === null ? '' : ` (batch ${error.batchNo})`;
  const message =
    code === 'JOURNAL_REFUSED' ? `The journal was not opened${place}: ${error.message}` : error.message;
  throw new StartupError(code, message, { cause: error });
}
