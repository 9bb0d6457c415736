import { createKernel, type Envelope, type Kernel, loadKernel } from '@candor/kernel';
import { KEY_LIFE_MS, KEY_MAX_AHEAD_MS, timedKey } from '@candor/rules';
import { expect, it } from 'vitest';
import { ALICE, BTC, COIN, ready, USDT } from '../margin/bench.ts';

const WINDOW_MS = KEY_LIFE_MS + KEY_MAX_AHEAD_MS;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Sends under an idempotency key, after a restart each time: what counts is what a snapshot keeps. */
function sender() {
  const bench = ready();
  bench.moveIn(ALICE, USDT, 10n * COIN);
  let kernel: Kernel = createKernel();
  for (const envelope of bench.journal) kernel.apply(envelope);
  let { nowMs } = bench;
  return {
    get nowMs() {
      return nowMs;
    },
    later(ms: number) {
      nowMs += ms;
    },
    send(key: string | null, body: Envelope['body'], userId = ALICE) {
      kernel = loadKernel(kernel.snapshot());
      const bodyHash = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
      return kernel.apply({ seq: kernel.seq + 1, timeMs: nowMs, userId, key, bodyHash, body }).outcome;
    },
    principal: () => kernel.margin.wallet(ALICE, 'margin-cross', 0)!.loans[0]?.principal ?? 0n,
    has: () => kernel.balances(ALICE, 'margin-cross').find(({ assetId }) => assetId === USDT)!.available,
    borrow: bench.borrow(USDT, 1_000n * COIN),
    repay: bench.repay(USDT, null),
    more: bench.borrow(BTC, COIN / 100n),
  };
}

/*
 * The key of a borrow was remembered for eight days. A loan lasts longer: the same request, sent again with a key that
 * tells no age, borrowed a second time.
 */
it('a borrow is answered, and not done again, as long as its loan is open', () => {
  const s = sender();
  const first = s.send('borrow:k:mine:', s.borrow);
  for (let week = 0; week < 5; week++) {
    s.later(WINDOW_MS + DAY_MS);
    expect(s.send('borrow:k:mine:', s.borrow)).toEqual(first);
  }
  expect(s.principal()).toBe(1_000n * COIN);
});

it('a repayment in part too', () => {
  const s = sender();
  s.send(null, s.borrow);
  const part = { ...s.repay, amount: COIN } as Envelope['body'];
  const first = s.send('still:k:mine:', part);
  expect(first.ok).toBe(true);
  const has = s.has();
  for (let day = 0; day < 20; day++) {
    s.later(DAY_MS);
    s.send(null, { type: 'tick' }, 0);
  }
  expect(s.send('still:k:mine:', part)).toEqual(first);
  expect(s.has()).toBe(has);
});

it('is forgotten with the loan, and no earlier than all keys are', () => {
  const s = sender();
  s.send('borrow:k:mine:', s.borrow);
  expect(s.send(null, s.repay).ok).toBe(true);
  s.later(WINDOW_MS - 1);
  expect(s.send('borrow:k:mine:', s.more)).toEqual({ ok: false, code: 'KEY_REUSED_WITH_OTHER_BODY' });
});

it('a key that tells its age is refused once it is too old, loan or none', () => {
  const s = sender();
  const key = `borrow:k:${timedKey(s.nowMs, 'a'.repeat(20))}`;
  expect(s.send(key, s.borrow).ok).toBe(true);
  expect(s.send(null, s.repay).ok).toBe(true);
  s.later(WINDOW_MS + DAY_MS);
  expect(s.send(key, s.borrow)).toEqual({ ok: false, code: 'KEY_EXPIRED' });
  expect(s.principal()).toBe(0n);
});
