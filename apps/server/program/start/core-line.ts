import { Stopping } from '../../base/work/lifecycle.ts';
import { connectCore, type LineRole, type RemoteCore } from '../../engine/core/index.ts';
import { patientCore } from './patient-core.ts';
import type { Role } from './roles/run-role.ts';

/**
 * Connects this process to the core. The process is not ready while the core is unreachable, and its start waits for a
 * journal that recovers.
 */
export async function openCoreLine(
  { lifecycle, readiness, log }: Role,
  path: string,
  role: LineRole,
): Promise<RemoteCore> {
  const core = await lifecycle.stage(
    `the line of a ${role} to the core`,
    () =>
      connectCore({ path, role, log: (line) => log.warn(line), signal: lifecycle.signal }).catch((error) => {
        throw lifecycle.signal.aborted ? new Stopping() : error;
      }),
    (running) => running.close(),
  );
  core.onState(() => readiness.changed());
  readiness.watch('core', () => {
    const { state, reason } = core.status();
    return state === 'ready' ? null : `${state}: ${reason ?? 'no reason given'}`;
  });
  return patientCore(core, () => readiness.isStarting && !lifecycle.signal.aborted);
}
