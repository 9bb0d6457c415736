/**
 * A user's wallets. Each is a ledger account of its own, so that what one product risks is not another's. The spot
 * wallet's account number is the user id; the others' stand above it, by `SHIFT` for each wallet number. The kinds'
 * places are their codes in the journal: only ever added to at the end.
 */
export const WALLET_KINDS = [
  'spot',
  'contract',
  'second',
  'margin-cross',
  'finance',
  'margin-isolated',
  'otc',
] as const;
export type WalletKind = (typeof WALLET_KINDS)[number];

/** A wallet's name: its kind, behind a slash the symbol of an isolated one, and `/debt` for what is owed there. */
export type WalletName =
  | Exclude<WalletKind, 'margin-isolated'>
  | `margin-isolated/${number}`
  | 'spot/debt'
  | 'margin-cross/debt'
  | `margin-isolated/${number}/debt`;

const SHIFT = 2 ** 32;
/** User ids stay below. */
export const MAX_USER_ID = SHIFT - 1;
const FIRST_ISOLATED = 64;
/** Debts are accounts at or below 0, this many wallet numbers above the wallet that owes. */
export const DEBT_NUMBER = 2 ** 18;

const names = new Map<number, WalletName>();

/** The account number of a user's wallet. `symbolId` only for an isolated one. */
export function walletAccount(userId: number, kind: WalletKind, symbolId = 0): number {
  const wallet = kind === 'margin-isolated' ? FIRST_ISOLATED + symbolId : WALLET_KINDS.indexOf(kind);
  return wallet * SHIFT + userId;
}

/** The number of the account that keeps what a wallet owes: a margin wallet, or the spot wallet for power loans. */
export function debtAccount(wallet: number): number {
  return wallet + DEBT_NUMBER * SHIFT;
}

/** True when an account of this number (above 0) keeps a debt. */
export function isDebt(account: number): boolean {
  return account >= DEBT_NUMBER * SHIFT;
}

/** The user whose wallet it is; the account number must be above 0. */
export function userOf(account: number): number {
  return account < SHIFT ? account : account % SHIFT;
}

/** The number of a wallet among its user's: 0 for spot. */
export function walletNumber(account: number): number {
  return account < SHIFT ? 0 : Math.floor(account / SHIFT);
}

/** Facts of a wallet, by its number among its user's. `symbolId` is 0 unless it is an isolated one. */
export interface WalletFacts {
  readonly kind: WalletKind;
  readonly symbolId: number;
  /** True when the account keeps the wallet's debt. */
  readonly debt: boolean;
}

export function walletFacts(number: number): WalletFacts {
  const wallet = number % DEBT_NUMBER;
  const isolated = wallet >= FIRST_ISOLATED;
  return {
    kind: isolated ? 'margin-isolated' : WALLET_KINDS[wallet]!,
    symbolId: isolated ? wallet - FIRST_ISOLATED : 0,
    debt: number >= DEBT_NUMBER,
  };
}

export function walletName(account: number): WalletName {
  if (account < SHIFT) return 'spot';
  const number = walletNumber(account);
  let name = names.get(number);
  if (name === undefined) {
    const { kind, symbolId, debt } = walletFacts(number);
    name = `${kind}${kind === 'margin-isolated' ? `/${symbolId}` : ''}${debt ? '/debt' : ''}` as WalletName;
    names.set(number, name);
  }
  return name;
}
