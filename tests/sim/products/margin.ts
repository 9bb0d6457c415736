import type { AppliedCommand } from '@candor/journal';
import type {
  Command,
  KernelView,
  MarginBorrowedEvent,
  MarginInterestEvent,
  MarginRepaidEvent,
  MarginWallet,
} from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { walletNumber } from '../audit/ledger.ts';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { ASSETS, BTC, ETH, SPOT, USDT } from '../world.ts';

const POOL = -6;
const INSURANCE = -7;
const RECEIVABLE = -8;
const DEBT_SHIFT = 2 ** 18 * 2 ** 32;
const HOUR_MS = 3_600_000;
const BILLION = 1_000_000_000n;
const PPM = 1_000_000n;
const COIN = 100_000_000n;

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
  readonly weight = 10;
  private readonly exchange: Exchange;
  private readonly loans = new Map<number, Loan>();
  private readonly rates = new Map<number, { ratePpb: bigint; haircutPpm: bigint }>();
  private readonly terms = new Map<number, Terms>();
  /** Loans whose first hour was told and whose borrowing was not yet. */
  private readonly begun = new Set<number>();
  private readonly index = new Map<number, number | null>();
  private hour = 0;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
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
    const { random, users, ledger, market } = this.exchange;
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
    const mid = market.price(listing.symbolId);
    const isLimit = random.chance(0.5);
    return {
      userId,
      body: {
        type: 'placeMarginOrder',
        wallet,
        symbolId: listing.symbolId,
        side: random.pick(['buy', 'sell']),
        orderType: isLimit ? 'limit' : 'market',
        timeInForce: isLimit ? random.pick(['GTC', 'IOC']) : 'IOC',
        postOnly: false,
        priceTicks: (isLimit
          ? mid + Math.round((mid * random.int(-3_000, 3_000)) / 1_000_000)
          : null) as PriceTicks | null,
        lots: random.int(1, listing.usualLots) as Lots,
        quoteAmount: null,
        clientOrderId: null,
      },
    };
  }

  onCommand(command: AppliedCommand): void {
    const { envelope, outcome, events } = command;
    this.passHours(envelope.timeMs);
    const { body } = envelope;
    for (const event of events) {
      if (event.type === 'index') this.index.set(event.symbolId, event.priceTicks);
      else if (event.type === 'marginBorrowed') this.borrowed(event);
      else if (event.type === 'marginInterest') this.charged(event);
      else if (event.type === 'marginRepaid') this.repaid(event);
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
  }

  scan(view: KernelView): void {
    const { ledger, users } = this.exchange;
    for (const assetId of ASSETS) {
      let owed = 0n;
      for (const [account, { total }] of ledger.balances.get(assetId) ?? [])
        if (account >= DEBT_SHIFT) owed += total;
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

  /** What an amount of one asset is worth in another. */
  private worth(amount: bigint, assetId: number, inAssetId: number): bigint | null {
    const from = this.priceOf(assetId);
    const to = this.priceOf(inAssetId);
    return from === null || to === null || to === 0n ? null : (amount * from) / to;
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
    'marginHour',
    'marginCall',
    'marginSale',
    'entry margin-interest',
  ],
  plants: [
    {
      name: 'margin-interest-rounds-down',
      file: 'rules/margin/risk.ts',
      find: 'return ceilDiv(exact, BILLION);',
      replace: 'return exact / BILLION;',
      breaks: /the first hour is charged at once|interest is the published formula/,
    },
    {
      name: 'margin-debt-unmatched',
      file: 'kernel/products/margin/lending.ts',
      find: '{ account: accounts.ensureNamed(MARGIN_RECEIVABLE), assetId, amount },\n    ]);\n    loan.principal',
      replace:
        '{ account: accounts.ensureNamed(MARGIN_POOL), assetId, amount },\n    ]);\n    loan.principal',
      breaks: /debts are what the pool has to get/,
    },
    {
      name: 'margin-lends-too-much',
      file: 'kernel/products/margin/lending.ts',
      find: 'if (amount > offer.most) return refuse(offer.boundBy);',
      replace: 'if (amount > offer.most * 2n) return refuse(offer.boundBy);',
      breaks: /no loan is more than its collateral|broke the kernel|nothing goes below 0/,
    },
    {
      name: 'margin-principal-first',
      file: 'rules/margin/repayment.ts',
      find: 'const interest = units < owedInterest ? units : owedInterest;',
      replace: 'const interest = units > principal ? units - principal : 0n;',
      breaks: /repayment takes interest first/,
    },
  ],
};
