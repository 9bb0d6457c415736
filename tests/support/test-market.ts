import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { Command, SymbolState } from '../../packages/kernel/commands.ts';
import type { Applied, KernelEvent } from '../../packages/kernel/events.ts';
import type { Kernel } from '../../packages/kernel/kernel.ts';
import { createKernel, loadKernel } from '../../packages/kernel/machine.ts';
import { idOf as madeId } from '../../packages/kernel/outcome.ts';
import type { PlaceOco, PlaceTrigger } from '../../packages/kernel/products/spot/commands.ts';

export const BTC = 1001;
export const USDT = 1002;
export const HOUSE = 1;
export const ANN = 1000;
export const BEN = 1001;
export const CLEO = 1002;
/** Noon of a UTC day. */
const START_MS = 1_735_732_800_000;
const UNITS = 10n ** 8n;

/** A BTC/USDT market for tests of the kernel: tick 0.01, lot 0.001, so one tick of one lot is 1,000 units. */
export class TestMarket {
  kernel: Kernel = createKernel();
  nowMs = START_MS;
  private seq = 0;
  private tickNo = 0;

  constructor(priceBandPpm = 0) {
    const listing: Command[] = [
      { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab' },
      { type: 'listAsset', assetId: BTC, code: 'BTC', name: 'Bitcoin', scale: 8 },
      { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 },
      {
        type: 'listSymbol',
        symbolId: 1,
        name: 'BTCUSDT',
        baseAssetId: BTC,
        quoteAssetId: USDT,
        tickDecimal: '0.01',
        lotDecimal: '0.001',
        minNotional: 1000n as Amount,
        maxLots: 1_000_000 as Lots,
        maxOpenOrders: 5,
        priceBandPpm,
      },
      { type: 'setVenue', venueId: 1, name: 'one', weightPpm: 1_000_000 },
      { type: 'openAccount', accountUserId: HOUSE, kind: 'house' },
    ];
    for (const body of listing) this.system(body);
    for (const user of [ANN, BEN, CLEO]) {
      this.system({ type: 'openAccount', accountUserId: user, kind: 'user' });
    }
    for (const user of [HOUSE, ANN, BEN, CLEO]) {
      for (const assetId of [BTC, USDT]) {
        const amount = (assetId === BTC ? 1000n * UNITS : 10_000_000n * UNITS) as Amount;
        this.system({ type: 'practiceFunds', accountUserId: user, assetId, amount });
      }
    }
    this.wait(250);
  }

  wait(ms: number): void {
    this.nowMs += ms;
  }

  submit(userId: number, body: Command, key: string | null = null): Applied {
    this.seq++;
    const bodyHash = key === null ? null : 'aa';
    return this.kernel.apply({ seq: this.seq, timeMs: this.nowMs, userId, key, bodyHash, body });
  }

  system(body: Command): Applied {
    return this.submit(0, body);
  }

  limit(
    userId: number,
    side: 'buy' | 'sell',
    price: number,
    lots: number,
    id: string | null = null,
  ): Applied {
    return this.submit(userId, {
      type: 'placeOrder',
      symbolId: 1,
      side,
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      priceTicks: price as PriceTicks,
      lots: lots as Lots,
      quoteAmount: null,
      clientOrderId: id,
    });
  }

  /** A trade of one lot at a price between two users who are not Ann. */
  print(price: number): Applied {
    this.limit(BEN, 'sell', price, 1);
    return this.limit(CLEO, 'buy', price, 1);
  }

  /** One index tick 250 ms later. */
  index(price: number): Applied {
    this.wait(250);
    return this.indexNow(price);
  }

  indexNow(price: number): Applied {
    const priceTicks = price as PriceTicks;
    return this.system({
      type: 'indexTick',
      tickNo: ++this.tickNo,
      quotes: [
        { venueId: 1, symbolId: 1, bidTicks: priceTicks, askTicks: priceTicks, venueTimeMs: this.nowMs },
      ],
    });
  }

  setState(state: SymbolState): Applied {
    return this.system({ type: 'setSymbolState', symbolId: 1, state, reason: 'maintenance of a venue' });
  }

  /** A stop that sells one lot at market when the last price falls to 9,000, but for what is named. */
  trigger(userId: number, change: Partial<PlaceTrigger>): Applied {
    return this.submit(userId, {
      type: 'placeTrigger',
      symbolId: 1,
      side: 'sell',
      kind: 'stop',
      source: 'last',
      triggerTicks: 9_000 as PriceTicks,
      callbackPpm: null,
      callbackTicks: null,
      activationTicks: null,
      orderType: 'market',
      timeInForce: 'IOC',
      postOnly: false,
      priceTicks: null,
      lots: 1 as Lots,
      quoteAmount: null,
      clientOrderId: null,
      ...change,
    });
  }

  /** Sells ten lots at 11,000, or at 8,900 once the last price falls to 9,000, but for what is named. */
  pair(userId: number, change: Partial<PlaceOco>): Applied {
    return this.submit(userId, {
      type: 'placeOco',
      symbolId: 1,
      side: 'sell',
      priceTicks: 11_000 as PriceTicks,
      lots: 10 as Lots,
      clientOrderId: null,
      source: 'last',
      triggerTicks: 9_000 as PriceTicks,
      stopPriceTicks: 8_900 as PriceTicks,
      stopQuoteAmount: null,
      stopClientOrderId: null,
      ...change,
    });
  }

  cancel(userId: number, orderId: number): Applied {
    return this.submit(userId, { type: 'cancelOrder', orderId, clientOrderId: null });
  }

  held(userId: number, assetId: number): bigint {
    return this.kernel.balances(userId).find((balance) => balance.assetId === assetId)?.held ?? 0n;
  }

  restart(): void {
    const hash = this.kernel.stateHash();
    this.kernel = loadKernel(this.kernel.snapshot());
    if (this.kernel.stateHash() !== hash) throw new Error('A restart changed the state');
  }
}

/** The id of what was made; throws where it was refused. */
export function idOf({ outcome }: Applied): number {
  if (!outcome.ok) throw new Error(outcome.code);
  return madeId(outcome);
}

export function codeOf({ outcome }: Applied): string {
  return outcome.ok ? 'ok' : outcome.code;
}

export function eventsOf<T extends KernelEvent['type']>(
  applied: Applied,
  type: T,
): Extract<KernelEvent, { type: T }>[] {
  return applied.events.filter((event): event is Extract<KernelEvent, { type: T }> => event.type === type);
}
