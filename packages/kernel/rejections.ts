import type { ChangeRejection } from './changes/rejections.ts';
import type { CustodyRejection } from './products/custody/events.ts';
import type { MarginRejection } from './products/margin/events.ts';
import type { PerpetualRejection } from './products/perpetual/protocol/events.ts';
import type { SecondsRejection } from './products/seconds/events.ts';
import type { SpotRejection } from './products/spot/rejections.ts';
import type { SwapRejection } from './products/swap/events.ts';
import type { TransferRejection } from './products/transfer/events.ts';
import type { TreasuryRejection } from './products/treasury/events.ts';

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
  | SpotRejection
  | PerpetualRejection
  | SecondsRejection
  | MarginRejection
  | TransferRejection
  | CustodyRejection
  | SwapRejection
  | TreasuryRejection;
