import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { serialize } from 'node:v8';
import { type Committed, type CommittedBatch, type Engine, JournalError, packBatch } from '@candor/journal';
import type { KernelView } from '@candor/kernel';
import { queries } from '../queries.ts';
import { FrameReader } from './frames.ts';
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
import { type LineRole, maySubmit } from './roles.ts';
import { FrameSender } from './sender.ts';
import { TicksFirst } from './ticks-first-gate.ts';

export interface ServeCoreOptions {
  /** Where the Unix socket lies: at most 107 bytes. What lies there is replaced. */
  readonly path: string;
  /** The account that only the house worker may act for. */
  readonly houseUserId: number;
  readonly log?: (line: string) => void;
  readonly tuning?: Partial<ServeTuning>;
}

export interface ServeTuning {
  /** More requests under way on one connection are refused with OVERLOADED. */
  readonly maxInFlight: number;
  /** A connection that lets more bytes wait than this is cut off. */
  readonly maxUnreadBytes: number;
  /** The longest frame of a customers' or operators' process. */
  readonly maxFrameBytes: number;
  /** The longest frame of the recorder and the house worker. */
  readonly maxInnerFrameBytes: number;
  /** How often each connection hears how the journal is: about so, and never after twice as long. */
  readonly beatMs: number;
  /** So long, at most, users' commands wait for the recorder's ticks after the journal became ready; 0 for not at all. */
  readonly ticksFirstMs: number;
  /** A connection that has not said by then who it is is cut off. */
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

/** This part of the time between two beats may be saved, where there is a batch to send anyway. */
const EARLY = 0.6;

/** The core's end of the line. */
export interface ServedCore {
  readonly path: string;
  /** The roles of who is connected. */
  roles(): readonly LineRole[];
  /** Ends all connections and removes the socket. */
  close(): Promise<void>;
}

/**
 * Lets other processes speak to the engine over a Unix socket: see `connectCore`. Rejects where nobody can listen
 * there.
 */
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
    this.tuning = { ...defaults, ...options.tuning };
    this.log = options.log ?? (() => {});
    this.ticksFirst = new TicksFirst(this.tuning.ticksFirstMs);
    this.ticksFirst.begin();
    this.server = createServer((socket) => {
      const connection = new Connection(this, socket);
      this.connections.add(connection);
      socket.on('close', () => this.connections.delete(connection));
    });
    const beat = () => this.beat();
    this.unsubscribe = [
      engine.onCommitted((batch) => this.tell(batch)),
      // The state's reason follows the state.
      engine.onState(() => {
        if (engine.status().state === 'ready') this.ticksFirst.begin();
        process.nextTick(beat);
      }),
    ];
    this.timer = setInterval(() => this.beatIfDue(), this.tuning.beatMs);
  }

  async listen(): Promise<void> {
    await rm(this.path, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.path, resolve);
    });
  }

  roles(): readonly LineRole[] {
    return [...this.connections].flatMap(({ hello }) => (hello === null ? [] : [hello.role]));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.ticksFirst.end();
    for (const unsubscribe of this.unsubscribe) unsubscribe();
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const connection of this.connections) connection.end();
    await closed;
  }

  private tell(batch: CommittedBatch): void {
    let bytes: Uint8Array | null = null;
    for (const connection of this.connections) {
      if (connection.hello?.events !== true) continue;
      bytes ??= packBatch(batch);
      connection.send(fromCore.batch, bytes);
    }
    // It rides along: an idle process wakes for both at once.
    this.beatIfDue();
  }

  private beatIfDue(): void {
    if (monotonicMs() - this.beatMs >= EARLY * this.tuning.beatMs) this.beat();
  }

  private beat(): void {
    this.beatMs = monotonicMs();
    const body = writeJson({ status: this.engine.status(), saidMs: this.beatMs });
    for (const connection of this.connections)
      if (connection.hello !== null) connection.send(fromCore.status, body);
  }
}

/** Another process at the line. */
class Connection {
  hello: Hello | null = null;
  private readonly core: CoreServer;
  private readonly socket: Socket;
  private readonly reader: FrameReader;
  private readonly sender: FrameSender;
  private readonly take = (kind: number, body: Buffer) => this.onFrame(kind, body);
  private readonly patience: NodeJS.Timeout;
  private ended = false;
  private inFlight = 0;
  private refusals = 0;

  constructor(core: CoreServer, socket: Socket) {
    this.core = core;
    this.socket = socket;
    this.reader = new FrameReader(core.tuning.maxFrameBytes);
    // A commit answers many at once, and they do not wait for the next commands to be applied.
    this.sender = new FrameSender(socket, process.nextTick);
    this.patience = setTimeout(
      () => this.cut('it did not say in time who it is'),
      core.tuning.helloMs,
    ).unref();
    socket.on('data', (chunk) => this.onData(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The other process has ended, which whoever started it tells.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return;
      this.core.log(`A line of ${this.name()} broke: ${error.message}`);
    });
    socket.on('close', () => clearTimeout(this.patience));
  }

  send(kind: number, ...parts: readonly Uint8Array[]): void {
    if (this.socket.destroyed) return;
    if (this.sender.unreadBytes > this.core.tuning.maxUnreadBytes) this.cut('it reads too slowly');
    else this.sender.send(kind, ...parts);
  }

  end(): void {
    this.ended = true;
    // What was sent in this turn goes first.
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
      ticksFirst.pass(() => this.answer(requestNo, engine.submit(submission)));
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

  /** Counts a request, or answers at once that there are too many. */
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
    // One line says it; a process that goes on must not fill the log.
    if (this.refusals++ === 0) this.core.log(message);
    this.send(fromCore.error, writeError(requestNo, new LineError('NOT_PERMITTED', message)));
  }
}
