import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { serialize } from 'node:v8';
import { type Committed, type CommittedBatch, type Engine, JournalError, packBatch } from '@candor/journal';
import type { KernelView } from '@candor/kernel';
import { FrameReader } from '../../../base/frames/frames.ts';
import type { Queries } from '../live-queries.ts';
import { LineError } from './line-error.ts';
import {
  fromCore,
  type Hello,
  monotonicMs,
  readAsk,
  readHello,
  readSubmit,
  toCore,
  WIRE_VERSION,
  writeAnswer,
  writeError,
  writeJson,
  writeResult,
} from './messages.ts';
import { isRoutine, type LineRole, maySubmit, wakingOf } from './roles.ts';
import { FrameSender } from './sender.ts';
import { TicksFirst } from './ticks-first-gate.ts';

export interface ServeCoreOptions {
  /** The path of the Unix socket: at most 107 bytes. An existing file is replaced. */
  readonly path: string;
  /** The account for which only the house worker may act. */
  readonly houseUserId: number;
  /** The live reads that it serves. */
  readonly queries: Queries;
  readonly log?: (line: string) => void;
  readonly tuning?: Partial<ServeTuning>;
}

export interface ServeTuning {
  /** Further requests in flight on one connection are refused with OVERLOADED. */
  readonly maxInFlight: number;
  /** A connection with more unread bytes than this is closed. */
  readonly maxUnreadBytes: number;
  /** The longest frame accepted from processes that serve customers or operators. */
  readonly maxFrameBytes: number;
  /** The longest frame accepted from the recorder and the house worker. */
  readonly maxInnerFrameBytes: number;
  /**
   * The approximate interval of status messages; they are never more than twice this apart on a connection, and four
   * times on that of a process that batches need not wake.
   */
  readonly beatMs: number;
  /**
   * The longest time that users' commands wait for the recorder's ticks after the journal became ready; 0 disables
   * the wait.
   */
  readonly ticksFirstMs: number;
  /** A connection without a hello within this time is closed. */
  readonly helloMs: number;
}

const defaults: ServeTuning = {
  maxInFlight: 20_000,
  maxUnreadBytes: 1 << 25,
  maxFrameBytes: 1 << 14,
  maxInnerFrameBytes: 1 << 22,
  beatMs: 250,
  ticksFirstMs: 0,
  helloMs: 5_000,
};

/** A status message may be sent after this fraction of the interval if a batch is sent anyway … */
const EARLY = 0.6;
/** … and after this one it is sent alone: not just before the next tick's batch, which would wake all readers twice. */
const LATE = 1.6;

/** The core's end of the connections. */
export interface ServedCore {
  readonly path: string;
  /** Returns the roles of the connected processes. */
  roles(): readonly LineRole[];
  /** Closes all connections and removes the socket. */
  close(): Promise<void>;
}

/** Serves the engine to other processes over a Unix socket (see `connectCore`). Rejects if it cannot listen there. */
export async function serveCore(engine: Engine, options: ServeCoreOptions): Promise<ServedCore> {
  const core = new CoreServer(engine, options);
  await core.listen();
  return core;
}

type Query = (view: KernelView, ...args: unknown[]) => unknown;

class CoreServer implements ServedCore {
  readonly path: string;
  readonly engine: Engine;
  readonly houseUserId: number;
  readonly queries: Queries;
  readonly tuning: ServeTuning;
  readonly log: (line: string) => void;
  readonly ticksFirst: TicksFirst;
  private readonly server: Server;
  private readonly connections = new Set<Connection>();
  private readonly unsubscribe: (() => void)[];
  private readonly timer: NodeJS.Timeout;
  private beatMs = 0;

  constructor(engine: Engine, options: ServeCoreOptions) {
    this.engine = engine;
    this.path = options.path;
    this.houseUserId = options.houseUserId;
    this.queries = options.queries;
    this.tuning = { ...defaults, ...options.tuning };
    this.log = options.log ?? (() => {});
    this.ticksFirst = new TicksFirst(this.tuning.ticksFirstMs);
    this.ticksFirst.begin();
    this.server = createServer((socket) => {
      const connection = new Connection(this, socket);
      this.connections.add(connection);
      socket.on('close', () => this.connections.delete(connection));
    });
    const beat = () => this.beat(true);
    this.unsubscribe = [
      engine.onCommitted((batch) => this.tell(batch)),
      // The engine sets the reason after the state.
      engine.onState(() => {
        if (engine.status().state === 'ready') this.ticksFirst.begin();
        else this.ticksFirst.stop();
        process.nextTick(beat);
      }),
    ];
    this.timer = setInterval(() => this.beat(), LATE * this.tuning.beatMs);
  }

