import { isDeepStrictEqual } from 'node:util';
import { loadKernel, type PlacePerpetualOrder } from '@candor/kernel';
import type { Lots, PriceTicks } from '@candor/money';
import { expect, it } from 'vitest';
import { filledLotsOf, statusOf } from '../../tools/workload/outcomes.ts';
import { HOUSE, orderOf, PERP, Stage, U, USDT } from './stage.ts';

const USERS = [1000, 1001, 1002, 1003];
const TAKER = USERS[0]!;
const MID = 1_000_000;
const SCENES = 250;

/** Users with thin wallets and positions that won or lost, and a book that goes far from the mark. */
class Scene {
  readonly stage = new Stage({ listing: { priceBandPpm: 200_000 } });
  private state: number;

  constructor(seed: number) {
    this.state = (seed * 69_621) % 2_147_483_647 || 1;
    const { stage } = this;
    stage.fund(HOUSE, 1_000_000n * U);
    stage.tick(MID);
    for (const user of USERS) this.enter(user);
    stage.tick(MID + this.among(60_001) - 30_000);
    for (const user of USERS) this.thin(user);
    for (let i = 0; i < 8; i++) this.rest();
  }

  /** An order of the taker, more often than not one that closes. */
  takerOrder(): Partial<PlacePerpetualOrder> {
    const { perpetual } = this.stage.kernel;
    const [position] = perpetual.positions(TAKER);
    const isHedging = perpetual.positionMode(TAKER) === 'hedge';
    const closes = position !== undefined && this.among(4) !== 0;
    const side = closes ? (position.direction === 'long' ? 'sell' : 'buy') : this.side();
    const limit = MID + (side === 'buy' ? 1 : -1) * this.among(190_000);
    return orderOf(side, closes ? 1 + this.among(position.lots) : 1 + this.among(150), limit, {
      positionSide: closes ? position.positionSide : isHedging ? 'long' : 'both',
      reduceOnly: closes && (isHedging || this.among(3) !== 0),
    });
  }

  private among(count: number): number {
    this.state = (this.state * 48_271) % 2_147_483_647;
    return this.state % count;
  }

  private side(): 'buy' | 'sell' {
    return this.among(2) === 0 ? 'buy' : 'sell';
  }

  private enter(user: number): void {
    const { stage } = this;
    stage.user(user, 3_000n);
    const isHedging = this.among(3) === 0;
    if (isHedging) stage.sure(user, { type: 'setPositionMode', positionMode: 'hedge' });
    stage.leverage(user, 5 + this.among(90), this.among(3) === 0 ? 'isolated' : 'cross');
    for (const positionSide of isHedging ? (['long', 'short'] as const) : (['both'] as const)) {
      const side = positionSide === 'both' ? this.side() : positionSide === 'long' ? 'buy' : 'sell';
      this.quote(side === 'buy' ? 'sell' : 'buy', MID, 200);
      stage.order(user, side, 1 + this.among(100), MID, { positionSide, timeInForce: 'IOC' });
    }
  }

  /** Takes most of a wallet away. */
  private thin(user: number): void {
    const { stage } = this;
    const most = stage.kernel.transfer.transferable(user, 'contract', 0, USDT);
    const kept = this.among(3) === 0 ? BigInt(this.among(40)) * U : 0n;
    if (most > kept) stage.transfer(user, 'contract', 'spot', most - kept);
  }

  private rest(): void {
    const side = this.side();
    const price = MID + (side === 'sell' ? 1 : -1) * this.among(this.among(2) === 0 ? 5_000 : 180_000);
    const user = this.among(2) === 0 ? HOUSE : USERS[this.among(USERS.length)]!;
    const lots = 1 + this.among(60);
    if (user === HOUSE) {
      this.quote(side, price, lots);
      return;
    }
    const positionSide = this.stage.kernel.perpetual.positionMode(user) === 'hedge' ? 'long' : 'both';
    this.stage.order(user, side, lots, price, { positionSide, reduceOnly: this.among(3) === 0 });
  }

  private quote(side: 'buy' | 'sell', ticks: number, lots: number): void {
    const levels = [{ side, priceTicks: ticks as PriceTicks, lots: lots as Lots }];
    this.stage.send(HOUSE, { type: 'perpetualMassQuote', symbolId: PERP, levels });
  }
}

/** Returns a copied kernel's answer to the taker's order, and whether the taker's positions are unchanged. */
function answer(scene: Scene, order: Partial<PlacePerpetualOrder>, timeInForce: 'FOK' | 'IOC') {
  const kernel = loadKernel(scene.stage.kernel.snapshot());
  const before = kernel.perpetual.positions(TAKER);
  const { outcome } = kernel.apply({
    seq: kernel.seq + 1,
    timeMs: scene.stage.nowMs,
    userId: TAKER,
    key: null,
    bodyHash: null,
    body: { ...orderOf('buy', 1, 1), ...order, timeInForce },
  });
  return { outcome, isAsBefore: isDeepStrictEqual(before, kernel.perpetual.positions(TAKER)) };
}

it('a fill-or-kill fills all of what an immediate-or-cancel would fill all of, else nothing', () => {
  const met = { whole: 0, part: 0, none: 0, refused: 0 };
  for (let seed = 1; seed <= SCENES; seed++) {
    const scene = new Scene(seed);
    const order = scene.takerOrder();
    const free = answer(scene, order, 'IOC').outcome;
    const { outcome, isAsBefore } = answer(scene, order, 'FOK');
    if (!free.ok || !outcome.ok) {
      expect(outcome, `seed ${seed}`).toEqual(free);
      met.refused++;
      continue;
    }
    const isWhole = statusOf(free) === 'filled';
    expect(filledLotsOf(outcome), `seed ${seed}`).toBe(isWhole ? filledLotsOf(free) : 0);
    expect(isAsBefore, `seed ${seed}`).toBe(filledLotsOf(outcome) === 0);
    met[isWhole ? 'whole' : filledLotsOf(free) > 0 ? 'part' : 'none']++;
  }
  expect(Math.min(met.whole, met.part), JSON.stringify(met)).toBeGreaterThan(SCENES / 20);
});
