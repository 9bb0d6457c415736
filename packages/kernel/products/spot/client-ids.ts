import { assert } from '../../assert.ts';
import type { OrderPool } from '../../book/order-pool.ts';
import { HashIndex, hashText } from '../../memory/hash-index.ts';
import type { Traders } from './traders.ts';

const FIRST_CAPACITY = 64;

/** Finds open orders by the ids that their senders gave them: unique among the open orders of an account. */
export class ClientIds {
  private readonly index = new HashIndex(FIRST_CAPACITY);
  private readonly orders: OrderPool;
  private readonly traders: Traders;

  constructor(orders: OrderPool, traders: Traders) {
    this.orders = orders;
    this.traders = traders;
  }

  /** The slot of an account's open order of this id; 0 for none. */
  find(account: number, clientOrderId: string): number {
    const { index, orders, traders } = this;
    const hash = hashText(clientOrderId, account);
    for (let slot = index.first(hash); slot !== 0; slot = index.after(slot)) {
      if (!index.hasHash(slot, hash) || orders.clientId(slot) !== clientOrderId) continue;
      if (traders.account(orders.owner(slot)) === account) return slot;
    }
    return 0;
  }

  insert(slot: number, account: number, clientOrderId: string): void {
    this.orders.setClientId(slot, clientOrderId);
    this.index.insert(slot, hashText(clientOrderId, account));
  }

  /** Forgets an order that has such an id. */
  remove(slot: number): void {
    assert(this.orders.clientId(slot) !== null, 'an id that is forgotten was given');
    this.index.remove(slot);
    this.orders.setClientId(slot, null);
  }
}
