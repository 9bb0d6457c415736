import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { expect } from 'vitest';
import { ANN, BEN, BTC, CLEO, codeOf, HOUSE, TestMarket, USDT } from './test-market.ts';

export const DORA = 1003;
export const DAY_MS = 86_400_000;
export const TERMS = {
  type: 'setReferralTerms',
  sharesPpm: [200_000, 100_000, 50_000],
  capPpm: 350_000,
} as const;
export const invite = (accountUserId: number, inviterId: number): Command => ({
  type: 'setReferrer',
  accountUserId,
  inviterId,
});

/** Dora invited Cleo, who invited Ben, who invited Ann. A fee is a thousandth of what is received. */
export function chain(): TestMarket {
  const market = new TestMarket();
  market.system({ type: 'openAccount', accountUserId: DORA, kind: 'user' });
  const amount = 10_000_000_000n as Amount;
  market.system({ type: 'practiceFunds', accountUserId: DORA, assetId: BTC, amount });
  market.system({ type: 'setFees', makerPpm: 1_000, takerPpm: 1_000 });
  market.system(TERMS);
  for (const [user, inviter] of [
    [ANN, BEN],
    [BEN, CLEO],
    [CLEO, DORA],
  ] as const)
    expect(codeOf(market.system(invite(user, inviter)))).toBe('ok');
  return market;
}

/** A sale at one tick, or at three for what is no more than the largest order: its fee in USDT is so many units. */
export function pay(market: TestMarket, seller: number, fee: number) {
  const ticks = fee > 1_000 && fee % 3 === 0 ? 3 : 1;
  market.limit(HOUSE, 'buy', ticks, fee / ticks);
  return market.limit(seller, 'sell', ticks, fee / ticks);
}

/** The midnight after now, at which the day is paid. */
export function dayEnds(market: TestMarket) {
  market.nowMs = (Math.floor(market.nowMs / DAY_MS) + 1) * DAY_MS;
  return market.system({ type: 'tick' });
}

export const total = (market: TestMarket, userId: number, assetId = USDT) =>
  market.kernel.balances(userId).find((balance) => balance.assetId === assetId)?.available ?? 0n;

/** The command that names an agent, at once where no time is given. */
export const agent = (accountUserId: number, sharePpm: number, effectiveMs = 0): Command => ({
  type: 'setAgent',
  accountUserId,
  sharePpm,
  effectiveMs,
  reason: 'An agent of this test',
});
