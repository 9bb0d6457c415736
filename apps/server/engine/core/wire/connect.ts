import { connect, type Socket } from 'node:net';
import { deserialize } from 'node:v8';
import {
  type Committed,
  type CommittedBatch,
  type EngineStatus,
  JournalError,
  type Submission,
  unpackBatch,
} from '@candor/journal';
import { FrameReader } from '../../../base/frames/frames.ts';
import type { CoreLink } from '../link.ts';
import type { QueryArgs, QueryName, QueryResult } from '../live-queries.ts';
import { LineError, type LineErrorCode } from './line-error.ts';
import {
  type Beat,
  fromCore,
  monotonicMs,
  readAnswer,
  readError,
  readJson,
  readResult,
  toCore,
  type Welcome,
  WIRE_VERSION,
  writeAsk,
  writeJson,
  writeSubmit,
} from './messages.ts';
import type { LineRole } from './roles.ts';
import { FrameSender } from './sender.ts';

export interface ConnectCoreOptions {
  /** The Unix socket of the core. */
  readonly path: string;
  readonly role: LineRole;
  /**
   * True subscribes this connection to committed batches. The recorder does not subscribe by default; other roles do.
   */
  readonly events?: boolean;
  readonly log?: (line: string) => void;
  /** Cancels the wait for a core that does not start. */
  readonly signal?: AbortSignal;
  /** The core counts as unreachable once its newest message was sent this long ago. */
  readonly silentMs?: number;
  /** The pause before each attempt to reconnect. */
  readonly retryMs?: number;
}

/** `back`: the connection is in step with the core. `lost`: data received from it may be out of date. */
export type LineState = 'lost' | 'back';

/** The link of a process other than the core's. */
export interface RemoteCore extends CoreLink {
  /**
   * Calls the listener when the connection is lost or the core is silent, and when it is back. Missed batches appear
   * as a gap before the next batch; if nothing else was committed, an empty batch shows the gap before `back`.
   */
  onState(listener: (state: LineState) => void): () => void;
  /** The number of requests without an answer. */
  readonly inFlight: number;
  /** Closes the connection. Pending requests fail as after a loss. */
  close(): Promise<void>;
}

const defaults = { silentMs: 2_000, retryMs: 100 };
/** The longest frame accepted from the core: a batch that liquidates all positions is large. */
const MAX_FRAME_BYTES = 1 << 28;
/** A timer may fire this long before the clock reaches its time. */
const TIMER_MS = 5;
/** A core of another version may be replaced, but there is no need to try ten times a second. */
const REFUSED_RETRY_MS = 1_000;

/**
 * Connects to a core served by `serveCore`, and reconnects whenever the connection is lost. Waits for a core that has
 * not started yet. Rejects with a LineError (WIRE_VERSION) if the core refuses this process, or with the signal's
 * reason.
 */
export function connectCore(options: ConnectCoreOptions): Promise<RemoteCore> {
  return new Promise((resolve, reject) => {
    const { signal } = options;
    const line = new Line(options, (error) => {
      signal?.removeEventListener('abort', onAbort);
      if (error === null) resolve(line);
      else void line.close().then(() => reject(error));
    });
    const onAbort = () => void line.close().then(() => reject(signal?.reason));
    if (signal?.aborted === true) onAbort();
    else {
      signal?.addEventListener('abort', onAbort);
      line.connect();
    }
  });
}

interface Request {
  readonly isAsk: boolean;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

class Line implements RemoteCore {
  private readonly options: ConnectCoreOptions;
  private readonly silentMs: number;
  private readonly log: (line: string) => void;
  private readonly listeners = new Set<(batch: CommittedBatch) => void>();
  private readonly stateListeners = new Set<(state: LineState) => void>();
  private readonly requests = new Map<number, Request>();
  /** Fires when the core was silent for too long. */
  private readonly timer: NodeJS.Timeout;
  private readonly take = (kind: number, body: Buffer) => this.onFrame(kind, body);
  /** Called once: on the first welcome (null), or with the error that prevents it. */
  private onFirst: ((error: LineError | null) => void) | null;
  private socket: Socket | null = null;
  private sender: FrameSender | null = null;
  private retry: NodeJS.Timeout | null = null;
  private closed = false;
  /** Null until the core sends its welcome, and again after the connection is lost. */
  private welcome: Welcome | null = null;
  private last: EngineStatus | null = null;
  private saidMs = 0;
  private refusal: LineError | null = null;
  private isBack = false;
  private requestNo = 0;

