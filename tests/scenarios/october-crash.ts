import type { Engine } from '@candor/journal';
import type { Command, Outcome, PlacePerpetualOrder, QuoteLevel, VenueQuote } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { Random } from '../../tools/workload/random.ts';
import { type Coin, coins, type Moment, october, priceTicks } from './october-prices.ts';

const USDT = 1010;
const HOUSE = 1;
const FIRST_USER = 1_000;
const UNIT = 100_000_000n;
const VENUES = [1, 2, 3] as const;
const TICK_MS = 250;
const QUOTE_LEVELS = 8;

/** The parts of a run. */
export interface CrashOptions {
  readonly engine: Engine;
  /** Sets the clock that the engine reads. */
  readonly setTime: (timeMs: number) => void;
  readonly startMs: number;
  readonly users: number;
  readonly seed: number;
  /** USDT that the insurance fund begins with: small, so that it runs out. */
  readonly insurance: bigint;
}

/** Assets, symbols and perpetuals, venues and fees: the commands that follow the genesis. */
export function octoberListing(): Command[] {
  const commands: Command[] = [
    { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 },
    { type: 'setFees', makerPpm: 200, takerPpm: 500 },
  ];
  for (const venueId of VENUES)
    commands.push({ type: 'setVenue', venueId, name: `venue ${venueId}`, weightPpm: 333_333 });
  for (const { assetId, code, symbolId, perpetualId, tickDecimal, lotDecimal } of coins) {
    const steps = { tickDecimal, lotDecimal, minNotional: UNIT as Amount };
    const most = { maxLots: 1_000_000_000 as Lots, maxOpenOrders: 200 };
    commands.push({ type: 'listAsset', assetId, code, name: code, scale: 8 });
    commands.push({
      type: 'listSymbol',
      symbolId,
      name: `${code}USDT`,
      baseAssetId: assetId,
      quoteAssetId: USDT,
      ...steps,
      ...most,
      priceBandPpm: 0,
    });
    commands.push({
      type: 'listPerpetual',
      symbolId: perpetualId,
      name: `${code}USDT-PERP`,
      indexSymbolId: symbolId,
      settleAssetId: USDT,
      ...steps,
      ...most,
      priceBandPpm: 0,
      tiers: [
        { floorNotional: 0n as Amount, mmrPpm: 5_000, maxLeverage: 50 },
        { floorNotional: (50_000n * UNIT) as Amount, mmrPpm: 10_000, maxLeverage: 25 },
        { floorNotional: (250_000n * UNIT) as Amount, mmrPpm: 25_000, maxLeverage: 10 },
      ],
      fundingIntervalMs: 28_800_000,
      impactNotional: (10_000n * UNIT) as Amount,
      makerFeePpm: 200,
      takerFeePpm: 500,
      liquidationFeePpm: 1_000,
    });
  }
  return commands;
}

/** Runs the crash through an engine: users open positions while it is quiet, and nobody helps afterwards. */
export class OctoberCrash {
  private readonly options: CrashOptions;
  private readonly random: Random;
  private tickNo = 0;
  private nowMs: number;

  constructor(options: CrashOptions) {
    this.options = options;
    this.random = new Random(options.seed);
    this.nowMs = options.startMs;
  }

  async run(onMoment: (moment: Moment) => void = () => {}): Promise<void> {
    await this.open();
    const each = Math.ceil(this.options.users / 40);
    let entered = 0;
    for (const moment of october()) {
      this.nowMs = this.options.startMs + moment.timeMs;
      this.options.setTime(this.nowMs);
      // the house sees the venues before our index does
      await this.quote(moment);
      await this.tick(moment);
      const entering: Promise<void>[] = [];
      for (let i = 0; i < each && moment.phase === 'quiet' && entered < this.options.users; i++)
        entering.push(this.enter(FIRST_USER + entered++));
      await Promise.all(entering);
      onMoment(moment);
    }
  }

  private async open(): Promise<void> {
    const { users, insurance } = this.options;
    await this.system({
      type: 'fundInsurance',
      assetId: USDT,
      amount: (insurance * UNIT) as Amount,
      fromUserId: 0,
    });
    await this.fund(HOUSE, 'house', 40_000n * BigInt(users));
    const funded = Array.from({ length: users }, (_, i) =>
      this.fund(FIRST_USER + i, 'user', BigInt(Math.round(100 * 10 ** (2 * this.random.next())))),
    );
    await Promise.all(funded);
  }

  private async fund(accountUserId: number, kind: 'user' | 'house', usdt: bigint): Promise<void> {
    const amount = (usdt * UNIT) as Amount;
    await this.system({ type: 'openAccount', accountUserId, kind });
    await this.system({ type: 'practiceFunds', accountUserId, assetId: USDT, amount });
    await this.must(accountUserId, {
      type: 'transfer',
      from: 'spot',
      to: 'contract',
      fromSymbolId: 0,
      toSymbolId: 0,
      assetId: USDT,
      amount,
    });
  }

