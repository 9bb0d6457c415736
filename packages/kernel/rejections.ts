import type { ChangeRejection } from './changes/rejections.ts';

/** The refusals of the products, by name: each merges its own with this interface beside its events. */
// biome-ignore lint/suspicious/noEmptyInterface: products merge with it
export interface ProductRejections {}

/** Why the kernel refused a command. Stable: the contract maps each to an error code and thirteen translations. */
export type RejectionCode =
  | 'NOT_GENESIS'
  | 'ALREADY_EXISTS'
  | 'UNKNOWN_ASSET'
  | 'UNKNOWN_SYMBOL'
  | 'UNKNOWN_ACCOUNT'
  | 'UNKNOWN_ORDER'
  | 'UNKNOWN_VENUE'
  | 'NOT_PERMITTED'
  | 'PRACTICE_ONLY'
  | 'INVALID_COMMAND'
  | 'SYMBOL_HALTED'
  | 'SYMBOL_POST_ONLY'
  | 'PRICE_OUT_OF_BAND'
  | 'PRICE_INVALID'
  | 'QUANTITY_INVALID'
  | 'NOTIONAL_TOO_SMALL'
  | 'TOO_MANY_OPEN_ORDERS'
  | 'INSUFFICIENT_BALANCE'
  | 'POST_ONLY_WOULD_TAKE'
  | 'FOK_NOT_FILLED'
  | 'NO_LIQUIDITY'
  | 'DUPLICATE_CLIENT_ORDER_ID'
  | 'KEY_REUSED_WITH_OTHER_BODY'
  | 'KEY_EXPIRED'
  | 'AMOUNT_TOO_LARGE'
  | 'INDEX_STALE'
  | 'TICK_OUT_OF_ORDER'
  | 'TICK_CHAIN_BROKEN'
  | ChangeRejection
  | ProductRejections[keyof ProductRejections];
