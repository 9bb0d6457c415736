import { type ChildProcess, spawn } from 'node:child_process';
import { type Answers, Asking, errorOf } from './asking.ts';
import { AWAY, type FromRole, type ProcessState, type ToRole } from './messages.ts';

/** A process that the supervisor keeps running. */
export interface ProcessSpec {
  /** Unique, and shown to operators. */
  readonly name: string;
  /** The path of the module to run. */
  readonly entry: string;
  /** Returns the input sent at each start; it must be cloneable. */
  readonly input: () => unknown;
  /** Flags of V8 and Node for this process. */
  readonly nodeFlags?: readonly string[];
  /** Returns the environment of this process, made from that of all processes. */
  readonly environment?: (shared: NodeJS.ProcessEnv) => NodeJS.ProcessEnv;
  /** The questions that it may ask. An answer may be a promise. */
  readonly answers: Answers;
  /** Processes of a higher layer stop before those of a lower one. */
  readonly layer: number;
  /** True if it receives the state of the other processes. */
  readonly hearsOthers?: boolean;
  /** Called with each fact that it publishes, at every start. */
  readonly onTold?: (fact: string, value: unknown) => void;
}

export interface SupervisedOptions {
  readonly spec: ProcessSpec;
  /** The environment of all processes. */
  readonly env: NodeJS.ProcessEnv;
  /** A command prefix that makes the process die with this one; empty if unavailable. */
  readonly guard: readonly string[];
  readonly say: (line: string) => void;
  readonly log: (line: string) => void;
  readonly onChange: () => void;
  readonly onLost: (reason: string) => void;
  readonly stopPatienceMs: number;
}

/** Pauses before a restart, by the number of consecutive short runs. */
const PAUSES_MS = [0, 100, 200, 400, 800, 1_600, 3_200, 5_000];
/** A process that ran for this long is restarted without a pause. */
const LONG_LIFE_MS = 10_000;

/** One process: starts it, watches it, restarts it when it ends, and stops it. */
export class Supervised {
  readonly spec: ProcessSpec;
  readonly #options: SupervisedOptions;
  readonly #asking: Asking;
  #child: ChildProcess | null = null;
  #state: ProcessState['state'] = 'starting';
  #reasons: Readonly<Record<string, string>> = {};
  #restarts = 0;
  #shortLives = 0;
  #bornMs = 0;
  #pause: NodeJS.Timeout | null = null;
  #stopping = false;
  #wasReady = false;
  #failure: Extract<FromRole, { type: 'failed' }> | null = null;
  readonly #firstReady = Promise.withResolvers<void>();
  #gone = Promise.withResolvers<void>();

  constructor(options: SupervisedOptions) {
    this.spec = options.spec;
    this.#options = options;
    this.#asking = new Asking((message) => this.send(message));
    // `start` reports a failure; this handler covers a stop before any caller waits.
    this.#firstReady.promise.catch(() => {});
  }

  /** Resolves when the process is ready for the first time. Throws StartupError if it cannot start. */
  start(): Promise<void> {
    this.#spawn();
    return this.#firstReady.promise;
  }

  get state(): ProcessState {
    return {
      name: this.spec.name,
      pid: this.#child?.pid ?? null,
      state: this.#state,
      reasons: this.#reasons,
      restarts: this.#restarts,
    };
  }

  send(message: ToRole): void {
    // A process that is ending accepts no more messages; `exit` reports its end.
    if (this.#child?.connected === true) this.#child.send(message, () => {});
  }

  /** Asks the process. Rejects if it ends first or has no answer. */
  ask(question: string): Promise<unknown> {
    if (this.#child === null) return Promise.reject(new Error(`${this.spec.name} does not run`));
    return this.#asking.ask(question);
  }

  /** Asks the process to stop, and kills it after the time limit. Resolves when it is gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#pause !== null) clearTimeout(this.#pause);
    const child = this.#child;
    if (child === null) return;
    this.send({ type: 'stop' });
    const late = setTimeout(() => {
      this.#options.log(`${this.spec.name} did not stop in time and was killed`);
      child.kill('SIGKILL');
    }, this.#options.stopPatienceMs);
    await this.#gone.promise;
    clearTimeout(late);
  }

  /** Kills the process. Resolves when it is gone. */
  async kill(): Promise<void> {
    this.#stopping = true;
    if (this.#pause !== null) clearTimeout(this.#pause);
    if (this.#child === null) return;
    this.#child.kill('SIGKILL');
    await this.#gone.promise;
  }

  #spawn(): void {
    const { spec, env, guard } = this.#options;
    const flags = process.execArgv.filter((flag) => !/^--(watch|inspect)/.test(flag));
    const node = [process.execPath, ...flags, ...(spec.nodeFlags ?? [])];
    const command = [...guard, ...node, spec.entry, spec.name];
    const child = spawn(command[0]!, command.slice(1), {
      env: spec.environment?.(env) ?? env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    this.#child = child;
    this.#state = 'starting';
    this.#reasons = {};
    this.#failure = null;
    this.#bornMs = performance.now();
    this.#gone = Promise.withResolvers();
    child.on('message', (message) => this.#take(message as FromRole));
    child.once('exit', (code, signal) => this.#onGone(signal ?? `code ${code}`, code));
    child.once('error', (error) => {
      // A process that could not be spawned emits no `exit`.
      if (child.pid === undefined) this.#onGone(error.message, 1);
    });
    this.send({ type: 'start', input: spec.input() });
    this.#options.onChange();
  }

  #take(message: FromRole): void {
    switch (message.type) {
      case 'say':
        this.#options.say(message.line);
        return;
      case 'tell':
        this.spec.onTold?.(message.fact, message.value);
        return;
      case 'ready':
        this.#state = 'ready';
        this.#wasReady = true;
        this.#firstReady.resolve();
        this.#options.onChange();
        return;
      case 'reasons':
        this.#reasons = message.reasons;
        this.#options.onChange();
        return;
      case 'failed':
        this.#failure = message;
        return;
      case 'lost':
        this.#options.onLost(message.reason);
        return;
      case 'ask':
        void this.#asking.give(message, this.spec.answers);
        return;
      case 'answer':
        this.#asking.take(message);
        return;
      default:
        // Node's watch mode needs the list of loaded modules to restart when one changes.
        process.send?.(message);
    }
  }

  #onGone(how: string, code: number | null): void {
    const { name } = this.spec;
    this.#child = null;
    this.#state = 'gone';
    this.#reasons = {};
    this.#asking.end(new Error(`${name} ended (${how})`));
    this.#gone.resolve();
    this.#options.onChange();
    if (this.#stopping) return;
    const failure = this.#failure;
    // An end by a signal comes from outside; it does not show that the next start fails too.
    const isPassing = failure?.code === AWAY;
    if (!this.#wasReady && !isPassing && code !== null && code !== 0) {
      this.#stopping = true;
      this.#firstReady.reject(
        errorOf(failure ?? { code: null, text: `The process ${name} ended while starting (${how})` }),
      );
      return;
    }
    const isShort = performance.now() - this.#bornMs < LONG_LIFE_MS;
    this.#shortLives = isShort ? this.#shortLives + 1 : 0;
    const pauseMs = PAUSES_MS[Math.min(Math.max(0, this.#shortLives - 1), PAUSES_MS.length - 1)]!;
    const why = failure === null ? how : failure.text;
    this.#options.log(`${name} ended (${why}); it is started again`);
    this.#pause = setTimeout(() => {
      this.#restarts += 1;
      this.#spawn();
    }, pauseMs);
  }
}
