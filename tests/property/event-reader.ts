import type { KernelEvent } from '@candor/kernel';

type Complain = (problem: string) => void;

/** Somebody who knows the kernel by its events alone, as projections and the realtime books do. */
export class EventReader {
  /** Balances added up from the postings, by "account asset". */
  private readonly posted = new Map<string, bigint>();
  /** Balances as told, by "user asset". */
  private readonly told = new Map<string, { available: bigint; held: bigint }>();
  private readonly resting = new Map<
    number,
    { symbol: number; buy: boolean; price: number; lots: number; house: boolean }
  >();

  /** The owners of the orders that wait for a price. */
  private readonly waits = new Map<number, number>();
  /** Fired within the command, and not yet placed or refused. */
  private readonly fired = new Set<number>();

  read(events: readonly KernelEvent[], complain: Complain): void {
    for (const event of events) this.readOne(event, complain);
    for (const id of this.fired) complain(`order ${id} fired and nobody heard of it again`);
    for (const [name, { available, held }] of this.told) {
      const posted = this.posted.get(name) ?? 0n;
      if (available + held !== posted) complain(`${name} was told ${available} + ${held}, posted ${posted}`);
    }
  }

  balances(user: number, assets: readonly number[]): string {
    return assets
      .map((asset) => {
        const balance = this.told.get(`${user} ${asset}`);
        return `${asset}=${balance?.available ?? 0n}+${balance?.held ?? 0n}`;
      })
      .join(' ');
  }

  waiting(user: number): string {
    const ids = [...this.waits].filter(([, owner]) => owner === user).map(([id]) => id);
    return ids.sort((a, b) => a - b).join(' ');
  }

  depth(symbolId: number, buy: boolean): string {
    const levels = new Map<number, { lots: number; house: number }>();
    for (const order of this.resting.values()) {
      if (order.symbol !== symbolId || order.buy !== buy) continue;
      const level = levels.get(order.price) ?? { lots: 0, house: 0 };
      level.lots += order.lots;
      if (order.house) level.house += order.lots;
      levels.set(order.price, level);
    }
    return [...levels]
      .sort((a, b) => (buy ? b[0] - a[0] : a[0] - b[0]))
      .map(([price, level]) => `${price}:${level.lots}/${level.house}`)
      .join(' ');
  }

  private readOne(event: KernelEvent, complain: Complain): void {
    switch (event.type) {
      case 'entry': {
        const sums = new Map<number, bigint>();
        for (const posting of event.postings) {
          const name = `${posting.account} ${posting.assetId}`;
          const balance = (this.posted.get(name) ?? 0n) + posting.amount;
          this.posted.set(name, balance);
          if (posting.balance !== balance)
            complain(`a posting to ${name} says ${posting.balance}, not ${balance}`);
          sums.set(posting.assetId, (sums.get(posting.assetId) ?? 0n) + posting.amount);
        }
        for (const [asset, sum] of sums) if (sum !== 0n) complain(`an entry in ${asset} adds up to ${sum}`);
        return;
      }
      case 'orderRested':
        this.resting.set(event.orderId, {
          symbol: event.symbolId,
          buy: event.side === 'buy',
          price: event.priceTicks,
          lots: event.lots,
          house: event.house,
        });
        return;
      case 'trade': {
        const maker = this.resting.get(event.makerOrderId);
        if (maker === undefined || maker.price !== event.priceTicks)
          complain('a trade has no maker at its price');
        else maker.lots -= event.lots;
        return;
      }
      case 'orderDone': {
        const lots = this.resting.get(event.orderId)?.lots ?? 0;
        if (lots !== event.removedLots)
          complain(`order ${event.orderId} left with ${event.removedLots}, not ${lots}`);
        this.resting.delete(event.orderId);
        return;
      }
      case 'orderAmended': {
        const order = this.resting.get(event.orderId);
        if (order === undefined || order.price !== event.formerPriceTicks || order.lots < event.removedLots)
          complain(`order ${event.orderId} was changed from what it was not`);
        else order.lots -= event.removedLots;
        if (!event.keepsPlace) this.resting.delete(event.orderId);
        return;
      }
      case 'triggerPlaced':
        this.waits.set(event.orderId, event.userId);
        return;
      case 'triggerFired':
        if (!this.waits.delete(event.orderId)) complain(`order ${event.orderId} fired without waiting`);
        this.fired.add(event.orderId);
        return;
      case 'triggerDone':
        if (!(event.reason === 'rejected' ? this.fired : this.waits).has(event.orderId))
          complain(`order ${event.orderId} was ${event.reason} without waiting`);
        if ((event.reason === 'rejected') !== (event.code !== null))
          complain(`order ${event.orderId} was ${event.reason} because of ${event.code}`);
        this.waits.delete(event.orderId);
        this.fired.delete(event.orderId);
        return;
      case 'orderAccepted':
        this.fired.delete(event.orderId);
        return;
      case 'balance':
        this.told.set(`${event.userId} ${event.assetId}`, { available: event.available, held: event.held });
        return;
      default:
        return;
    }
  }
}
