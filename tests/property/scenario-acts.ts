import type { Command, Kernel, Outcome, Transfer } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { Random } from './random.ts';

type Send = (userId: number, body: Command) => Outcome;

/** The acts that a scenario chooses from: each likes some acts more, by their weights, and some not at all. */
export function liked(random: Random, acts: readonly (readonly [number, () => void])[]): (() => void)[] {
  const line: (() => void)[] = [];
  for (const [weight, act] of acts) {
    const times = weight * random.pick([0, 1, 1, 3]);
    for (let n = 0; n < times; n++) line.push(act);
  }
  return line;
}

/**
 * A user moves `part` of what may leave a wallet; 0 moves nothing. Throws where a unit more than that may leave, or the
 * part may not.
 */
export function takeOut(
  kernel: Kernel,
  send: Send,
  userId: number,
  way: Omit<Transfer, 'amount'>,
  part: (most: bigint) => bigint,
): void {
  // what is due is paid first
  send(0, { type: 'tick' });
  const most = kernel.transfer.transferable(userId, way.from, way.fromSymbolId, way.assetId) as bigint;
  const move = (units: bigint) => send(userId, { ...way, amount: units as Amount });
  if (move(most + 1n).ok) throw new Error(`${userId} took more than ${most} out of ${way.from}`);
  const units = part(most);
  if (units <= 0n) return;
  const outcome = move(units);
  if (!outcome.ok)
    throw new Error(`${userId} can't take ${units} of ${most} out of ${way.from}: ${outcome.code}`);
}
