import { randomUUID } from 'node:crypto';
import { setTimeout as sleep, setImmediate as tick } from 'node:timers/promises';
import type { Kernel, KernelView } from '@candor/kernel';
import { commandsRow, encodeCommands } from './append.ts';
import { AppliedResult, Batch, type Pending } from './batch.ts';
import {
  isRetryable,
  JournalError,
  notCommitted,
  outcomeUnknown,
  overloaded,
  tooLate,
  wordsOf,
} from './errors.ts';
import type { KernelCode } from './kernel-code.ts';
import { readCommitted } from './reader.ts';
import { recover } from './recovery.ts';
import { rowHash } from './row.ts';
import { BackgroundSnapshots } from './snapshot-schedule.ts';
import { writeSnapshot } from './snapshots.ts';
import type {
  Committed,
  CommittedBatch,
  Engine,
  EngineOptions,
  EngineState,
  EngineStatus,
  EngineTuning,
  Submission,
} from './types.ts';
import type { JournalWriter } from './writer.ts';

const defaults: EngineTuning = {
  connectTimeoutMs: 5_000,
  commitTimeoutMs: 5_000,
  unknownAfterMs: 20_000,
  retryMaxMs: 1_000,
  maxBatchCommands: 2_000,
  maxQueuedCommands: 50_000,
  snapshotCommands: 200_000,
  snapshotMs: 600_000,
  snapshotPauseMs: 10_000,
  snapshotTimeoutMs: 1_800_000,
  stateDigestMs: 60_000,
};
/** The digest of a larger state would hold commands up for milliseconds: it is left to the snapshots, made elsewhere. */
const stateDigestMaxBytes = 200_000;
/** If the last turn is more recent than this, all older input was read before commands are applied. */
const freshTurnMs = 20;

/**
 * Opens the journal, recovers and starts to sequence. Throws JournalError: DATABASE_UNREACHABLE, DATABASE_UNSAFE,
 * POOLER_BETWEEN, ALREADY_RUNNING, MODE_MISMATCH, CHAIN_BROKEN, REPLAY_DIVERGED, KERNEL_MISSING, UPGRADE_IMPOSSIBLE,
 * FORMAT_UNKNOWN, BOOTSTRAP_REJECTED.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const sequencer = new Sequencer(options);
  await sequencer.start();
  return sequencer;
}

/** A living state: dropped whole when a commit fails. */
interface Life {
  readonly writer: JournalWriter;
  readonly own: KernelCode;
  readonly kernel: Kernel;
}

class Sequencer implements Engine {
  private readonly options: EngineOptions;
  private readonly tuning: EngineTuning;
  private readonly now: () => number;
  private readonly log: (line: string) => void;
  private readonly writerId = randomUUID();
  private readonly listeners = new Set<(batch: CommittedBatch) => void>();
  private readonly snapshots: BackgroundSnapshots;
  private readonly commitTimer: NodeJS.Timeout;

  private currentState: EngineState = 'recovering';
  private readonly stateListeners = new Set<() => void>();
  private reason: string | null = 'starting';
  private life: Life | null = null;
  private former: { backendPid: number; own: KernelCode } | null = null;
  private queue: Pending[] = [];
  /** So many at the head of the queue were submitted first. */
  private firsts = 0;
  private readonly turnListeners = new Set<() => void>();
  private open = new Batch();
  private inFlight: Batch | null = null;
  /** The batch whose commit nobody could confirm, until a recovery does. */
  private unknown: Batch | null = null;
  /** The same batch as the recovery found it in the journal. */
  private found: CommittedBatch | null = null;
  private scheduled = false;
  private turnedMs = Number.NEGATIVE_INFINITY;
  private delivered = { batchNo: 0, seq: 0, hash: '', epoch: 0 };
  private digestDueMs = 0;
  private recovering: Promise<void> = Promise.resolve();
  private stopping: Promise<void> | null = null;
  private onDrained: (() => void) | null = null;

