import * as kernel from '@candor/kernel';
import { expect, test } from 'vitest';
import { seedsOf } from '../support/long-run.ts';
import { isQuick } from '../support/suite.ts';
import { type Coverage, covered } from './coverage.ts';
import { duel } from './duel.ts';

const ALL_SEEDS = 500;
const SEEDS = seedsOf({ quick: 24, short: 80, all: ALL_SEEDS });
const COMMANDS = 500;

test(`the kernel and a naive exchange agree over ${SEEDS} seeds of ${COMMANDS} commands, restarted and replayed`, {
  timeout: 600_000,
}, () => {
  const coverage: Coverage = new Map();
  for (let seed = 1; seed <= SEEDS; seed++) duel(covered(kernel, coverage), seed, COMMANDS);
  const rare = [...WANTED].filter(
    ([what, times]) => (coverage.get(what) ?? 0) < (times * SEEDS) / ALL_SEEDS / (isQuick ? 4 : 1),
  );
  expect(rare, 'what the random commands must have reached').toEqual([]);
});

/** Situations that all seeds together must reach, and how often; fewer seeds reach their share. */
const WANTED: readonly [string, number][] = [
  ['trade', 20_000],
  ['trade above 2^50 units', 500],
  ['balance above 2^53 units', 5000],
  ['placeOrder open', 10_000],
  ['placeOrder partially-filled', 1000],
  ['placeOrder filled', 5000],
  ['placeOrder expired', 5000],
  ['FOK filled', 300],
  ['FOK expired', 300],
  ['by amount filled', 500],
  ['by amount expired', 500],
  ['cancelOrder cancelled', 5000],
  ['done self-trade', 1000],
  ['placeOrder POST_ONLY_WOULD_TAKE', 300],
  ['placeOrder INSUFFICIENT_BALANCE', 500],
  ['placeOrder TOO_MANY_OPEN_ORDERS', 100],
  ['placeOrder PRICE_OUT_OF_BAND', 500],
  ['placeOrder NOTIONAL_TOO_SMALL', 300],
  ['placeOrder AMOUNT_TOO_LARGE', 300],
  ['placeOrder SYMBOL_HALTED', 300],
  ['placeOrder SYMBOL_POST_ONLY', 300],
  ['placeOrder DUPLICATE_CLIENT_ORDER_ID', 100],
  ['placeOrder KEY_EXPIRED', 100],
  ['placeOrder KEY_REUSED_WITH_OTHER_BODY', 30],
  ['waits stop limit', 3000],
  ['waits stop market', 2000],
  ['waits take-profit limit', 1000],
  ['waits take-profit market', 1000],
  ['waits trailing-stop limit', 1000],
  ['waits trailing-stop market', 1000],
  ['placeOco open', 2000],
  ['placeTrigger TRIGGER_WOULD_FIRE', 500],
  ['placeTrigger INSUFFICIENT_BALANCE', 200],
  ['fired by index', 1000],
  ['fired by last', 4000],
  ['several fired', 500],
  ['fired by the fired', 30],
  ['waited twin', 1000],
  ['waited cancelled', 2000],
  ['waited PRICE_OUT_OF_BAND', 200],
  ['waited POST_ONLY_WOULD_TAKE', 30],
  ['amended in place', 1500],
  ['amended anew', 1200],
  ['amendOrder filled', 100],
  ['amendOrder INSUFFICIENT_BALANCE', 20],
  ['amendOrder PRICE_OUT_OF_BAND', 100],
  ['another fee tier', 500],
  ['repeated', 300],
  ['massQuote INSUFFICIENT_BALANCE', 50],
  ['indexTick TICK_OUT_OF_ORDER', 50],
  ['index stale', 50],
];
