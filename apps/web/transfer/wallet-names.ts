import { type OwnWalletType, type WalletKindName, walletTypeOf } from '@candor/api';
import type { MessageId } from '@candor/i18n';

/** The message that names an account of each type. */
export const walletMessage: Readonly<Record<OwnWalletType, MessageId>> = {
  '1': 'menu.spot',
  '2': 'menu.contracts',
  '3': 'menu.flash',
  '4': 'transfer.wallet.cross',
  '5': 'menu.finance',
  '6': 'transfer.wallet.isolated',
  '8': 'transfer.wallet.otc',
};

/** In the order in which they are offered. */
export const walletTypes: readonly OwnWalletType[] = ['1', '2', '3', '4', '6', '5'];

/** The message that names an account of each kind. */
export const walletKindMessage = (kind: WalletKindName): MessageId => walletMessage[walletTypeOf[kind]];