  constructor(options: EngineOptions) {
    this.options = options;
    this.tuning = { ...defaults, ...options.tuning };
    this.now = options.now ?? Date.now;
    this.log = options.log ?? (() => {});
    this.snapshots = new BackgroundSnapshots(options.connectionString, this.tuning, this.log, (error) =>
      this.fail(error),
    );
    this.commitTimer = setTimeout(() => void this.onCommitTimeout(), this.tuning.commitTimeoutMs).unref();
  }

  start(): Promise<void> {
    return this.live();
  }

  private get state(): EngineState {
    return this.currentState;
  }

  private set state(state: EngineState) {
    if (state === this.currentState) return;
    this.currentState = state;
    for (const listener of this.stateListeners) listener();
  }

  submit(submission: Submission): Promise<Committed> {
    if (this.state !== 'ready' || this.stopping !== null) return Promise.reject(this.notReady());
    if (this.queue.length >= this.tuning.maxQueuedCommands) return Promise.reject(overloaded());
    return this.enqueue(this.queue.length, submission);
  }

  submitFirst(submission: Submission): Promise<Committed> {
    if (this.state !== 'ready' || this.stopping !== null) return Promise.reject(this.notReady());
    return this.enqueue(this.firsts++, submission);
  }

  private enqueue(place: number, submission: Submission): Promise<Committed> {
    return new Promise((resolve, reject) => {
      const pending = { submission, resolve, reject };
      if (place === this.queue.length) this.queue.push(pending);
      else this.queue.splice(place, 0, pending);
      this.schedule();
    });
  }

  onTurn(listener: () => void): () => void {
    this.turnListeners.add(listener);
    return () => this.turnListeners.delete(listener);
  }

  async read<T>(read: (view: KernelView) => T): Promise<T> {
    if (this.life === null || this.state !== 'ready') throw this.notReady();
    const value = read(this.life.kernel);
    if (this.open.commands.length > 0) await this.open.wait();
    else if (this.inFlight !== null) await this.inFlight.wait();
    return value;
  }

  onState(listener: () => void): () => void {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  }

  onCommitted(listener: (batch: CommittedBatch) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async *replay(afterSeq: number): AsyncGenerator<CommittedBatch> {
    for await (const batch of readCommitted({ ...this.options, afterSeq, log: this.log })) {
      yield batch;
      await tick();
    }
  }

  status(): EngineStatus {
    const waiting = (this.inFlight?.commands.length ?? 0) + this.open.commands.length;
    return {
      state: this.state,
      reason: this.reason,
      appliedSeq: this.life?.kernel.seq ?? this.delivered.seq,
      committedSeq: this.delivered.seq,
      epoch: this.delivered.epoch,
      queuedCommands: this.queue.length + waiting,
      headHash: this.delivered.hash,
      kernelVersion: this.life?.own.version ?? this.former?.own.version ?? '',
    };
  }

  stop(): Promise<void> {
    this.stopping ??= this.shutDown();
    return this.stopping;
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => this.turn());
  }

  /**
   * Applies waiting commands, after a round of reading all sockets. If the last turn is not recent, it waits for a
   * second round: input that arrived first while this process was blocked (the recorder's ticks) must not remain
   * unread.
   */
  private turn(again = false): void {
    const nowMs = performance.now();
    const isFresh = nowMs - this.turnedMs < freshTurnMs;
    this.turnedMs = nowMs;
    if (!isFresh && !again) {
      setImmediate(() => this.turn(true));
      return;
    }
    this.scheduled = false;
    const { life } = this;
    if (life === null || this.state !== 'ready') return;
    const broken = this.pump(life, true);
    if (broken !== null) this.fail(broken);
  }

  /**
   * Sends applied commands to the journal, after applying the waiting ones if requested. Returns the error if a
   * command broke the kernel.
   */
  private pump(life: Life, applyFirst: boolean): JournalError | null {
    try {
      if (applyFirst) this.applyQueue(life);
      if (this.inFlight === null && this.open.commands.length > 0) this.send(life);
      return null;
    } catch (cause) {
      return new JournalError('APPLY_FAILED', `A command broke the kernel: ${wordsOf(cause)}`, { cause });
    }
  }

