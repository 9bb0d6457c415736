import type { Amount } from '@candor/money';
import type { WalletKind } from '../../ledger/wallets.ts';

/** Moves an asset between two wallets of the sender. A symbol's id goes with an isolated margin wallet, 0 with others. */
export interface Transfer {
  readonly type: 'transfer';
  readonly from: WalletKind;
  readonly to: WalletKind;
  readonly fromSymbolId: number;
  readonly toSymbolId: number;
  readonly assetId: number;
  readonly amount: Amount;
}

export type TransferCommand = Transfer;
