import { expect, it } from 'vitest';
import { runMarket } from '../perpetual/random-market.ts';

/*
 * A hedging user's long was deleveraged against the same user's short: what the short could pay was looked at before
 * the long had taken the cash, and the kernel stopped.
 */
it('deleveraging against the same user’s other position looks at the cash that is left', () => {
  for (const seed of [3216, 3441, 3834]) {
    const { events } = runMarket({ seed, commands: 500, restarts: false });
    expect(events.get('perpetualDeleveraged')).toBeGreaterThan(0);
  }
});