  private applyQueue({ kernel }: Life): void {
    this.beginTurn();
    const { queue, open } = this;
    const count = Math.min(queue.length, this.tuning.maxBatchCommands - open.commands.length);
    const nowMs = this.now();
    const timeMs = Math.max(kernel.timeMs, nowMs);
    let seq = kernel.seq;
    for (let index = 0; index < count; index++) {
      const pending = queue[index] as Pending;
      const { userId, key, bodyHash, body, notAfterMs = null, packed = null } = pending.submission;
      // A known key still gets its first answer.
      if (
        notAfterMs !== null &&
        nowMs > notAfterMs &&
        (key === null || kernel.isNewKey(userId, key, timeMs))
      ) {
        pending.reject(tooLate());
        continue;
      }
      const envelope = { seq: ++seq, timeMs, userId, key, bodyHash, body };
      open.add(pending, new AppliedResult(envelope, kernel.apply(envelope), packed));
    }
    this.firsts = Math.max(0, this.firsts - count);
    if (count === queue.length) this.queue = [];
    else queue.splice(0, count);
  }

  private beginTurn(): void {
    for (const listener of this.turnListeners)
      try {
        listener();
      } catch (error) {
        this.log(`A listener of the turn threw: ${wordsOf(error)}`);
      }
  }

  private send(life: Life): void {
    const batch = this.open;
    this.open = new Batch();
    this.inFlight = batch;
    const { writer, own, kernel } = life;
    const encoded = encodeCommands(own, batch.commands);
    const row = commandsRow(own, writer.head, batch.commands, this.stateHashIfDue(kernel), encoded);
    const hash = rowHash(writer.head.hash, row);
    batch.committed = {
      batchNo: row.batchNo,
      firstSeq: row.firstSeq,
      lastSeq: row.lastSeq,
      hash: hash.toString('hex'),
      commands: batch.commands,
      encoded,
    };
    this.commitTimer.refresh();
    writer.append(row, hash, own.no).then(
      () => {
        if (this.life === life) this.onCommit(life, batch, batch.committed as CommittedBatch);
      },
      (error: unknown) => {
        if (this.life === life) this.fail(error);
      },
    );
  }

  private stateHashIfDue(kernel: Kernel): string | null {
    const startMs = performance.now();
    if (startMs < this.digestDueMs) return null;
    this.digestDueMs = startMs + this.tuning.stateDigestMs;
    return kernel.stateHashWithin(stateDigestMaxBytes);
  }

  private onCommit(life: Life, batch: Batch, committed: CommittedBatch): void {
    this.inFlight = null;
    // The next row goes off before this one's senders are answered: the disk does not wait for sockets.
    const broken = this.pump(life, false);
    this.deliver(committed);
    batch.answer(committed.commands);
    this.snapshots.onCommit(committed.lastSeq);
    if (broken !== null) this.fail(broken);
    else if (this.queue.length > 0) this.schedule();
    else if (this.inFlight === null) this.onDrained?.();
  }

  private deliver(batch: CommittedBatch): void {
    this.delivered = { ...this.delivered, batchNo: batch.batchNo, seq: batch.lastSeq, hash: batch.hash };
    for (const listener of this.listeners)
      try {
        listener(batch);
      } catch (error) {
        this.log(`A listener threw on batch ${batch.batchNo}: ${wordsOf(error)}`);
      }
  }

  /** After a stall of this process the timer comes before an answer that has arrived: that is read first. */
  private async onCommitTimeout(): Promise<void> {
    const batch = this.inFlight;
    if (batch === null) return;
    await tick();
    await tick();
    if (this.inFlight !== batch) return;
    const { commitTimeoutMs } = this.tuning;
    this.fail(new JournalError('COMMIT_FAILED', `A commit was not answered within ${commitTimeoutMs} ms`));
  }

