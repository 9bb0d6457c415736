import {
  type Command,
  createKernel,
  type EntryEvent,
  type Envelope,
  type Kernel,
  type KernelEvent,
  loadKernel,
  type MarginMode,
  type Outcome,
  outcomeAs,
  type PerpetualInfo,
  type PlacePerpetualOrder,
  type PositionView,
} from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';

export const BTC = 1001;
export const USDT = 1002;
export const SPOT = 1;
export const PERP = 101;
export const HOUSE = 1;
/** One USDT at scale 8. */
export const U = 100_000_000n;
const T0 = 1_800_000_000_000;

/** Price step 0.01, one lot 0.001 BTC: 1,000 units a tick and lot, so one BTC at 1.00 USDT is a USDT. */
export const LIST: Extract<Command, { type: 'listPerpetual' }> = {
  type: 'listPerpetual',
  symbolId: PERP,
  name: 'BTCUSDT-PERP',
  indexSymbolId: SPOT,
  settleAssetId: USDT,
  tickDecimal: '0.01',
  lotDecimal: '0.001',
  minNotional: 1n as Amount,
  maxLots: 10_000_000 as Lots,
  maxOpenOrders: 100,
  priceBandPpm: 100_000,
  tiers: [
    { floorNotional: 0n as Amount, mmrPpm: 5_000, maxLeverage: 100 },
    { floorNotional: (50_000n * U) as Amount, mmrPpm: 10_000, maxLeverage: 50 },
    { floorNotional: (250_000n * U) as Amount, mmrPpm: 25_000, maxLeverage: 20 },
  ],
  fundingIntervalMs: 8 * 3_600_000,
  impactNotional: (1_000n * U) as Amount,
  makerFeePpm: 200,
  takerFeePpm: 500,
  liquidationFeePpm: 5_000,
};

/** A kernel with one perpetual, driven by hand. With `restarts` it is loaded again before each command. */
export class Stage {
  kernel: Kernel;
  nowMs = T0;
  events: readonly KernelEvent[] = [];
  readonly log: KernelEvent[] = [];
  readonly sent: Envelope[] = [];
  private readonly restarts: boolean;
  private readonly hints: { readonly audit: boolean };

