import type { Command } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { House } from './house.ts';
import { BTC, BTCUSDT, HOUSE, indexTick, USDT } from './listing.ts';
import { newPerson, type Person } from './person.ts';

const COIN = 100_000_000n;
const coins = (whole: bigint) => (whole * COIN) as Amount;
const lent = (assetId: number, haircutPpm: number): Command => ({
  type: 'setMarginAsset',
  assetId,
  borrowable: true,
  hourlyRatePpb: 10_000,
  haircutPpm,
  maxBorrow: coins(assetId === BTC ? 5n : 100_000n),
});
const terms = (symbolId: number, maxLeverage: number): Command => ({
  type: 'setMarginTerms',
  symbolId,
  valueAssetId: USDT,
  maxLeverage,
  transferPpm: 2_000_000,
  callPpm: 1_200_000,
  liquidationPpm: 1_100_000,
  saleBandPpm: 50_000,
});

/** A house that lends BTC and USDT, cross and in BTC/USDT. */
export interface MarginHouse {
  /** Submits a command that must be taken. */
  system(body: Command, userId?: number): Promise<void>;
  /** A fresh price, of now. */
  tick(): Promise<void>;
  /** The number of a tick that comes after all others. */
  nextTickNo(): number;
  /** The house quotes BTC/USDT at 50,000, a cent away on both sides. */
  quote(lots: number): Promise<void>;
  /** A person with 1 BTC in the cross account and 4,000 USDT in the isolated one of BTC/USDT, at a fresh index. */
  borrower(): Promise<Person>;
}

export async function openMargin(house: House): Promise<MarginHouse> {
  let tickNo = 1_000_000_000_000;
  const system = async (body: Command, userId = 0) => {
    const { outcome } = await house.engine.submit({ userId, key: null, bodyHash: null, body });
    if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
  };
  const tick = () => system(indexTick(tickNo++, house.now()));
  await system({ type: 'fundMarginPool', into: 'pool', assetId: USDT, amount: coins(1_000_000n) });
  await system({ type: 'fundMarginPool', into: 'pool', assetId: BTC, amount: coins(50n) });
  await system({ type: 'fundMarginPool', into: 'insurance', assetId: USDT, amount: coins(1_000n) });
  await system(lent(BTC, 950_000));
  await system(lent(USDT, 1_000_000));
  await system(terms(0, 3));
  await system(terms(BTCUSDT, 5));
  return {
    system,
    tick,
    nextTickNo: () => tickNo++,
    quote: (lots) =>
      system(
        {
          type: 'massQuote',
          symbolId: BTCUSDT,
          levels: [
            { side: 'buy', priceTicks: 4_999_999 as PriceTicks, lots: lots as Lots },
            { side: 'sell', priceTicks: 5_000_001 as PriceTicks, lots: lots as Lots },
          ],
        },
        HOUSE,
      ),
    async borrower() {
      const person = await newPerson(house);
      await person.client.call('transfer', { query: { from: '1', to: '4', coin: 'BTC', amount: '1' } });
      await person.client.call('transfer', {
        query: { from: '1', to: '6', toSymbol: 'BTCUSDT', coin: 'USDT', amount: '4000' },
      });
      await tick();
      return person;
    },
  };
}
