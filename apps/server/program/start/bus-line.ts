import type { Logger } from 'pino';
import { type Bus, connectBus, type OnBusError } from '../../base/bus/index.ts';
import { unlessStopping } from '../../base/work/lifecycle.ts';
import type { Role } from './roles/run-role.ts';

/** The hub starts after the market, and the first market is built from years of prices. */
export const FIRST_PATIENCE_MS = 600_000;
/** The bus counts as out of step when it is more than this behind. */
const BEHIND_MS = 3_000;

/** Logs bus errors: the message for an error of the bus, the full error if a listener threw it. */
export function busFaults(log: Logger): OnBusError {
  return (error, subject) => {
    if (subject === 'bus') log.warn(`The bus: ${error instanceof Error ? error.message : error}`);
    else log.error({ err: error, subject }, 'a listener of the bus threw');
  };
}

/**
 * Connects this process to the bus. The process is not ready while the bus is unreachable. A process that answers no
 * user is patient: it learns less often how far it is behind.
 */
export async function openBusLine(
  { lifecycle, readiness, log }: Role,
  path: string,
  isPatient: boolean,
): Promise<Bus> {
  const onError = busFaults(log);
  const bus = await lifecycle.stage(
    'the line to the bus',
    () =>
      unlessStopping(
        lifecycle.signal,
        connectBus({ path, onError, timeoutMs: FIRST_PATIENCE_MS, isPatient }),
      ),
    (running) => running.close(),
  );
  bus.onState(() => readiness.changed());
  readiness.watch('bus', () => (bus.behindMs() > BEHIND_MS ? 'out of reach' : null));
  return bus;
}
