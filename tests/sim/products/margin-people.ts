import type { Command, MarginWallet } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { walletNumber } from '../audit/ledger.ts';
import type { Act, Exchange } from '../product.ts';
import { ASSETS, BTC, ETH, SPOT, type SpotListing, USDT } from '../world.ts';

const COIN = 100_000_000n;

/** The acts of people with margin: they borrow as much as they may and more, trade with it, and repay now and then. */
export class MarginPeople {
  private readonly exchange: Exchange;
  private readonly priceOf: (assetId: number) => bigint | null;

  /** `priceOf`: one base unit in units of USDT, times 1,000; null while there is no price. */
  constructor(exchange: Exchange, priceOf: (assetId: number) => bigint | null) {
    this.exchange = exchange;
    this.priceOf = priceOf;
  }

  listing(): Command[] {
    const lend = (into: 'pool' | 'insurance', assetId: number, coins: bigint): Command => ({
      type: 'fundMarginPool',
      into,
      assetId,
      amount: (coins * COIN) as Amount,
    });
    return [
      lend('pool', BTC, 20n),
      lend('pool', ETH, 400n),
      lend('pool', USDT, 1_000_000n),
      lend('insurance', USDT, 5_000n),
      this.asset(BTC, 12_345, 950_000),
      this.asset(ETH, 40_001, 900_000),
      this.asset(USDT, 7_777, 1_000_000),
      marginTerms(0, 3),
      marginTerms(1, 5),
      marginTerms(2, 10),
    ];
  }

  act(): Act {
    const { random, users, ledger } = this.exchange;
    const userId = random.pick(users);
    const symbolId = random.pick([0, 0, 1, 2]);
    const wallet: MarginWallet = symbolId === 0 ? 'margin-cross' : 'margin-isolated';
    const traded = symbolId === 0 ? random.pick([1, 2]) : symbolId;
    const listing = SPOT.find((each) => each.symbolId === traded)!;
    const assetId = random.pick([listing.base, listing.quote]);
    const account = walletNumber(userId, symbolId === 0 ? wallet : `${wallet}/${symbolId}`);
    const roll = random.int(1, 100);
    if (roll <= 2)
      return { userId: 0, body: this.asset(random.pick(ASSETS), random.int(0, 90_000), 900_000) };
    const own = ledger.available(account, assetId);
    if (own === 0n || roll <= 12) {
      const share = ledger.available(userId, assetId) / BigInt(random.pick([5, 50, 500]));
      const side = { fromSymbolId: 0, toSymbolId: symbolId, assetId, amount: share as Amount };
      return { userId, body: { type: 'transfer', from: 'spot', to: wallet, ...side } };
    }
    if (roll <= 16) {
      const side = { fromSymbolId: symbolId, toSymbolId: 0, assetId, amount: (own / 3n) as Amount };
      return { userId, body: { type: 'transfer', from: wallet, to: 'spot', ...side } };
    }
    if (roll <= 50) {
      // One coin against the other, so that the price decides.
      const owed = assetId === listing.base ? listing.quote : listing.base;
      const times = BigInt(random.pick([random.int(1, 12_000), 1_900, 3_900, 8_500]));
      const worth = this.worth(own, assetId, owed) ?? 0n;
      const amount = ((worth * times) / 1_000n) as Amount;
      return { userId, body: { type: 'borrow', wallet, symbolId, assetId: owed, amount } };
    }
    if (roll <= 65) {
      const amount = random.chance(0.3) ? null : (BigInt(random.int(1, 1_000)) * own) / 1_000n;
      return { userId, body: { type: 'repay', wallet, symbolId, assetId, amount: amount as Amount | null } };
    }
    if (roll <= 67)
      return {
        userId,
        body: { type: 'setMarginLeverage', symbolId: symbolId || 1, leverage: random.int(2, 10) },
      };
    if (roll <= 69) return { userId, body: { type: 'cancelMarginOrders', wallet, symbolId: null } };
    return { userId, body: this.order(wallet, listing) };
  }

  /** An order out of a margin wallet; half of them borrow what they lack, or repay with what they bring. */
  private order(wallet: MarginWallet, { symbolId, usualLots }: SpotListing): Command {
    const { random, market } = this.exchange;
    const mid = market.price(symbolId);
    const isLimit = random.chance(0.5);
    const away = Math.round((mid * random.int(-3_000, 3_000)) / 1_000_000);
    const terms = {
      wallet,
      symbolId,
      side: random.pick(['buy', 'sell'] as const),
      orderType: isLimit ? ('limit' as const) : ('market' as const),
      timeInForce: isLimit ? random.pick(['GTC', 'IOC'] as const) : ('IOC' as const),
      postOnly: false,
      priceTicks: (isLimit ? mid + away : null) as PriceTicks | null,
      lots: random.int(1, usualLots) as Lots,
      quoteAmount: null,
      clientOrderId: null,
    };
    return random.chance(0.5)
      ? { type: 'placeMarginOrder', ...terms }
      : { type: 'placeMarginOrderWith', ...terms, sideEffect: random.pick(['borrow', 'repay']) };
  }

  /** Returns the value of an amount of one asset in another. */
  private worth(amount: bigint, assetId: number, inAssetId: number): bigint | null {
    const from = this.priceOf(assetId);
    const to = this.priceOf(inAssetId);
    return from === null || to === null || to === 0n ? null : (amount * from) / to;
  }

  private asset(assetId: number, hourlyRatePpb: number, haircutPpm: number): Command {
    const maxBorrow = (assetId === USDT ? 100_000n : 50n) * COIN;
    return {
      type: 'setMarginAsset',
      assetId,
      borrowable: true,
      hourlyRatePpb,
      haircutPpm,
      maxBorrow: maxBorrow as Amount,
    };
  }
}

function marginTerms(symbolId: number, maxLeverage: number): Command {
  return {
    type: 'setMarginTerms',
    symbolId,
    valueAssetId: USDT,
    maxLeverage,
    transferPpm: 2_000_000,
    callPpm: 1_100_000,
    liquidationPpm: 1_060_000,
    saleBandPpm: 30_000,
  };
}
