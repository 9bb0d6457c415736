import type { AppliedCommand } from '@candor/journal';
import type { KernelView, MarginMode } from '@candor/kernel';
import { idOf } from '@candor/kernel';
import { must, words } from '../product.ts';

interface Settings {
  readonly leverage: number;
  readonly marginMode: MarginMode;
}

const FIRST_LEVERAGE = 10;

/** Leverage and margin mode of all users as they were told. An order sets what comes with it, or is refused with it. */
export class ToldSettings {
  private readonly told = new Map<string, Settings>();

  onCommand({ envelope: { body }, outcome, events }: AppliedCommand): void {
    for (const event of events) {
      if (event.type === 'perpetualSettings') {
        const { userId, symbolId, leverage, marginMode } = event;
        this.told.set(`${userId} ${symbolId}`, { leverage, marginMode });
        must(outcome.ok, 'what is refused sets nothing', () => words([body, event]));
      }
      if (body.type !== 'placePerpetualOrder' || event.type !== 'perpetualOrderAccepted') continue;
      if (!outcome.ok || event.orderId !== idOf(outcome)) continue;
      must(
        event.leverage === (body.leverage ?? event.leverage) &&
          event.marginMode === (body.marginMode ?? event.marginMode),
        'an order has the settings that it came with',
        () => words([body, event]),
      );
    }
  }

  scan(view: KernelView, userId: number, symbolId: number, isHouse: boolean): void {
    const first: Settings = { leverage: FIRST_LEVERAGE, marginMode: isHouse ? 'cross' : 'isolated' };
    const told = this.told.get(`${userId} ${symbolId}`) ?? first;
    const found = view.perpetual.settings(userId, symbolId);
    must(
      found?.leverage === told.leverage && found.marginMode === told.marginMode,
      'settings are those that were told',
      () => `${userId} in ${symbolId}: ${words(found)}, told ${words(told)}`,
    );
  }
}
