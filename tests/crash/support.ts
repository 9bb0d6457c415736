import { type Engine, readCommitted, verifyChain } from '@candor/journal';
import { createKernel, type Kernel, type KernelEvent, type Outcome } from '@candor/kernel';
import { Client } from 'pg';
import { expect } from 'vitest';
import { firstUserId, houseUserId } from '../../tools/workload/exchange.ts';
import { PATIENCE_MS } from '../support/patience.ts';
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

/** What a clean replay of the whole journal, from its first command on, tells. */
export interface Replay {
  readonly kernel: Kernel;
  readonly outcomes: ReadonlyMap<number, Outcome>;
}

/** Replays the journal into an empty kernel, apart from the engine's own recovery, and tells each event. */
export async function cleanReplay(
  connectionString: string,
  onEvent: (event: KernelEvent) => void = () => {},
): Promise<Replay> {
  const kernel = createKernel();
  const outcomes = new Map<number, Outcome>();
  for await (const batch of readCommitted({ connectionString, afterSeq: 0 }))
    for (const { envelope, outcome } of batch.commands) {
      const applied = kernel.apply(envelope);
      expect(applied.outcome).toEqual(outcome);
      outcomes.set(envelope.seq, applied.outcome);
      applied.events.forEach(onEvent);
    }
  return { kernel, outcomes };
}

/** The state of a running engine must be that of a clean replay, every asset sum to 0, and the chain hold. */
export async function expectSound(connectionString: string, engine: Engine): Promise<Replay> {
  const replay = await cleanReplay(connectionString);
  const hash = await engine.read((view) => (view as Kernel).stateHash());
  expect(hash).toBe(replay.kernel.stateHash());
  for (const { sum } of await engine.read((view) => view.ledgerSums())) expect(sum).toBe(0n);
  const chain = await verifyChain(connectionString);
  expect(chain.headHash).toBe(engine.status().headHash);
  expect(chain.commands).toBe(engine.status().committedSeq);
  return replay;
}

/** Every order that the journal tells of is either over, or open with what its trades left; no other is open. */
export async function expectOrdersWhole(engine: Engine): Promise<void> {
  const left = new Map<number, number>();
  const take = (orderId: number, lots: number) => left.set(orderId, (left.get(orderId) ?? 0) - lots);
  for await (const batch of engine.replay(0))
    for (const event of batch.commands.flatMap((command) => command.events))
      if (event.type === 'orderRested') left.set(event.orderId, event.lots);
      else if (event.type === 'trade') take(event.makerOrderId, event.lots);
      else if (event.type === 'orderDone') left.delete(event.orderId);
  const open = await engine.read((view) =>
    [houseUserId, ...Array.from({ length: users }, (_, index) => firstUserId + index)].flatMap((userId) =>
      view
        .openOrders(userId, null)
        .map((order): [number, number] => [order.orderId, order.lots - order.filledLots]),
    ),
  );
  expect(new Map(open.sort(([a], [b]) => a - b))).toEqual(new Map([...left].sort(([a], [b]) => a - b)));
}
