import type { Applied, Command, Kernel, KernelEvent, RiskInputs, ValuedAsset } from '@candor/kernel';
import * as oracle from '../oracles/margin.ts';
import { Rational } from '../oracles/rational.ts';
import { HAIRCUT, kindOf } from './acts.ts';
import { ALICE, BOB, BTC, BTC_USDT, ETH, HOUR_MS, USDT } from './bench.ts';
import { Effects, repaidBy } from './effects.ts';
import { Prices } from './prices.ts';

const DEBTS = 2 ** 50;
const WALLET = 2 ** 32;
const INSURANCE = -7;
const RECEIVABLE = -8;
const SALE_BAND = 50_000;
const LEVERAGE: Readonly<Record<number, number>> = { 0: 3, [BTC_USDT]: 5 };
const TRANSFER_PPM = 2_000_000;
const CALL_PPM = 1_200_000;
const LIQUIDATION_PPM = 1_100_000;
export const USERS = [ALICE, BOB];
export const SYMBOLS = [0, BTC_USDT];

/** A loan as a spreadsheet keeps it: every hour that was charged, one by one. */
interface NaiveLoan {
  readonly userId: number;
  readonly symbolId: number;
  readonly assetId: number;
  principal: bigint;
  readonly hours: { principal: bigint; ratePpb: number }[];
  paid: bigint;
}

