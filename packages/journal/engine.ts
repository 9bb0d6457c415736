/**
 * The sequencer: gives commands their order, applies them in memory, and answers when they are durable.
 *
 * Invariants:
 * - One batch is applied and open, at most one is in flight. A batch is sent when the one before it is committed, so
 *   rows reach the journal in order.
 * - Nothing leaves before its commit: no answer, no event, no read, no rejection that depends on the state. A read
 *   waits for the batch that holds the newest command it saw.
 * - Listeners get a batch before its senders get their answers.
 * - A read is answered only where a commit or a look at the head proved the epoch a moment ago.
 * - A failed, late or lost commit ends the life of the state in memory. The open batch is refused: it was never sent.
 *   The batch in flight is doubtful until a recovery reads the journal. Every submission is answered once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep, setImmediate as tick } from 'node:timers/promises';
import type { KernelView } from '@candor/kernel';
import { commandsRow, encodeCommands } from './append.ts';
import { applyQueue } from './apply-queue.ts';
import { assertCommands, assertDelivered } from './asserts.ts';
import { Batch } from './batch.ts';
import { CommitTimer } from './commit-timer.ts';
import { DoubtfulBatch } from './doubtful-batch.ts';
import {
  isRefused,
  isRetryable,
  JournalError,
  notCommitted,
  outcomeUnknown,
  overloaded,
  wordsOf,
} from './errors.ts';
import { HeadWatch } from './head-watch.ts';
import { InputQueue } from './input-queue.ts';
import type { KernelCode } from './kernel-code.ts';
import { closeLife, type Life } from './life.ts';
import { Listeners } from './listeners.ts';
import { readCommitted } from './reader.ts';
import { recover } from './recovery.ts';
import { rowHash } from './row.ts';
import { BackgroundSnapshots } from './snapshot-schedule.ts';
import { StateDigests } from './state-digests.ts';
import { defaultTuning } from './tuning.ts';
import { Turns } from './turns.ts';
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

const silent = 'PostgreSQL has not confirmed the epoch for some seconds';

/**
 * Opens the journal, recovers and starts to sequence. Throws JournalError: DATABASE_UNREACHABLE, DATABASE_UNSAFE,
 * POOLER_BETWEEN, ALREADY_RUNNING, MODE_MISMATCH, CHAIN_BROKEN, REPLAY_DIVERGED, KERNEL_MISSING, KERNEL_NEWER,
 * UPGRADE_IMPOSSIBLE, FORMAT_UNKNOWN, BOOTSTRAP_REJECTED.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const sequencer = new Sequencer(options);
  await sequencer.start();
  return sequencer;
}

class Sequencer implements Engine {
  private readonly options: EngineOptions;
  private readonly tuning: EngineTuning;
  private readonly now: () => number;
  private readonly log: (line: string) => void;
  private readonly writerId = randomUUID();
  private readonly batchListeners: Listeners<CommittedBatch>;
  private readonly turnListeners: Listeners<void>;
  private readonly stateListeners: Listeners<void>;
  private readonly stateDigests: StateDigests;
  private readonly queue = new InputQueue();
  private readonly turns = new Turns(() => this.turn());
  private readonly doubtful = new DoubtfulBatch();
  private readonly snapshots: BackgroundSnapshots;
  private readonly commitTimer: CommitTimer<Batch>;
  private readonly headWatch: HeadWatch;

  private currentState: EngineState = 'recovering';
  private reason: string | null = 'starting';
  private life: Life | null = null;
  private former: { backendPid: number; own: KernelCode } | null = null;
  private open = new Batch();
  private inFlight: Batch | null = null;
  private delivered = { batchNo: 0, seq: 0, hash: '', epoch: 0 };
  private recovering: Promise<void> = Promise.resolve();
  private stopping: Promise<void> | null = null;
  private onDrained: (() => void) | null = null;

  constructor(options: EngineOptions) {
    this.options = options;
    this.tuning = { ...defaultTuning, ...options.tuning };
    this.now = options.now ?? Date.now;
    this.log = options.log ?? (() => {});
    this.batchListeners = new Listeners(this.log, ({ batchNo }) => `batch ${batchNo}`);
    this.turnListeners = new Listeners(this.log, () => 'the turn');
    this.stateListeners = new Listeners(this.log, () => 'the state');
    this.stateDigests = new StateDigests(this.tuning.stateDigestMs);
    this.snapshots = new BackgroundSnapshots(options.connectionString, this.tuning, this.log, (error) =>
      this.fail(error),
    );
    this.commitTimer = new CommitTimer(
      this.tuning.commitTimeoutMs,
      () => this.inFlight,
      (late) => this.fail(late),
    );
    this.headWatch = new HeadWatch({
      checkMs: this.tuning.headCheckMs,
      staleMs: this.tuning.headStaleMs,
      timeoutMs: this.tuning.commitTimeoutMs,
      check: () => (this.inFlight === null ? (this.life?.writer.confirm() ?? null) : null),
      onFailed: (error) => this.fail(error),
    });
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
    this.stateListeners.call();
  }

  submit(submission: Submission): Promise<Committed> {
    if (this.state !== 'ready' || this.stopping !== null) return Promise.reject(this.notReady());
    if (this.queue.length >= this.tuning.maxQueuedCommands) return Promise.reject(overloaded());
    this.turns.schedule();
    return this.queue.add(submission);
  }

  submitFirst(submission: Submission): Promise<Committed> {
    if (this.state !== 'ready' || this.stopping !== null) return Promise.reject(this.notReady());
    this.turns.schedule();
    return this.queue.addFirst(submission);
  }

  onTurn(listener: () => void): () => void {
    return this.turnListeners.add(listener);
  }

  async read<T>(read: (view: KernelView) => T): Promise<T> {
    if (this.life === null || this.state !== 'ready' || this.headWatch.isStale) throw this.notReady();
    const value = read(this.life.kernel);
    if (this.open.commands.length > 0) await this.open.wait();
    else if (this.inFlight !== null) await this.inFlight.wait();
    return value;
  }

  onState(listener: () => void): () => void {
    return this.stateListeners.add(listener);
  }

  onCommitted(listener: (batch: CommittedBatch) => void): () => void {
    return this.batchListeners.add(listener);
  }

  async *replay(afterSeq: number): AsyncGenerator<CommittedBatch> {
    for await (const batch of readCommitted({ ...this.options, afterSeq, log: this.log })) {
      yield batch;
      await tick();
    }
  }

  status(): EngineStatus {
    const waiting = (this.inFlight?.commands.length ?? 0) + this.open.commands.length;
    const isStale = this.state === 'ready' && this.headWatch.isStale;
    return {
      state: isStale ? 'recovering' : this.state,
      reason: isStale ? silent : this.reason,
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

  /** Applies the commands that wait. */
  private turn(): void {
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
    this.turnListeners.call();
    const limits = { nowMs: this.now(), most: this.tuning.maxBatchCommands };
    applyQueue(kernel, this.queue, this.open, limits);
  }

  private send(life: Life): void {
    const batch = this.open;
    const { writer, own, kernel } = life;
    assertCommands(batch.commands, writer.head.seq, this.tuning.maxBatchCommands);
    this.open = new Batch();
    this.inFlight = batch;
    const encoded = encodeCommands(own, batch.commands);
    const row = commandsRow(own, writer.head, batch.commands, this.stateDigests.take(kernel), encoded);
    const hash = rowHash(writer.head.hash, row);
    batch.committed = {
      batchNo: row.batchNo,
      firstSeq: row.firstSeq,
      lastSeq: row.lastSeq,
      hash: hash.toString('hex'),
      commands: batch.commands,
      encoded,
    };
    this.commitTimer.restart();
    writer.append(row, hash, own.no).then(
      () => {
        if (this.life === life) this.onCommit(life, batch, batch.committed as CommittedBatch);
      },
      (error: unknown) => {
        if (this.life === life) this.fail(error, isRefused(error));
      },
    );
  }

  private onCommit(life: Life, batch: Batch, committed: CommittedBatch): void {
    this.inFlight = null;
    this.headWatch.proved();
    // The next row goes off before this one's senders are answered: the disk does not wait for sockets.
    const broken = this.pump(life, false);
    try {
      this.deliver(committed);
    } catch (error) {
      batch.refuse(outcomeUnknown(error));
      this.fail(error);
      return;
    }
    batch.answer(committed.commands);
    this.snapshots.onCommit(committed.lastSeq);
    if (broken !== null) this.fail(broken);
    else if (this.queue.length > 0) this.turns.schedule();
    else if (this.inFlight === null) this.onDrained?.();
  }

  private deliver(batch: CommittedBatch): void {
    assertDelivered(this.delivered, batch);
    this.delivered = { ...this.delivered, batchNo: batch.batchNo, seq: batch.lastSeq, hash: batch.hash };
    this.batchListeners.call(batch);
  }

  /**
   * Answers nothing that could be wrong, drops the state, and starts over from the journal unless that is no use. The
   * batch in flight is doubtful unless `isNothingDone`.
   */
  private fail(error: unknown, isNothingDone = false): void {
    const { life } = this;
    if (life === null) return;
    life.writer.destroy();
    this.headWatch.end();
    this.life = null;
    this.former = { backendPid: life.writer.backendPid, own: life.own };
    this.reason = wordsOf(error);
    this.log(`The journal stopped: ${this.reason}`);
    const nothing = notCommitted(error);
    this.queue.refuse(nothing);
    this.open.refuse(nothing);
    this.open = new Batch();
    this.doubtful.keep(this.inFlight, nothing);
    this.inFlight = null;
    if (isNothingDone) this.doubtful.refuse(nothing);
    if (this.stopping !== null) {
      this.doubtful.refuse(outcomeUnknown(error));
      this.onDrained?.();
    } else if (isRetryable(error)) {
      this.state = 'recovering';
      this.recovering = this.recoverAgain();
    } else {
      this.state = 'failed';
      this.doubtful.refuse(outcomeUnknown(error));
    }
  }

  private async recoverAgain(): Promise<void> {
    const patience = setTimeout(
      () => this.doubtful.refuse(outcomeUnknown(this.reason)),
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
    this.doubtful.refuse(outcomeUnknown(this.reason));
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
    this.headWatch.begin();
    this.snapshots.onRecovered(life.snapshotSeq, head.seq);
    const interrupted = notCommitted(this.reason);
    this.state = 'ready';
    this.reason = null;
    this.doubtful.onRecovered(interrupted);
  }

  /** A row that was committed although its answer was lost: notifies listeners now, its senders once all is ready. */
  private onReplayed(batch: CommittedBatch): void {
    this.deliver(batch);
    this.doubtful.onReplayed(batch);
  }

  private notReady(): JournalError {
    const why = this.stopping === null ? (this.reason ?? silent) : 'stopping';
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
    this.commitTimer.stop();
    this.headWatch.end();
    const { life } = this;
    this.life = null;
    this.state = 'stopped';
    this.reason = 'stopped';
    if (life === null) return;
    try {
      await closeLife(life, this.snapshots.lastSeq);
    } catch (error) {
      life.writer.destroy();
      this.log(`No snapshot at the stop: ${wordsOf(error)}`);
    }
  }
}
