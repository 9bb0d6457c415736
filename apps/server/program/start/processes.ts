import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessReport } from './process-metrics.ts';
import {
  createLaunch,
  type ProcessesOptions,
  processSpecs,
  type Report,
  type Started,
} from './process-specs.ts';
import type { Supervisor } from './roles/supervise.ts';
import { watchVitals } from './roles/vitals.ts';

/** A process that does not answer in time is reported without its own figures. */
const REPORT_PATIENCE_MS = 1_000;

/**
 * Starts all processes concurrently; each waits for what it needs from the others. Each secret is given to the one
 * process that uses it. Resolves when all are ready for the first time. Throws StartupError if one cannot start.
 */
export async function startProcesses(options: ProcessesOptions): Promise<Started> {
  const { supervisor } = options;
  const launch = createLaunch(options, reporter(supervisor));
  await Promise.all(processSpecs(launch).map((each) => supervisor.start(each)));
  return { ...launch.facts };
}

/** Sends the questions to every process; the result of a process that does not answer is null. */
function reporter(supervisor: Supervisor): Report {
  const own = watchVitals();
  return async (questions) => {
    const self: ProcessReport = {
      name: 'supervisor',
      pid: process.pid,
      state: 'ready',
      reasons: {},
      restarts: 0,
      vitals: own(),
      metrics: null,
    };
    const others = supervisor.processes().map(async (state) => {
      const answers = questions.map(async (question) => {
        const late = sleep(REPORT_PATIENCE_MS, null, { ref: false });
        return [question, await Promise.race([supervisor.ask(state.name, question).catch(() => null), late])];
      });
      return { ...state, ...Object.fromEntries(await Promise.all(answers)) };
    });
    return [self, ...(await Promise.all(others))];
  };
}
