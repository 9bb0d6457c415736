import { expect, it } from 'vitest';
import type { State } from '../../packages/kernel/state.ts';
import { Stage } from './stage.ts';

const ALICE = 1000;
const BOB = 1001;
const CAROL = 1002;

/** A market with a fee listener, and the fees that it received. */
function listening(): { stage: Stage; heard: { account: number; units: number; tradeId: number }[] } {
  const stage = new Stage();
  const heard: { account: number; units: number; tradeId: number }[] = [];
  for (const user of [ALICE, BOB, CAROL]) stage.user(user, 5_000n);
  stage.tick(1_000_000);
  const { state } = stage.kernel as unknown as { state: State };
  state.feeListener = (_, account, units, tradeId) => heard.push({ account, units, tradeId });
  return { stage, heard };
}

it('each fee of a fill is told once, with its trade', () => {
  const { stage, heard } = listening();
  stage.sell(BOB, 5, 1_000_000);
  stage.buy(ALICE, 5, 1_000_000, { timeInForce: 'FOK' });
  const [trade] = stage.all('perpetualTrade');
  expect(heard.map(({ units }) => units)).toEqual([trade!.maker.fee, trade!.taker.fee].map(Number));
  expect(new Set(heard.map(({ tradeId }) => tradeId))).toEqual(new Set([trade!.tradeId]));
  expect(new Set(heard.map(({ account }) => account)).size).toBe(2);
});

it('no fee of a discarded fill-or-kill is published', () => {
  const { stage, heard } = listening();
  stage.sell(BOB, 5, 1_000_000);
  const killed = stage.order(ALICE, 'buy', 6, 1_000_000, { timeInForce: 'FOK' });
  expect(killed).toMatchObject({ status: 'expired', filledLots: 0 });
  expect(heard).toEqual([]);
  stage.buy(CAROL, 1, 1_000_000);
  expect(heard).toHaveLength(2);
});
