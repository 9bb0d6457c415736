import type {
  KernelEvent,
  PerpetualExitKeptEvent,
  PerpetualExitSetEvent,
  TriggerPlacedEvent,
} from '@candor/kernel';
import { must, words } from '../product.ts';

const INVARIANT = 'an exit guards what it did not close';

/** Checks that each sale which fired in a command sold all, rests, or waits on for the rest; `sales` are their lots. */
export function checkSales(sales: ReadonlyMap<number, number>, events: readonly KernelEvent[]): void {
  if (sales.size === 0) return;
  const left = new Map(sales);
  const kept = new Map<number, TriggerPlacedEvent>();
  for (const event of events) {
    if (event.type === 'trade')
      left.set(event.takerOrderId, (left.get(event.takerOrderId) ?? 0) - event.lots);
    else if (event.type === 'orderRested') left.set(event.orderId, 0);
    else if (event.type === 'triggerPlaced' && event.keptFrom !== null) kept.set(event.keptFrom, event);
  }
  for (const orderId of sales.keys()) {
    const lots = left.get(orderId)!;
    must(
      (kept.get(orderId)?.lots ?? 0) === lots,
      INVARIANT,
      () => `${words(events)}: order ${orderId} left ${lots}`,
    );
  }
}

/** The take-profits and stop-losses of positions as they were told. */
export class ToldExits {
  private readonly lots = new Map<number, number | null>();
  private readonly twins = new Map<number, number>();

  /** One that fired is over only when it closed its lots, or its position is closed. */
  onCommand(events: readonly KernelEvent[], isOpen: (positionId: number) => boolean): void {
    const closed = new Map<number, number>();
    for (const event of events) {
      if (event.type === 'perpetualExitSet') this.set(event);
      else if (event.type === 'perpetualTrade')
        closed.set(event.taker.orderId, (closed.get(event.taker.orderId) ?? 0) + event.lots);
      else if (event.type === 'perpetualExitKept') this.kept(event);
      else if (event.type === 'perpetualExitDone') {
        const asked = this.lots.get(event.exitId)!;
        this.lots.delete(event.exitId);
        this.twins.delete(event.exitId);
        const isWhole = asked !== null && (closed.get(event.orderId) ?? 0) >= asked;
        must(event.reason !== 'triggered' || isWhole || !isOpen(event.positionId), INVARIANT, () =>
          words([event, asked]),
        );
      }
    }
  }

  private set({ exitId, lots, twinId }: PerpetualExitSetEvent): void {
    this.lots.set(exitId, lots);
    this.twins.set(exitId, twinId);
  }

  /** Lots that one of a pair closed are not closed again by the other. */
  private kept(event: PerpetualExitKeptEvent): void {
    const { exitId, leftLots, closedLots } = event;
    must(leftLots > 0 && this.lots.has(exitId), INVARIANT, () => words(event));
    if (this.lots.get(exitId) === null || event.state === 'armed') return;
    this.lots.set(exitId, leftLots);
    const twin = this.twins.get(exitId)!;
    const ofTwin = this.lots.get(twin);
    if (typeof ofTwin === 'number') this.lots.set(twin, ofTwin - closedLots);
  }
}
