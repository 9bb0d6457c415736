import type { AppliedCommand } from '@candor/journal';
import type {
  Command,
  KernelEvent,
  KernelView,
  MarginBorrowedEvent,
  MarginInterestEvent,
  MarginRepaidEvent,
  MarginSaleEvent,
  MarginWallet,
  ValuedAsset,
} from '@candor/kernel';
import { statusOf } from '../../../tools/workload/outcomes.ts';
import { walletNumber } from '../audit/ledger.ts';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { ASSETS, SPOT, USDT } from '../world.ts';
import { MarginPeople } from './margin-people.ts';
import { MARGIN_PLANTS } from './margin-plants.ts';
import { isLate } from './time.ts';

const POOL = -6;
const INSURANCE = -7;
const RECEIVABLE = -8;
const FIRST_ISOLATED = 64;
const DEBT_SHIFT = 2 ** 18 * 2 ** 32;
const HOUR_MS = 3_600_000;
const DOWNTIME_MS = 5_000;
/** Divisible by what a lot of any symbol has in base units. */
const WHOLE = 10_000_000n;
const BILLION = 1_000_000_000n;
const PPM = 1_000_000n;

interface Loan {
  readonly id: number;
  readonly account: number;
  readonly assetId: number;
  /** The rate is in force from the start of an hour on. */
  principal: bigint;
  /** Interest of its whole life, in thousand-millionths of a unit. */
  exact: bigint;
  posted: bigint;
  paid: bigint;
}

interface Terms {
  readonly maxLeverage: number;
  readonly liquidationPpm: number;
}

/**
 * Margin: loans out of a funded pool. Interest is reckoned hour by hour for each loan, what borrowers owe must be what
 * the pool has to get, and no loan may be more than the collateral allows at that moment.
 */