  /** Every venue says something a little else. */
  private async tick({ timeMs, fallenPpm }: Moment): Promise<void> {
    this.tickNo = Math.floor((this.options.startMs + timeMs) / TICK_MS);
    const quotes: VenueQuote[] = [];
    for (const coin of coins)
      for (const venueId of VENUES) {
        const mid = priceTicks(coin, fallenPpm, this.random.int(-300, 300));
        quotes.push({
          venueId,
          symbolId: coin.symbolId,
          bidTicks: (mid - 1) as PriceTicks,
          askTicks: (mid + 1) as PriceTicks,
          venueTimeMs: this.nowMs,
        });
      }
    await this.system({ type: 'indexTick', tickNo: this.tickNo, quotes });
  }

  /** The house moves its quotes to the price, as thick as the moment lets it. Where it can not pay them it quotes none. */
  private async quote({ fallenPpm, depthPpm }: Moment): Promise<void> {
    await Promise.all(coins.map((coin) => this.quoteCoin(coin, fallenPpm, depthPpm)));
  }

  private async quoteCoin(coin: Coin, fallenPpm: number, depthPpm: number): Promise<void> {
    const symbolId = coin.perpetualId;
    const resting = await this.options.engine.read((view) =>
      view.perpetual.openOrders(HOUSE, symbolId).map(({ side, priceTicks: ticks }) => ({ side, ticks })),
    );
    const gone = new Map<string, QuoteLevel>();
    for (const { side, ticks } of resting)
      if (ticks !== null) gone.set(`${side} ${ticks}`, { side, priceTicks: ticks, lots: 0 as Lots });
    const removed = [...gone.values()];
    const levels = this.levels(coin, fallenPpm, depthPpm);
    for (const level of levels) gone.delete(`${level.side} ${level.priceTicks}`);
    if (gone.size === 0 && levels.length === 0) return;
    const quoted = await this.send(HOUSE, {
      type: 'perpetualMassQuote',
      symbolId,
      levels: [...gone.values(), ...levels],
    });
    if (!quoted.ok && removed.length > 0)
      await this.must(HOUSE, { type: 'perpetualMassQuote', symbolId, levels: removed });
  }

  private levels(coin: Coin, fallenPpm: number, depthPpm: number): QuoteLevel[] {
    if (depthPpm === 0) return [];
    const mid = priceTicks(coin, fallenPpm, 0);
    const step = Math.max(1, Math.round(mid / 5_000));
    const notionalTicks = (60 * this.options.users * coin.startTicks) / QUOTE_LEVELS;
    const lots = Math.max(1, Math.round((notionalTicks / mid) * (depthPpm / 1e6) * (1_000 / lotValue(coin))));
    return Array.from({ length: QUOTE_LEVELS }, (_, i) => i + 1).flatMap((away): QuoteLevel[] => [
      { side: 'buy', priceTicks: (mid - away * step) as PriceTicks, lots: lots as Lots },
      { side: 'sell', priceTicks: (mid + away * step) as PriceTicks, lots: lots as Lots },
    ]);
  }

  /** A user picks a coin, a leverage and a side, mostly long, and goes in with most of what he has. */
  private async enter(userId: number): Promise<void> {
    const { random } = this;
    const coin = random.pick(coins);
    const leverage = random.pick([3, 5, 10, 20, 20, 50]);
    const side = random.chance(0.85) ? 'buy' : 'sell';
    const part = 0.5 + 0.4 * random.next();
    if (random.chance(0.5))
      await this.must(userId, { type: 'setMarginMode', symbolId: coin.perpetualId, marginMode: 'isolated' });
    await this.must(userId, { type: 'setLeverage', symbolId: coin.perpetualId, leverage });
    const available = await this.options.engine.read(
      (view) => view.perpetual.account(userId, USDT).available,
    );
    const usdt = Number(available / UNIT) * leverage * part;
    const lots = Math.floor(usdt / lotValue(coin));
    if (lots === 0) return;
    await this.send(userId, marketOrder(coin.perpetualId, side, lots));
  }

  private system(body: Command): Promise<Outcome> {
    return this.must(0, body);
  }

  private async must(userId: number, body: Command): Promise<Outcome> {
    const outcome = await this.send(userId, body);
    if (!outcome.ok) throw new Error(`${body.type} of user ${userId} was refused: ${outcome.code}`);
    return outcome;
  }

  private async send(userId: number, body: Command): Promise<Outcome> {
    return (await this.options.engine.submit({ userId, key: null, bodyHash: null, body })).outcome;
  }
}

/** USDT that one lot is worth at the beginning. */
function lotValue({ startTicks, tickDecimal, lotDecimal }: Coin): number {
  return startTicks * Number(tickDecimal) * Number(lotDecimal);
}

function marketOrder(symbolId: number, side: 'buy' | 'sell', lots: number): PlacePerpetualOrder {
  return {
    type: 'placePerpetualOrder',
    symbolId,
    positionSide: 'both',
    side,
    orderType: 'market',
    timeInForce: 'IOC',
    postOnly: false,
    reduceOnly: false,
    priceTicks: null,
    lots: lots as Lots,
    clientOrderId: null,
    trigger: null,
    takeProfit: null,
    stopLoss: null,
    leverage: null,
    marginMode: null,
  };
}
