import type { AppliedCommand } from '@candor/journal';
import { type Command, createKernel, type KernelView, STAKING_ESCROW, STAKING_POOL } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { expect, test } from 'vitest';
import { EarnCheck } from './earn.ts';

const USDT = 1002;
const ANN = 1000;
const DAY_MS = 86_400_000;
const REASON = 'As published';
const coins = (amount: bigint) => (amount * 100_000_000n) as Amount;

/** An order of staking from its beginning to the tick that pays it. */
function lived() {
  const kernel = createKernel({ audit: true });
  const told: AppliedCommand[] = [];
  let timeMs = Date.UTC(2028, 0, 31);
  const send = (userId: number, body: Command) => {
    const envelope = { seq: kernel.seq + 1, timeMs, userId, key: null, bodyHash: null, body };
    const { outcome, events } = kernel.apply(envelope);
    if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
    told.push({ stamp: envelope, envelope, outcome, events } as AppliedCommand);
  };
  send(0, { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
  send(0, { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 });
  send(0, { type: 'openAccount', accountUserId: ANN, kind: 'user' });
  send(0, { type: 'practiceFunds', accountUserId: ANN, assetId: USDT, amount: coins(100n) });
  send(0, { type: 'fundStaking', assetId: USDT, amount: coins(100n), fromUserId: 0, reason: REASON });
  const bounds = { minAmount: coins(1n), maxAmount: coins(100n), capAmount: coins(100n) };
  const rates = { dailyPpm: 350, cycleDays: 45, exitPpm: 500_000, userCapAmount: coins(100n) };
  send(0, { type: 'offerStaking', assetId: USDT, ...bounds, ...rates, opensMs: 0, reason: REASON });
  send(ANN, { type: 'subscribeStaking', offerId: 1, amount: coins(50n), autoRenew: false });
  timeMs += 45 * DAY_MS;
  send(0, { type: 'tick' });
  return told;
}

function findings(told: readonly AppliedCommand[], view: Pick<KernelView, 'timeMs' | 'nextDueMs'>) {
  const check = new EarnCheck('staking', { pool: STAKING_POOL, escrow: STAKING_ESCROW });
  const found: string[] = [];
  for (const command of told) check.see(command, view as KernelView, (what) => found.push(what));
  check.end(view as KernelView, (what) => found.push(what));
  return { count: check.count, found };
}

test('an order that is paid at its end holds, and one that is never paid is found', () => {
  const told = lived();
  const { timeMs } = told.at(-1)!.envelope;
  const idle = { timeMs, nextDueMs: Number.POSITIVE_INFINITY };
  expect(findings(told, idle)).toEqual({ count: 2, found: [] });
  const unpaid = told.slice(0, -1);
  expect(findings(unpaid, idle)).toEqual({
    count: 1,
    found: [expect.stringMatching(/^Order \d+ matured at \d+, and was never paid\.$/)],
  });
  // while something is due, its slice may be still to come
  expect(findings(unpaid, { timeMs, nextDueMs: timeMs }).found).toEqual([]);
  expect(findings(unpaid, { ...idle, timeMs: timeMs - 1 }).found).toEqual([]);
});
