/** Wallets by type and kind. No schemas: browsers load this module. */

/** The types that name one wallet each: money may be transferred between them. The OTC wallet, 8, is shown once it was used. */
export const OWN_WALLET_TYPES = ['1', '2', '3', '4', '5', '6', '8'] as const;
export type OwnWalletType = (typeof OWN_WALLET_TYPES)[number];

/** A wallet's kind as rows and messages name it. */
export const WALLET_KINDS = [
  'spot',
  'contract',
  'second',
  'margin-cross',
  'finance',
  'margin-isolated',
  'otc',
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
  '8': 'otc',
};

/** The type of a wallet's kind. */
export const walletTypeOf = Object.fromEntries(
  Object.entries(walletKinds).map(([type, kind]) => [kind, type]),
) as Readonly<Record<WalletKindName, OwnWalletType>>;
