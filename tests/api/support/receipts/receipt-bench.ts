import type { Command } from '@candor/kernel';
import { type Amount, type Lots, type PriceTicks, priceTicks } from '@candor/money';
import { GridClock } from '../../../support/grid-clock.ts';
import type { House } from '../house.ts';
import { BTCUSDT, ETHUSDT, HOUSE } from '../listing.ts';

export const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;
export const reason = 'Terms of this test';

/** A house whose time and prices a test moves, for acts that bring receipts. */
export class ReceiptBench {
  /** The price of BTC at the next tick of the index. */
  btc = 50_000;
  readonly clock = new GridClock((tickNo, venueTimeMs) => this.#tick(tickNo, venueTimeMs));
  #house: House | null = null;

  get house(): House {
    if (this.#house === null) throw new Error('no house was opened');
    return this.#house;
  }

  /** Takes the house, which lives by this clock. */
  enter(house: House): void {
    this.#house = house;
  }

  async system(body: Command, userId = 0): Promise<void> {
    const { outcome } = await this.house.engine.submit({ userId, key: null, bodyHash: null, body });
    if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
  }

  /** The house's only quotes are these. */
  async quoted(bid: number, ask: number): Promise<void> {
    await this.system({ type: 'cancelAll', symbolId: BTCUSDT }, HOUSE);
    const level = (side: 'buy' | 'sell', price: number) => ({
      side,
      priceTicks: (price * 100) as PriceTicks,
      lots: 1_000_000 as Lots,
    });
    const levels = [level('buy', bid), level('sell', ask)];
    await this.system({ type: 'massQuote', symbolId: BTCUSDT, levels }, HOUSE);
  }

  async moveTo(price: number): Promise<void> {
    this.btc = price;
    await this.clock.pass(250);
  }

  #tick(tickNo: number, venueTimeMs: number): Promise<void> {
    const quote = (symbolId: number, mid: number) => ({
      venueId: 1,
      symbolId,
      venueTimeMs,
      bidTicks: priceTicks(mid - 1),
      askTicks: priceTicks(mid + 1),
    });
    const quotes = [quote(BTCUSDT, this.btc * 100), quote(ETHUSDT, 250_000)];
    return this.system({ type: 'indexTick', tickNo, quotes });
  }
}
