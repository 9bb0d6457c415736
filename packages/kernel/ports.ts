import type { OrderDesk } from './order-desk.ts';
import type { SwapDesk } from './swap-desk.ts';
import type { WithdrawalDesk, WithdrawalGuard, WithdrawalOwner } from './withdrawal-desk.ts';

/**
 * Services that products offer each other without knowing each other. A product sets its own when it is made; products
 * further down the list read it when they are made.
 */
export interface Ports {
  /** Trades in order books for wallets of other products. */
  orderDesk: OrderDesk | null;
  /** True while custody of an asset is short on its chains: withdrawals of it are refused. */
  isShort: (assetId: number) => boolean;
  /** Swaps money of other products. */
  swapDesk: SwapDesk | null;
  /** Withdraws money of other products. */
  withdrawalDesk: WithdrawalDesk | null;
  /** Takes back what is not paid of its own withdrawals: read as they end. */
  withdrawalOwner: WithdrawalOwner | null;
  /** Keeps value that was bought lately: read as withdrawals are requested. */
  withdrawalGuard: WithdrawalGuard | null;
}