  constructor(options: ConnectCoreOptions, onFirst: (error: LineError | null) => void) {
    this.options = options;
    this.silentMs = options.silentMs ?? defaults.silentMs;
    this.log = options.log ?? (() => {});
    this.onFirst = onFirst;
    this.timer = setTimeout(() => this.tellState(), this.silentMs + TIMER_MS).unref();
  }

  connect(): void {
    this.retry = null;
    const { path, role, events = role !== 'recorder' } = this.options;
    const socket = connect(path);
    const reader = new FrameReader(MAX_FRAME_BYTES);
    this.socket = socket;
    this.sender = new FrameSender(socket);
    this.refusal = null;
    socket.on('data', (chunk) => {
      try {
        if (socket === this.socket && !this.closed) reader.push(chunk, this.take);
      } catch (error) {
        this.log(`The line to the core was cut off: ${wordsOf(error)}`);
        socket.destroy();
      }
    });
    // Errors are logged once the connection was up; before that they have no listener.
    socket.on('error', (error) => {
      if (this.welcome !== null) this.log(`The line to the core broke: ${error.message}`);
    });
    socket.on('close', () => this.onClose(socket));
    this.sender.send(toCore.hello, writeJson({ wire: WIRE_VERSION, role, events }));
  }

  submit(submission: Submission): Promise<Committed> {
    const refused = this.refusedNow();
    if (refused !== null) return Promise.reject(refused);
    return new Promise((resolve, reject) => {
      const body = writeSubmit(this.requestNo + 1, submission);
      this.request(toCore.submit, body, { isAsk: false, resolve, reject });
    });
  }

  ask<Name extends QueryName>(name: Name, ...args: QueryArgs<Name>): Promise<QueryResult<Name>> {
    const refused = this.refusedNow();
    if (refused !== null) return Promise.reject(refused);
    return new Promise((resolve, reject) => {
      const body = writeAsk(this.requestNo + 1, name, args);
      this.request(toCore.ask, body, { isAsk: true, resolve, reject });
    });
  }

  read<T>(): Promise<T> {
    return Promise.reject(new TypeError('A closure does not cross the line: ask a named query'));
  }

