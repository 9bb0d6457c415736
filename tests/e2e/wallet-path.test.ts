import { type Locale, locales } from '@candor/i18n';
import { beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '../support/long-run.ts';
import { inLongRun } from '../support/suite.ts';
import type { Size } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';
import { addOperator, firstOperator, makeKey, type Seat } from './support/seats.ts';
import { walkLanguages } from './support/wallet-languages.ts';
import {
  beginWalk,
  cancel,
  convert,
  deposit,
  leaveReviewed,
  passDeadline,
  payByBank,
  payOut,
  sumFiles,
  trade,
  type Walk,
  whitelist,
  withdraw,
  withdrawAtOnce,
} from './support/wallet-walk.ts';

/** `npm run e2e:long` walks on a phone as well, and shows all languages. */
const SIZES: readonly Size[] = isLongRun ? ['phone', 'desktop'] : ['desktop'];
const LANGUAGES: readonly Locale[] = isLongRun ? locales : ['de', 'th', 'ja'];

const exchange = openExchange();
let operators: Promise<readonly [Seat, Seat]>;
/** The last walk, whose rows are there. */
let walk: Walk;

async function seatOperators(): Promise<readonly [Seat, Seat]> {
  const first = await firstOperator(exchange);
  // nobody decides beside an operator whom they added lately
  const one = await addOperator(exchange, first, 'fiona');
  const other = await addOperator(exchange, first, 'gus');
  await makeKey(exchange, one);
  await makeKey(exchange, other);
  return [one, other];
}

beforeAll(() => {
  operators = seatOperators();
  // the walk that waits for them fails by it
  operators.catch(() => {});
});

describe.each(SIZES)('on a %s', (size) => {
  it('coins come from an outside wallet, are traded and converted, and return after two operators signed', async () => {
    walk = await beginWalk(exchange, size);
    await deposit(walk);
    const [first, second] = await operators;
    await trade(walk);
    await convert(walk);
    await payByBank(walk, second);
    if (size === 'desktop') await withdrawAtOnce(walk);
    await whitelist(walk);
    await cancel(walk);
    await withdraw(walk, '1500');
    await passDeadline(walk);
    await payOut(walk, [first, second]);
    await sumFiles(walk);
  });
});

inLongRun(() => {
  it(`every screen of the wallet is in its language, with all its rows: ${LANGUAGES.join(', ')}`, async () => {
    const [, second] = await operators;
    await leaveReviewed(walk, second);
    expect(await walkLanguages(walk, LANGUAGES)).toEqual([]);
  });
});
