/**
 * A transfer is emitted as its entry alone: both wallets, the amount, and the transfer's id as the entry's `orderId`.
 */
export type TransferEvent = never;
export type TransferRejection =
  /** From a wallet to itself. */
  | 'TRANSFER_SAME_WALLET'
  /** An isolated margin wallet keeps the two assets of its symbol and no others. */
  | 'TRANSFER_ASSET_NOT_KEPT'
  /** It is there and not held, but a product needs it where it is. */
  | 'TRANSFER_LOCKED';

declare module '../../rejections.ts' {
  interface ProductRejections {
    readonly transfer: TransferRejection;
  }
}
