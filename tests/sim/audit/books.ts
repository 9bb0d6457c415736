import { isDeepStrictEqual } from 'node:util';
import {
  type AppliedCommand,
  type Committed,
  type CommittedBatch,
  packBatch,
  type Submission,
  unpackBatch,
} from '@candor/journal';
import type { Envelope, KernelView, Outcome } from '@candor/kernel';
import { idOf } from '@candor/kernel';
import { filledLotsOf, filledQuoteOf, statusOf } from '../../../tools/workload/outcomes.ts';
import { must, type SimProduct } from '../product.ts';
import type { LedgerAudit } from './ledger.ts';

/** Follows the journal as any reader of it does, once from the first command on, and judges each command. */
export class Books {
  readonly envelopes: Envelope[] = [];
  readonly met = new Map<string, number>();
  hash = '';
  private readonly outcomes: string[] = [];
  private readonly keys = new Map<string, number>();
  private readonly ledger: LedgerAudit;
  private readonly products: readonly SimProduct[];

  constructor(ledger: LedgerAudit, products: readonly SimProduct[]) {
    this.ledger = ledger;
    this.products = products;
  }

  get seq(): number {
    return this.envelopes.length;
  }

  onBatch(batch: CommittedBatch): void {
    must(
      batch.firstSeq === this.seq + 1,
      'listeners hear of each command once',
      () => `of ${batch.firstSeq} to ${batch.lastSeq} after ${this.seq}`,
    );
    this.checkPassedOn(batch);
    for (const command of batch.commands) this.onCommand(command);
    must(
      batch.lastSeq === this.seq,
      'listeners hear of each command once',
      () => `${batch.lastSeq}, ${this.seq}`,
    );
    this.hash = batch.hash;
  }

  /** Verifies that another process would decode the same batch. */
  private checkPassedOn(batch: CommittedBatch): void {
    const heard = unpackBatch(packBatch(batch));
    must(
      isDeepStrictEqual(plain(heard), plain(batch)),
      'another process hears of a batch as it was',
      () => `${batch.firstSeq} to ${batch.lastSeq}`,
    );
  }

  /** An answer was given: the command must stand, with that answer. */
  acknowledged(submission: Submission, { seq, outcome }: Committed): void {
    must(
      this.outcomes[seq - 1] === textOf(outcome) && this.envelopes[seq - 1]!.key === submission.key,
      'what was acknowledged stands in the journal',
      () => `${seq}: ${textOf(outcome)} was answered, the journal has ${this.outcomes[seq - 1] ?? 'nothing'}`,
    );
  }

  /** Returns the number of times that the journal has a key. */
  countOf({ userId, key }: Submission): number {
    return this.keys.get(`${userId} ${key}`) ?? 0;
  }

  scan(view: KernelView): void {
    this.ledger.scan(view);
    for (const product of this.products) product.scan(view);
  }

  private onCommand(command: AppliedCommand): void {
    const { envelope, outcome } = command;
    this.envelopes.push(envelope);
    this.outcomes.push(textOf(outcome));
    if (envelope.key !== null) {
      const name = `${envelope.userId} ${envelope.key}`;
      this.keys.set(name, (this.keys.get(name) ?? 0) + 1);
    }
    this.count(command);
    this.ledger.onCommand(command);
    for (const product of this.products) product.onCommand(command);
    this.ledger.settle(command);
  }

  private count({ envelope, outcome, events }: AppliedCommand): void {
    this.meet(`${envelope.body.type} ${outcome.ok ? (statusOf(outcome) ?? 'ok') : outcome.code}`);
    for (const event of events) {
      if (event.type === 'index') this.meet(event.priceTicks === null ? 'index stale' : 'index');
      else if (event.type === 'orderDone') this.meet(`done ${event.reason}`);
      else if (event.type === 'entry') this.meet(`entry ${event.kind}`);
      else if (event.type !== 'balance') this.meet(event.type);
    }
  }

  private meet(what: string): void {
    this.met.set(what, (this.met.get(what) ?? 0) + 1);
  }
}

/** An outcome as text: all of it. */
export function textOf(outcome: Outcome): string {
  if (!outcome.ok) return outcome.code;
  return `${idOf(outcome)} ${statusOf(outcome)} ${filledLotsOf(outcome)} ${filledQuoteOf(outcome)}`;
}

function plain({ batchNo, firstSeq, lastSeq, hash, commands }: CommittedBatch) {
  const told = commands.map(({ envelope, outcome, events }) => ({ envelope, outcome, events }));
  return { batchNo, firstSeq, lastSeq, hash, told };
}
