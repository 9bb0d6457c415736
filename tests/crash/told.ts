import { expect } from 'vitest';
import { eventually } from '../support/patience.ts';
import { CleanReplay } from './support.ts';
import { symbol, type Trader } from './trader.ts';

/** The outcomes that the journal holds, as far as it was followed. */
export class Told {
  readonly replay = new CleanReplay();
  /** Orders by the id that their sender gave them. */
  readonly accepted = new Map<string, number[]>();
  /** The number of times that practice funds were granted, by amount in base units. */
  readonly grants = new Map<number, number>();
  /** Why an order is over. */
  readonly done = new Map<number, string>();
}

/** Verifies that the users were told what the journal holds. Gives those of their orders that are open in it. */
export async function expectTold(
  connectionString: string,
  traders: readonly Trader[],
  told: Told,
): Promise<ReadonlySet<number>> {
  const open = new Set<number>();
  const { accepted, done, grants, replay } = told;
  await replay.follow(connectionString, (event) => {
    if (event.type === 'orderAccepted' && event.clientOrderId !== null)
      accepted.set(event.clientOrderId, [...(accepted.get(event.clientOrderId) ?? []), event.orderId]);
    if (event.type === 'orderDone') done.set(event.orderId, event.reason);
    if (event.type === 'entry' && event.kind === 'practice-funds') {
      const units = Number(event.postings[1]?.amount);
      grants.set(units, (grants.get(units) ?? 0) + 1);
    }
  });
  for (const { sum } of replay.kernel.ledgerSums()) expect(sum).toBe(0n);
  for (const trader of traders)
    for (const units of trader.granted) expect(grants.get(units), `${units} units were granted once`).toBe(1);
  const orders = traders.flatMap((trader) => [...trader.orders.values()]);
  for (const { orderId, clientOrderId } of orders)
    expect(accepted.get(clientOrderId), `${clientOrderId} was acknowledged once`).toEqual([orderId]);
  for (const trader of traders)
    for (const { orderId, status } of trader.orders.values()) {
      const reason = done.get(orderId);
      if (status !== 'open') expect(reason).toBe(status);
      // An open order may have matched later orders or, while the house is away, its sender's own market order, or
      // its cancel was in flight when the server went down.
      if (status === 'open' && !trader.mayBeCancelled(orderId))
        expect([undefined, 'filled', 'self-trade']).toContain(reason);
      if (reason === undefined) open.add(orderId);
    }
  return open;
}

/**
 * The restarted server must list the orders that the journal has open, and no others. What the house has filled since
 * `open` was read may be missing: `reread` reads it again.
 */
export async function expectListed(
  traders: readonly Trader[],
  open: ReadonlySet<number>,
  reread: () => Promise<ReadonlySet<number>>,
): Promise<void> {
  const listed = new Set<number>();
  for (const trader of traders) {
    const params = { scope: 'open', symbol, limit: '100' } as const;
    // A disk that others keep busy may hold a commit for so long that the server recovers once more.
    const { records } = await eventually(() => trader.connected().call('entrustLog', { params, query: {} }));
    for (const { id } of records) if (trader.orders.has(id)) listed.add(id);
  }
  const mine = [...open].filter((orderId) => traders.some(({ orders }) => orders.has(orderId)));
  expect([...listed].filter((orderId) => !open.has(orderId))).toEqual([]);
  if (mine.every((orderId) => listed.has(orderId))) return;
  const still = await reread();
  expect(mine.filter((orderId) => still.has(orderId) && !listed.has(orderId))).toEqual([]);
}
