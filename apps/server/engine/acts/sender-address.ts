import { AsyncLocalStorage } from 'node:async_hooks';

const addresses = new AsyncLocalStorage<string>();

/** Runs an act that came from an address, given as its key in budgets (see `addressKey`). */
export function runFrom<Result>(addressKey: string, run: () => Result): Result {
  return addresses.run(addressKey, run);
}

/** The key of the address whose act runs now; null for an act of the house itself. */
export function senderAddress(): string | null {
  return addresses.getStore() ?? null;
}
