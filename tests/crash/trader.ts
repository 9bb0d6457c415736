import { setTimeout as sleep } from 'node:timers/promises';
import { CallError, type Calls, type Client, createClient, newActKey, routes } from '@candor/api';
import type { Random } from '../../tools/workload/random.ts';
import { eventually } from '../support/patience.ts';
import { until } from './support.ts';

interface OrderBody {
  readonly side: 'buy' | 'sell';
  /** Null for a market order. */
  readonly price: string | null;
  readonly quantity: string;
  readonly clientOrderId: string;
}

/** A request under one key, so that it can be sent again. */
type Act =
  | { readonly kind: 'place'; readonly key: string; readonly body: OrderBody }
  | { readonly kind: 'cancel'; readonly key: string; readonly orderId: number }
  | { readonly kind: 'fund'; readonly key: string; readonly units: number };

export const symbol = 'BTCUSDT';
/** A coin without trades, of which no other act takes such small amounts. */
const GRANTED_COIN = 'DOT';
const COIN_DECIMALS = 8;
/** The pause before the next attempt after one without an answer. */
const PAUSE_MS = 50;

/** An order as its sender was told of it. */
export interface KnownOrder {
  readonly orderId: number;
  readonly clientOrderId: string;
  status: string;
}

/**
 * A user of the real server over HTTP: places orders that rest far from the market, market orders, and cancels, one
 * after the other, and remembers what was answered and what was not.
 */
export class Trader {
  readonly orders = new Map<number, KnownOrder>();
  /** Granted practice funds in base units: each grant has a different amount. */
  readonly granted = new Set<number>();
  /** Acts without an answer: after a restart they are sent again under their old keys. */
  readonly unanswered: Act[] = [];
  readonly refusals: string[] = [];
  answers = 0;
  private readonly name: string;
  private readonly random: Random;
  private midPrice = 0;
  private client: Client<Calls> | null = null;
  private token: string | null = null;
  private sent = 0;

  constructor(name: string, random: Random) {
    this.name = name;
    this.random = random;
  }

  /** From now on the user talks to the server there. */
  connect(baseUrl: string): void {
    const token = () => this.token;
    this.client = createClient(routes, {
      baseUrl,
      head: 'v1',
      token,
      language: () => 'en',
      timeoutMs: 60_000,
      actWindowMs: 60_000,
      repeatActs: false,
    });
  }

  connected(): Client<Calls> {
    if (this.client === null) throw new Error('not connected');
    return this.client;
  }

  /** Opens the account, takes funds and looks where the market stands. */
  async register(): Promise<void> {
    const client = this.connected();
    const password = 'correct-horse-9';
    const body = { type: 'account', account: this.name, password, confirmPassword: password } as const;
    this.token = (await client.call('register', { body })).satoken;
    for (const [coin, amount] of [
      ['USDT', '10000'],
      ['BTC', '1'],
    ] as const) {
      const idempotencyKey = newActKey(Date.now());
      // a disk that others keep busy may make the server recover
      await eventually(() =>
        client.call('takePracticeFunds', { body: { coin, amount } }, { idempotencyKey }),
      );
    }
    this.midPrice = await eventually(async () => {
      const { b, a } = await client.call('getDepth', { params: { symbol }, query: {} });
      const price = (Number(b[0]?.[0]) + Number(a[0]?.[0])) / 2;
      if (!Number.isFinite(price)) throw new Error('the house quotes nothing yet');
      return price;
    });
  }

  /** Acts until the server is gone. */
  async trade(): Promise<void> {
    while (await this.perform(this.nextAct()));
  }

