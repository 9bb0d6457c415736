import { z } from 'zod';

/**
 * Wallet types as the calls number them: 0 all accounts, 1 spot, 2 contracts, 3 second contracts, 4 cross margin,
 * 5 finance, 6 isolated margin (one wallet a market), 8 merchant.
 */
export const walletType = z.enum(['0', '1', '2', '3', '4', '5', '6', '8']);
/** A type that names wallets of everybody: what may be transferred between. */
export const ownWalletType = z.enum(['1', '2', '3', '4', '5', '6']);
export type OwnWalletType = z.output<typeof ownWalletType>;

/** A wallet's kind as rows and messages name it. */
export const walletKind = z.enum([
  'spot',
  'contract',
  'second',
  'margin-cross',
  'finance',
  'margin-isolated',
]);
export type WalletKindName = z.output<typeof walletKind>;

/** The kind of each wallet type. */
export const walletKinds: Readonly<Record<OwnWalletType, WalletKindName>> = {
  '1': 'spot',
  '2': 'contract',
  '3': 'second',
  '4': 'margin-cross',
  '5': 'finance',
  '6': 'margin-isolated',
};

/** The type of a wallet's kind. */
export const walletTypeOf = Object.fromEntries(
  Object.entries(walletKinds).map(([type, kind]) => [kind, type]),
) as Readonly<Record<WalletKindName, OwnWalletType>>;
