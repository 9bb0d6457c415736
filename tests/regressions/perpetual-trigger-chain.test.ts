import { expect, it } from 'vitest';
import { Stage } from '../perpetual/stage.ts';

const ALICE = 1000;
const BOB = 1001;
const CHAIN = 1_100;
const FIRST = 1_000_000;

/*
 * Each order that fires moves the last price to the trigger of the next. The kernel stopped after 1,000 rounds and kept
 * the rest for the next command, in no snapshot: a restarted kernel went on otherwise than the one that ran, so that
 * anybody with enough waiting orders could make a journal unreadable.
 */
it('a chain of triggers of any length fires in one command, and a restart changes nothing', () => {
  const s = new Stage({ listing: { maxOpenOrders: 2 * CHAIN } });
  for (const user of [ALICE, BOB]) s.user(user, 500_000n);
  s.tick(FIRST);
  for (const user of [ALICE, BOB]) s.leverage(user, 100);
  s.sell(BOB, 1, FIRST);
  s.buy(ALICE, 1, FIRST);
  for (let i = 1; i <= CHAIN + 1; i++) s.sell(BOB, 1, FIRST + i);
  for (let i = 1; i <= CHAIN; i++) {
    s.buy(ALICE, 1, FIRST + i + 1, { trigger: { triggerTicks: (FIRST + i) as never, source: 'last' } });
  }
  s.buy(ALICE, 1, FIRST + 1);
  expect(s.all('perpetualOrderTriggered')).toHaveLength(CHAIN);
  expect(s.position(ALICE).lots).toBe(CHAIN + 2);
  const live = s.kernel;
  s.restart();
  const next = {
    seq: live.seq + 1,
    timeMs: s.nowMs,
    userId: ALICE,
    key: null,
    bodyHash: null,
    body: { type: 'cancelPerpetualOrders', symbolId: null },
  } as const;
  live.apply(next);
  s.kernel.apply(next);
  expect(s.kernel.stateHash()).toBe(live.stateHash());
});
