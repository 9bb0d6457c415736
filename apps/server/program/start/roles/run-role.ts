import { flushCompileCache } from 'node:module';
import process from 'node:process';
import type { Logger } from 'pino';
import { createPatience, type Patience } from '../../../base/database/patience.ts';
import { StartupError } from '../../../base/errors/startup-error.ts';
import { openLog } from '../../../base/log/index.ts';
import { createLifecycle, type Lifecycle, Stopping } from '../../../base/work/lifecycle.ts';
import { passesByItself } from '../../../base/work/passing.ts';
import { createReadiness, type Readiness } from '../readiness.ts';
import { type Answers, Asking } from './asking.ts';
import { AWAY, type FromRole, type ProcessState, type ToRole } from './messages.ts';
import { reasonsOf } from './reasons.ts';
import { STOP_PATIENCE_MS } from './stop-patience.ts';
import { watchVitals } from './vitals.ts';

/** The services of every process, whatever its role. */
export interface Role {
  /** Unique among the program's processes. */
  readonly name: string;
  readonly lifecycle: Lifecycle;
  /** Reports to the supervisor, and through it to the doors, why this process is not ready. */
  readonly readiness: Readiness;
  readonly log: Logger;
  /** Runs steps of the start again while the database is away. */
  readonly patience: Patience;
  /** Shows a line on the terminal. */
  readonly say: (line: string) => void;
  /** Publishes a fact that other processes need to start. */
  tell(fact: string, value: unknown): void;
  /** Asks the supervisor, which may answer late. Throws Stopping if the process must stop first. */
  ask(question: string): Promise<unknown>;
  /** Sets the functions that answer the supervisor's questions, by name. */
  answer(answers: Answers): void;
  /**
   * The reasons why the program is not ready: those of this process and, for roles that receive them, of the others.
   */
  notReady(): Readonly<Record<string, string>>;
  /** Names of the program's processes, for roles that hear of the others. */
  processNames(): readonly string[];
  /** Reports that the whole program cannot continue: the supervisor stops it. */
  lost(reason: string): void;
}

/**
 * The interval at which a process checks whether its readiness has changed: long while it is ready, because each check
 * wakes an idle process. Lost lines are reported at once.
 */
const LOOK_MS = 1_000;
const NOT_READY_LOOK_MS = 250;

/**
 * Runs this process as one of the program's. It starts when the supervisor sends the input, and stops when the
 * supervisor says so or is gone. The supervisor handles the signals that a terminal sends to the whole group.
 */
export function runRole<Input extends { readonly logLevel: string }>(
  begin: (role: Role, input: Input) => Promise<void>,
): void {
  const name = process.argv[2] ?? 'unknown';
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  // Output errors are ignored: a closed terminal or pipe does not affect the exchange.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  // The supervisor is gone, so no orderly stop is possible; everything acknowledged is durable.
  process.once('disconnect', () => process.exit(1));
  process.once('message', (message: ToRole) => {
    if (message.type === 'start') run(name, message.input as Input, begin);
    else process.exit(0);
  });
}

function run<Input extends { readonly logLevel: string }>(
  name: string,
  input: Input,
  begin: (role: Role, input: Input) => Promise<void>,
): void {
  const log = openLog({ level: input.logLevel, process: name });
  const lifecycle = createLifecycle((line) => log.warn(line), STOP_PATIENCE_MS.stage);
  const readiness = createReadiness();
  const asking = new Asking(send);
  const vitals = watchVitals();
  let answers: Answers = { vitals };
  let processes: readonly ProcessState[] = [];
  let isReady = false;

  const end = async (code: number): Promise<void> => {
    asking.end(new Stopping());
    await lifecycle.stop();
    process.exit(code);
  };
  const fail = (error: unknown): void => {
    if (error instanceof Stopping || lifecycle.signal.aborted) return;
    const mendable = error instanceof StartupError;
    const text = mendable ? error.message : `Candor met an error of its own in ${name}:\n${describe(error)}`;
    if (isReady) log.fatal({ err: error }, `${name} ends`);
    send({ type: 'failed', code: mendable ? error.code : passesByItself(error) ? AWAY : null, text });
    void end(1);
  };
  // Handlers of connections catch their own errors. An error that arrives here may have left a half-done step behind,
  // so the process ends and the next one starts from durable state.
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  process.on('message', (message: ToRole) => {
    if (message.type === 'stop') void end(0);
    else if (message.type === 'program') processes = message.processes;
    else if (message.type === 'ask') void asking.give(message, answers);
    else if (message.type === 'answer') asking.take(message);
  });

  const role: Role = {
    name,
    lifecycle,
    readiness,
    log,
    patience: createPatience({ log: (line) => log.warn(line), signal: lifecycle.signal }),
    say: (line) => send({ type: 'say', line }),
    tell: (fact, value) => send({ type: 'tell', fact, value }),
    ask: (question) => (lifecycle.signal.aborted ? Promise.reject(new Stopping()) : asking.ask(question)),
    answer: (more) => {
      answers = { ...answers, ...more };
    },
    notReady: () => ({
      ...reasonsOf(processes.filter((each) => each.name !== name)),
      ...readiness.reasons(),
    }),
    processNames: () => processes.map((each) => each.name),
    lost: (reason) => send({ type: 'lost', reason }),
  };
  begin(role, input).then(() => {
    // Flushed now, because the process may end by a kill; the next start is then faster.
    flushCompileCache();
    isReady = true;
    readiness.started();
    tellReasons(role);
    send({ type: 'ready' });
  }, fail);
}

/** Reports why this process is not ready, on every change. */
function tellReasons({ readiness, lifecycle }: Role): void {
  let told = '{}';
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (lifecycle.signal.aborted) return;
    const reasons = readiness.reasons();
    const text = JSON.stringify(reasons);
    if (text !== told) send({ type: 'reasons', reasons });
    told = text;
    timer = setTimeout(look, text === '{}' ? LOOK_MS : NOT_READY_LOOK_MS).unref();
  };
  readiness.onChanged(look);
  look();
}

/** Ignores send errors: without a supervisor this process is about to end. */
function send(message: FromRole): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
