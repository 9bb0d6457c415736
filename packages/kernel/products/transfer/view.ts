import type { Amount } from '@candor/money';
import type { WalletKind, WalletName } from '../../ledger/wallets.ts';
import type { BalanceView } from '../../vocabulary.ts';

/** One wallet that a user has used. */
export interface WalletView {
  readonly name: WalletName;
  readonly kind: WalletKind;
  /** Symbol of an isolated margin wallet; 0 for others. */
  readonly symbolId: number;
  readonly balances: readonly BalanceView[];
}

/** View of this product for others. */
export interface TransferView {
  /** The wallets that a user has used, the spot wallet first, isolated ones in the order of their symbols' listing. */
  wallets(userId: number): readonly WalletView[];
  /** The most that may be moved out of a wallet now: what is available and no product needs there. */
  transferable(userId: number, kind: WalletKind, symbolId: number, assetId: number): Amount;
}