  /** With `audit`, as by default, the kernel checks its dear invariants after each command. */
  constructor(options: { listing?: Partial<typeof LIST>; restarts?: boolean; audit?: boolean } = {}) {
    this.restarts = options.restarts ?? false;
    this.hints = { audit: options.audit ?? true };
    this.kernel = createKernel(this.hints);
    this.system({ type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
    this.system({ type: 'listAsset', assetId: BTC, code: 'BTC', name: 'Bitcoin', scale: 8 });
    this.system({ type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 });
    this.system({
      type: 'listSymbol',
      symbolId: SPOT,
      name: 'BTCUSDT',
      baseAssetId: BTC,
      quoteAssetId: USDT,
      tickDecimal: '0.01',
      lotDecimal: '0.00001',
      minNotional: 1n as Amount,
      maxLots: 1_000_000_000 as Lots,
      maxOpenOrders: 100,
      priceBandPpm: 0,
    });
    this.system({ type: 'setVenue', venueId: 1, name: 'Venue', weightPpm: 1_000_000 });
    this.system({ ...LIST, ...options.listing });
    this.system({ type: 'openAccount', accountUserId: HOUSE, kind: 'house' });
  }

  /** Applies a command and throws unless it is accepted. */
  system(body: Command): Outcome {
    return this.sure(0, body);
  }

  sure(userId: number, body: Command): Extract<Outcome, { ok: true }> {
    const outcome = this.send(userId, body);
    if (!outcome.ok) throw new Error(`${body.type} was refused: ${outcome.code}`);
    return outcome;
  }

  send(userId: number, body: Command): Outcome {
    if (this.restarts) this.restart();
    const envelope: Envelope = {
      seq: this.kernel.seq + 1,
      timeMs: this.nowMs,
      userId,
      key: null,
      bodyHash: null,
      body,
    };
    this.sent.push(envelope);
    const { outcome, events } = this.kernel.apply(envelope);
    this.events = events;
    this.log.push(...events);
    return outcome;
  }

  restart(): void {
    const hash = this.kernel.stateHash();
    this.kernel = loadKernel(this.kernel.snapshot(), this.hints);
    if (this.kernel.stateHash() !== hash) throw new Error('A restart changed the state');
  }

  /** Opens an account with so many USDT in its contract wallet. */
  user(userId: number, usdt: bigint): void {
    if (!this.kernel.hasAccount(userId)) {
      this.system({ type: 'openAccount', accountUserId: userId, kind: 'user' });
    }
    this.fund(userId, usdt * U);
  }

  fund(userId: number, units: bigint): void {
    const amount = units as Amount;
    this.system({ type: 'practiceFunds', accountUserId: userId, assetId: USDT, amount });
    this.transfer(userId, 'spot', 'contract', amount);
  }

  transfer(userId: number, from: 'spot' | 'contract', to: 'spot' | 'contract', units: bigint): Outcome {
    const amount = units as Amount;
    return this.send(userId, {
      type: 'transfer',
      from,
      to,
      fromSymbolId: 0,
      toSymbolId: 0,
      assetId: USDT,
      amount,
    });
  }

  /** The next index tick, at a price in ticks; 0 lets the index go stale. */
  tick(ticks: number, passMs = 250): readonly KernelEvent[] {
    this.nowMs += passMs;
    const quotes = [
      {
        venueId: 1,
        symbolId: SPOT,
        bidTicks: ticks as PriceTicks,
        askTicks: ticks as PriceTicks,
        venueTimeMs: this.nowMs,
      },
    ];
    this.system({ type: 'indexTick', tickNo: Math.floor(this.nowMs / 250), quotes });
    return this.events;
  }

  order(userId: number, side: 'buy' | 'sell', lots: number, ticks: number | null, more = {}): Outcome {
    return this.send(userId, orderOf(side, lots, ticks, more));
  }

  buy(userId: number, lots: number, ticks: number | null, more: Partial<PlacePerpetualOrder> = {}) {
    return outcomeAs(this.sure(userId, orderOf('buy', lots, ticks, more)), 'order');
  }

  sell(userId: number, lots: number, ticks: number | null, more: Partial<PlacePerpetualOrder> = {}) {
    return outcomeAs(this.sure(userId, orderOf('sell', lots, ticks, more)), 'order');
  }

  leverage(userId: number, leverage: number, marginMode: MarginMode = 'isolated', symbolId = PERP): void {
    this.sure(userId, { type: 'setMarginMode', symbolId, marginMode });
    this.sure(userId, { type: 'setLeverage', symbolId, leverage });
  }

  position(userId: number): PositionView {
    const [position] = this.kernel.perpetual.positions(userId);
    if (position === undefined) throw new Error(`${userId} has no position`);
    return position;
  }

  /** Balance of the contract wallet, in units. */
  wallet(userId: number): { available: bigint; held: bigint } {
    const found = this.kernel.balances(userId, 'contract').find(({ assetId }) => assetId === USDT);
    return { available: found?.available ?? 0n, held: found?.held ?? 0n };
  }

  info(): PerpetualInfo {
    return this.kernel.perpetual.symbol(PERP)!;
  }

  entries(kind: EntryEvent['kind']): EntryEvent[] {
    return this.log.filter((event): event is EntryEvent => event.type === 'entry' && event.kind === kind);
  }

  all<T extends KernelEvent['type']>(type: T): Extract<KernelEvent, { type: T }>[] {
    return this.log.filter((event): event is Extract<KernelEvent, { type: T }> => event.type === type);
  }
}

export function orderOf(
  side: 'buy' | 'sell',
  lots: number,
  ticks: number | null,
  more: Partial<PlacePerpetualOrder> = {},
): PlacePerpetualOrder {
  return {
    type: 'placePerpetualOrder',
    symbolId: PERP,
    positionSide: 'both',
    side,
    orderType: ticks === null ? 'market' : 'limit',
    timeInForce: ticks === null ? 'IOC' : 'GTC',
    postOnly: false,
    reduceOnly: false,
    priceTicks: ticks as PriceTicks | null,
    lots: lots as Lots,
    clientOrderId: null,
    trigger: null,
    takeProfit: null,
    stopLoss: null,
    leverage: null,
    marginMode: null,
    ...more,
  };
}
