import { type OwnWalletType, type WalletKindName, walletTypeOf } from '@candor/contract';

/** The message that names an account of each type. */
export const walletMessage: Readonly<Record<OwnWalletType, string>> = {
  '1': 'menu.spot',
  '2': 'menu.contracts',
  '3': 'menu.flash',
  '4': 'wallet.cross',
  '5': 'menu.finance',
  '6': 'wallet.isolated',
};

/** In the order in which they are offered. */
export const walletTypes: readonly OwnWalletType[] = ['1', '2', '3', '4', '6', '5'];

/** The message that names an account of each kind. */
export const walletKindMessage = (kind: WalletKindName): string => walletMessage[walletTypeOf[kind]];
