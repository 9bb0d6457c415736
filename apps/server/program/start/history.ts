import type { DatabaseLogins } from '../../base/database/index.ts';
import { startHistoryWriter } from '../../engine/history/index.ts';
import { openBusLine } from './bus-line.ts';
import { openCoreLine } from './core-line.ts';
import type { RoleInput } from './open-config.ts';
import type { Role } from './roles/run-role.ts';

/** The program is not ready while the read models trail by more than this many commands. */
const lagMax = 50_000;

/** Writes the read models in a process other than the core's, and publishes their progress on the bus. */
export async function startHistory(role: Role, { sockets }: RoleInput): Promise<void> {
  const { lifecycle, readiness, log, patience } = role;
  const { runtime: connectionString } = (await role.ask('database')) as DatabaseLogins;
  const core = await openCoreLine(role, sockets.core, 'history');
  const bus = await openBusLine(role, sockets.bus, true);
  const writer = await lifecycle.stage(
    'the read models',
    () => startHistoryWriter({ connectionString, core, bus, patience, log: (line) => log.warn(line) }),
    (running) => running.stop(),
  );
  readiness.watch('history', () => {
    const { lag, reason } = writer.status();
    if (lag <= lagMax) return null;
    return `${lag} commands behind${reason === null ? '' : `: ${reason}`}`;
  });
}
