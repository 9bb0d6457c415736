import type { Command, Unstamped } from '@candor/kernel';
import type { Lots, PriceTicks } from '@candor/money';
import { describe, expect, test } from 'vitest';
import { firstUserId, houseUserId, limitOrder } from '../../../../../tools/workload/exchange.ts';
import { LINE_ROLES, type LineRole, maySubmit } from './roles.ts';

const order = limitOrder(1, 'buy', 900_000, 10);
const tick: Command = { type: 'indexTick', tickNo: 4, quotes: [] };
const quote: Command = {
  type: 'massQuote',
  symbolId: 1,
  levels: [{ side: 'buy', priceTicks: 900_000 as PriceTicks, lots: 10 as Lots }],
};
const funds: Command = {
  type: 'openAccount',
  accountUserId: firstUserId + 900,
  kind: 'user',
};
const time: Command = { type: 'tick' };
const genesis: Command = { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null };

const may = (role: LineRole, userId: number, body: Command): boolean =>
  maySubmit(role, { userId, body } as Unstamped, houseUserId);

/** Returns the roles that may send a command for a user. */
const senders = (userId: number, body: Command): LineRole[] =>
  LINE_ROLES.filter((role) => may(role, userId, body));

describe('what a role may send', () => {
  test('a user’s acts come by a door, and in that user’s name', () => {
    expect(senders(firstUserId, order)).toEqual(['door']);
    expect(senders(0, order)).toEqual([]);
    for (const userId of [-1, 1.5, Number.NaN, 2 ** 32, Number.POSITIVE_INFINITY])
      expect(senders(userId, order)).toEqual([]);
  });

  test('the house acts and quotes by its worker', () => {
    expect(senders(houseUserId, order)).toEqual(['house']);
    expect(senders(houseUserId, quote)).toEqual(['house']);
    expect(senders(firstUserId, quote)).toEqual([]);
    expect(senders(0, quote)).toEqual([]);
  });

  test('a tick is the recorder’s alone', () => {
    expect(senders(0, tick)).toEqual(['recorder']);
    expect(senders(firstUserId, tick)).toEqual([]);
    expect(senders(houseUserId, tick)).toEqual([]);
  });

  test('the system’s commands come by the house’s worker', () => {
    expect(senders(0, funds)).toEqual(['house']);
    expect(senders(firstUserId, funds)).toEqual([]);
    expect(senders(houseUserId, funds)).toEqual([]);
  });

  test('time and the beginning are the core’s own', () => {
    for (const userId of [0, firstUserId, houseUserId])
      for (const body of [time, genesis]) expect(senders(userId, body)).toEqual([]);
  });
});
