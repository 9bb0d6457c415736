import { beforeAll, describe, it } from 'vitest';
import type { Size } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';
import { addOperator, firstOperator, makeKey, type Seat } from './support/seats.ts';
import {
  beginWalk,
  cancel,
  convert,
  deposit,
  passDeadline,
  payByBank,
  payOut,
  sumFiles,
  trade,
  whitelist,
  withdraw,
} from './support/wallet-walk.ts';

const exchange = openExchange();
let operators: Promise<readonly [Seat, Seat]>;

async function seatOperators(): Promise<readonly [Seat, Seat]> {
  const first = await firstOperator(exchange);
  const second = await addOperator(exchange, first, 'fiona');
  await makeKey(exchange, first);
  await makeKey(exchange, second);
  return [first, second];
}

beforeAll(() => {
  operators = seatOperators();
  // the walk that waits for them fails by it
  operators.catch(() => {});
});

describe.each<Size>(['phone', 'desktop'])('on a %s', (size) => {
  it('coins come from an outside wallet, are traded and converted, and return after two operators signed', async () => {
    const walk = await beginWalk(exchange, size);
    await deposit(walk);
    const [first, second] = await operators;
    await trade(walk);
    await convert(walk);
    await payByBank(walk, second);
    await whitelist(walk);
    await cancel(walk);
    await withdraw(walk, '1500');
    await passDeadline(walk);
    await payOut(walk, [first, second]);
    await sumFiles(walk);
    await walk.page.context().close();
  });
});
