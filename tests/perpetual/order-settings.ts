import type { Command, Kernel, PlacePerpetualOrder } from '@candor/kernel';
import type { Stage } from './stage.ts';

/** All that an order with settings may change of its user. */
export function standing(kernel: Kernel, userId: number, body: Command): string | null {
  if (body.type !== 'placePerpetualOrder') return null;
  if (body.leverage === null && body.marginMode === null) return null;
  const { perpetual } = kernel;
  return words([
    perpetual.settings(userId, body.symbolId),
    perpetual.positions(userId),
    perpetual.openOrders(userId, null),
    kernel.balances(userId, 'contract'),
  ]);
}

/**
 * A setting is taken with its order and refused with it. Returns true where it was taken. `before` is what stood before
 * the order, null for one without settings.
 */
export function checkSettings(
  stage: Stage,
  userId: number,
  body: PlacePerpetualOrder,
  isAccepted: boolean,
  before: string | null,
): boolean {
  if (before === null) return false;
  const { leverage, marginMode, symbolId } = body;
  if (!isAccepted) {
    // what fell due before may have changed everything
    if (stage.events.length > 0 || before === standing(stage.kernel, userId, body)) return false;
    throw new Error(`A refused order changed ${before} to ${standing(stage.kernel, userId, body)}`);
  }
  const settings = stage.kernel.perpetual.settings(userId, symbolId);
  if ((leverage ?? settings?.leverage) === settings?.leverage) {
    if ((marginMode ?? settings?.marginMode) === settings?.marginMode) {
      return true;
    }
  }
  throw new Error(`An order with ${leverage} and ${marginMode} left ${words(settings)}`);
}

function words(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));
}
