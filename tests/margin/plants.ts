import type { Plant } from '../property/plants.ts';

const MARGIN = 'kernel/products/margin';

/** A planted bug, and the first of the seeds that are tried on it. */
export interface MarginPlant extends Plant {
  readonly firstSeed?: number;
}

/** Bugs of margin that the property must find. */
export const PLANTS: readonly MarginPlant[] = [
  plant('the first hour is free', `${MARGIN}/lending.ts`, 'loan.exact += amount * BigInt(hourlyRatePpb)', ''),
  plant(
    'a downtime counts as one hour',
    `${MARGIN}/margin-product.ts`,
    'while (books.hour < hour)',
    'if (books.hour < hour)',
  ),
  plant(
    'interest rounds down',
    'rules/margin/risk.ts',
    '(value + divisor - 1n) / divisor',
    'value / divisor',
  ),
  plant(
    'interest rounds at each touch',
    `${MARGIN}/books.ts`,
    'return loan.exact + exactInterest(',
    'return ((loan.exact + 999_999_999n) / 1_000_000_000n) * 1_000_000_000n + exactInterest(',
  ),
  plant(
    'the haircut is left out',
    'rules/margin/risk.ts',
    'worth(units, price) * BigInt(haircutPpm)',
    'worth(units, price) * PPM',
  ),
  plant(
    'everybody borrows at the highest leverage',
    `${MARGIN}/books.ts`,
    'return book.leverage === 0 ? terms.maxLeverage',
    'return book.leverage >= 0 ? terms.maxLeverage',
  ),
  plant(
    'a leverage of one more is lent',
    `${MARGIN}/lending.ts`,
    'leverage: books.leverageOf(book, terms)',
    'leverage: books.leverageOf(book, terms) + 1',
  ),
  plant('the pool lends what it has not', `${MARGIN}/lending.ts`, 'if (pool < most)', 'if (pool < 0n)'),
  plant(
    'debts lock nothing in',
    `${MARGIN}/margin-product.ts`,
    'return most < available ? available - most : 0n',
    'return 0n',
  ),
  plant(
    'a downtime’s prices sell',
    `${MARGIN}/margin-product.ts`,
    'if (state.timeMs <= state.resumedMs) return;',
    '',
  ),
  plant(
    'wallets are sold at the call',
    `${MARGIN}/margin-product.ts`,
    'if (riskIsAtMost(values, terms.liquidationPpm))',
    'if (riskIsAtMost(values, terms.callPpm))',
  ),
  plant(
    'nobody is sold',
    `${MARGIN}/margin-product.ts`,
    'if (riskIsAtMost(values, terms.liquidationPpm))',
    'if (book.saleId < 0)',
  ),
  plant(
    'a stale price shields the whole wallet',
    `${MARGIN}/margin-product.ts`,
    'else this.lookInFavour(book, terms);',
    '',
  ),
  plant(
    'a stale price counts as nothing',
    `${MARGIN}/valuation.ts`,
    'isDebt ? Math.floor(last / 2) : 2 * last',
    'isDebt ? Math.floor(last / 2) : 0',
  ),
  plant(
    'a receipt does not say that a price was stale',
    `${MARGIN}/valuation.ts`,
    'staleTicks: last as PriceTicks',
    'staleTicks: undefined',
  ),
  plant(
    'orders that the index has left stay',
    `${MARGIN}/margin-product.ts`,
    'for (const account of accounts) this.orders.cancelFar(books.wallets.get(account)!);',
    '',
  ),
  plant(
    'orders near the index are cancelled',
    'kernel/products/spot/order-desk.ts',
    "if (side === 'buy' ? priceTicks <= band.highestTicks : priceTicks >= band.lowestTicks) continue;",
    '',
  ),
  plant(
    'the call comes with each tick',
    `${MARGIN}/margin-product.ts`,
    'if (isCalled !== book.called)',
    'if (isCalled)',
  ),
  plant(
    'principal is paid before interest',
    'rules/margin/repayment.ts',
    'const interest = units < owedInterest ? units : owedInterest;',
    'const interest = units <= principal ? 0n : units - principal < owedInterest ? units - principal : owedInterest;',
  ),
  {
    // A sale that leaves a debt is rare among these few people.
    firstSeed: 100,
    name: 'the pool pays before the insurance',
    file: `${MARGIN}/forced-sale.ts`,
    find: 'const fromInsurance = insured < owed ? insured : owed',
    replace: 'const fromInsurance = 0n',
  },
  plant(
    'a forced sale goes to the end of the band',
    `${MARGIN}/forced-sale.ts`,
    "side === 'buy' ? band.highestTicks : band.lowestTicks",
    '0',
  ),
  plant('a stale index lends', 'kernel/index-price.ts', 'timeMs - found.timeMs > INDEX_STALE_MS', 'false'),
  plant(
    'a restart forgets the hour',
    `${MARGIN}/section.ts`,
    'books.hour = reader.count()',
    'reader.count()',
  ),
  plant(
    'wallets of one user trade with each other',
    'kernel/products/spot/spot-taker.ts',
    'return this.state.traders.words[makerTrader * TRADER_WORDS + GROUP] === this.group;',
    'return makerTrader === this.trader;',
  ),
  plant(
    'an order borrows all that it costs',
    `${MARGIN}/margin-orders.ts`,
    'BigInt(cost) - balances.available(balances.find(account, assetId))',
    'BigInt(cost)',
  ),
  plant(
    'an immediate order borrows for what it cannot fill',
    'kernel/products/spot/place-order.ts',
    'const restLots = this.rests ? this.lots - found.lots : 0;',
    'const restLots = this.lots - found.lots;',
  ),
  plant(
    'what a resting order brings is not repaid',
    `${MARGIN}/side-effects.ts`,
    "if (effect?.kind === 'repay')",
    "if (effect?.kind === 'repay' && units === 0)",
  ),
  plant(
    'what an order brings at once is not repaid',
    `${MARGIN}/margin-orders.ts`,
    'this.totalOf(account, received) - before',
    '0n',
  ),
  plant(
    'what was borrowed for an order stays when it ends',
    `${MARGIN}/side-effects.ts`,
    "if (effect.kind === 'borrow' && units > 0n)",
    "if (effect.kind === 'borrow' && units < 0n)",
  ),
  plant(
    'a restart forgets what an order is for',
    `${MARGIN}/side-effects.ts`,
    'for (const effect of effects.read(reader)) this.rests(effect);',
    'effects.read(reader);',
  ),
  plant(
    'orders of who owes meet others without a fresh index',
    `${MARGIN}/side-effects.ts`,
    'book.loans.size > 0 && this.valuer.freshTicks(symbolId) === 0',
    'false',
  ),
  plant('an index of before a downtime counts', 'kernel/index-price.ts', '|| found.timeMs < resumedMs', ''),
  plant(
    'a wallet stands too far from its call',
    'rules/margin/safe-moves.ts',
    'BigInt(priceTicks) * room) / weight',
    'BigInt(priceTicks) * room * 2n) / weight',
  ),
  plant(
    'a wallet whose balances changed is not looked at',
    `${MARGIN}/margin-product.ts`,
    'if (this.owes(account)) this.watch.touch(account);',
    '',
  ),
  plant(
    'nobody looks where an order is left by the index',
    `${MARGIN}/risk-watch.ts`,
    'this.desk.resting(book.account)',
    '[] as ReturnType<OrderDesk["resting"]>',
  ),
  plant(
    'a called wallet is not looked at when it recovers',
    `${MARGIN}/risk-watch.ts`,
    'if (book.called) narrow(',
    'if (book.saleId < 0) narrow(',
  ),
];

function plant(name: string, file: string, find: string, replace: string): MarginPlant {
  return { name, file, find, replace };
}