class Margin implements SimProduct {
  readonly weight = 16;
  private readonly exchange: Exchange;
  private readonly people: MarginPeople;
  private readonly loans = new Map<number, Loan>();
  private readonly rates = new Map<number, { ratePpb: bigint; haircutPpm: bigint }>();
  private readonly terms = new Map<number, Terms>();
  /** Loans whose first hour was told and whose borrowing was not yet. */
  private readonly begun = new Set<number>();
  private readonly index = new Map<number, number | null>();
  /** Wallets whose forced sale goes on, which is told of again only when something changes. */
  private readonly selling = new Set<number>();
  private hour = 0;
  private timeMs = 0;
  private resumedMs = 0;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
    this.people = new MarginPeople(exchange, (assetId) => this.priceOf(assetId));
  }

  listing(): Command[] {
    return this.people.listing();
  }

  act(): Act {
    return this.people.act();
  }

  onCommand(command: AppliedCommand): void {
    const { envelope, outcome, events } = command;
    this.passHours(envelope.timeMs);
    if (envelope.timeMs - this.timeMs > DOWNTIME_MS) this.resumedMs = envelope.timeMs;
    this.timeMs = envelope.timeMs;
    const { body } = envelope;
    for (const event of events) {
      if (event.type === 'index') this.index.set(event.symbolId, event.priceTicks);
      else if (event.type === 'marginBorrowed') this.borrowed(event);
      else if (event.type === 'marginInterest') this.charged(event);
      else if (event.type === 'marginRepaid') this.repaid(event);
      else if (event.type === 'marginSale') this.sold(event);
      else if (event.type === 'marginSold' && event.over)
        this.selling.delete(walletNumber(event.userId, event.wallet));
    }
    if (!outcome.ok) return;
    if (body.type === 'setMarginAsset')
      this.rates.set(body.assetId, {
        ratePpb: BigInt(body.hourlyRatePpb),
        haircutPpm: BigInt(body.haircutPpm),
      });
    if (body.type === 'setMarginTerms') this.terms.set(body.symbolId, body);
    // A repeated request is answered and not done again.
    const isNew = events.some((event) => event.type === 'marginBorrowed');
    if (body.type === 'borrow' && isNew) this.isCovered(envelope.userId, body.wallet, body.symbolId);
    if (body.type === 'placeMarginOrderWith' && isNew && statusOf(outcome) === 'open')
      this.isCovered(envelope.userId, body.wallet, body.wallet === 'margin-cross' ? 0 : body.symbolId);
    // Wallets are looked at with each tick, but for what a downtime left behind.
    const { timeMs } = envelope;
    if (body.type === 'indexTick' && timeMs > this.resumedMs && !isLate(body, timeMs))
      this.nobodyIsLeftOut(events);
  }

  scan(view: KernelView): void {
    const { ledger, users } = this.exchange;
    for (const assetId of ASSETS) {
      let owed = 0n;
      // the first of them are power loans of spot wallets
      for (const [account, { total }] of ledger.balances.get(assetId) ?? [])
        if (account >= DEBT_SHIFT + 2 ** 32) owed += total;
      const receivable = ledger.total(RECEIVABLE, assetId);
      must(
        owed === -receivable,
        'debts are what the pool has to get',
        () => `${assetId}: ${owed}, ${receivable}`,
      );
      const own = [...this.loans.values()].filter((loan) => loan.assetId === assetId);
      const sum = own.reduce((total, loan) => total + loan.principal + loan.posted - loan.paid, 0n);
      must(
        sum === receivable,
        'debts are principal and charged interest',
        () => `${assetId}: ${sum}, ${receivable}`,
      );
      const house = view.margin.house().find((each) => each.assetId === assetId);
      must(
        house === undefined ||
          (house.pool === ledger.total(POOL, assetId) &&
            house.insurance === ledger.total(INSURANCE, assetId)),
        'the pool is visible',
        () => words(house),
      );
    }
    const seen = users.flatMap((userId) => view.margin.wallets(userId)).flatMap(({ loans }) => loans);
    must(seen.length === this.loans.size, 'loans are those that were told', () => words(seen));
    for (const { loanId, principal, interest } of seen) {
      const loan = this.loans.get(loanId);
      must(
        loan !== undefined && loan.principal === principal && ceil(loan.exact) - loan.paid === interest,
        'interest is the published formula',
        () => `${words(loan)}: the kernel has ${principal} and ${interest}`,
      );
    }
  }

  /** Each hour that starts costs each loan its principal at the rate in force. */
  private passHours(timeMs: number): void {
    const hour = Math.floor(timeMs / HOUR_MS);
    const started = BigInt(hour - this.hour);
    if (started > 0n && this.hour > 0)
      for (const loan of this.loans.values())
        loan.exact += started * loan.principal * this.rates.get(loan.assetId)!.ratePpb;
    this.hour = hour;
  }

  private borrowed(event: MarginBorrowedEvent): void {
    const { loanId, amount, principal, firstHour } = event;
    const loan = this.loanOf(event);
    // A first hour that costs nothing more has no event of its own.
    if (!this.begun.delete(loanId)) this.begin(loan, amount);
    must(loan.principal === principal, 'a loan is what was borrowed of it', () => words([event, loan]));
    must(
      amount > 0n && firstHour >= 0n && loan.posted === ceil(loan.exact),
      'the first hour is charged at once',
      () => words([event, loan]),
    );
    this.loans.set(loanId, loan);
  }

  /** Interest of the hours so far; of what is being borrowed, its first hour. */
  private charged(event: MarginInterestEvent): void {
    const loan = this.loanOf(event);
    if (event.fromIndex === null) {
      this.begin(loan, event.principal);
      this.begun.add(event.loanId);
    }
    loan.posted += event.amount;
    must(
      loan.posted === ceil(loan.exact) && event.owedInterest === loan.posted - loan.paid,
      'interest is the published formula',
      () => `${words(event)}; reckoned ${words(loan)}`,
    );
  }

  private begin(loan: Loan, amount: bigint): void {
    loan.principal += amount;
    loan.exact += amount * this.rates.get(loan.assetId)!.ratePpb;
  }

  private repaid(event: MarginRepaidEvent): void {
    const loan = this.loanOf(event);
    const { interest, principal } = event;
    const owedInterest = loan.posted - loan.paid;
    must(
      interest <= owedInterest &&
        (principal === 0n || interest === owedInterest) &&
        principal <= loan.principal,
      'repayment takes interest first',
      () => words([event, loan]),
    );
    loan.paid += interest;
    loan.principal -= principal;
    must(
      event.principalLeft === loan.principal && event.interestLeft === loan.posted - loan.paid,
      'a loan is what was borrowed of it',
      () => words([event, loan]),
    );
    if (loan.principal === 0n && loan.posted === loan.paid) this.loans.delete(event.loanId);
  }

  /** Right after borrowing, debts times leverage are at most collateral times (leverage - 1), by exact fractions. */
  private isCovered(userId: number, wallet: MarginWallet, symbolId: number): void {
    const account = walletNumber(userId, symbolId === 0 ? wallet : `${wallet}/${symbolId}`);
    const leverage = BigInt(this.terms.get(symbolId)!.maxLeverage);
    let collateral = 0n;
    let debt = 0n;
    for (const assetId of ASSETS) {
      const price = this.priceOf(assetId);
      if (price === null) continue;
      collateral +=
        this.exchange.ledger.total(account, assetId) * price * this.rates.get(assetId)!.haircutPpm;
      debt -= this.exchange.ledger.total(account + DEBT_SHIFT, assetId) * price * PPM;
    }
    must(
      debt * leverage <= collateral * (leverage - 1n),
      'no loan is more than its collateral allows',
      () => `account ${account}: debt ${debt}, collateral ${collateral}, leverage ${leverage}`,
    );
  }

  /** The receipt of a forced sale shows that it had to be: the risk rate was at or below the threshold. */
  private sold({ wallet, liquidationPpm, risk, ...event }: MarginSaleEvent): void {
    this.selling.add(walletNumber(event.userId, wallet));
    let collateral = 0n;
    let debt = 0n;
    const worth = (line: ValuedAsset, isDebt: boolean) => {
      const { symbolId, priceTicks, staleTicks, amount, haircutPpm, quotePerTickLot, basePerLot } = line;
      const index = symbolId === 0 ? 1 : (this.index.get(symbolId) ?? null);
      // A stale price counts in the owner's favour.
      const stale = staleTicks ?? 0;
      const expected = index ?? (isDebt ? Math.floor(stale / 2) : 2 * stale);
      must(priceTicks === expected, 'forced sales are at the index', () => words([wallet, line, index]));
      return (amount * BigInt(expected) * quotePerTickLot * WHOLE * BigInt(haircutPpm)) / basePerLot;
    };
    for (const line of risk.assets) collateral += worth(line, false);
    for (const line of risk.debts) debt += worth(line, true);
    must(
      liquidationPpm === this.termsOf(wallet).liquidationPpm &&
        debt > 0n &&
        collateral * PPM <= debt * BigInt(liquidationPpm),
      'whoever is sold had to be',
      () => `${words(event)}: collateral ${collateral}, debt ${debt}, ${words(risk)}`,
    );
  }

  /** After a tick nobody's loans stand who had to be sold and was not looked at. */
  private nobodyIsLeftOut(events: readonly KernelEvent[]): void {
    const touched = new Set<number>();
    for (const event of events) {
      if (event.type === 'entry') for (const { account } of event.postings) touched.add(account);
      if (event.type === 'marginSale') touched.add(walletNumber(event.userId, event.wallet));
    }
    const loans = new Map<number, Loan[]>();
    for (const loan of this.loans.values())
      loans.set(loan.account, [...(loans.get(loan.account) ?? []), loan]);
    for (const [account, own] of loans) {
      // Whom the tick's sales met in the book is looked at by the next tick.
      if (touched.has(account) || this.selling.has(account)) continue;
      const valued = this.valued(account, own);
      const { liquidationPpm } = this.terms.get(symbolOfAccount(account))!;
      must(
        valued === null || valued.collateral * PPM > valued.debt * BigInt(liquidationPpm),
        'whoever has to be sold is',
        () => `account ${account}: ${words(valued)}, ${words(own)}`,
      );
    }
  }

  /** Both sides of a wallet's risk rate, exactly; null while an index that it needs is stale. */
  private valued(account: number, loans: readonly Loan[]): { collateral: bigint; debt: bigint } | null {
    let collateral = 0n;
    let debt = 0n;
    for (const assetId of ASSETS) {
      const units = this.exchange.ledger.total(account, assetId);
      const loan = loans.find((each) => each.assetId === assetId);
      if (units === 0n && loan === undefined) continue;
      const price = this.priceOf(assetId);
      if (price === null) return null;
      collateral += units * price * this.rates.get(assetId)!.haircutPpm;
      if (loan !== undefined) debt += (loan.principal + ceil(loan.exact) - loan.paid) * price * PPM;
    }
    return { collateral, debt };
  }

  private termsOf(wallet: string): Terms {
    return this.terms.get(wallet === 'margin-cross' ? 0 : Number(wallet.split('/')[1]))!;
  }

  /** One base unit in units of USDT, times 1,000; null while there is no price. */
  private priceOf(assetId: number): bigint | null {
    if (assetId === USDT) return 1_000n;
    const listing = SPOT.find((each) => each.base === assetId && each.quote === USDT)!;
    const ticks = this.index.get(listing.symbolId) ?? null;
    return ticks === null ? null : (BigInt(ticks) * listing.quotePerTickLot * 1_000n) / listing.basePerLot;
  }

  private loanOf({
    loanId,
    userId,
    wallet,
    assetId,
  }: MarginInterestEvent | MarginBorrowedEvent | MarginRepaidEvent): Loan {
    let loan = this.loans.get(loanId);
    if (loan === undefined) {
      const account = walletNumber(userId, wallet);
      loan = { id: loanId, account, assetId, principal: 0n, exact: 0n, posted: 0n, paid: 0n };
      this.loans.set(loanId, loan);
    }
    return loan;
  }
}

/** The symbol of an isolated wallet's account, 0 of a cross one's. */
function symbolOfAccount(account: number): number {
  return Math.max(0, Math.floor(account / 2 ** 32) - FIRST_ISOLATED);
}

function ceil(exact: bigint): bigint {
  return (exact + BILLION - 1n) / BILLION;
}

export const margin: ProductModule = {
  name: 'margin',
  create: (exchange) => new Margin(exchange),
  wanted: [
    'borrow ok',
    'borrow MARGIN_RISK_TOO_HIGH',
    'repay ok',
    'placeMarginOrder filled',
    'placeMarginOrderWith filled',
    'placeMarginOrderWith open',
    'marginHour',
    'marginCall',
    'marginSale',
    'entry margin-interest',
  ],
  plants: MARGIN_PLANTS,
};
