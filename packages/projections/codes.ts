import type { DoneReason, EntryKind, OrderType, Side, TimeInForce, TriggerDoneEvent } from '@candor/kernel';

/** Why an order ended: in its book, or while it waited for a price. */
export type OrderEnd = DoneReason | TriggerDoneEvent['reason'];

/** The small numbers that stand for words in the tables: only ever added to at the end. */
export const sides: readonly Side[] = ['buy', 'sell'];
export const orderTypes: readonly OrderType[] = ['limit', 'market'];
export const timesInForce: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK'];
export const doneReasons: readonly OrderEnd[] = [
  'filled',
  'cancelled',
  'expired',
  'self-trade',
  'twin',
  'rejected',
];
export const entryKinds: readonly EntryKind[] = [
  'trade',
  'fee',
  'practice-funds',
  'transfer',
  'second-open',
  'second-won',
  'second-lost',
  'second-refund',
  'seconds-pool',
  'perpetual-pnl',
  'perpetual-fee',
  'perpetual-funding',
  'liquidation-fee',
  'insurance-payment',
  'insurance-funding',
  'margin-funding',
  'margin-borrow',
  'margin-interest',
  'margin-repay',
  'margin-deficit',
  'margin-takeover',
];

/** The number of a word. Throws RangeError for a word without one, so that none is ever stored as a hole. */
export function codeOf<T extends string>(words: readonly T[], word: T): number {
  const code = words.indexOf(word);
  if (code < 0) throw new RangeError(`no code for ${word}`);
  return code;
}

/** The word of a number. Throws RangeError for an unknown number. */
export function wordOf<T extends string>(words: readonly T[], code: number): T {
  const word = words[code];
  if (word === undefined) throw new RangeError(`no word for ${code}`);
  return word;
}