  async listen(): Promise<void> {
    await rm(this.path, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.path, resolve);
    });
    // Accepting fails where no file may be opened; it must not end the core.
    this.server.on('error', (error) => this.log(`a connection was not accepted: ${error.message}`));
  }

  roles(): readonly LineRole[] {
    return [...this.connections].flatMap(({ hello }) => (hello === null ? [] : [hello.role]));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.ticksFirst.stop();
    for (const unsubscribe of this.unsubscribe) unsubscribe();
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const connection of this.connections) connection.end();
    await closed;
  }

  private tell(batch: CommittedBatch): void {
    let bytes: Uint8Array | null = null;
    const routine = isRoutine(batch);
    for (const connection of this.connections) {
      if (connection.hello?.events !== true) continue;
      bytes ??= packBatch(batch);
      connection.sendBatch(bytes, routine);
    }
    // The status is sent together with a batch, so that an idle process wakes once for both.
    if (monotonicMs() - this.beatMs >= EARLY * this.tuning.beatMs) this.beat();
  }

  /** Tells how the core is. Those that have time hear of no news now and then only. */
  private beat(isNews = false): void {
    this.timer.refresh();
    this.beatMs = monotonicMs();
    const body = writeJson({ status: this.engine.status(), saidMs: this.beatMs });
    for (const connection of this.connections) connection.sendStatus(body, this.beatMs, isNews);
  }
}

/** The connection of another process. */
class Connection {
  hello: Hello | null = null;
  private readonly core: CoreServer;
  private readonly socket: Socket;
  private readonly reader: FrameReader;
  private readonly sender: FrameSender;
  private readonly take = (kind: number, body: Buffer) => this.onFrame(kind, body);
  private readonly patience: NodeJS.Timeout;
  private ended = false;
  /** The time of the last status. */
  private saidMs = Number.NEGATIVE_INFINITY;
  private inFlight = 0;
  private refusals = 0;

  constructor(core: CoreServer, socket: Socket) {
    this.core = core;
    this.socket = socket;
    this.reader = new FrameReader(core.tuning.maxFrameBytes);
    // One commit answers many requests; the answers are sent before the next commands are applied.
    this.sender = new FrameSender(socket, process.nextTick);
    this.patience = setTimeout(
      () => this.cut('it did not say in time who it is'),
      core.tuning.helloMs,
    ).unref();
    socket.on('data', (chunk) => this.onData(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The other process has ended, which the supervisor reports.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return;
      this.core.log(`A line of ${this.name()} broke: ${error.message}`);
    });
    socket.on('close', () => clearTimeout(this.patience));
  }

  send(kind: number, ...parts: readonly Uint8Array[]): void {
    if (this.takesMore()) this.sender.send(kind, ...parts);
  }

  /** Sends a status that was made at this time, unless there is no news and the next one is soon enough. */
  sendStatus(body: Uint8Array, saidMs: number, isNews: boolean): void {
    if (this.hello === null) return;
    const isSoon = saidMs - this.saidMs < LATE * this.core.tuning.beatMs;
    if (isSoon && !isNews && wakingOf(this.hello.role) !== 'all') return;
    this.saidMs = saidMs;
    this.send(fromCore.status, body);
  }

  /** Sends a batch at once, or before the next status or answer to a process that it need not wake. */
  sendBatch(bytes: Uint8Array, isRoutine: boolean): void {
    if (!this.takesMore() || this.hello === null) return;
    const waking = wakingOf(this.hello.role);
    if (waking === 'none' || (waking === 'acts' && isRoutine))
      this.sender.sendWithNext(fromCore.batch, bytes);
    else this.sender.send(fromCore.batch, bytes);
  }

  private takesMore(): boolean {
    if (this.socket.destroyed) return false;
    const isSlow = this.sender.unreadBytes > this.core.tuning.maxUnreadBytes;
    if (isSlow) this.cut('it reads too slowly');
    return !isSlow;
  }

  end(): void {
    this.ended = true;
    // Frames sent in this turn are written first.
    setImmediate(() => this.socket.destroySoon());
  }

  private name(): string {
    return this.hello === null ? 'an unknown process' : `the ${this.hello.role}`;
  }

  private cut(why: string): void {
    this.core.log(`A line of ${this.name()} was cut off: ${why}`);
    this.socket.destroy();
  }