  /** Answers nothing that could be wrong, drops the state, and starts over from the journal unless that is no use. */
  private fail(error: unknown): void {
    const { life } = this;
    if (life === null) return;
    life.writer.destroy();
    this.life = null;
    this.former = { backendPid: life.writer.backendPid, own: life.own };
    this.reason = wordsOf(error);
    this.log(`The journal stopped: ${this.reason}`);
    const nothing = notCommitted(error);
    this.firsts = 0;
    for (const pending of this.queue.splice(0)) pending.reject(nothing);
    this.open.refuse(nothing);
    this.open = new Batch();
    this.unknown = this.inFlight;
    this.inFlight = null;
    this.unknown?.refuseReaders(nothing);
    if (error instanceof JournalError && error.code === 'DEPOSED') this.settleUnknown(nothing);
    if (this.stopping !== null) {
      this.settleUnknown(outcomeUnknown(error));
      this.onDrained?.();
    } else if (isRetryable(error)) {
      this.state = 'recovering';
      this.recovering = this.recoverAgain();
    } else {
      this.state = 'failed';
      this.settleUnknown(outcomeUnknown(error));
    }
  }

  private settleUnknown(error: JournalError): void {
    this.unknown?.refuse(error);
    this.unknown = null;
  }

  private async recoverAgain(): Promise<void> {
    const patience = setTimeout(
      () => this.settleUnknown(outcomeUnknown(this.reason)),
      this.tuning.unknownAfterMs,
    );
    for (let pauseMs = 20; this.stopping === null; pauseMs = Math.min(pauseMs * 2, this.tuning.retryMaxMs))
      try {
        await this.live();
        this.log('The journal is ready again');
        break;
      } catch (error) {
        this.reason = wordsOf(error);
        if (!isRetryable(error)) {
          this.state = 'failed';
          this.log(`The journal can not recover: ${this.reason}`);
          break;
        }
        await sleep(pauseMs);
      }
    clearTimeout(patience);
    this.settleUnknown(outcomeUnknown(this.reason));
  }

  private async live(): Promise<void> {
    const { former } = this;
    const life = await recover({
      engine: this.options,
      connectTimeoutMs: this.tuning.connectTimeoutMs,
      writerId: this.writerId,
      former: former === null ? null : { ...former, deliveredBatchNo: this.delivered.batchNo },
      onBatch: (batch) => this.onReplayed(batch),
      log: this.log,
    });
    const { head, client, backendPid } = life.writer;
    this.former = { backendPid, own: life.own };
    this.delivered = {
      batchNo: head.batchNo,
      seq: head.seq,
      hash: head.hash.toString('hex'),
      epoch: head.epoch,
    };
    client.on('error', (error) => {
      if (this.life === life) this.fail(error);
    });
    client.on('end', () => {
      if (this.life === life)
        this.fail(new JournalError('COMMIT_FAILED', 'PostgreSQL closed the connection'));
    });
    this.life = life;
    this.snapshots.onRecovered(life.snapshotSeq, head.seq);
    const interrupted = notCommitted(this.reason);
    this.state = 'ready';
    this.reason = null;
    if (this.found !== null) this.unknown?.answer(this.found.commands);
    else this.unknown?.refuse(interrupted);
    this.unknown = null;
    this.found = null;
  }

  /** A row that was committed although its answer was lost: listeners hear of it now, its senders once all is ready. */
  private onReplayed(batch: CommittedBatch): void {
    this.deliver(batch);
    if (this.unknown?.committed?.hash === batch.hash) this.found = batch;
  }

  private notReady(): JournalError {
    const why = this.stopping === null ? (this.reason ?? this.state) : 'stopping';
    return new JournalError('NOT_READY', `The journal is not ready (${why}): nothing was done.`);
  }

  private async shutDown(): Promise<void> {
    await this.snapshots.stop();
    if (
      this.state === 'ready' &&
      (this.queue.length > 0 || this.open.commands.length > 0 || this.inFlight !== null)
    )
      await new Promise<void>((resolve) => {
        this.onDrained = resolve;
      });
    await this.recovering;
    clearTimeout(this.commitTimer);
    const { life } = this;
    this.life = null;
    this.state = 'stopped';
    this.reason = 'stopped';
    if (life === null) return;
    try {
      const { writer, kernel, own } = life;
      const { batchNo, seq, hash } = writer.head;
      const at = { batchNo, seq, hash, kernelNo: own.no };
      if (this.snapshots.lastSeq < seq)
        await writeSnapshot(writer.client, at, kernel.snapshot(), kernel.stateHash());
      await writer.close();
    } catch (error) {
      life.writer.destroy();
      this.log(`No snapshot at the stop: ${wordsOf(error)}`);
    }
  }
}