  /**
   * Acts until `isOver`, also while parts of the server are down. A request without an answer is sent again under its
   * key before anything else.
   */
  async tradeThrough(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const act = this.unanswered.shift() ?? (this.random.chance(0.15) ? nextGrant() : this.nextAct());
      if (!(await this.perform(act))) await sleep(PAUSE_MS);
    }
  }

  /** Sends again what had no answer, under the same keys, until all has one. */
  async retry(): Promise<void> {
    await eventually(async () => {
      for (const act of this.unanswered.splice(0)) await this.perform(act);
      const [act] = this.unanswered;
      if (act !== undefined) throw new Error(`no answer to the retry of ${act.key}`);
    });
  }

  /** True if a cancel of the order was sent and never answered. */
  mayBeCancelled(orderId: number): boolean {
    return this.unanswered.some((act) => act.kind === 'cancel' && act.orderId === orderId);
  }

  private nextAct(): Act {
    const { random } = this;
    const key = newActKey(Date.now());
    const open = [...this.orders.values()].filter((order) => order.status === 'open');
    if (open.length > 20 || (open.length > 0 && random.chance(0.3)))
      return { kind: 'cancel', key, orderId: random.pick(open).orderId };
    this.sent += 1;
    const side = random.pick(['buy', 'sell'] as const);
    const away = 1 + (side === 'buy' ? -1 : 1) * (0.03 + random.next() * 0.01);
    const price = random.chance(0.15) ? null : (this.midPrice * away).toFixed(2);
    const quantity = (random.int(10, 40) / 100_000).toFixed(5);
    const clientOrderId = `${this.name}-${this.sent}`;
    return { kind: 'place', key, body: { side, price, quantity, clientOrderId } };
  }

  /** True when there was an answer, be it a refusal. */
  private async perform(act: Act): Promise<boolean> {
    try {
      if (act.kind === 'place') await this.place(act);
      else if (act.kind === 'cancel') await this.cancel(act);
      else await this.fund(act);
    } catch (error) {
      // Code 0 is a broken connection; a journal that is away answers with a 5xx. Both leave the act open.
      if (!(error instanceof CallError)) throw error;
      if (error.code === 0 || (error.code >= 500 && error.code < 600)) {
        this.unanswered.push(act);
        return false;
      }
      this.refusals.push(`${act.kind} ${error.key ?? error.code}`);
    }
    this.answers += 1;
    return true;
  }

  private async place({ body, key }: Act & { readonly kind: 'place' }): Promise<void> {
    const { side, price, quantity, clientOrderId } = body;
    const terms = price === null ? ({ type: 'market' } as const) : ({ type: 'limit', price } as const);
    const input = { params: { side }, body: { symbol, quantity, clientOrderId, ...terms } };
    const { orderId, status } = await this.connected().call('exchange', input, { idempotencyKey: key });
    this.orders.set(orderId, { orderId, clientOrderId, status });
  }

  private async fund({ units, key }: Act & { readonly kind: 'fund' }): Promise<void> {
    const body = { coin: GRANTED_COIN, amount: (units / 10 ** COIN_DECIMALS).toFixed(COIN_DECIMALS) };
    await this.connected().call('takePracticeFunds', { body }, { idempotencyKey: key });
    this.granted.add(units);
  }

  private async cancel({ orderId, key }: Act & { readonly kind: 'cancel' }): Promise<void> {
    const { status } = await this.connected().call(
      'cancelEntrust',
      { body: { orderId } },
      { idempotencyKey: key },
    );
    (this.orders.get(orderId) as KnownOrder).status = status;
  }
}

let grants = 0;

/** Returns a promise of a database transaction that another process has to deliver. */
function nextGrant(): Act {
  grants += 1;
  return { kind: 'fund', key: newActKey(Date.now()), units: grants };
}

const answersOf = (traders: readonly Trader[]) => traders.reduce((sum, { answers }) => sum + answers, 0);

/** Users who act all at once, from its making until the server is gone. */
export class Trading {
  readonly ended: Promise<void>;
  private readonly traders: readonly Trader[];
  private readonly before: number;
  private isOver = false;

  constructor(traders: readonly Trader[]) {
    this.traders = traders;
    this.before = answersOf(traders);
    this.ended = this.run();
  }

  /** Resolves once they had so many answers, or were all refused. */
  async answered(count: number): Promise<void> {
    await until(
      () => this.isOver || answersOf(this.traders) - this.before >= count,
      (isEnough) => isEnough,
    );
  }

  private async run(): Promise<void> {
    await Promise.all(this.traders.map((trader) => trader.trade()));
    this.isOver = true;
  }
}

/** Users who act concurrently until they are stopped, whatever happens to the server meanwhile. */
export class TradingThrough {
  private readonly traders: readonly Trader[];
  private readonly ended: Promise<unknown>;
  private isOver = false;

  constructor(traders: readonly Trader[]) {
    this.traders = traders;
    this.ended = Promise.all(traders.map((trader) => trader.tradeThrough(() => this.isOver)));
  }

  /** Resolves once each user has received this many more answers. */
  async answered(count: number): Promise<void> {
    const wanted = this.traders.map((trader) => trader.answers + count);
    const areAnswered = () => this.traders.every(({ answers }, at) => answers >= wanted[at]!);
    await Promise.race([this.ended, until(areAnswered, (isEnough) => isEnough)]);
  }

  /** Stops the users, and resolves when everything that they sent is answered. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.ended;
    for (const trader of this.traders) await trader.retry();
  }
}
