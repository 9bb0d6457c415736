import { InvariantError } from '@candor/money';
import { expect, it } from 'vitest';
import { Ladder } from './book/ladder.ts';
import { OrderPool } from './book/order-pool.ts';
import { DueQueue } from './due/due-queue.ts';
import { Accounts } from './ledger/accounts.ts';
import { Balances } from './ledger/balances.ts';
import { HashIndex } from './memory/hash-index.ts';
import { CustodyBooks } from './products/custody/books.ts';
import { TickQueue } from './products/seconds/tick-queue.ts';
import { TriggerHeap } from './triggers/trigger-heap.ts';
import { TriggerIndex } from './triggers/trigger-index.ts';

const broken = (act: () => void, words: string) => {
  expect(act).toThrow(InvariantError);
  expect(act).toThrow(words);
};

it('balances: nothing below 0 or held that is not there, and each is opened once', () => {
  const accounts = new Accounts();
  const balances = new Balances(accounts);
  const account = accounts.open(1_000, false);
  broken(() => accounts.open(1_000, false), 'opened once');
  const slot = balances.open(account, 1);
  broken(() => balances.open(account, 1), 'opened once');
  balances.post(slot, 5);
  balances.hold(slot, 5);
  balances.checkSettled(slot);
  balances.hold(slot, 1);
  broken(() => balances.checkSettled(slot), 'no more is held than is there');
  balances.hold(slot, -1);
  broken(() => balances.hold(slot, -6), 'no more is released than was held');
  const big = balances.open(accounts.open(1_002, false), 1);
  broken(() => balances.holdBig(big, -1n), 'no more is released than was held');
  const spent = balances.open(accounts.open(1_003, false), 1);
  balances.post(spent, 5);
  broken(() => balances.spendHeld(spent, 1), 'no more is spent than was held');
  const gone = balances.open(accounts.open(1_004, false), 1);
  balances.hold(gone, 5);
  broken(() => balances.spendHeld(gone, 1), 'what was held is there');
  const other = balances.open(accounts.open(1_001, false), 1);
  broken(() => balances.post(other, -1), 'only named accounts go below 0');
});

it('indexes: what is put in was not there, and what is taken out was', () => {
  const index = new HashIndex(4);
  index.insert(1, 7);
  broken(() => index.insert(1, 7), 'enters the index once');
  index.remove(1);
  broken(() => index.remove(1), 'was in it');

  const ladder = new Ladder(true);
  ladder.insert(100, 1);
  broken(() => ladder.insert(100, 2), 'a price has one level');
  ladder.remove(100);
  ladder.insert(101, 1);
  broken(() => ladder.remove(102), 'was in it');

  const heap = new TriggerHeap();
  heap.insert(1, 5);
  broken(() => heap.insert(1, 6), 'enters the heap once');
  heap.remove(1);
  broken(() => heap.remove(1), 'was in it');

  const triggers = new TriggerIndex();
  const trigger = { id: 1, symbolId: 1, source: 'last', direction: 'rising', threshold: 5 } as const;
  triggers.add(trigger);
  broken(() => triggers.add(trigger), 'added once');

  const due = new DueQueue();
  due.add({ id: 1, userId: 1, dueMs: 5 });
  broken(() => due.add({ id: 1, userId: 1, dueMs: 6 }), 'waits once');
  broken(() => new TickQueue().pop(), 'was in it');
});

it('books: an order that rests has open lots, and numbers are used once', () => {
  const orders = new OrderPool(4);
  broken(() => orders.allocate(1, 1, 100, 5, 6, 0, 0), 'a price and open lots');
  broken(() => orders.allocate(1, 1, 100, 5, 0, 0, 0), 'a price and open lots');
  broken(() => orders.allocate(1, 1, 0, 5, 5, 0, 0), 'a price and open lots');

  const books = new CustodyBooks();
  const withdrawal = { withdrawalNo: 1, userId: 1, assetId: 1, amount: 5n, fee: 1n };
  broken(() => books.addWithdrawal({ ...withdrawal, withdrawalNo: 2, amount: 0n }), 'has an amount');
  books.addWithdrawal(withdrawal);
  broken(() => books.addWithdrawal(withdrawal), 'requested once');
  books.endWithdrawal(1);
  broken(() => books.endWithdrawal(1), 'that ends is open');
});
