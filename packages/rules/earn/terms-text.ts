import { termsHash, termsText } from '../terms-text.ts';

/** Terms of an offer as they are published: amounts are decimals of the asset, without trailing zeros. */
export interface CommonOfferTerms {
  readonly offerId: number;
  /** Code of the asset. */
  readonly asset: string;
  readonly dailyPpm: number;
  readonly cycleDays: number;
  readonly exitPpm: number;
  /** Bounds of one order. */
  readonly minAmount: string;
  readonly maxAmount: string;
  /** The most that one user's open orders of the offer may hold. */
  readonly userCapAmount: string;
  /** The most that all open orders of the offer may hold. */
  readonly capAmount: string;
}

/** Terms that finance products have beside. */
export interface OwnFinanceTerms {
  readonly name: string;
  readonly zone: 'valueAdded' | 'members' | 'ordinary';
  readonly lockDays: number;
  readonly maxParticipations: number;
}

export type OfferTerms =
  | (CommonOfferTerms & { readonly product: 'staking' })
  | (CommonOfferTerms & OwnFinanceTerms & { readonly product: 'finance' });

/** Names of the lines in their fixed order. */
const LINES = [
  'product',
  'offerId',
  'asset',
  'dailyPpm',
  'cycleDays',
  'exitPpm',
  'minAmount',
  'maxAmount',
  'userCapAmount',
  'capAmount',
] as const satisfies readonly (keyof OfferTerms)[];
const FINANCE_LINES = [
  'name',
  'zone',
  'lockDays',
  'maxParticipations',
] as const satisfies readonly (keyof OwnFinanceTerms)[];

/** The terms as text, one `name: value` a line: the text that `offerTermsHash` is taken of, in every language. */
export function offerTermsText(terms: OfferTerms): string {
  const lines =
    terms.product === 'finance'
      ? termsText('candor-offer-1', [...LINES, ...FINANCE_LINES], terms)
      : termsText('candor-offer-1', LINES, terms);
  return lines;
}

/** Hex SHA-256 of the terms: the user accepts it with the order, and a different offer has a different one. */
export function offerTermsHash(terms: OfferTerms): string {
  return termsHash(offerTermsText(terms));
}

/** Gears of a coin as they are published: amounts are decimals of the coin, without trailing zeros. */
export interface GearTerms {
  readonly product: 'mining';
  /** Code of the asset. */
  readonly asset: string;
  readonly termsNo: number;
  readonly gears: readonly { readonly minAmount: string; readonly dailyPpm: number }[];
}

/** The gears as text, one line a gear: the text that `gearTermsHash` is taken of, in every language. */
export function gearTermsText({ product, asset, termsNo, gears }: GearTerms): string {
  const lines = gears.map(({ minAmount, dailyPpm }) => `gear: ${minAmount} ${dailyPpm}\n`).join('');
  return `candor-gears-1\nproduct: ${product}\nasset: ${asset}\ntermsNo: ${termsNo}\n${lines}`;
}

/** Hex SHA-256 of the gears: other gears have another one. */
export function gearTermsHash(terms: GearTerms): string {
  return termsHash(gearTermsText(terms));
}
