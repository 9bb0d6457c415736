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

  read(events: readonly KernelEvent[], complain: Complain): void {
    for (const event of events) this.readOne(event, complain);
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
      case 'balance':
        this.told.set(`${event.userId} ${event.assetId}`, { available: event.available, held: event.held });
        return;
      default:
        return;
    }
  }
}
