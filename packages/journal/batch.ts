import type { Applied, Envelope, KernelEvent, Outcome } from '@candor/kernel';
import { assertAnswers } from './asserts.ts';
import type { JournalError } from './errors.ts';
import type { AppliedCommand, Committed, CommittedBatch, Stamp, Submission } from './types.ts';

/** A command with what the kernel returned; the events are made only for those who ask. */
export class AppliedResult implements AppliedCommand {
  readonly envelope: Envelope;
  readonly applied: Applied;
  /** The command's bytes as received, if the row can store them. */
  readonly packed: Uint8Array | null;

  constructor(envelope: Envelope, applied: Applied, packed: Uint8Array | null = null) {
    this.envelope = envelope;
    this.applied = applied;
    this.packed = packed;
  }

  get stamp(): Stamp {
    return this.envelope;
  }

  get outcome(): Outcome {
    return this.applied.outcome;
  }

  get events(): readonly KernelEvent[] {
    return this.applied.events;
  }
}

/** A command that waits for its turn or for its commit. */
export interface Pending {
  readonly submission: Submission;
  readonly resolve: (answer: Committed) => void;
  readonly reject: (error: JournalError) => void;
}

interface Reader {
  readonly resolve: () => void;
  readonly reject: (error: JournalError) => void;
}

/** Commands that were applied and are, or will be, one row of the journal. */
export class Batch {
  readonly commands: AppliedResult[] = [];
  private readonly pending: Pending[] = [];
  private readonly readers: Reader[] = [];
  /** Batch to publish to everybody, set once the row was sent and published only if it is committed. */
  committed: CommittedBatch | null = null;

  add(pending: Pending, command: AppliedResult): void {
    this.pending.push(pending);
    this.commands.push(command);
  }

  /** Lets a read wait for the commit of what it saw. */
  wait(): Promise<void> {
    return new Promise((resolve, reject) => this.readers.push({ resolve, reject }));
  }

  /** Answers everybody. `commands` are the applied ones, or the same as a replay gave them. */
  answer(commands: readonly AppliedCommand[]): void {
    assertAnswers(this.pending.length, commands.length);
    for (let index = 0; index < this.pending.length; index++) {
      const { envelope, outcome } = commands[index] as AppliedCommand;
      (this.pending[index] as Pending).resolve({ seq: envelope.seq, timeMs: envelope.timeMs, outcome });
    }
    for (const reader of this.readers) reader.resolve();
  }

  refuse(error: JournalError): void {
    for (const pending of this.pending) pending.reject(error);
    this.refuseReaders(error);
  }

  refuseReaders(error: JournalError): void {
    for (const reader of this.readers.splice(0)) reader.reject(error);
  }
}