export function must(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

/** A spreadsheet beside a kernel: it keeps balances, loans and prices of its own, and throws where the two part. */
export class Sheet {
  /** Loaded again at a restart. */
  kernel: Kernel;
  readonly accounts = new Map<string, bigint>();
  private readonly loans = new Map<number, NaiveLoan>();
  private readonly rates = new Map<number, number>();
  private readonly leverage = new Map<string, number>();
  private readonly called = new Map<string, boolean>();
  private readonly prices = new Prices();
  private hour = 0;
  private readonly effects = new Effects();
  /** Whose margin orders rested before the command. */
  private readonly resting = new Map<number, { readonly userId: number; readonly symbolId: number }>();

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  /** Time goes on to that of the next command. */
  pass(nowMs: number): void {
    this.prices.pass(nowMs);
  }

  /** Follows what a command did, and checks it. */
  see(
    userId: number,
    body: Command,
    { outcome, events }: Pick<Applied, 'outcome' | 'events'>,
    available: (symbolId: number, assetId: number) => bigint,
  ): void {
    const { ok } = outcome;
    const before = new Map(this.accounts);
    this.startHours();
    if (!ok) {
      must(
        events.every(({ type }) => type === 'marginHour' || type === 'feeTier'),
        'a rejection posts',
      );
    }
    if (ok && body.type === 'setMarginAsset') this.rates.set(body.assetId, body.hourlyRatePpb);
    if (ok && body.type === 'setMarginLeverage')
      this.leverage.set(`${userId} ${body.symbolId}`, body.leverage);
    if (body.type === 'indexTick') this.prices.learn(body);
    const isDowntime = body.type === 'indexTick' && this.prices.hasResumed;
    this.followEvents(events, before, isDowntime);
    this.effects.see(userId, body, { outcome, events }, available);
    this.checkRepaid(events, body.type === 'indexTick');
    const lends = events.some(({ type }) => type === 'marginBorrowed');
    if (ok && body.type === 'transfer' && body.from.startsWith('margin'))
      this.checkMovedOut(userId, body.fromSymbolId);
    if (body.type === 'indexTick' && !isDowntime) {
      this.checkSold();
      this.checkCalled(before);
    }
    if (body.type === 'indexTick' || lends) this.checkResting();
    this.checkBooks();
  }

  /** Every hour that started is charged to every loan that is open, at the rate in force before it. */
  private startHours(): void {
    const hour = Math.floor(this.prices.nowMs / HOUR_MS);
    for (; this.hour < hour; this.hour++) {
      for (const loan of this.loans.values()) {
        const ratePpb = this.rates.get(loan.assetId)!;
        if (loan.principal > 0n) loan.hours.push({ principal: loan.principal, ratePpb });
      }
    }
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
            userId: event.userId,
            symbolId: symbolOf(event.wallet),
            assetId: event.assetId,
            principal: 0n,
            hours: [],
            paid: 0n,
          };
          loan.principal += event.amount;
          loan.hours.push({ principal: event.amount, ratePpb: this.rates.get(event.assetId)! });
          this.loans.set(event.loanId, loan);
          this.checkBorrowed(event.userId, symbolOf(event.wallet));
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
            if (indexTicks === 0) {
              must(this.prices.freshCents(symbolId) === null, 'an order was withheld at a fresh index');
              continue;
            }
            must(indexTicks === this.prices.freshCents(symbolId), 'an order was cancelled at another index');
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
          this.checkMaker(event.makerOrderId, event.symbolId);
          if (forced.has(event.takerOrderId)) {
            const cents = this.prices.lastOf(event.symbolId);
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
      const last = this.prices.lastCents(assetId);
      const said = this.prices.of(assetId) === null ? last : undefined;
      must(staleTicks === said, 'a receipt hides that a price was not fresh');
    }
  }

  /** Resting orders of a wallet that owes are no further from a fresh index than a new one may be. */
  private checkResting(): void {
    for (const userId of USERS) {
      for (const { wallet, symbolId, side, priceTicks } of this.kernel.spot.openOrders(userId, null)) {
        if (!wallet.startsWith('margin') || this.loansOf(userId, symbolOf(wallet)).length === 0) continue;
        const cents = this.prices.freshCents(symbolId);
        must(cents === null || !isTooFar(side, priceTicks, cents), 'an order far from the index rests');
      }
    }
  }

  /** An order of a wallet that owes trades at a fresh index alone. */
  private checkMaker(orderId: number, symbolId: number): void {
    const wallet = this.resting.get(orderId);
    if (wallet === undefined || this.loansOf(wallet.userId, wallet.symbolId).length === 0) return;
    must(
      this.prices.freshCents(symbolId) !== null,
      'an order of a wallet that owes met somebody without a fresh index',
    );
  }

  /** To be called before each command: whose the orders are that may be met. */
  learnResting(): void {
    this.resting.clear();
    for (const userId of USERS) {
      for (const { orderId, wallet } of this.kernel.spot.openOrders(userId, null))
        if (wallet.startsWith('margin')) this.resting.set(orderId, { userId, symbolId: symbolOf(wallet) });
    }
  }

  private loansOf(userId: number, symbolId: number): NaiveLoan[] {
    return [...this.loans.values()].filter((loan) => loan.userId === userId && loan.symbolId === symbolId);
  }

  /** Returns the value in a wallet and its debt; null where a price is missing, unless that counts for the owner. */
  private linesOf(userId: number, symbolId: number, inFavour = false) {
    const account = accountOf(userId, symbolId);
    const assets: oracle.Line[] = [];
    for (const assetId of [BTC, USDT, ETH]) {
      const held = this.accounts.get(`${account} ${assetId}`) ?? 0n;
      if (held === 0n) continue;
      const price = inFavour ? this.prices.inFavour(assetId, false) : this.prices.of(assetId);
      if (price === null) return null;
      assets.push({ units: held, price, part: new Rational(HAIRCUT[assetId]!, 1_000_000) });
    }
    const debts: oracle.Line[] = [];
    for (const loan of this.loansOf(userId, symbolId)) {
      const price = inFavour ? this.prices.inFavour(loan.assetId, true) : this.prices.of(loan.assetId);
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
  private checkSold(): void {
    for (const userId of USERS) {
      for (const symbolId of SYMBOLS) {
        const lines = this.linesOf(userId, symbolId, true)!;
        const debt = oracle.worth(lines.debts);
        if (debt.top === 0n) continue;
        const risk = oracle.worth(lines.assets).over(debt);
        if (risk.compare(new Rational(LIQUIDATION_PPM, 1_000_000)) > 0) continue;
        must(this.kernel.margin.wallet(userId, kindOf(symbolId), symbolId)!.selling, 'a sale was given up');
      }
    }
  }

  /** Orders repaid all that they brought and left over, or the whole debt. A forced sale may have needed it first. */
  private checkRepaid(events: readonly KernelEvent[], maySell: boolean): void {
    for (const { userId, symbolId, assetId, units } of this.effects.due) {
      const paid = repaidBy(events, userId, symbolId, assetId);
      const isOwed = this.loansOf(userId, symbolId).some((loan) => loan.assetId === assetId);
      const isRight = paid === units || (paid < units && (!isOwed || maySell));
      must(isRight, `${paid} was repaid by itself, where ${units} came in`);
    }
  }

  /** After a tick at fresh prices a wallet that owes and is not sold is called just where its risk rate says so. */
  private checkCalled(before: ReadonlyMap<string, bigint>): void {
    for (const userId of USERS) {
      for (const symbolId of SYMBOLS) {
        const lines = this.linesOf(userId, symbolId);
        const shown = this.kernel.margin.wallet(userId, kindOf(symbolId), symbolId);
        if (lines === null || shown === null || shown.selling || shown.loans.length === 0) continue;
        // a sale of its own or of another came after it was looked at
        const account = accountOf(userId, symbolId);
        const keys = [BTC, USDT, ETH].map((assetId) => `${account} ${assetId}`);
        if (keys.some((key) => before.get(key) !== this.accounts.get(key))) continue;
        const risk = oracle.worth(lines.assets).over(oracle.worth(lines.debts));
        const isDue = risk.compare(new Rational(CALL_PPM, 1_000_000)) <= 0;
        must(shown.called === isDue, 'a call is missing or too much');
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
}

export function symbolOf(wallet: string): number {
  return Number(wallet.split('/')[1] ?? 0);
}

export function accountOf(userId: number, symbolId: number): number {
  return (symbolId === 0 ? 3 : 64 + symbolId) * WALLET + userId;
}

/** True if a price gives more away than the sale band. */
function isTooFar(side: 'buy' | 'sell', priceTicks: number, indexTicks: number): boolean {
  const worse = side === 'buy' ? priceTicks - indexTicks : indexTicks - priceTicks;
  return worse * 1_000_000 > indexTicks * SALE_BAND;
}
