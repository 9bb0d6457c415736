import type {
  Applied,
  Command,
  createKernel,
  Envelope,
  Kernel,
  KernelEvent,
  loadKernel,
  RiskInputs,
  ValuedAsset,
} from '@candor/kernel';
import type { PriceTicks } from '@candor/money';
import * as oracle from '../oracles/margin.ts';
import { Rational } from '../oracles/rational.ts';
import { Random } from '../property/random.ts';
import { Acts, HAIRCUT, kindOf } from './acts.ts';
import {
  ALICE,
  BOB,
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

export interface KernelModule {
  readonly createKernel: typeof createKernel;
  readonly loadKernel: typeof loadKernel;
}

const DEBTS = 2 ** 50;
const WALLET = 2 ** 32;
const POOL = -6;
const INSURANCE = -7;
const RECEIVABLE = -8;
const SALE_BAND = 50_000;
const LEVERAGE: Readonly<Record<number, number>> = { 0: 3, [BTC_USDT]: 5 };
const TRANSFER_PPM = 2_000_000;
const CALL_PPM = 1_200_000;
const LIQUIDATION_PPM = 1_100_000;
const STALE_MS = 10_000;
const DOWNTIME_MS = 5_000;
const USERS = [ALICE, BOB];
const SYMBOLS = [0, BTC_USDT];

/** A loan as a spreadsheet keeps it: every hour that was charged, one by one. */
interface NaiveLoan {
  readonly userId: number;
  readonly symbolId: number;
  readonly assetId: number;
  principal: bigint;
  readonly hours: { principal: bigint; ratePpb: number }[];
  paid: bigint;
}

interface Price {
  cents: number;
  freshUntilMs: number;
}

/** Plays a random exchange against the invariants of margin. Throws an Error that begins with the seed. */
export function duel(module: KernelModule, seed: number, commands: number): void {
  const game = new Game(module, seed);
  try {
    for (let n = 0; n < commands; n++) game.step();
    game.finish();
  } catch (error) {
    throw new Error(`seed ${seed}, command ${game.kernel.seq}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function must(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

class Game {
  kernel: Kernel;
  private readonly module: KernelModule;
  readonly random: Random;
  private readonly acts = new Acts(this);
  private readonly journal: Envelope[] = [];
  private nowMs = 1_800_000_000_000;
  private readonly accounts = new Map<string, bigint>();
  private readonly loans = new Map<number, NaiveLoan>();
  private readonly rates = new Map<number, number>();
  private readonly leverage = new Map<string, number>();
  private readonly called = new Map<string, boolean>();
  private readonly prices = new Map<number, Price>();
  private hour = 0;
  cents = 5_000_000;
  private isEthQuoted = true;

  constructor(module: KernelModule, seed: number) {
    this.module = module;
    this.random = new Random(seed);
    this.kernel = module.createKernel();
    for (const command of SETUP) this.do(0, scarce(command));
    this.do(0, { type: 'fundMarginPool', into: 'insurance', assetId: BTC, amount: units(COIN / 50n) });
    this.tick(250);
    for (const userId of USERS) {
      for (const symbolId of SYMBOLS) {
        if (this.random.chance(30)) this.do(userId, this.acts.move('in', symbolId, ETH, COIN / 10n));
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
    if (random.chance(2)) this.nowMs += 10_500;
    const userId = random.pick(USERS);
    const symbolId = random.pick(SYMBOLS);
    const assetId = random.pick([BTC, USDT]);
    const kind = random.below(100);
    if (kind < 28) this.walk();
    else if (kind < 42) this.quote();
    else if (kind < 55) this.do(userId, this.acts.borrow(userId, symbolId, assetId));
    else if (kind < 65) this.do(userId, this.acts.repay(symbolId, assetId));
    else if (kind < 82)
      this.do(userId, random.chance(75) ? this.acts.allIn(userId, symbolId) : this.acts.order(symbolId));
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
  }

  private do(userId: number, body: Command): Applied {
    const previousMs = this.journal.at(-1)?.timeMs ?? 0;
    const envelope: Envelope = {
      ...{ seq: this.kernel.seq + 1, timeMs: this.nowMs, userId, key: null, bodyHash: null, body },
    };
    this.journal.push(envelope);
    const before = new Map(this.accounts);
    const applied = this.kernel.apply(envelope);
    const { events, outcome } = applied;
    this.startHours();
    if (!outcome.ok) {
      must(
        events.every(({ type }) => type === 'marginHour' || type === 'feeTier'),
        'a rejection posts',
      );
    }
    if (outcome.ok && body.type === 'setMarginAsset') this.rates.set(body.assetId, body.hourlyRatePpb);
    if (outcome.ok && body.type === 'setMarginLeverage')
      this.leverage.set(`${userId} ${body.symbolId}`, body.leverage);
    if (body.type === 'indexTick') this.learnPrices(body);
    const isDowntime = previousMs !== 0 && envelope.timeMs - previousMs > DOWNTIME_MS;
    this.followEvents(events, before, body.type === 'indexTick' && isDowntime);
    if (outcome.ok && body.type === 'borrow') this.checkBorrowed(userId, body.symbolId);
    if (outcome.ok && body.type === 'transfer' && body.from.startsWith('margin'))
      this.checkMovedOut(userId, body.fromSymbolId);
    if (body.type === 'indexTick' && !isDowntime) this.checkSold(events);
    if (body.type === 'indexTick' || (outcome.ok && body.type === 'borrow')) this.checkResting();
    this.checkBooks();
    return applied;
  }

  /** Every hour that started is charged to every loan that is open, at the rate in force before it. */
  private startHours(): void {
    const hour = Math.floor(this.nowMs / HOUR_MS);
    for (; this.hour < hour; this.hour++) {
      for (const loan of this.loans.values()) {
        const ratePpb = this.rates.get(loan.assetId)!;
        if (loan.principal > 0n) loan.hours.push({ principal: loan.principal, ratePpb });
      }
    }
  }

  private learnPrices(body: Extract<Command, { type: 'indexTick' }>): void {
    for (const { symbolId, bidTicks, venueTimeMs } of body.quotes) {
      this.prices.set(symbolId, { cents: bidTicks, freshUntilMs: venueTimeMs + STALE_MS });
    }
  }

  /** The price of an asset in units of USDT; null while it is stale. */
  private price(assetId: number): Rational | null {
    if (assetId === USDT) return new Rational(1n);
    const cents = this.freshCents(assetId === BTC ? BTC_USDT : ETH_USDT);
    return cents === null ? null : new Rational(BigInt(cents), 100n);
  }

  private freshCents(symbolId: number): number | null {
    const price = this.prices.get(symbolId);
    return price === undefined || price.freshUntilMs < this.nowMs ? null : price.cents;
  }

  /** The price of an asset; while it is stale twice the last one of what lies there, half of it of what is owed. */
  private priceInFavour(assetId: number, isDebt: boolean): Rational {
    const last = BigInt(this.prices.get(assetId === BTC ? BTC_USDT : ETH_USDT)?.cents ?? 0);
    return this.price(assetId) ?? new Rational(isDebt ? last / 2n : last * 2n, 100n);
  }

  private followEvents(
    events: readonly KernelEvent[],
    before: ReadonlyMap<string, bigint>,
    isDowntime: boolean,
  ): void {
    const forced = new Set<number>();
    for (const event of events)
      if (event.type === 'marginSold') for (const id of event.orders) forced.add(id);
    for (const event of events) {
      switch (event.type) {
        case 'entry':
          for (const { account, assetId, amount, balance } of event.postings) {
            const key = `${account} ${assetId}`;
            const sum = (this.accounts.get(key) ?? 0n) + amount;
            must(sum === balance, `the balance of ${key} is ${balance} and not ${sum}`);
            this.accounts.set(key, sum);
          }
          break;
        case 'marginBorrowed': {
          const known = this.loans.get(event.loanId);
          const loan = known ?? {
            ...{ userId: event.userId, symbolId: symbolOf(event.wallet), assetId: event.assetId },
            ...{ principal: 0n, hours: [], paid: 0n },
          };
          loan.principal += event.amount;
          loan.hours.push({ principal: event.amount, ratePpb: this.rates.get(event.assetId)! });
          this.loans.set(event.loanId, loan);
          break;
        }
        case 'marginRepaid': {
          const loan = this.loans.get(event.loanId)!;
          const owed = oracle.interest(loan.hours) - loan.paid;
          must(event.principal === 0n || event.interest === owed, 'principal was paid before interest');
          loan.principal -= event.principal;
          loan.paid += event.interest;
          must(loan.principal >= 0n && loan.paid <= oracle.interest(loan.hours), 'more was paid than owed');
          if (loan.principal === 0n && loan.paid === oracle.interest(loan.hours))
            this.loans.delete(event.loanId);
          break;
        }
        case 'marginCall': {
          must(!isDowntime, 'a margin call at the prices of a downtime');
          const key = `${event.userId} ${event.wallet}`;
          must(event.called !== (this.called.get(key) ?? false), 'a margin call comes twice');
          this.called.set(key, event.called);
          this.checkInputs(event.risk, event.userId, event.wallet, before);
          must(
            event.called === event.risk.riskPpm! < BigInt(CALL_PPM) ||
              event.risk.riskPpm === BigInt(CALL_PPM),
            'a call at a risk above it',
          );
          break;
        }
        case 'marginSale':
          must(!isDowntime, 'a forced sale at the prices of a downtime');
          must(event.risk.riskPpm! <= BigInt(LIQUIDATION_PPM), 'a forced sale of a wallet that is safe');
          this.checkSaleInputs(event.risk, event.userId, symbolOf(event.wallet));
          break;
        case 'marginCancelled':
          for (const { symbolId, side, priceTicks, indexTicks } of event.orders) {
            must(indexTicks === this.freshCents(symbolId), 'an order was cancelled at another index');
            must(isTooFar(side, priceTicks, indexTicks), 'an order near the index was cancelled');
          }
          break;
        case 'marginDeficit':
          must(
            event.fromPool === 0n || (this.accounts.get(`${INSURANCE} ${event.assetId}`) ?? 0n) === 0n,
            'the pool bears what the insurance could',
          );
          break;
        case 'trade':
          must(event.makerUserId !== event.takerUserId, 'a user trades with himself');
          if (forced.has(event.takerOrderId)) {
            const { cents } = this.prices.get(event.symbolId)!;
            const worse = event.takerSide === 'buy' ? event.priceTicks - cents : cents - event.priceTicks;
            const away = worse * 1_000_000;
            must(
              away <= cents * SALE_BAND,
              `a forced sale at ${event.priceTicks} with the index at ${cents}`,
            );
          }
      }
    }
    for (const key of [...this.called.keys()]) {
      const [userId, wallet] = key.split(' ');
      if (this.loansOf(Number(userId), symbolOf(wallet!)).length === 0) this.called.set(key, false);
    }
  }

  /** A receipt's inputs are what the books had, and its risk rate follows from them. */
  private checkInputs(
    risk: RiskInputs,
    userId: number,
    wallet: string,
    before: ReadonlyMap<string, bigint>,
  ): void {
    const line = ({ amount, priceTicks, quotePerTickLot, basePerLot, haircutPpm }: ValuedAsset) => ({
      units: amount as bigint,
      price: new Rational(BigInt(priceTicks!) * quotePerTickLot, basePerLot),
      part: new Rational(haircutPpm, 1_000_000),
    });
    const computed = oracle.riskPpm(risk.assets.map(line), risk.debts.map(line));
    must(computed === risk.riskPpm, `a receipt says ${risk.riskPpm} and its inputs ${computed}`);
    const account = accountOf(userId, symbolOf(wallet));
    for (const { assetId, amount, haircutPpm } of risk.assets) {
      must(before.get(`${account} ${assetId}`) === amount, 'a receipt names another balance');
      must(haircutPpm === HAIRCUT[assetId], 'a receipt names another haircut');
    }
  }

  /** A forced sale stands on what a spreadsheet has for the wallet, and says which prices were not fresh. */
  private checkSaleInputs(risk: RiskInputs, userId: number, symbolId: number): void {
    const lines = this.linesOf(userId, symbolId, true)!;
    const found = oracle.riskPpm(lines.assets, lines.debts);
    must(found === risk.riskPpm, `a sale says ${risk.riskPpm} and a spreadsheet ${found}`);
    for (const { assetId, staleTicks } of [...risk.assets, ...risk.debts]) {
      const last = this.prices.get(assetId === BTC ? BTC_USDT : ETH_USDT)?.cents ?? 0;
      const said = this.price(assetId) === null ? last : undefined;
      must(staleTicks === said, 'a receipt hides that a price was not fresh');
    }
  }

  /** What rests of a wallet that owes is no further from a fresh index than a new order may be. */
  private checkResting(): void {
    for (const userId of USERS) {
      for (const { wallet, symbolId, side, priceTicks } of this.kernel.openOrders(userId, null)) {
        if (!wallet.startsWith('margin') || this.loansOf(userId, symbolOf(wallet)).length === 0) continue;
        const cents = this.freshCents(symbolId);
        must(cents === null || !isTooFar(side, priceTicks, cents), 'an order far from the index rests');
      }
    }
  }

  private loansOf(userId: number, symbolId: number): NaiveLoan[] {
    return [...this.loans.values()].filter((loan) => loan.userId === userId && loan.symbolId === symbolId);
  }

  /** What lies in a wallet and what it owes; null where a price is missing, unless those count in its owner's favour. */
  private linesOf(userId: number, symbolId: number, inFavour = false) {
    const account = accountOf(userId, symbolId);
    const assets: oracle.Line[] = [];
    for (const assetId of [BTC, USDT, ETH]) {
      const held = this.accounts.get(`${account} ${assetId}`) ?? 0n;
      if (held === 0n) continue;
      const price = inFavour ? this.priceInFavour(assetId, false) : this.price(assetId);
      if (price === null) return null;
      assets.push({ units: held, price, part: new Rational(HAIRCUT[assetId]!, 1_000_000) });
    }
    const debts: oracle.Line[] = [];
    for (const loan of this.loansOf(userId, symbolId)) {
      const price = inFavour ? this.priceInFavour(loan.assetId, true) : this.price(loan.assetId);
      if (price === null) return null;
      const owed = loan.principal + oracle.interest(loan.hours) - loan.paid;
      debts.push({ units: owed, price, part: new Rational(1n) });
    }
    return { assets, debts };
  }

  private checkBorrowed(userId: number, symbolId: number): void {
    const lines = this.linesOf(userId, symbolId);
    must(lines !== null, 'something was lent at a stale index');
    const chosen = this.leverage.get(`${userId} ${symbolId}`) ?? LEVERAGE[symbolId]!;
    const debt = oracle.worth(lines!.debts);
    const own = oracle.worth(lines!.assets).minus(debt);
    must(debt.compare(own.times(new Rational(chosen - 1))) <= 0, 'more was lent than the leverage allows');
  }

  private checkMovedOut(userId: number, symbolId: number): void {
    if (this.loansOf(userId, symbolId).length === 0) return;
    const lines = this.linesOf(userId, symbolId);
    must(lines !== null, 'something was moved out at a stale index');
    const risk = oracle.worth(lines!.assets).over(oracle.worth(lines!.debts));
    must(risk.compare(new Rational(TRANSFER_PPM, 1_000_000)) >= 0, 'too much was moved out');
  }

  /** After a tick no wallet is left at its liquidation unless a sale of it goes on. */
  private checkSold(events: readonly KernelEvent[]): void {
    for (const userId of USERS) {
      for (const symbolId of SYMBOLS) {
        const lines = this.linesOf(userId, symbolId, true)!;
        const debt = oracle.worth(lines.debts);
        if (debt.top === 0n) continue;
        const risk = oracle.worth(lines.assets).over(debt);
        if (risk.compare(new Rational(LIQUIDATION_PPM, 1_000_000)) > 0) continue;
        const sold = events.some(
          (event) =>
            event.type === 'marginSale' && event.userId === userId && symbolOf(event.wallet) === symbolId,
        );
        must(sold, 'a wallet below its liquidation is not sold');
        must(this.kernel.margin.wallet(userId, kindOf(symbolId), symbolId)!.selling, 'a sale was given up');
      }
    }
  }

  private checkBooks(): void {
    for (const { assetId, sum } of this.kernel.ledgerSums())
      must(sum === 0n, `asset ${assetId} sums to ${sum}`);
    const debts = new Map<number, bigint>();
    for (const [key, balance] of this.accounts) {
      const [account, assetId] = key.split(' ').map(Number) as [number, number];
      if (account >= DEBTS) {
        must(balance <= 0n, `the debt ${key} is above 0`);
        debts.set(assetId, (debts.get(assetId) ?? 0n) + balance);
      } else if (account !== -1) {
        must(balance >= 0n, `${key} is below 0`);
      }
    }
    for (const assetId of [BTC, USDT, ETH]) {
      const receivable = this.accounts.get(`${RECEIVABLE} ${assetId}`) ?? 0n;
      must(receivable + (debts.get(assetId) ?? 0n) === 0n, 'debts and receivable do not meet');
    }
    for (const userId of USERS) for (const symbolId of SYMBOLS) this.checkLoans(userId, symbolId);
    void POOL;
  }

  private checkLoans(userId: number, symbolId: number): void {
    const shown = this.kernel.margin.wallet(userId, kindOf(symbolId), symbolId)?.loans ?? [];
    const kept = this.loansOf(userId, symbolId);
    must(shown.length === kept.length, 'a loan is missing or too much');
    for (const loan of kept) {
      const found = shown.find(({ assetId }) => assetId === loan.assetId);
      const interest = oracle.interest(loan.hours) - loan.paid;
      must(found?.principal === loan.principal, 'another principal is owed');
      must(found?.interest === interest, `interest of ${interest} is owed and not ${found?.interest}`);
    }
  }

  // ---- what may happen ---------------------------------------------------------------------------------------------

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
      ...{ venueId: 1, symbolId, venueTimeMs: this.nowMs },
      ...{ bidTicks: price as PriceTicks, askTicks: price as PriceTicks },
    });
    const isStale = this.random.chance(4);
    if (this.random.chance(8)) this.isEthQuoted = !this.isEthQuoted;
    const eth = this.isEthQuoted ? [at(ETH_USDT, ticks(2_000))] : [];
    this.do(0, {
      ...{ type: 'indexTick', tickNo: Math.floor(this.nowMs / 250) },
      quotes: isStale ? [] : [at(BTC_USDT, this.cents), ...eth],
    });
  }

  private quote(): void {
    const { random } = this;
    this.do(MAKER, { type: 'cancelAll', symbolId: null });
    const away = random.pick([1, 1, 20_000, 400_000, 600_000]);
    const count = random.pick([50, 5_000, 2_000_000, 2_000_000]);
    this.do(MAKER, {
      ...{ type: 'massQuote', symbolId: BTC_USDT },
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

function symbolOf(wallet: string): number {
  return Number(wallet.split('/')[1] ?? 0);
}

function accountOf(userId: number, symbolId: number): number {
  return (symbolId === 0 ? 3 : 64 + symbolId) * WALLET + userId;
}

/** Whether a price gives more away than the sale band. */
function isTooFar(side: 'buy' | 'sell', priceTicks: number, indexTicks: number): boolean {
  const worse = side === 'buy' ? priceTicks - indexTicks : indexTicks - priceTicks;
  return worse * 1_000_000 > indexTicks * SALE_BAND;
}
