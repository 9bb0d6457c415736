import { execFile } from 'node:child_process';
import type { ProcessState } from './messages.ts';
import { type ProcessSpec, Supervised } from './supervised.ts';

export interface SupervisorOptions {
  /** Environment of all processes. */
  readonly env: NodeJS.ProcessEnv;
  /** Tells the person at the terminal how far a process is. */
  readonly say: (line: string) => void;
  /** For operators: processes that ended. */
  readonly log: (line: string) => void;
  /** Called when a process started, ended or changed its mind about being ready. */
  readonly onChange?: (processes: readonly ProcessState[]) => void;
  /** Called when a process finds that the whole program cannot go on. */
  readonly onLost: (reason: string) => void;
  /** How long one process may take to stop. */
  readonly stopPatienceMs?: number;
}

/** Starts processes, starts those again that end, and stops all of them in order. */
export interface Supervisor {
  /** Resolves when the process is ready for the first time. Throws StartupError when it cannot start. */
  start(spec: ProcessSpec): Promise<void>;
  processes(): readonly ProcessState[];
  /** Asks a process by its name. Rejects when it does not run or ends first. */
  ask(name: string, question: string): Promise<unknown>;
  /** Ends all at once, for when they cannot finish anything any more. */
  kill(): Promise<void>;
  /** Stops the processes of the highest layer, then those below, once, and resolves when none is left. */
  stop(): Promise<void>;
}

const STOP_PATIENCE_MS = 8_000;
/** Runs a program that the kernel kills when its parent dies, however that dies. */
const GUARD = ['setpriv', '--pdeathsig', 'KILL', '--'];

/** Makes a supervisor, which has nothing to watch yet. */
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
        ...{ spec, guard, env: options.env, say: options.say, log: options.log, onLost: options.onLost },
        stopPatienceMs: options.stopPatienceMs ?? STOP_PATIENCE_MS,
        onChange: () => {
          // Several changes of one turn are told once.
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
