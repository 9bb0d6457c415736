import type { Applied, Command, createKernel, Envelope, Kernel, loadKernel } from '@candor/kernel';
import type { PriceTicks } from '@candor/money';
import { Random } from '../property/random.ts';
import { Acts, kindOf } from './acts.ts';
import {
  BTC,
  BTC_USDT,
  COIN,
  ETH,
  ETH_USDT,
  HOUR_MS,
  lots,
  MAKER,
  SETUP,
  ticks,
  USDT,
  units,
} from './bench.ts';
import { must, Sheet, SYMBOLS, USERS } from './sheet.ts';

export interface KernelModule {
  readonly createKernel: typeof createKernel;
  readonly loadKernel: typeof loadKernel;
}

/**
 * Plays a random exchange against the invariants of margin, and returns its commands. Throws an Error that begins with
 * the seed.
 */
export function duel(module: KernelModule, seed: number, commands: number): readonly Envelope[] {
  const game = new Game(module, seed);
  try {
    for (let n = 0; n < commands; n++) game.step();
    game.finish();
    return game.journal;
  } catch (error) {
    throw new Error(`seed ${seed}, command ${game.kernel.seq}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

class Game {
  kernel: Kernel;
  private readonly module: KernelModule;
  readonly random: Random;
  private readonly acts = new Acts(this);
  private readonly sheet: Sheet;
  readonly journal: Envelope[] = [];
  private nowMs = 1_800_000_000_000;
  cents = 5_000_000;
  private isEthQuoted = true;

  constructor(module: KernelModule, seed: number) {
    this.module = module;
    this.random = new Random(seed);
    this.kernel = module.createKernel();
    this.sheet = new Sheet(this.kernel);
    for (const command of SETUP) this.do(0, scarce(command));
    this.do(0, { type: 'fundMarginPool', into: 'insurance', assetId: BTC, amount: units(COIN / 50n) });
    this.tick(250);
    for (const userId of USERS) {
      for (const symbolId of SYMBOLS) {
        if (this.random.chance(60)) this.do(userId, this.acts.move('in', symbolId, ETH, COIN / 10n));
        for (const assetId of [BTC, USDT]) {
          const amount = BigInt(this.random.between(1, 100)) * (assetId === BTC ? COIN / 100n : 500n * COIN);
          this.do(userId, this.acts.move('in', symbolId, assetId, amount));
        }
      }
    }
  }

  step(): void {
    const { random } = this;
    // time passes without a tick: the last index grows too old
    if (random.chance(3)) this.nowMs += random.pick([6_000, 10_500]);
    if (random.chance(2)) this.goWithoutTicks();
    const userId = random.pick(USERS);
    const symbolId = random.pick(SYMBOLS);
    const assetId = random.pick([BTC, USDT]);
    const kind = random.below(100);
    if (kind < 28) this.walk();
    else if (kind < 42) this.quote();
    else if (kind < 55) this.do(userId, this.acts.borrow(userId, symbolId, assetId));
    else if (kind < 65) this.do(userId, this.acts.repay(symbolId, assetId));
    else if (kind < 82)
      this.do(userId, random.chance(55) ? this.acts.allIn(userId, symbolId) : this.acts.order(symbolId));
    else if (kind < 90)
      this.do(
        userId,
        this.acts.move(
          random.pick(['in', 'out', 'out']),
          symbolId,
          assetId,
          this.acts.amountOf(userId, symbolId, assetId),
        ),
      );
    else if (kind < 92)
      this.do(userId, { type: 'cancelMarginOrders', wallet: kindOf(symbolId), symbolId: null });
    else if (kind < 94)
      this.do(userId, { type: 'setMarginLeverage', symbolId: BTC_USDT, leverage: random.between(1, 6) });
    else if (kind < 96) this.do(0, this.acts.setRate(assetId));
    else if (kind < 97 && random.chance(50))
      this.do(userId, this.acts.move('in', symbolId, ETH, random.pick([1n, COIN / 100n])));
    else if (kind < 97) this.do(0, { type: 'fundMarginPool', into: 'pool', assetId, amount: units(COIN) });
    else this.do(userId, this.acts.spot());
    if (random.chance(8)) this.meet();
    if (random.chance(6))
      this.do(userId, { type: 'cancelMarginOrders', wallet: kindOf(symbolId), symbolId: null });
    if (random.chance(3)) this.restart();
  }

  finish(): void {
    this.restart();
    const replayed = this.module.createKernel();
    for (const envelope of this.journal) replayed.apply(envelope);
    must(replayed.stateHash() === this.kernel.stateHash(), 'a replay ends elsewhere');
  }

  private restart(): void {
    const loaded = this.module.loadKernel(this.kernel.snapshot());
    must(loaded.stateHash() === this.kernel.stateHash(), 'a restart changes the state');
    this.kernel = loaded;
    this.sheet.kernel = loaded;
  }

  private do(userId: number, body: Command): Applied {
    const envelope: Envelope = {
      seq: this.kernel.seq + 1,
      timeMs: this.nowMs,
      userId,
      key: null,
      bodyHash: null,
      body,
    };
    this.journal.push(envelope);
    const { sheet, kernel } = this;
    sheet.pass(this.nowMs);
    sheet.learnResting();
    const lay = new Map(
      SYMBOLS.flatMap((symbolId) =>
        kernel
          .balances(userId, kindOf(symbolId), symbolId)
          .map(({ assetId, available }) => [`${symbolId} ${assetId}`, available as bigint] as const),
      ),
    );
    const applied = kernel.apply(envelope);
    sheet.see(userId, body, applied, (symbolId, assetId) => lay.get(`${symbolId} ${assetId}`) ?? 0n);
    return applied;
  }

  /** Somebody takes what another's margin wallet offers, perhaps first after a downtime or long after the last tick. */
  private meet(): void {
    const { random, kernel } = this;
    const userId = random.pick(USERS);
    const orders = kernel.spot
      .openOrders(userId, BTC_USDT)
      .filter(({ wallet }) => wallet.startsWith('margin'));
    if (orders.length === 0) return;
    this.do(MAKER, { type: 'cancelAll', symbolId: null });
    if (random.chance(25)) this.nowMs += random.pick([6_000, 10_500, HOUR_MS]);
    else if (random.chance(10)) this.goWithoutTicks();
    const other = USERS.find((id) => id !== userId)!;
    this.do(other, this.acts.meet(random.pick(orders)));
  }

  /** The last index grows too old although nothing was down. */
  private goWithoutTicks(): void {
    for (let n = 0; n < 3; n++) {
      this.nowMs += 4_000;
      this.do(0, { type: 'tick' });
    }
  }

  private walk(): void {
    const { random } = this;
    const jump = random.below(100);
    const laterMs =
      jump < 70 ? 250 : jump < 82 ? 4_900 : jump < 88 ? 11_000 : jump < 96 ? HOUR_MS : 26 * HOUR_MS;
    if (laterMs > 5_000 && random.chance(50)) {
      this.nowMs += laterMs;
      this.do(0, { type: 'tick' });
      this.nowMs += 250;
      this.tick(250);
      return;
    }
    const by = random.chance(30) ? random.between(-45, 60) : random.between(-4, 4);
    this.cents = Math.min(9_000_000, Math.max(2_000_000, Math.round((this.cents * (100 + by)) / 100)));
    this.tick(laterMs);
  }

  private tick(laterMs: number): void {
    this.nowMs += laterMs;
    const at = (symbolId: number, price: number) => ({
      venueId: 1,
      symbolId,
      venueTimeMs: this.nowMs,
      bidTicks: price as PriceTicks,
      askTicks: price as PriceTicks,
    });
    const isStale = this.random.chance(4);
    if (this.random.chance(12)) this.isEthQuoted = !this.isEthQuoted;
    const eth = this.isEthQuoted ? [at(ETH_USDT, ticks(2_000))] : [];
    this.do(0, {
      type: 'indexTick',
      tickNo: Math.floor(this.nowMs / 250),
      quotes: isStale ? [] : [at(BTC_USDT, this.cents), ...eth],
    });
  }

  private quote(): void {
    const { random } = this;
    this.do(MAKER, { type: 'cancelAll', symbolId: null });
    const away = random.pick([1, 1, 20_000, 400_000, 600_000]);
    const count = random.pick([50, 5_000, 2_000_000, 2_000_000]);
    this.do(MAKER, {
      type: 'massQuote',
      symbolId: BTC_USDT,
      levels: [
        { side: 'buy', priceTicks: Math.max(1, this.cents - away) as PriceTicks, lots: lots(count) },
        { side: 'sell', priceTicks: (this.cents + away) as PriceTicks, lots: lots(count) },
      ],
    });
  }
}

/** A pool that a few loans empty. */
function scarce(command: Command): Command {
  if (command.type !== 'fundMarginPool' || command.into !== 'pool') return command;
  return { ...command, amount: units(command.amount / 50n) };
}
