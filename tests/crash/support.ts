import { type Engine, readCommitted, verifyChain } from '@candor/journal';
import {
  createKernel,
  type Envelope,
  idOf,
  type Kernel,
  type KernelEvent,
  type Outcome,
} from '@candor/kernel';
import { Client } from 'pg';
import { expect } from 'vitest';
import { firstUserId, houseUserId } from '../../tools/workload/exchange.ts';
import { statusOf } from '../../tools/workload/outcomes.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import type { Ack } from './child.ts';
import { users } from './support-process.ts';

export { open, symbols, users } from './support-process.ts';

export const alice = firstUserId;

export async function query<R extends object>(
  connectionString: string,
  sql: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<R>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Resolves when `condition` holds; fails with what it last saw after `timeoutMs`. */
export async function until<T>(
  see: () => T,
  condition: (seen: T) => boolean,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const seen = see();
    if (condition(seen)) return seen;
    if (performance.now() > end) throw new Error(`never came about; last seen: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A kernel that gets the journal's commands from the first on, apart from the engine's own recovery. */
export class CleanReplay {
  readonly kernel: Kernel = createKernel();
  readonly outcomes = new Map<number, Outcome>();
  /** By order: what was told that is left of it. */
  readonly left = new Map<number, number>();
  /** The row that it stands after, by its hash in the chain. */
  private hash: string | null = null;

  /** Follows the journal up to its head, and tells each event. What it went through before must still stand there. */
  async follow(connectionString: string, onEvent: (event: KernelEvent) => void = () => {}): Promise<void> {
    const { seq } = this.kernel;
    if (this.hash !== null) {
      const rows = await query<{ hash: Buffer }>(
        connectionString,
        'SELECT hash FROM journal.batches WHERE last_seq = $1 ORDER BY batch_no DESC LIMIT 1',
        [seq],
      );
      expect(rows[0]?.hash.toString('hex')).toBe(this.hash);
    }
    for await (const { commands, hash } of readCommitted({ connectionString, afterSeq: seq })) {
      for (const { envelope, outcome } of commands) this.apply(envelope, outcome, onEvent);
      this.hash = hash;
    }
  }

  private apply(envelope: Envelope, outcome: Outcome, onEvent: (event: KernelEvent) => void): void {
    const applied = this.kernel.apply(envelope);
    expect(applied.outcome).toEqual(outcome);
    this.outcomes.set(envelope.seq, applied.outcome);
    for (const event of applied.events) {
      if (event.type === 'orderRested') this.left.set(event.orderId, event.lots);
      else if (event.type === 'trade') this.take(event.makerOrderId, event.lots);
      else if (event.type === 'orderDone') this.left.delete(event.orderId);
      onEvent(event);
    }
  }

  private take(orderId: number, lots: number): void {
    this.left.set(orderId, (this.left.get(orderId) ?? 0) - lots);
  }
}

/** Replays the whole journal into an empty kernel, and tells each event. */
export async function cleanReplay(
  connectionString: string,
  onEvent?: (event: KernelEvent) => void,
): Promise<CleanReplay> {
  const replay = new CleanReplay();
  await replay.follow(connectionString, onEvent);
  return replay;
}

/** The state of a running engine must be that of a clean replay, every asset sum to 0, and the chain hold. */
export async function expectSound(
  connectionString: string,
  engine: Engine,
  replay = new CleanReplay(),
): Promise<CleanReplay> {
  await replay.follow(connectionString);
  const hash = await engine.read((view) => (view as Kernel).stateHash());
  expect(hash).toBe(replay.kernel.stateHash());
  for (const { sum } of await engine.read((view) => view.ledgerSums())) expect(sum).toBe(0n);
  const chain = await verifyChain(connectionString);
  expect(chain.headHash).toBe(engine.status().headHash);
  expect(chain.commands).toBe(engine.status().committedSeq);
  return replay;
}

/** Everything that was acknowledged stands in the journal with the very answer that was given. */
export function expectAcksKept(acks: readonly Ack[], replay: CleanReplay): void {
  for (const ack of acks) {
    const outcome = replay.outcomes.get(ack.seq);
    expect(outcome, `command ${ack.seq} was acknowledged`).toBeDefined();
    if (outcome?.ok) expect([statusOf(outcome) ?? 'done', idOf(outcome)]).toEqual([ack.word, ack.orderId]);
    else expect(outcome?.code).toBe(ack.word);
  }
}

/** Every order that the journal tells of is either over, or open with what its trades left; no other is open. */
export async function expectOrdersWhole(engine: Engine, { left }: CleanReplay): Promise<void> {
  const open = await engine.read((view) =>
    [houseUserId, ...Array.from({ length: users }, (_, index) => firstUserId + index)].flatMap((userId) =>
      view.spot
        .openOrders(userId, null)
        .map((order): [number, number] => [order.orderId, order.lots - order.filledLots]),
    ),
  );
  expect(new Map(open.sort(([a], [b]) => a - b))).toEqual(new Map([...left].sort(([a], [b]) => a - b)));
}