  onCommitted(listener: (batch: CommittedBatch) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  onState(listener: (state: LineState) => void): () => void {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  }

  get inFlight(): number {
    return this.requests.size;
  }

  status(): EngineStatus {
    const last = this.last ?? unknownStatus;
    if (this.closed) return { ...last, state: 'stopped', reason: 'stopped' };
    const reason = this.whyOut();
    return reason === null ? last : { ...last, state: 'recovering', reason };
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    clearTimeout(this.timer);
    if (this.retry !== null) clearTimeout(this.retry);
    const { socket } = this;
    if (socket === null || socket.destroyed) return;
    const done = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.destroy();
    await done;
  }

  /** Returns why received data may be out of date, or null if it is current. */
  private whyOut(): string | null {
    if (this.refusal !== null) return this.refusal.message;
    if (this.welcome === null) return 'the line to the core is lost';
    const silentMs = monotonicMs() - this.saidMs;
    if (silentMs <= this.silentMs) return null;
    return `the core has not been heard for ${Math.round(silentMs / 1000)} s`;
  }

  private refusedNow(): JournalError | null {
    if (this.closed || this.welcome === null) {
      const why = this.closed
        ? 'this process is stopping'
        : (this.whyOut() ?? 'the line to the core is lost');
      return new JournalError('NOT_READY', `The core is out of reach (${why}): nothing was done.`);
    }
    if (this.requests.size >= this.welcome.maxInFlight)
      return new JournalError('OVERLOADED', 'Too many requests are under way: nothing was done.');
    return null;
  }

  private request(kind: number, body: Uint8Array, request: Request): void {
    this.requestNo += 1;
    this.requests.set(this.requestNo, request);
    this.sender?.send(kind, body);
  }

  private onFrame(kind: number, body: Buffer): void {
    switch (kind) {
      case fromCore.answer: {
        const { requestNo, committed } = readAnswer(body);
        this.settle(requestNo)?.resolve(committed as never);
        return;
      }
      case fromCore.batch:
        this.deliver(unpackBatch(body));
        return;
      case fromCore.result: {
        const { requestNo, serialized } = readResult(body);
        this.settle(requestNo)?.resolve(deserialize(serialized) as never);
        return;
      }
      case fromCore.error: {
        const { requestNo, error } = readError(body);
        this.settle(requestNo)?.reject(error);
        return;
      }
      case fromCore.status:
        this.hear(readJson<Beat>(body));
        return;
      case fromCore.welcome:
        this.onWelcome(readJson<Welcome>(body));
        return;
      case fromCore.refused: {
        const { code, message } = readJson<{ code: LineErrorCode; message: string }>(body);
        this.refusal = new LineError(code, message);
        return;
      }
      default:
        throw new LineError('RUBBISH', `The core sent a frame of kind ${kind}`);
    }
  }

  private settle(requestNo: number): Request | undefined {
    const request = this.requests.get(requestNo);
    this.requests.delete(requestNo);
    return request;
  }

  private onWelcome(welcome: Welcome): void {
    const missed = this.last !== null && welcome.status.committedSeq !== this.last.committedSeq;
    this.welcome = welcome;
    this.hear(welcome, false);
    if (missed) {
      const { committedSeq, headHash } = welcome.status;
      this.deliver({
        batchNo: 0,
        firstSeq: committedSeq + 1,
        lastSeq: committedSeq,
        hash: headHash,
        commands: [],
      });
    }
    this.tellState();
    this.onFirst?.(null);
    this.onFirst = null;
  }

  private hear({ status, saidMs }: Beat, tell = true): void {
    this.last = status;
    this.saidMs = saidMs;
    this.timer.refresh();
    if (tell) this.tellState();
  }

  private deliver(batch: CommittedBatch): void {
    if (this.last !== null) this.last = { ...this.last, committedSeq: batch.lastSeq, headHash: batch.hash };
    for (const listener of this.listeners)
      try {
        listener(batch);
      } catch (error) {
        this.log(`A listener threw on batch ${batch.batchNo}: ${wordsOf(error)}`);
      }
  }

  private tellState(): void {
    const isBack = this.whyOut() === null;
    if (isBack === this.isBack) return;
    this.isBack = isBack;
    for (const listener of this.stateListeners)
      try {
        listener(isBack ? 'back' : 'lost');
      } catch (error) {
        this.log(`A listener threw on the line's state: ${wordsOf(error)}`);
      }
  }

  private onClose(socket: Socket): void {
    if (socket !== this.socket) return;
    const wasUp = this.welcome !== null;
    this.welcome = null;
    this.sender = null;
    this.refuseAll();
    this.tellState();
    if (wasUp && !this.closed) this.log('The line to the core is lost');
    if (this.refusal !== null && this.onFirst !== null) {
      this.onFirst(this.refusal);
      this.onFirst = null;
    }
    if (this.closed) return;
    const retryMs = this.options.retryMs ?? defaults.retryMs;
    this.retry = setTimeout(() => this.connect(), this.refusal === null ? retryMs : REFUSED_RETRY_MS);
  }

  /** Rejects all pending requests: commands have an unknown outcome, queries have no answer. */
  private refuseAll(): void {
    const requests = [...this.requests.values()];
    this.requests.clear();
    for (const { isAsk, reject } of requests)
      reject(
        isAsk
          ? new JournalError('NOT_READY', 'The line to the core was lost: nothing was read.')
          : new JournalError(
              'OUTCOME_UNKNOWN',
              'The line to the core was lost: whether this was done is not known yet. Ask again with the same key.',
            ),
      );
  }
}

const unknownStatus: EngineStatus = {
  state: 'recovering',
  reason: 'the core has not been heard yet',
  appliedSeq: 0,
  committedSeq: 0,
  epoch: 0,
  queuedCommands: 0,
  headHash: '',
  kernelVersion: '',
};

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
