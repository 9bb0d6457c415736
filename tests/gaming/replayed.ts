import type { KernelView } from '@candor/kernel';
import { type Amount, type Lots, type PriceTicks, parseDecimal } from '@candor/money';
import { MARKET_SCALE } from '@candor/prices';
import type { CoreLink } from '../../apps/server/engine/core/index.ts';
import type { VenueBook } from '../../apps/server/prices/feeds/index.ts';
import { openRecording } from '../../apps/server/prices/feeds/replay/open-recording.ts';
import {
  CONTRACT_MAKER_SETTINGS,
  ContractMaker,
  MAKER_SETTINGS,
  MarketMaker,
} from '../../apps/server/trading/maker/index.ts';
import { makerQueries } from '../../apps/server/trading/maker/queries.ts';
import { BTC, HOUSE, PERP, SPOT, Stage, U, USDT } from '../perpetual/stage.ts';
import { recordedData } from '../support/recorded-data.ts';
import { GRID_MS } from './prices.ts';

const TRADER = 1_000;
const VENUE = 1;
const PRICE_STEP = parseDecimal('0.01', MARKET_SCALE)!;
/** The house and the trader own this much of each kind: far more than the quotes. */
const COINS = 100n;
const MONEY = 20_000_000n;

/** A venue's book at a step of the 250 ms grid, and its best prices in ticks. */
export interface Moment {
  readonly book: VenueBook;
  readonly bid: number;
  readonly ask: number;
}

/** Reads the book that stood at each step of the grid in a recorded feed. */
export async function recordedMoments(market: 'spot' | 'usdm'): Promise<Moment[]> {
  const file = recordedData('binance-l2-feed', `${market}-btcusdt.feed.gz`);
  const recording = await openRecording(file, () => {});
  const moments: Moment[] = [];
  let last: Moment | null = null;
  let firstStep: number | null = null;
  for await (const event of recording.events()) {
    if (event.kind !== 'book') continue;
    const step = Math.ceil(event.timeMs / GRID_MS);
    firstStep ??= step;
    while (last !== null && moments.length < step - firstStep) moments.push(last);
    const [bid, ask] = [event.bids[0]!, event.asks[0]!];
    last = {
      book: { venueId: VENUE, symbol: 'BTCUSDT', bids: event.bids, asks: event.asks, timeMs: 0 },
      bid: Number(bid.price / PRICE_STEP),
      ask: Number((ask.price + PRICE_STEP - 1n) / PRICE_STEP),
    };
  }
  if (last !== null) moments.push(last);
  return moments;
}

/** Returns the steps before which the price went furthest within so many steps, none within the reach of another. */
export function greatestMoves(
  moments: readonly Moment[],
  steps: number,
  lead: number,
  count: number,
): number[] {
  const moved = (at: number) => Math.abs(moments[at]!.bid - moments[at - steps]!.bid);
  const found: number[] = [];
  const order = moments.map((_, at) => at).filter((at) => at >= lead + steps);
  for (const at of order.toSorted((a, b) => moved(b) - moved(a)))
    if (found.length < count && found.every((other) => Math.abs(other - at) > steps)) found.push(at);
  return found;
}

/** Process held up: the recorder, so no tick is made; the core, so ticks wait; the house, so its quotes stay. */
export type Stalled = 'recorder' | 'core' | 'house';

export interface Taken {
  readonly side: 'buy' | 'sell';
  readonly lots: number;
  readonly priceTicks: number;
  /** Counts what a lot is worth more at the venue now than was paid, in ticks. */
  readonly gainTicks: number;
  /** The number of the tick of the moment at which it was taken. */
  readonly tickNo: number;
  /** The tick at which the house's quotes end; null without an end. */
  readonly endTickNo: number | null;
}

/** An exchange with the house's own maker, on a recording that is played tick by tick. */
export class ReplayedMarket {
  readonly stage = new Stage({ audit: false });
  /** Holds what the maker reported. */
  readonly trouble: string[] = [];
  private readonly moments: readonly Moment[];
  private readonly symbolId: number;
  private readonly maker: MarketMaker | ContractMaker;
  private newestTickNo: number | null = null;
  private endTickNo: number | null = null;

