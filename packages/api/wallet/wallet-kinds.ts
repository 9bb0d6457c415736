/** Wallets by type and kind. No schemas: browsers load this module. */

/** The types that name wallets of everybody: money may be transferred between them. */
export const OWN_WALLET_TYPES = ['1', '2', '3', '4', '5', '6'] as const;
export type OwnWalletType = (typeof OWN_WALLET_TYPES)[number];

/** A wallet's kind as rows and messages name it. */
export const WALLET_KINDS = [
  'spot',
  'contract',
  'second',
  'margin-cross',
  'finance',
  'margin-isolated',
] as const;
export type WalletKindName = (typeof WALLET_KINDS)[number];

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
