import { execFile } from 'node:child_process';
import type { ProcessState } from './messages.ts';
import { STOP_PATIENCE_MS } from './stop-patience.ts';
import { type ProcessSpec, Supervised } from './supervised.ts';

export interface SupervisorOptions {
  /** The environment of all processes. */
  readonly env: NodeJS.ProcessEnv;
  /** Shows the progress of a process on the terminal. */
  readonly say: (line: string) => void;
  /** Logs ended processes for operators. */
  readonly log: (line: string) => void;
  /** Called when a process started or ended, or when its readiness changed. */
  readonly onChange?: (processes: readonly ProcessState[]) => void;
  /** Called when a process reports that the whole program cannot continue. */
  readonly onLost: (reason: string) => void;
  /** The time that one process has to stop. */
  readonly stopPatienceMs?: number;
}

/** Starts processes, restarts those that end, and stops all of them in order. */
export interface Supervisor {
  /** Resolves when the process is ready for the first time. Throws StartupError if it cannot start. */
  start(spec: ProcessSpec): Promise<void>;
  processes(): readonly ProcessState[];
  /** Asks a process by its name. Rejects if the process is not running or ends first. */
  ask(name: string, question: string): Promise<unknown>;
  /** Kills all processes at once, for when they cannot finish their work any more. */
  kill(): Promise<void>;
  /** Stops the processes layer by layer from the highest, once. Resolves when none is left. */
  stop(): Promise<void>;
}

/** Runs a command that the operating system kills when its parent dies, however the parent dies. */
const GUARD = ['setpriv', '--pdeathsig', 'KILL', '--'];

/** Creates a supervisor without processes. */
export async function createSupervisor(options: SupervisorOptions): Promise<Supervisor> {
  const guard = (await isThere(GUARD)) ? GUARD : [];
  const all: Supervised[] = [];
  const states = () => all.map(({ state }) => state);
  let isTold = true;
  let stopped: Promise<void> | null = null;

  const tell = (): void => {
    isTold = true;
    const processes = states();
    options.onChange?.(processes);
    for (const each of all) if (each.spec.hearsOthers === true) each.send({ type: 'program', processes });
  };

  const stopAll = async (): Promise<void> => {
    const layers = [...new Set(all.map(({ spec }) => spec.layer))].sort((a, b) => b - a);
    for (const layer of layers)
      await Promise.all(all.filter(({ spec }) => spec.layer === layer).map((each) => each.stop()));
  };

  return {
    start(spec) {
      if (stopped !== null) return Promise.reject(new Error('The program is stopping'));
      const each = new Supervised({
        spec,
        guard,
        env: options.env,
        say: options.say,
        log: options.log,
        onLost: options.onLost,
        stopPatienceMs: options.stopPatienceMs ?? STOP_PATIENCE_MS.process,
        onChange: () => {
          // Several changes within one turn are reported once.
          if (isTold) setImmediate(tell);
          isTold = false;
        },
      });
      all.push(each);
      return each.start();
    },
    processes: states,
    ask(name, question) {
      const found = all.find(({ spec }) => spec.name === name);
      if (found === undefined) return Promise.reject(new Error(`there is no process ${name}`));
      return found.ask(question);
    },
    kill() {
      stopped ??= Promise.all(all.map((each) => each.kill())).then(() => {});
      return stopped;
    },
    stop() {
      stopped ??= stopAll();
      return stopped;
    },
  };
}

function isThere([file, ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(file!, [...args, 'true'], (error) => resolve(error === null));
  });
}