  private onData(chunk: Buffer): void {
    try {
      this.reader.push(chunk, this.take);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.cut(`it sent rubbish (${error.message})`);
    }
  }

  private onFrame(kind: number, body: Buffer): void {
    if (this.socket.destroyed || this.ended) return;
    if (this.hello === null) {
      if (kind !== toCore.hello) throw new RangeError('no hello');
      this.greet(readHello(body));
    } else if (kind === toCore.submit) {
      this.submit(body, this.hello.role);
    } else if (kind === toCore.ask) {
      this.ask(body);
    } else {
      throw new RangeError(`a frame of kind ${kind}`);
    }
  }

  private greet(hello: Hello): void {
    const { tuning, engine } = this.core;
    if (hello.wire !== WIRE_VERSION) {
      const message = `The core speaks version ${WIRE_VERSION} of the line, and this process version ${hello.wire}.`;
      this.send(fromCore.refused, writeJson({ code: 'WIRE_VERSION', message }));
      this.core.log(message);
      this.end();
      return;
    }
    clearTimeout(this.patience);
    this.hello = hello;
    const isInner = hello.role === 'recorder' || hello.role === 'house';
    this.reader.maxBytes = isInner ? tuning.maxInnerFrameBytes : tuning.maxFrameBytes;
    const { maxInFlight } = tuning;
    this.send(fromCore.welcome, writeJson({ status: engine.status(), saidMs: monotonicMs(), maxInFlight }));
  }

  private submit(body: Buffer, role: LineRole): void {
    const { engine, houseUserId } = this.core;
    const { requestNo, submission } = readSubmit(body);
    if (!maySubmit(role, submission, houseUserId)) {
      const { userId, body } = submission;
      this.refuse(requestNo, `A ${role} may not send ${body.type} as user ${userId}.`);
      return;
    }
    if (!this.admit(requestNo)) return;
    const { ticksFirst } = this.core;
    if (role === 'recorder') {
      this.answer(requestNo, engine.submitFirst(submission));
      ticksFirst.end();
    } else if (role === 'door') {
      ticksFirst.pass(
        () => this.answer(requestNo, engine.submit(submission)),
        () => this.fail(requestNo, new JournalError('NOT_READY', 'The journal stopped: nothing was done.')),
      );
    } else {
      this.answer(requestNo, engine.submit(submission));
    }
  }

  private answer(requestNo: number, submitted: Promise<Committed>): void {
    submitted.then(
      (committed) => this.done(fromCore.answer, writeAnswer(requestNo, committed)),
      (error: unknown) => this.fail(requestNo, error),
    );
  }

  private ask(body: Buffer): void {
    const { requestNo, name, args } = readAsk(body);
    if (!this.admit(requestNo)) return;
    const { queries } = this.core;
    if (!Object.hasOwn(queries, name)) {
      this.fail(requestNo, new LineError('UNKNOWN_QUERY', `There is no query ${name.slice(0, 40)}.`));
      return;
    }
    if (args === null) {
      this.fail(requestNo, new LineError('QUERY_FAILED', `The arguments of ${name} can not be read.`));
      return;
    }
    const query = queries[name as keyof typeof queries] as Query;
    this.core.engine
      .read((view) => serialize(query(view, ...args)))
      .then(
        (bytes) => this.done(fromCore.result, ...writeResult(requestNo, bytes)),
        (error: unknown) => this.fail(requestNo, error),
      );
  }

  /** Counts a request, or refuses it at once if too many are in flight. */
  private admit(requestNo: number): boolean {
    if (this.inFlight >= this.core.tuning.maxInFlight) {
      const error = new JournalError('OVERLOADED', 'Too many requests are under way: nothing was done.');
      this.send(fromCore.error, writeError(requestNo, error));
      return false;
    }
    this.inFlight += 1;
    return true;
  }

  private done(kind: number, ...parts: readonly Uint8Array[]): void {
    this.inFlight -= 1;
    this.send(kind, ...parts);
  }

  private fail(requestNo: number, error: unknown): void {
    const known =
      error instanceof JournalError || error instanceof LineError
        ? error
        : new LineError('QUERY_FAILED', error instanceof Error ? error.message : String(error));
    this.done(fromCore.error, writeError(requestNo, known));
  }

  private refuse(requestNo: number, message: string): void {
    // Only the first refusal is logged, so that a process that repeats them cannot fill the log.
    if (this.refusals++ === 0) this.core.log(message);
    this.send(fromCore.error, writeError(requestNo, new LineError('NOT_PERMITTED', message)));
  }
}
