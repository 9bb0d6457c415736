import type { Plant } from '../property/plants.ts';

const MARGIN = 'kernel/products/margin';

/** Bugs of margin that the property must find. */
export const PLANTS: readonly Plant[] = [
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
    'for (const book of books.indebted()) this.orders.cancelFar(book);',
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
  plant(
    'the pool pays before the insurance',
    `${MARGIN}/forced-sale.ts`,
    'const fromInsurance = insured < owed ? insured : owed',
    'const fromInsurance = 0n',
  ),
  plant(
    'a forced sale goes to the end of the band',
    `${MARGIN}/forced-sale.ts`,
    "side === 'buy' ? band.highestTicks : band.lowestTicks",
    '0',
  ),
  plant(
    'a stale index lends',
    `${MARGIN}/valuation.ts`,
    'this.state.timeMs - index.timeMs > INDEX_STALE_MS',
    'false',
  ),
  plant(
    'a restart forgets the hour',
    `${MARGIN}/section.ts`,
    'books.hour = reader.count()',
    'reader.count()',
  ),
  plant(
    'wallets of one user trade with each other',
    'kernel/products/spot/spot-taker.ts',
    'return state.accounts.tradeGroup[makerAccount] === this.group;',
    'return makerAccount === this.account;',
  ),
];

function plant(name: string, file: string, find: string, replace: string): Plant {
  return { name, file, find, replace };
}