  /** With `hasEnds` false the maker's quotes stand until they are withdrawn, as they once did. */
  constructor(moments: readonly Moment[], product: 'spot' | 'contracts', hasEnds: boolean) {
    this.moments = moments;
    this.symbolId = product === 'spot' ? SPOT : PERP;
    const { stage } = this;
    stage.user(TRADER, MONEY);
    stage.fund(HOUSE, MONEY * U);
    stage.leverage(HOUSE, 5, 'cross');
    for (const user of [TRADER, HOUSE]) {
      stage.system({
        type: 'practiceFunds',
        accountUserId: user,
        assetId: USDT,
        amount: (MONEY * U) as Amount,
      });
      stage.system({
        type: 'practiceFunds',
        accountUserId: user,
        assetId: BTC,
        amount: (COINS * U) as Amount,
      });
    }
    const options = {
      core: this.core(),
      userId: HOUSE,
      venueId: VENUE,
      ...(hasEnds ? { newestTick: () => this.newestTickNo } : {}),
      now: () => stage.nowMs,
      log: (line: string) => {
        this.trouble.push(line);
      },
    };
    const spotFunding = new Map([
      [BTC, (COINS * U) as Amount],
      [USDT, (MONEY * U) as Amount],
    ]);
    this.maker =
      product === 'spot'
        ? new MarketMaker({ ...options, funding: spotFunding, settings: MAKER_SETTINGS })
        : new ContractMaker({
            ...options,
            funding: (MONEY * U) as Amount,
            settings: CONTRACT_MAKER_SETTINGS,
          });
    this.maker.start();
  }

  /** Plays the steps before `from`, holds one part up for `steps` steps, and lets the trader act first after it. */
  async takeAfter(stalled: Stalled, from: number, steps: number, lead: number): Promise<Taken[]> {
    for (let at = from - lead; at <= from; at++) await this.play(at);
    const { stage } = this;
    const end = from + steps;
    if (stalled === 'house')
      for (let at = from + 1; at <= end; at++) {
        stage.nowMs += GRID_MS;
        this.tick(at, stage.nowMs);
      }
    else {
      stage.nowMs += steps * GRID_MS;
      if (stalled === 'core')
        for (let at = from + 1; at <= end; at++) this.tick(at, stage.nowMs - (end - at) * GRID_MS);
    }
    return this.take(this.moments[end]!);
  }

  stop(): Promise<void> {
    return this.maker.stop();
  }

  /** Plays one step: the recorder's tick comes, and the house hears of it and of the books. */
  async play(at: number): Promise<void> {
    this.stage.nowMs += GRID_MS;
    this.tick(at, this.stage.nowMs);
    this.newestTickNo = Math.floor(this.stage.nowMs / GRID_MS);
    this.maker.book({ ...this.moments[at]!.book, timeMs: this.stage.nowMs });
    this.maker.wake();
    // a turn of the maker takes promises alone
    await new Promise((resolve) => setImmediate(resolve));
  }

  private tick(at: number, chainedMs: number): void {
    const { bid, ask } = this.moments[at]!;
    const quote = { venueId: VENUE, symbolId: SPOT, venueTimeMs: chainedMs };
    const quotes = [{ ...quote, bidTicks: bid as PriceTicks, askTicks: ask as PriceTicks }];
    this.stage.system({ type: 'indexTick', tickNo: Math.floor(chainedMs / GRID_MS), chainedMs, quotes });
  }

  /** Takes every quote that the venue's prices have gone through. */
  private take({ bid, ask }: Moment): Taken[] {
    return [...this.sweep('buy', bid, bid - 1), ...this.sweep('sell', ask, ask + 1)];
  }

  private sweep(side: 'buy' | 'sell', worthTicks: number, limitTicks: number): Taken[] {
    const { stage } = this;
    // far more than the house quotes
    const lots = (this.symbolId === SPOT ? 5_000_000 : 50_000) as Lots;
    if (this.symbolId === PERP) stage.order(TRADER, side, lots, limitTicks, { timeInForce: 'IOC' });
    else
      stage.sure(TRADER, {
        type: 'placeOrder',
        symbolId: SPOT,
        side,
        orderType: 'limit',
        timeInForce: 'IOC',
        lots,
        priceTicks: limitTicks as PriceTicks,
        postOnly: false,
        quoteAmount: null,
        clientOrderId: null,
      });
    return stage.events.flatMap((event) => {
      if (event.type !== 'trade' && event.type !== 'perpetualTrade') return [];
      const gainTicks = (worthTicks - event.priceTicks) * (side === 'buy' ? 1 : -1);
      const tickNo = Math.floor(stage.nowMs / GRID_MS);
      return [
        {
          side,
          lots: event.lots,
          priceTicks: event.priceTicks,
          gainTicks,
          tickNo,
          endTickNo: this.endTickNo,
        },
      ];
    });
  }

  /** The core's link to this stage: what is submitted is applied at once. */
  private core(): CoreLink {
    const link: Pick<CoreLink, 'submit' | 'ask'> = {
      submit: async ({ userId, body }) => {
        const outcome = this.stage.send(userId, body);
        if (outcome.ok && 'expiresTickNo' in body) this.endTickNo = body.expiresTickNo ?? null;
        return { outcome } as Awaited<ReturnType<CoreLink['submit']>>;
      },
      ask: async (name, ...args) => {
        const query = makerQueries[name as keyof typeof makerQueries] as (
          view: KernelView,
          ...args: unknown[]
        ) => never;
        return query(this.stage.kernel, ...args);
      },
    };
    return link as CoreLink;
  }
}
